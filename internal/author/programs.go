package author

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"grundy/internal/author/generate"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// Generators runs the generators of a package.
type Generators interface {
	Rehearse(ctx context.Context, r generate.Rehearsal) (runs int, faults problem.Diagnostics, err error)
}

// listener runs the programs of a package in another way than usual and listens to what they do. Of what it returns to the checks
// of the data nothing is reported.
type listener interface {
	Judger
	Validator
	// checkSubmission judges a submission, if its programs are to be listened to then.
	checkSubmission(ctx context.Context, index int, emit func(event.Event)) error
	// rehearsal is how generators run, and rehearsed takes what came of them.
	rehearsal() generate.Rehearsal
	rehearsed(runs int, faults problem.Diagnostics, err error) error
}

// again makes the checks that run programs of the package once more. P is the package as the listener wants it.
func (v *verification) again(ctx context.Context, p *problem.Problem, by listener, emit func(event.Event)) error {
	data := &verification{judge: by, validator: by, problem: p, options: v.options, emit: func(event.Event) {}}
	pieces := []piece{func(ctx context.Context, _ func(event.Event)) error {
		for _, check := range []func(context.Context) (int, problem.Diagnostics, error){
			data.checkInputs, data.checkInvalidInputs, data.checkAnswers, data.checkInvalidAnswers, data.judgeAnswers,
			data.checkKnownOutputs, data.checkTrials,
		} {
			if _, _, err := check(ctx); err != nil {
				return err
			}
		}
		if v.options.Generators == nil {
			return nil
		}
		return by.rehearsed(v.options.Generators.Rehearse(ctx, by.rehearsal()))
	}}
	for i := range v.problem.Submissions {
		pieces = append(pieces, func(ctx context.Context, emit func(event.Event)) error { return by.checkSubmission(ctx, i, emit) })
	}
	return overlap(ctx, v.width(), pieces, emit)
}

// verdictsOf are those of a submission by case, of some kinds.
func (v *verification) verdictsOf(submission string, kinds ...verdict.Verdict) map[string]verdict.Verdict {
	verdicts := map[string]verdict.Verdict{}
	for _, row := range v.matrix.Rows {
		if row.Submission != submission {
			continue
		}
		for _, cell := range row.Cells {
			if slices.Contains(kinds, cell.Verdict) {
				verdicts[cell.Case] = cell.Verdict
			}
		}
	}
	return verdicts
}

// inOrder are the cases that have a verdict, in judging order, and static validations, which the matrix leaves out; not nil, which
// would stand for all.
func (v *verification) inOrder(verdicts map[string]verdict.Verdict) []string {
	return v.problem.Data.Select(func(c *problem.Case) bool { return verdicts[c.Name] != verdict.None || c.Input == "" })
}

// heard is what listening to programs finds. Its methods may be called concurrently.
type heard struct {
	cases []*problem.Case

	mu   sync.Mutex
	runs int
	list []finding
}

// finding is one of them. The run that shows it was "on secret/1", "with accepted/a.cpp on secret/1", or "" for one that the
// message names.
type finding struct {
	fault problem.Diagnostic
	run   string
	order int // of the case
}

func newHeard(p *problem.Problem) *heard { return &heard{cases: p.Data.AllCases()} }

// ran counts runs.
func (f *heard) ran(runs int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.runs += runs
}

// add adds a finding on a case, "" for one that is on none.
func (f *heard) add(fault problem.Diagnostic, on, with string) {
	fault.Test = on
	order := slices.IndexFunc(f.cases, func(c *problem.Case) bool { return c.Name == on })
	if order < 0 {
		order = len(f.cases)
	}
	run := with + "on " + on
	if on == "" {
		run = with
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = append(f.list, finding{fault, run, order})
}

// rehearsed adds what came of generators.
func (f *heard) rehearsed(runs int, faults problem.Diagnostics) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.runs += runs
	for _, fault := range faults {
		f.list = append(f.list, finding{fault: fault})
	}
}

// faults says once what was found in a place, the heavy ones first.
func (f *heard) faults() problem.Diagnostics {
	slices.SortStableFunc(f.list, func(a, b finding) int {
		return cmp.Or(cmp.Compare(weight(a.fault.Level), weight(b.fault.Level)), strings.Compare(a.fault.Program, b.fault.Program),
			strings.Compare(a.fault.File, b.fault.File), cmp.Compare(a.fault.Line, b.fault.Line), cmp.Compare(a.order, b.order),
			strings.Compare(a.run, b.run))
	})
	var faults problem.Diagnostics
	for i := 0; i < len(f.list); {
		first, shown := f.list[i].fault, f.list[i].run
		runs := map[string]bool{}
		for ; i < len(f.list) && samePlace(f.list[i].fault, first); i++ {
			runs[f.list[i].run] = true
		}
		if shown != "" {
			first.Message += ", " + shown
		}
		if len(runs) > 1 {
			first.Message += fmt.Sprintf(" (and %d more)", len(runs)-1)
		}
		faults = append(faults, first)
	}
	return faults
}

func samePlace(a, b problem.Diagnostic) bool {
	return a.Program == b.Program && a.File == b.File && a.Line == b.Line && a.Level == b.Level
}

// weight orders levels from the heavy to the light ones.
func weight(l problem.Level) int {
	return slices.Index([]problem.Level{problem.Error, problem.Warning, problem.Note}, l)
}

// outputOf is the output that a checker was given.
func outputOf(j job.OutputCheck) job.File {
	of := job.File{Case: j.Case, Kind: j.Kind}
	if j.Output.Part == job.MadeUp {
		of.Part = job.MadeUp
	}
	return of
}

// nameOf names what a validator or checker was given, in two parts: the case, and what was made up of it.
func nameOf(file job.File) (on, with string) {
	on = file.Case
	if file.Kind != "" && !strings.HasPrefix(on, string(file.Kind)+"/") {
		on = string(file.Kind) + "/" + on
	}
	if file.Part == job.MadeUp {
		with = "with an output that was made up "
	}
	return on, with
}
