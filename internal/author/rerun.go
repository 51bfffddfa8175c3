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

// observer runs the programs of a package in a special way and records what it observes. The results that it
// returns to the checks of the data are not reported.
type observer interface {
	Judger
	Validator
	// checkSubmission judges a submission, if the listener observes its programs.
	checkSubmission(ctx context.Context, index int, emit func(event.Event)) error
	// rehearsal configures how generators run; rehearsed takes their results.
	rehearsal() generate.Rehearsal
	rehearsed(runs int, faults problem.Diagnostics, err error) error
}

// rerunPrograms repeats the checks that run programs of the package. P is the package as the listener wants it.
func (v *verification) rerunPrograms(ctx context.Context, p *problem.Problem, by observer, emit func(event.Event)) error {
	data := &verification{judge: by, validator: by, problem: p, options: v.options, emit: func(event.Event) {}}
	pieces := []job.Piece{func(ctx context.Context, _ func(event.Event)) error {
		for _, check := range []func(context.Context) (int, problem.Diagnostics, error){
			data.checkInputs, data.checkInvalidInputs, data.checkInputTrials, data.checkAnswers, data.checkInvalidAnswers,
			data.checkAnswerTrials, data.judgeAnswers, data.checkKnownOutputs, data.checkTrials,
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
	return job.RunOrdered(ctx, v.width(), pieces, emit)
}

// verdictsOf returns a submission's verdicts of some kinds, by case.
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

// inOrder returns the cases that have a verdict, in judging order, and static validations, which the matrix leaves
// out. The result is never nil, which would mean all cases.
func (v *verification) inOrder(verdicts map[string]verdict.Verdict) []string {
	return v.problem.Data.Select(func(c *problem.Case) bool { return verdicts[c.Name] != verdict.None || c.Input == "" })
}

// programChecks collects what a listener finds in programs. Its methods may be called concurrently.
type programChecks struct {
	cases []*problem.Case

	mu   sync.Mutex
	runs int
	list []programFault
}

// programFault is one fault of a program. The run that shows it is "on secret/1", "with accepted/a.cpp on secret/1", or
// "" if the message names it.
type programFault struct {
	fault problem.Diagnostic
	run   string
	order int // judging order of the case
}

func newHeard(p *problem.Problem) *programChecks { return &programChecks{cases: p.Data.AllCases()} }

// ran counts runs.
func (f *programChecks) ran(runs int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.runs += runs
}

// add records a fault on a case, "" if it concerns no case.
func (f *programChecks) add(fault problem.Diagnostic, on, with string) {
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
	f.list = append(f.list, programFault{fault, run, order})
}

// rehearsed records the results of generators.
func (f *programChecks) rehearsed(runs int, faults problem.Diagnostics) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.runs += runs
	for _, fault := range faults {
		f.list = append(f.list, programFault{fault: fault})
	}
}

// faults merges the same finding at several places into one, the most severe first.
func (f *programChecks) faults() problem.Diagnostics {
	slices.SortStableFunc(f.list, func(a, b programFault) int {
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

// weight orders levels from severe to light.
func weight(l problem.Level) int {
	return slices.Index([]problem.Level{problem.Error, problem.Warning, problem.Note}, l)
}

// outputOf returns the output that a checker was given.
func outputOf(j job.OutputCheck) job.File {
	of := job.File{Case: j.Case, Kind: j.Kind}
	if j.Output.Part == job.MadeUp {
		of.Part = job.MadeUp
	}
	return of
}

// nameOf names the file that a validator or checker was given, in two parts: the case, and what was made
// from it.
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
