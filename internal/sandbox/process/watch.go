package process

import (
	"context"
	"os/exec"
	"time"

	"grundy/internal/bytesize"
	"grundy/internal/sandbox"
)

// watch follows one program.
type watch struct {
	cmd     *exec.Cmd
	spec    sandbox.Spec
	started time.Time
	used    usage // the most that was seen
}

// usage is what a group of processes uses at one moment.
type usage struct {
	cpu       time.Duration
	memory    bytesize.Size
	processes int
}

// firstLook is when a program is first looked at; the pause then doubles up to what a look is worth on this system.
const firstLook = time.Millisecond

// follow waits for the program, ends it at its limits or with ctx, and kills what is left of its group.
func (w *watch) follow(ctx context.Context) (sandbox.Result, error) {
	g := adopt(w.cmd.Process, w.spec.Limits)
	defer g.close()
	ended := make(chan error, 1)
	go func() { ended <- w.cmd.Wait() }()

	breach, hasEnded, waitErr := w.wait(ctx, g, ended)
	wall := time.Since(w.started)
	left := g.inspect()
	g.kill()
	if !hasEnded {
		left.processes--
		waitErr = <-ended
	}
	state := w.cmd.ProcessState
	if state == nil {
		return sandbox.Result{}, waitErr
	}
	own := state.UserTime() + state.SystemTime()
	if hasEnded && !keepsEnded {
		own += left.cpu
	}
	result := sandbox.Result{
		Tier: sandbox.NotIsolated, Breach: breach, Wall: wall, CPU: max(w.used.cpu, left.cpu, own),
		Memory: w.used.memory, OutputHit: outputHit(w.spec), Survivors: max(0, left.processes),
	}
	result.Exit, result.Signal = exitOf(state)
	result.Classify(w.spec.Limits)
	if !hasEnded && breach == sandbox.NoBreach {
		return result, context.Cause(ctx)
	}
	return result, nil
}

// wait returns when the program's first process has ended, which it tells, when a limit is passed, or when ctx is done.
func (w *watch) wait(ctx context.Context, g group, ended <-chan error) (breach sandbox.Breach, hasEnded bool, err error) {
	pause := firstLook
	timer := time.NewTimer(pause)
	defer timer.Stop()
	for {
		select {
		case err := <-ended:
			return sandbox.NoBreach, true, err
		case <-ctx.Done():
			return sandbox.NoBreach, false, nil
		case <-timer.C:
			if breach := w.look(g); breach != sandbox.NoBreach {
				return breach, false, nil
			}
			pause = min(2*pause, lookInterval)
			timer.Reset(pause)
		}
	}
}

// look notes what the group uses and tells whether a limit is passed.
func (w *watch) look(g group) sandbox.Breach {
	now := g.inspect()
	w.used.cpu = max(w.used.cpu, now.cpu)
	w.used.memory = max(w.used.memory, now.memory)
	facts := sandbox.Result{CPU: now.cpu, Memory: now.memory, Wall: time.Since(w.started), OutputHit: outputHit(w.spec)}
	facts.Classify(w.spec.Limits)
	return facts.Breach
}
