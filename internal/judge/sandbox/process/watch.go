package process

import (
	"context"
	"os/exec"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/activity"
)

// watch follows one program.
type watch struct {
	cmd     *exec.Cmd
	spec    sandbox.Spec
	started time.Time
	input   string // see activity.Run
	used    usage  // maximum seen
	pulse   *activity.Activity
}

// usage is what a group of processes uses at one moment.
type usage struct {
	cpu       time.Duration
	memory    bytesize.Size
	processes int
	refused   bool  // the kernel refused memory beyond the limit
	members   []int // process numbers, where the system shows what processes do
}

// firstLook is when the judge first checks a program. The pause then doubles up to lookInterval.
const firstLook = time.Millisecond

// follow waits for the program, stops it at its limits or when ctx ends, and kills the rest of its group.
func (w *watch) follow(ctx context.Context) (sandbox.Result, error) {
	g, err := adopt(w.cmd.Process, w.spec.Limits)
	if err != nil {
		_ = w.cmd.Process.Kill()
		_ = w.cmd.Wait()
		return sandbox.Result{}, err
	}
	defer g.close()
	w.pulse = activity.New(activity.Run{
		Limits: w.spec.Limits, Started: w.started, Input: w.input, Reports: w.spec.Report != nil, Horizon: w.spec.Horizon,
		Processes: func() []int { return g.inspect().members },
	})
	ended := make(chan error, 1)
	go func() { ended <- w.cmd.Wait() }()

	breach, hasEnded, waitErr := w.wait(ctx, g, ended)
	wall := time.Since(w.started)
	left := g.inspect()
	if left.refused && breach == sandbox.NoBreach {
		breach = sandbox.MemoryBreach
	}
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
		Memory: max(w.used.memory, left.memory, peakOf(state)), OutputHit: outputHit(w.spec), Survivors: max(0, left.processes),
	}
	result.Exit, result.Signal = exitOf(state)
	result.SetBreach(w.limits())
	if !hasEnded && breach == sandbox.NoBreach {
		return result, context.Cause(ctx)
	}
	return result, nil
}

// wait returns when the program's first process has ended (hasEnded), when a limit is exceeded, or when ctx is done.
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

// look records what the group uses and returns the limit that it exceeds.
func (w *watch) look(g group) sandbox.Breach {
	now := g.inspect()
	if now.refused {
		return sandbox.MemoryBreach
	}
	w.used.cpu = max(w.used.cpu, now.cpu)
	w.used.memory = max(w.used.memory, now.memory)
	facts := sandbox.Result{CPU: now.cpu, Memory: now.memory, Wall: time.Since(w.started), OutputHit: outputHit(w.spec)}
	if w.pulse.Look(facts.Wall, now.cpu) && w.spec.Report != nil {
		w.spec.Report(w.pulse.Report)
	}
	facts.SetBreach(w.limits())
	if idle := w.spec.Limits.Idle; facts.Breach == sandbox.NoBreach && idle > 0 && w.pulse.Idle >= idle {
		return sandbox.IdleBreach
	}
	return facts.Breach
}

// limits returns the limits of the run, extended by the time excused so far.
func (w *watch) limits() sandbox.Limits {
	limits := w.spec.Limits
	if limits.Wall > 0 {
		limits.Wall += w.pulse.Excused
	}
	return limits
}
