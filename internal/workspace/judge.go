package workspace

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"

	"grundy/internal/sandbox"
	"grundy/internal/sandbox/backend"
	"grundy/internal/verdicts"
	"grundy/runner"
)

// Judge opens the judge; a workspace has one, which later calls give again. Decorators change what it is made of before
// it is made: a builder around the builder, a sandbox that is watched.
func (w *Workspace) Judge(ctx context.Context, decorate ...func(*runner.Config)) (*runner.Judge, error) {
	w.opening.Lock()
	defer w.opening.Unlock()
	if w.judge != nil {
		return w.judge, nil
	}
	// Starting a sandbox is mostly waiting for another process: the table is read meanwhile.
	cores := w.cores()
	sandboxed := make(chan error, 1)
	go func() { sandboxed <- w.isolate(ctx, cores) }()
	builder, faulty := w.Builder()
	err := <-sandboxed
	if faulty != nil {
		return nil, faulty
	}
	if err != nil {
		return nil, &JudgeError{err}
	}
	if required := w.config.Required; required != "" && !w.Tier().AtLeast(required) {
		return nil, &JudgeError{&IsolationError{w.isolation, w.Tier(), required}}
	}
	config := runner.Config{
		Host: w.isolation.Host, Languages: builder.Table, Builder: builder, Cores: cores, Scratch: w.scratch.dir,
		Load: backend.Load, Digests: w.digests,
		Verdicts: verdicts.Open(builder.Cache, w.code, verdicts.ThisMachine, w.log),
	}
	for _, change := range decorate {
		change(&config)
	}
	judge, err := runner.New(config)
	if err != nil {
		return nil, &JudgeError{err}
	}
	w.judge = judge
	w.warn()
	return judge, nil
}

// code names the code of this judge.
func (w *Workspace) code() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find the judge's own code: %w", err)
	}
	return w.digests.File(path)
}

// cores are those that the judge may use, one for each program that runs at the same time. Two programs on one core would
// disturb each other's time, so whoever asks for more gets what there is.
func (w *Workspace) cores() []int {
	cores := backend.Cores()
	if len(cores) == 0 {
		cores = []int{-1}
	}
	if jobs := w.config.Jobs; jobs > 0 {
		cores = cores[:min(jobs, len(cores))]
	}
	return cores
}

// isolate makes the scratch folder and finds the sandbox.
func (w *Workspace) isolate(ctx context.Context, cores []int) error {
	scratch, err := w.Scratch()
	if err != nil || w.isolation.Host != nil {
		return err
	}
	w.isolation, err = backend.Choose(ctx, cmp.Or(w.config.Sandbox, backend.Best), scratch, runner.FirstBox(cores))
	return err
}

// Isolation is the sandbox of the judge, which must be open, and why it is this one.
func (w *Workspace) Isolation() backend.Choice { return w.isolation }

// Tier is how well the open judge isolates programs.
func (w *Workspace) Tier() sandbox.Tier { return w.isolation.Host.Tier() }

// What is said of limits that the process was started with; the remedy names those who set them.
const (
	Bounded       = "started with limits that it may not lift, the judge gives programs at most"
	BoundedRemedy = "raise them where they are set: a shell's ulimit, /etc/security/limits.conf, systemd's Limit…=, docker run --ulimit"
)

// warn says what is weak about the judge.
func (w *Workspace) warn() {
	if w.Tier() == sandbox.NotIsolated && cmp.Or(w.config.Sandbox, backend.Best) == backend.Best {
		w.log.Warn("programs run without isolation", "reason", w.isolation.Weaker, "remedy", w.isolation.Remedy)
	}
	if bounds := backend.Bounds(); len(bounds) > 0 {
		w.log.Warn(Bounded+" "+strings.Join(bounds, ", "), "remedy", BoundedRemedy)
	}
}
