package jobtest

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/cache"
)

// Programs does the jobs that try solutions on inputs, with functions instead of programs.
type Programs struct {
	// Verdict is the verdict of a solution, which is the text of its first file, on an input.
	Verdict func(solution, input string) verdict.Verdict
	// Output is what a solution prints on an input; nil prints nothing.
	Output func(solution, input string) string
	// Valid reports whether the input validators accept an input; nil accepts all.
	Valid func(input string) bool
	// Seeded is the input that the generators of a search make of a seed.
	Seeded func(seed event.Seed) string
	// Generated is the input that a generator makes by its arguments, "" if it fails.
	Generated func(args []string) string
}

// mostSeeds bounds a search that has no count.
const mostSeeds = 1000

// Do does a job.
func (p Programs) Do(ctx context.Context, of *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	switch j := j.(type) {
	case job.Opening:
		return event.Stress{Problem: of.ID, Solution: j.Setup.Solution.Name}, nil
	case job.Building:
		return job.Built{Key: keyOf(j)}, nil
	case job.Comparison:
		return job.Compared{}, nil
	case job.Judgement:
		return p.judge(of, j, emit)
	case job.Mutation:
		return p.mutate(ctx, of, j), nil
	case job.Validation:
		return job.Validated{Valid: true}, nil
	case job.Exploration:
		return p.explore(j)
	case job.Generation:
		return p.generate(j), nil
	case job.SingleRun:
		return p.try(of, j), nil
	case job.Search:
		return p.search(of, j), nil
	}
	return nil, fmt.Errorf("a %T cannot be pretended", j)
}

func (p Programs) judge(of *problem.Problem, j job.Judgement, emit func(event.Event)) (event.Done, error) {
	done := event.Done{Problem: of.ID, Submission: j.Name, Verdict: verdict.AC}
	chosen := problem.Named(j.Options.Cases)
	emit(event.Plan{Problem: of.ID, Submission: j.Name, Language: "go"})
	for _, tc := range of.Data.AllCases() {
		if !chosen(tc) {
			continue
		}
		input, err := (&language.File{Path: tc.Input}).Read()
		if err != nil {
			return done, err
		}
		test := event.Test{Submission: j.Name, Test: tc.Name, Input: tc.Input, Verdict: p.Verdict(textOf(j.Source), string(input))}
		emit(test)
		if test.Verdict != verdict.AC && done.Verdict == verdict.AC {
			done.Verdict, done.First = test.Verdict, test.Test
		}
		if done.Verdict != verdict.AC && j.Options.StopAtFirst {
			break
		}
	}
	return done, nil
}

func (p Programs) mutate(ctx context.Context, of *problem.Problem, j job.Mutation) job.Mutated {
	var mutated job.Mutated
	for _, mutant := range j.Mutants {
		mutated.Results = append(mutated.Results, j.Judge(ctx, of, mutant, func(
			_ context.Context, of *problem.Problem, j job.Judgement, emit func(event.Event),
		) (event.Done, error) {
			return p.judge(of, j, emit)
		}))
	}
	return mutated
}

func (p Programs) explore(j job.Exploration) (job.Explored, error) {
	var explored job.Explored
	for _, made := range j.Inputs {
		input, err := made.Files[0].Read()
		if err != nil {
			return explored, err
		}
		answer := job.Answered{Test: event.Test{Verdict: verdict.AC}}
		if j.Validate && !p.isValid(string(input)) {
			answer.Refused = "validator"
		} else if j.Program.Name != "" {
			answer.Test.Verdict = p.Verdict(textOf(j.Program.Source), string(input))
			if p.Output != nil {
				answer.Output = []byte(p.Output(textOf(j.Program.Source), string(input)))
			}
		}
		explored.Answers = append(explored.Answers, answer)
	}
	return explored, nil
}

func (p Programs) generate(j job.Generation) job.Generated {
	input := p.Generated(j.Args)
	if input == "" {
		return job.Generated{Fault: "exit code 1"}
	}
	return job.Generated{Files: []language.File{{Name: ".in", Data: []byte(input)}}}
}

func (p Programs) try(of *problem.Problem, j job.SingleRun) job.SingleRunResult {
	if !p.isValid(string(j.Input)) {
		return job.SingleRunResult{Refused: "validator"}
	}
	found := p.found(of, &j.Setup, j.Name, string(j.Input))
	v := found.Finding.Test.Verdict
	found.Finding.Call, found.Finding.Seed = j.Call, j.Seed
	if v == verdict.AC || j.Verdict != verdict.None && j.Verdict != v {
		return job.SingleRunResult{}
	}
	return job.SingleRunResult{Failed: true, Found: found}
}

func (p Programs) search(of *problem.Problem, j job.Search) job.Searched {
	var result job.Searched
	most := j.Count
	if most == 0 {
		most = mostSeeds
	}
	for k := range most {
		seed := job.After(j.Seed, k)
		input := p.Seeded(seed)
		if j.Under > 0 && len(input) >= j.Under {
			continue
		}
		found := p.found(of, &j.Setup, fmt.Sprintf("seed %d", seed), input)
		if found.Finding.Test.Verdict == verdict.AC {
			result.Passed++
			continue
		}
		found.Finding.Seed = seed
		if !result.Failed || len(input) < result.Found.Finding.Bytes {
			result.Failed, result.Found = true, found
		}
		if !j.Smallest {
			break
		}
	}
	return result
}

// found is an input with the verdict of the solution on it.
func (p Programs) found(of *problem.Problem, setup *job.Setup, name, input string) job.Found {
	return job.Found{Finding: event.Counterexample{
		Problem: of.ID, Solution: setup.Solution.Name, Call: name, Input: []byte(input), Bytes: len(input), Tokens: len(strings.Fields(input)),
		Test: event.Test{Test: name, Verdict: p.Verdict(textOf(setup.Solution.Source), input)},
	}}
}

func (p Programs) isValid(input string) bool { return p.Valid == nil || p.Valid(input) }

func textOf(source language.Source) string {
	text, err := source.Files[0].Read()
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace(text))
}

// keyOf names a build by the text of the program, as a hash of everything does.
func keyOf(j job.Building) cache.Key {
	hash := cache.NewHash("pretended 1").Text(j.Validator)
	switch {
	case j.Tool != nil:
		hash.Text(textOf(j.Tool.Source))
	case j.Solution != nil:
		hash.Text(textOf(j.Solution.Source))
	}
	return hash.Key()
}

// Prepare does nothing.
func (Programs) Prepare(context.Context, *problem.Problem, job.Job) {}

// Slots returns one, so that everything happens in the same order each time.
func (Programs) Slots() int { return 1 }

// Usage returns nothing.
func (Programs) Usage() event.Usage { return event.Usage{} }
