package author

import (
	"context"
	"fmt"
	"time"

	"grundy/internal/event"
	"grundy/internal/games"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
)

// Judger judges a submission. It calls emit for each event, one at a time, before it returns.
type Judger interface {
	Judge(ctx context.Context, p *problem.Problem, j job.Judgement, emit func(event.Event)) (event.Done, error)
}

// Validator runs the validators of a package. Its methods may be called concurrently. An error means that a
// validator could not judge: a *job.PackageError if it cannot be built, a *checker.JudgeError if a checker failed.
type Validator interface {
	Validate(ctx context.Context, p *problem.Problem, j job.Validation) (job.Validated, error)
	Survey(ctx context.Context, p *problem.Problem, j job.Survey) (job.Surveyed, error)
	CheckOutput(ctx context.Context, p *problem.Problem, j job.OutputCheck) (job.OutputChecked, error)
}

// Visualizer draws pictures. Its method may be called concurrently. The error is a *job.PackageError when a
// program of the package cannot be built.
type Visualizer interface {
	Illustrate(ctx context.Context, p *problem.Problem, j job.Illustration) (job.Illustrated, error)
}

// Options configure how a package is verified.
type Options struct {
	// Faults are faults in the files of the package that do not prevent judging.
	Faults problem.Diagnostics
	// Jobs is how many programs the judge runs at a time; 0 means one. It sets how many files are validated and
	// submissions begun concurrently, so that the judge never lacks work.
	Jobs int
	// Patience is the time limit while the real one is unknown; 0 means a minute.
	Patience time.Duration
	// Stop ends the judging of a submission at the first failed case, as contests do. It is then unknown what each
	// case catches.
	Stop bool
	// Again repeats measurements that earlier runs have cached.
	Again bool
	// Sanitizable reports which sources can be built with sanitizers; those are built and run with them too. Nil
	// disables sanitizers.
	Sanitizable func(language.Source) bool
	// Repeat is how often validators, checkers, interactors and generators repeat the same work, to see whether the
	// result is stable. Values below two disable it.
	Repeat int
	// Bounds also emits a table of the bounds that the statements state and the input validators accept.
	Bounds bool
	// Generators runs the generators of the package, nil if it has none.
	Generators Generators
	// Drift returns what generators would change in data/, without changing it; nil for a package that has no record
	// of what was generated.
	Drift func(context.Context) (event.Generation, error)
	// Texts are what the machine has for reading statements and solutions.
	Texts statement.Tools
	// Visualizer draws the samples; nil disables pictures.
	Visualizer Visualizer
	// Grids knows the grids of small positions that packages describe, nil if nothing does. Trier runs the model
	// solution on some of them; if nil, the inputs are only written.
	Grids games.Grids
	Trier SingleRunner
	// Used returns what all programs that the judge has run used so far; nil if nothing counts it.
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
	bounds    *event.BoundsCompared // nil without Options.Bounds
}

// Verify checks a package against itself and emits its findings. Faults of the package are findings. An error
// means that the judge failed, that a validator of the package cannot be built or run, or that ctx was cancelled;
// the summary then covers the checks done so far.
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
	if catches := catchesOf(v.matrix); err == nil && catches != nil && !options.Stop {
		v.report(event.CatchesChecked{Problem: p.ID, Cases: catches})
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

// check checks data and submissions concurrently. The data are reported first, and take precedence where both want
// to run programs.
func (v *verification) check(ctx context.Context) error {
	if err := job.RunOrdered(ctx, 2, []job.Piece{v.checkData, v.checkSubmissions}, v.report); err != nil {
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
