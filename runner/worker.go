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

// Worker is a slot lent for a series of runs, so that thousands of short ones need not queue one by one. It serves one
// goroutine. Everything that its methods are given must have been built before it was lent: building wants a slot too.
type Worker struct {
	judge *Judge
	slot  *slot
	// slots are those of the programs and submissions that it runs: the lent one for the first, and for each other one a
	// sibling of it, since changing what a box shows costs more than a short run in it.
	slots map[any]*slot
}

// maxWorkerSlots bounds the slots of a worker, and with them the processes of their boxes. Whoever comes late shares the lent
// one.
const maxWorkerSlots = 8

// Lend lends a slot to do. It waits until one is free.
func (j *Judge) Lend(ctx context.Context, do func(*Worker) error) error {
	return j.slots.with(ctx, urgent, func(s *slot) error {
		return do(&Worker{judge: j, slot: s, slots: map[any]*slot{}})
	})
}

// slotOf gives the slot in which a program or submission runs.
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

// Program builds a program of a package, a generator for instance. The error is a *job.PackageError when its source is at
// fault or its toolchain missing.
func (j *Judge) Program(ctx context.Context, p *problem.Problem, program problem.Program) (*language.Program, error) {
	return j.packageProgram(ctx, p, program, urgent)
}

// Work is one run of a program of a package beside any submission.
type Work struct {
	Program *language.Program
	Args    []string
	// Stdin, Stdout, Stderr, Mounts, Copies and Export are those of sandbox.Spec, except that a Stderr of nil is kept for Ran,
	// and that the program's own mounts are there anyway.
	Stdin          sandbox.Input
	Stdout, Stderr *os.File
	Mounts         []sandbox.Mount
	Copies         []sandbox.Copy
	Export         string
	// Limits are usually GeneratorLimits. That of the output bounds what is exported, too.
	Limits sandbox.Limits
}

// Ran is what came of a Work.
type Ran struct {
	sandbox.Result
	// Stderr is the beginning of what the program printed there, bounded.
	Stderr string
	// Broken is what the sanitizers say of a program that was built with them, nil for nothing.
	Broken *event.Breakdown

	hides string // see language.Program
}

// Fault says in words why a program of a package did not end with exit code 0, "" when it did. It knows no limits but
// those that the sandbox tells of.
func (r *Ran) Fault() string {
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
func (w *Worker) Run(ctx context.Context, work Work) (Ran, error) {
	s, err := w.slotOf(work.Program)
	if err != nil {
		return Ran{}, err
	}
	if err := s.rewind(); err != nil {
		return Ran{}, err
	}
	return s.run(ctx, work)
}

// run does a work in a slot that was rewound.
func (s *slot) run(ctx context.Context, work Work) (Ran, error) {
	box, err := s.judge(ctx)
	if err != nil {
		return Ran{}, err
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
		return Ran{}, err
	}
	stderr := work.Program.OwnPaths(box.Path(spec.Mounts[0]), excerpt(s.stderr))
	ran := Ran{Result: result, Stderr: stderr, hides: work.Program.Hides}
	if work.Program.Sanitized {
		ran.Broken = inspect(work.Program, beginning(s.stderr))
	}
	return ran, s.checkSpace()
}

// Submission builds a submission and the checkers that it will meet. It is nil when Compile tells of a source that
// cannot be built; an error means that the package or the judge is at fault.
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

// Try judges a submission on a case, once: the result is that of the first run, however near to a limit. Failures of the
// judge are the verdict JE; an error means that ctx was cancelled.
func (w *Worker) Try(ctx context.Context, sub *Submission, tc *problem.Case) (event.Test, error) {
	s, err := w.slotOf(sub)
	if err != nil {
		return event.Test{}, err
	}
	a, err := sub.attempt(ctx, s, &item{tc: tc})
	return a.Test, err
}

// Answer runs a submission on a case and keeps its output as a file instead of having it checked. The verdict is AC when
// the program ended well within its limits. It is not for interactive problems.
func (w *Worker) Answer(ctx context.Context, sub *Submission, tc *problem.Case, output *os.File) (event.Test, error) {
	a := sub.blank(tc)
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
	sub.diagnose(s, &a)
	a.Verdict, a.Reason = explained(a.Test, sub.program)
	return a.Test, nil
}
