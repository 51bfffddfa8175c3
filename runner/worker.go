package runner

import (
	"context"
	"fmt"
	"os"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// Worker is a slot lent for a series of runs, so that thousands of short runs need not queue one by one. One
// goroutine may use it. Build everything that its methods need before it is lent, since building needs a slot as
// well.
type Worker struct {
	judge *Judge
	slot  *slot
	// slots are the slots of the programs and submissions that it runs. The first uses the lent slot and each other
	// one a sibling of it, since changing a box's mounts costs more than a short run.
	slots map[any]*slot
}

// maxWorkerSlots bounds the slots of a worker, and so the processes of their boxes. Further programs share the lent
// slot.
const maxWorkerSlots = 8

// Lend waits for a free slot and calls do with it.
func (j *Judge) Lend(ctx context.Context, do func(*Worker) error) error {
	return j.slots.with(ctx, urgent, func(s *slot) error {
		return do(&Worker{judge: j, slot: s, slots: map[any]*slot{}})
	})
}

// slotOf returns the slot in which a program or submission runs.
func (w *Worker) slotOf(who any) (*slot, error) {
	if s, found := w.slots[who]; found {
		return s, nil
	}
	taken := len(w.slots)
	switch {
	case taken == 0:
		w.slots[who] = w.slot
		return w.slot, nil
	case taken >= maxWorkerSlots:
		return w.slot, nil
	}
	s, err := w.slot.sibling(taken)
	if err != nil {
		return nil, err
	}
	w.slots[who] = s
	return s, nil
}

// Program builds a program of a package, such as a generator. The error is a *job.PackageError if its source is
// faulty or its toolchain is missing.
func (j *Judge) Program(ctx context.Context, p *problem.Problem, program problem.Program) (*language.Program, error) {
	return j.packageProgram(ctx, p, program, urgent)
}

// ToolRun is a run of a package's program outside any judgement.
type ToolRun struct {
	Program *language.Program
	Args    []string
	// These are the fields of sandbox.Spec, with two differences: with a Stderr of nil, ToolResult keeps standard error, and
	// the program's own mounts are always present.
	Stdin          sandbox.Input
	Stdout, Stderr *os.File
	Mounts         []sandbox.Mount
	Copies         []sandbox.Copy
	Export         string
	// Limits are usually GeneratorLimits. The output limit also bounds the exported files.
	Limits sandbox.Limits
}

// ToolResult is the result of a Work.
type ToolResult struct {
	sandbox.Result
	// Stderr is the beginning of the program's standard error.
	Stderr string
	// Broken is the sanitizer report about the program, or nil.
	Broken *event.Breakdown

	hides string // see language.Program
}

// Fault explains why a program of a package did not end with exit code 0; it returns "" if it did. It knows only the
// limits that the sandbox reports.
func (r *ToolResult) Fault() string {
	switch {
	case r.Breach != sandbox.NoBreach:
		return fmt.Sprintf("hit its %s limit", r.Breach)
	case r.Signal != 0:
		return "killed by " + signalName(r.Signal)
	case r.Exit != 0 && r.hides != "":
		return fmt.Sprintf("exit code %d: %s", r.Exit, r.hides)
	case r.Exit != 0:
		return fmt.Sprintf("exit code %d", r.Exit)
	}
	return ""
}

// Run runs a program of a package in the box of checkers.
func (w *Worker) Run(ctx context.Context, work ToolRun) (ToolResult, error) {
	s, err := w.slotOf(work.Program)
	if err != nil {
		return ToolResult{}, err
	}
	if err := s.rewind(); err != nil {
		return ToolResult{}, err
	}
	return s.run(ctx, work)
}

// run performs a run in a slot that was rewound.
func (s *slot) run(ctx context.Context, work ToolRun) (ToolResult, error) {
	box, err := s.judge(ctx)
	if err != nil {
		return ToolResult{}, err
	}
	spec := describe(box, work.Program, "program", work.Limits)
	spec.Args, spec.Mounts = append(spec.Args, work.Args...), append(spec.Mounts, work.Mounts...)
	spec.Copies, spec.Export, spec.ExportLimit = work.Copies, work.Export, work.Limits.Output
	spec.Stdin, spec.Stdout, spec.Stderr = work.Stdin, work.Stdout, work.Stderr
	if spec.Stderr == nil {
		spec.Stderr = s.stderr
	}
	result, err := box.Run(ctx, spec)
	if err != nil {
		return ToolResult{}, err
	}
	stderr := work.Program.OwnPaths(box.Path(spec.Mounts[0]), excerpt(s.stderr))
	ran := ToolResult{Result: result, Stderr: stderr, hides: work.Program.Hides}
	if work.Program.Sanitized {
		ran.Broken = inspect(work.Program, beginning(s.stderr))
	}
	return ran, s.checkSpace()
}

// Submission builds a submission and its checkers. It returns nil if Compile reports a source that does not build. An
// error means that the package or the judge is at fault.
func (j *Judge) Submission(ctx context.Context, p *problem.Problem, submitted job.Judgement) (*Submission, event.Compile, error) {
	lang, err := j.detect(p, submitted)
	if err != nil {
		return nil, event.Compile{}, err
	}
	built := j.assemble(ctx, p, submitted, lang)
	switch {
	case built.err != nil:
		return nil, built.compiled, built.err
	case built.compiled.Failed != "":
		return nil, built.compiled, nil
	case built.packageErr != nil:
		return nil, built.compiled, built.packageErr
	}
	return j.submission(p, submitted, lang, limitsFor(p, lang, submitted.Options), built), built.compiled, nil
}

// Try judges a submission on a case without reruns: the result is that of the first run, however close to a limit.
// Failures of the judge get the verdict JE; an error means that ctx was cancelled.
func (w *Worker) Try(ctx context.Context, sub *Submission, tc *problem.Case) (event.Test, error) {
	s, err := w.slotOf(sub)
	if err != nil {
		return event.Test{}, err
	}
	a, err := sub.attempt(ctx, s, &item{tc: tc})
	return a.Test, err
}

// Answer runs a submission on a case and keeps its output as a file without checking it. The verdict is AC if the
// program ended well within its limits. It does not support interactive problems.
func (w *Worker) Answer(ctx context.Context, sub *Submission, tc *problem.Case, output *os.File) (event.Test, error) {
	a := sub.newAttempt(tc)
	s, err := w.slotOf(sub)
	if err != nil {
		return a.Test, err
	}
	if err := s.rewind(); err != nil {
		return a.Test, err
	}
	err = sub.execute(ctx, s, tc, tc.Input, output, &a)
	if cancelled := context.Cause(ctx); cancelled != nil {
		return a.Test, cancelled
	}
	switch {
	case err != nil:
		a.fail(err)
	case a.Verdict == verdict.None:
		a.Verdict = verdict.AC
	}
	a.Stderr = sub.stderr(s)
	sub.diagnose(ctx, s, &a)
	a.Verdict, a.Reason = refineVerdict(a.Test, sub.program)
	return a.Test, nil
}
