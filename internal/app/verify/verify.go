package verify

import (
	"context"
	"path/filepath"
	"slices"

	"grundy/internal/author"
	"grundy/internal/author/generate"
	"grundy/internal/base/fsutil"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Options say what to verify, and how.
type Options struct {
	Packages []Package
	// Set is the set of the packages, nil if they are not compared with one another.
	Set *Set
	// Stop ends the judging of a submission at the first case that it fails.
	Stop bool
	// Again repeats measurements known from earlier runs.
	Again bool
	// Sanitize also runs the programs in C and C++ under sanitizers.
	Sanitize bool
	// Repeat is how often programs repeat a case, to see whether the result stays the same; 0 means not at all.
	Repeat int
	// Bounds also lays the bounds of the statements beside those of the validators.
	Bounds bool
	// Complete generates the test cases of a problem that its package does not ship.
	Complete func(ctx context.Context, p *problem.Problem) error
	// Fault receives what ended the verification of a package of the set early. The others are verified all the same.
	Fault func(err error)
}

// Set is a set of packages, such as those of a contest.
type Set struct {
	Name, Dir string
	// Listed reports that files list the packages. Faults are the faults of these files.
	Listed bool
	Faults problem.Diagnostics
}

// Result is the worst result of a verification.
type Result int

// The results, the worst last.
const (
	Sound    Result = iota
	Faulty          // a package has a fault
	Unusable        // a package cannot be judged
	Unjudged        // the judge, or a program of a package, failed
)

// Run verifies packages. The error is what ended it early: ctx, or the failure of a package outside a set.
func Run(ctx context.Context, w *workspace.Workspace, client job.Client, o Options, emit func(event.Event)) (Result, error) {
	r := run{w, client, o, emit}
	worst := Sound
	var rows []event.SetRow
	for i := range o.Packages {
		summary, outcome, err := r.verify(ctx, &o.Packages[i])
		if err != nil && (ctx.Err() != nil || o.Set == nil) {
			return outcome, err
		}
		if err != nil {
			o.Fault(err)
		}
		worst = max(worst, outcome)
		rows = append(rows, o.Packages[i].row(summary))
	}
	if o.Set != nil {
		worst = max(worst, r.compare(rows))
	}
	return worst, nil
}

// run is one call of Run.
type run struct {
	workspace *workspace.Workspace
	client    job.Client
	Options
	emit func(event.Event)
}

// verify verifies one package.
func (r *run) verify(ctx context.Context, p *Package) (event.Verification, Result, error) {
	r.emit(p.opening())
	switch {
	case p.Unchanged:
		return event.Verification{}, Sound, nil
	case p.Unusable:
		summary := event.Verification{Problem: p.ID, Faults: p.Faults.Count(problem.Error), Warnings: p.Faults.Count(problem.Warning)}
		r.emit(event.DataChecked{Problem: p.ID, Check: event.Package, Faults: p.Faults})
		r.emit(event.Verified{Summary: summary})
		return summary, Unusable, nil
	}
	failed := event.Verification{Problem: p.ID, Failed: true}
	if err := r.Complete(ctx, p.Problem); err != nil {
		return failed, Sound, err
	}
	options, err := r.options(ctx, p)
	if err != nil {
		return failed, Sound, err
	}
	summary, err := author.Verify(ctx, r.client, r.client, p.Problem, options, r.emit)
	switch {
	case err != nil:
		return summary, Sound, err
	case summary.JudgeErrors > 0:
		return summary, Unjudged, nil
	case !summary.OK():
		return summary, Faulty, nil
	}
	return summary, Sound, nil
}

// options are those of a package.
func (r *run) options(ctx context.Context, p *Package) (author.Options, error) {
	hidden, err := r.workspace.Hidden(ctx, p.Problem)
	if err != nil {
		return author.Options{}, err
	}
	options := author.Options{
		Faults: append(p.Faults, hidden...), Jobs: r.client.Slots(), Stop: r.Stop, Again: r.Again, Repeat: r.Repeat, Bounds: r.Bounds,
		Used: r.client.Usage, Visualizer: r.client, Grids: r.workspace.Games().Grids, Trier: r.client,
		Texts: r.workspace.Texts(),
	}
	if r.Sanitize {
		builder, err := r.workspace.Builder()
		if err != nil {
			return options, err
		}
		options.Sanitizable = func(source language.Source) bool {
			source.Sanitize, source.Legacy = true, p.Problem.Format.IsLegacy()
			_, err := builder.Table.Detect(source)
			return err == nil
		}
	}
	if p.Problem.Format != problem.Plain && (r.Repeat > 0 || r.Sanitize) {
		options.Generators, err = r.rehearsals(p.Problem)
	}
	if text, missing := fsutil.ReadWithin(p.Problem.Dir, filepath.Join(p.Problem.Dir, filepath.FromSlash(generators.RecordFile))); missing == nil {
		if record, _, fault := generators.ParseRecord(text); fault == nil {
			options.Drift = r.drift(p.Problem, record)
		}
	}
	return options, err
}

// drift makes the cases of a package and compares them with data/, which it leaves alone. A package may lack files that
// its record names: they are made when they are needed.
func (r *run) drift(p *problem.Problem, record generators.Record) func(context.Context) (event.Generation, error) {
	return func(ctx context.Context) (event.Generation, error) {
		rules, err := generate.Rules(p)
		if err != nil {
			return event.Generation{}, err
		}
		made, err := generate.New(r.client, r.workspace.Cache(), p, rules).Fill(ctx, generate.Options{Check: true}, func(event.Event) {})
		made.Changes = slices.DeleteFunc(made.Changes, func(change event.FileChange) bool {
			return change.Kind == event.FileAdded && record.Sums[change.File] != ""
		})
		return made, err
	}
}

// rehearsals run the generators of a package.
func (r *run) rehearsals(p *problem.Problem) (author.Generators, error) {
	scratch, err := r.workspace.Scratch()
	if err != nil {
		return nil, err
	}
	rules, _ := generators.Read(p) // their faults are reported with the package
	return generate.New(r.client, r.workspace.Cache(), p, rules).Rehearsals(scratch), nil
}

// compare reports the faults between packages, and the result of all.
func (r *run) compare(rows []event.SetRow) Result {
	set := r.Set
	r.emit(event.Verifying{Problem: set.Name, Path: set.Dir, Set: true})
	var checks []event.DataChecked
	if set.Listed || len(set.Faults) > 0 {
		checks = append(checks, event.DataChecked{Problem: set.Name, Check: event.SetList, Checked: len(rows), Faults: set.Faults})
	}
	verified := event.SetVerified{Set: set.Name, Packages: rows}
	for _, check := range append(checks, author.Compare(set.Name, neighbours(r.Packages))...) {
		r.emit(check)
		verified.Faults += check.Faults.Count(problem.Error)
		verified.Warnings += check.Faults.Count(problem.Warning)
	}
	r.emit(verified)
	if verified.Faults > 0 {
		return Faulty
	}
	return Sound
}
