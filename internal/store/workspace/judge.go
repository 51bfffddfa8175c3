package workspace

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/judge/corelock"
	"grundy/internal/judge/language"
	"grundy/internal/judge/resultcache"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/backend"
	"grundy/internal/pkgfmt/problem"
	"grundy/runner"
)

// Judge opens the judge of the workspace; later calls return the same one. Code that runs programs uses Executor or Local
// instead. Decorators change the parts of the judge before it is made: a builder around the builder, a watched sandbox.
func (w *Workspace) Judge(ctx context.Context, decorate ...func(*runner.Config)) (*runner.Judge, error) {
	return w.judge.get(func() (*runner.Judge, error) {
		config, err := w.parts(ctx)
		if err != nil {
			return nil, err
		}
		for _, change := range decorate {
			change(&config)
		}
		judge, err := runner.New(config)
		if err != nil {
			return nil, &JudgeError{err}
		}
		w.warn()
		return judge, nil
	})
}

// Compiler lends a box of compilers of this machine.
func (w *Workspace) Compiler(ctx context.Context, do func(sandbox.Box) error) error {
	judge, err := w.Judge(ctx)
	if err != nil {
		return err
	}
	return judge.Compiler(ctx, do)
}

// Compile builds a program that serves a problem, on this machine. The error is a *job.PackageError when that fails.
func (w *Workspace) Compile(ctx context.Context, p *problem.Problem, name string, source language.Source) (*language.Program, error) {
	judge, err := w.Judge(ctx)
	if err != nil {
		return nil, err
	}
	return judge.Tool(ctx, p, name, source)
}

// Try runs a command of the system's own in a box of submissions, to see what the sandbox of this machine makes of it.
func (w *Workspace) Try(ctx context.Context, args []string, limits sandbox.Limits) (sandbox.Result, error) {
	judge, err := w.Judge(ctx)
	if err != nil {
		return sandbox.Result{}, err
	}
	return judge.Try(ctx, args, limits)
}

// Share returns this process's share of the machine's cores, if judges share them.
func (w *Workspace) Share() (*corelock.Share, error) {
	return w.share.get(func() (*corelock.Share, error) {
		dir, err := w.folders.kept("cores")
		if err != nil {
			return nil, err
		}
		return corelock.Open(dir)
	})
}

// parts returns the parts of a judge. Starting a sandbox is mostly waiting for another process, so it reads the table
// of languages in the meantime.
func (w *Workspace) parts(ctx context.Context) (runner.Config, error) {
	mine, share, err := w.cores()
	if err != nil {
		return runner.Config{}, &JudgeError{err}
	}
	sandboxed := make(chan error, 1)
	go func() { sandboxed <- w.isolate(ctx, mine) }()
	builder, faulty := w.Builder()
	err = <-sandboxed
	if faulty != nil {
		return runner.Config{}, faulty
	}
	if err != nil {
		return runner.Config{}, &JudgeError{err}
	}
	if required := w.config.Required; required != "" && !w.Tier().AtLeast(required) {
		return runner.Config{}, &JudgeError{&IsolationError{w.Isolation(), w.Tier(), required}}
	}
	builder.Tier = w.Tier()
	return runner.Config{
		Host: w.Isolation().Host, Languages: builder.Table, Builder: builder, Cores: mine, Scratch: w.scratch.value.dir,
		Load: backend.Load, Digests: w.kept().digests,
		Verdicts: resultcache.Open(builder.Cache, w.code, resultcache.ThisMachine, w.log), Share: share,
	}, nil
}

// code identifies the code of this judge.
func (w *Workspace) code() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find the judge's own code: %w", err)
	}
	return w.kept().digests.File("", path)
}

// cores returns the cores that the judge may use, one for each program that runs at the same time. Two programs on one
// core would disturb each other's time, so a larger request gets all cores. The share is nil if the judge does not
// share cores with others.
func (w *Workspace) cores() (mine []int, share runner.Share, err error) {
	all := backend.Cores()
	if len(all) == 0 {
		all = []int{-1}
	}
	count := len(all)
	if jobs := w.config.Jobs; jobs > 0 {
		count = min(jobs, count)
	}
	if !w.config.SharesCores {
		return all[:count], nil, nil
	}
	opened, err := w.Share()
	if err != nil {
		return nil, nil, fmt.Errorf("share the cores of this machine: %w", err)
	}
	return opened.Claim(all, count), opened, nil
}

// isolate makes the scratch directory and finds the sandbox.
func (w *Workspace) isolate(ctx context.Context, cores []int) error {
	if err := backend.Shortage(); err != nil {
		return hint.Errorf(BoundedRemedy, "%w", err)
	}
	scratch, err := w.Scratch()
	if err != nil {
		return err
	}
	_, err = w.sandbox.get(func() (backend.Choice, error) {
		return backend.Choose(ctx, cmp.Or(w.config.Sandbox, backend.Best), scratch, runner.FirstBox(cores))
	})
	return err
}

// Isolation returns the sandbox of the judge, which must be open, and why it was chosen.
func (w *Workspace) Isolation() backend.Choice { return w.sandbox.value }

// Tier returns how well the open judge isolates programs.
func (w *Workspace) Tier() sandbox.Tier { return w.sandbox.value.Host.Tier() }

// The warning about limits of the judge's own process; the remedy names where they are set.
const (
	Bounded       = "the judge was started with limits that it cannot raise; programs get at most"
	BoundedRemedy = "raise them where they are set: a shell's ulimit, /etc/security/limits.conf, systemd's Limit…=, docker run --ulimit"
)

// warn logs the weaknesses of the judge.
func (w *Workspace) warn() {
	switch choice := w.sandbox.value; {
	case w.Tier() == sandbox.NotIsolated && cmp.Or(w.config.Sandbox, backend.Best) == backend.Best:
		w.log.Warn("programs run without isolation", "reason", choice.Weaker, "remedy", choice.Remedy)
	case choice.FellBack:
		w.log.Warn("programs run in a weaker sandbox than this machine seems to offer", "sandbox", w.Tier(), "reason", choice.Weaker, "remedy", choice.Remedy)
	}
	if bounds := backend.Bounds(); len(bounds) > 0 {
		w.log.Warn(Bounded+" "+strings.Join(bounds, ", "), "remedy", BoundedRemedy)
	}
}
