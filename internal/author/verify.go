package author

import (
	"context"
	"fmt"
	"time"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// Judger judges a submission. It calls emit for each event, one at a time, before it returns.
type Judger interface {
	Judge(ctx context.Context, p *problem.Problem, j job.Judgement, emit func(event.Event)) (event.Done, error)
}

// Validator runs the validators of a package. Its methods may be called concurrently. An error means that a validator
// could not give its word; a *job.PackageError, that it cannot be built, and a *checker.JudgeError, that a checker failed.
type Validator interface {
	Validate(ctx context.Context, p *problem.Problem, j job.Validation) (job.Validated, error)
	Survey(ctx context.Context, p *problem.Problem, j job.Survey) (job.Surveyed, error)
	CheckOutput(ctx context.Context, p *problem.Problem, j job.OutputCheck) (job.OutputChecked, error)
}

// Visualizer has pictures drawn. Its method may be called concurrently. The error is a *job.PackageError when a program of the package
// cannot be built.
type Visualizer interface {
	Illustrate(ctx context.Context, p *problem.Problem, j job.Illustration) (job.Illustrated, error)
}

// Options change how a package is verified.
type Options struct {
	// Faults are what is wrong with the files of the package though it can be judged.
	Faults problem.Diagnostics
	// Jobs is how many programs the judge runs at a time; 0 is one. So many files are validated and submissions begun side
	// by side that none of them waits for want of work.
	Jobs int
	// Patience is the time limit while the real one is not known; 0 is a minute.
	Patience time.Duration
	// Stop ends the judging of a submission at the first case that it fails, as contests do. What each case kills is not
	// known then.
	Stop bool
	// Again measures anew what is known from earlier runs.
	Again bool
	// Sanitizable tells which sources can be built with sanitizers, which are then run with them; nil has none built so.
	Sanitizable func(language.Source) bool
	// Repeat is how often validators, checkers, interactors and generators do the same, to see whether it stays the same; less
	// than twice is not at all.
	Repeat int
	// Generators runs those of the package; nil where it has none.
	Generators Generators
	// Visualizer draws the samples; nil for no pictures.
	Visualizer Visualizer
	// Trier tries the model solution on positions of the laboratory; nil has them only written.
	Trier Trier
	// Used tells what all programs took so far that the judge ran; nil where nobody counts.
	Used func() event.Usage
}

// verification is one run of Verify.
type verification struct {
	judge     Judger
	validator Validator
	problem   *problem.Problem
	options   Options
	emit      func(event.Event)
	summary   event.Verification
	matrix    event.Matrix
}

// Verify tries a package on itself and emits what it finds. Faults of the package are findings; an error means that the
// judge failed, that a validator of the package cannot be built or run, or that ctx was cancelled. The summary then
// covers what was reached.
func Verify(ctx context.Context, judge Judger, validator Validator, p *problem.Problem, options Options, emit func(event.Event)) (event.Verification, error) {
	options.Jobs = max(options.Jobs, 1)
	if options.Patience <= 0 {
		options.Patience = time.Minute
	}
	if options.Used == nil {
		options.Used = func() event.Usage { return event.Usage{} }
	}
	before := options.Used()
	cases := p.Data.AllCases()
	v := &verification{judge: judge, validator: validator, problem: p, options: options, emit: emit}
	v.summary.Problem = p.ID
	for _, c := range cases {
		v.summary.Cases = append(v.summary.Cases, c.Name)
	}
	v.matrix.Cases = v.summary.Cases

	err := v.check(ctx)
	if kills := killsOf(v.matrix); err == nil && kills != nil && !options.Stop {
		v.report(event.KillsChecked{Problem: p.ID, Cases: kills})
	}
	if ctx.Err() != nil {
		v.summary.Interrupted = true
		err = context.Cause(ctx)
	}
	v.summary.Failed = err != nil && !v.summary.Interrupted
	v.summary.Used = options.Used().Since(before)
	emit(event.Verified{Summary: v.summary})
	if err != nil {
		return v.summary, fmt.Errorf("verify %q: %w", p.ID, err)
	}
	return v.summary, nil
}

// check checks data and submissions side by side. They are reported in this order, and the data come first where both want
// to run programs.
func (v *verification) check(ctx context.Context) error {
	if err := overlap(ctx, 2, []piece{v.checkData, v.checkSubmissions}, v.report); err != nil {
		return err
	}
	if v.options.Sanitizable != nil {
		if err := v.checkSanitizers(ctx, v.report); err != nil {
			return err
		}
	}
	if v.options.Repeat > 1 {
		return v.checkRepeats(ctx, v.report)
	}
	return nil
}

// report emits a finding and counts it.
func (v *verification) report(e event.Event) {
	note(&v.summary, e)
	if checked, ok := e.(event.SubmissionChecked); ok {
		v.matrix.Add(checked)
	}
	v.emit(e)
}
