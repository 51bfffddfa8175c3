package killmutants

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"grundy/internal/author/counterexample"
	"grundy/internal/author/edit"
	"grundy/internal/author/mutate"
	"grundy/internal/author/stress"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// Survivor is a mutant that no test case kills.
type Survivor struct {
	Mutant mutate.Mutant
	Result event.MutantResult
}

// Options configure a search.
type Options struct {
	// Time is how long each survivor is tried with generators that make ever more inputs.
	Time time.Duration
	// Folder is an existing directory for inputs. It is not emptied.
	Folder string
	// Add makes a test case of a killing input; nil leaves the package as it is. A *edit.Refusal does not stop the
	// search.
	Add func(ctx context.Context, found Found) (event.Added, error)
}

// Found is an input that kills a mutant which no earlier found input kills.
type Found struct {
	Input  []byte
	Result event.MutantResult
}

// shrinkTime bounds the shrinking of a generated input.
const shrinkTime = 10 * time.Second

// seedsApart is the seed with which searches begin, behind those whose inputs every survivor has met.
const seedsApart = 1 << 10

// session is one run over the survivors of a solution.
type session struct {
	client   job.Client
	solution mutate.Solution
	options  Options
	emit     func(event.Event)

	pool       *pool
	generators []job.Generator
	original   job.Judgement
	// limit is that of mutants on the inputs of the pool, scores are the original's there.
	limit time.Duration
	found []killingInput
	done  event.KillSearchDone
}

// killingInput is an input that was found.
type killingInput struct {
	*problem.Case
	mutant string // for which it was found
	test   string // that it became, "" for none
}

// Run looks for an input that kills each survivor of a solution. An error means that programs of the package cannot be built
// or are wrong, that the judge failed, or that ctx was cancelled; what was found before is told beside it.
func Run(
	ctx context.Context, client job.Client, solution mutate.Solution, survivors []Survivor, options Options, emit func(event.Event),
) (event.KillSearchDone, error) {
	h := &session{client: client, solution: solution, options: options, emit: emit}
	h.original = job.Judgement{Name: solution.Name, Source: solution.Source}
	h.done = event.KillSearchDone{Problem: solution.Problem.ID, Solution: solution.Name, Survivors: len(survivors)}
	err := h.run(ctx, survivors)
	h.done.Interrupted = ctx.Err() != nil
	if err == nil || h.done.Interrupted {
		emit(h.done)
	}
	if h.done.Interrupted {
		return h.done, context.Cause(ctx)
	}
	return h.done, err
}

func (h *session) run(ctx context.Context, survivors []Survivor) error {
	if err := h.prepare(ctx); err != nil {
		return err
	}
	started := event.KillSearch{
		Problem: h.done.Problem, Solution: h.done.Solution, Survivors: len(survivors), Small: len(h.pool.small), Bound: h.pool.bound,
		Varied: len(h.pool.varied), Generated: len(h.pool.generated), Large: len(h.pool.large), Time: h.options.Time,
	}
	for _, g := range h.generators {
		started.Generators = append(started.Generators, g.String())
	}
	h.emit(started)
	for i, survivor := range survivors {
		told, err := h.survivor(ctx, survivor)
		if err != nil {
			return err
		}
		told.Count, told.Total = i+1, len(survivors)
		h.emit(told)
	}
	return nil
}

// prepare makes the inputs that every survivor meets, as far as the original is accepted on them.
func (h *session) prepare(ctx context.Context) error {
	p := h.solution.Problem
	var err error
	if h.generators, err = stress.PackageGenerators(p); err != nil {
		return err
	}
	if h.pool, err = newPool(ctx, h.client, p, h.original, h.options.Folder); err != nil {
		return err
	}
	if err := h.pool.fill(ctx, h.generators); err != nil {
		return err
	}
	accepted := map[string]bool{}
	var allowed, slowest time.Duration
	if len(h.pool.cases()) == 0 {
		return nil
	}
	_, err = h.client.Judge(ctx, h.pool.of(h.pool.cases()), h.original, func(e event.Event) {
		switch e := e.(type) {
		case event.Plan:
			allowed = e.TimeLimit
		case event.Test:
			if accepted[e.Test] = e.Verdict == verdict.AC; accepted[e.Test] {
				slowest = max(slowest, e.CPU)
			}
		}
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	h.pool.keep(accepted)
	h.limit = mutate.LimitFor(slowest, allowed)
	return err
}

// survivor looks for an input that kills one survivor.
func (h *session) survivor(ctx context.Context, s Survivor) (event.KillSearchResult, error) {
	told := event.KillSearchResult{Result: s.Result}
	told.Result.KillCommand = ""
	tc, err := h.meet(ctx, s)
	if err != nil {
		return told, err
	}
	told.Tried = int64(len(h.found) + len(h.pool.cases()))
	var finding *event.Counterexample
	if tc != nil {
		if i := slices.IndexFunc(h.found, func(k killingInput) bool { return k.Name == tc.Name }); i >= 0 {
			return h.again(told, h.found[i], tc.verdict), nil
		}
		told.Tried = int64(slices.IndexFunc(h.pool.cases(), func(other *problem.Case) bool { return other == tc.Case }))
		if finding, err = h.examine(ctx, s, tc); err != nil {
			return told, err
		}
	}
	if finding == nil && len(h.generators) > 0 {
		cases := int64(0)
		if finding, cases, err = h.search(ctx, s); err != nil {
			return told, err
		}
		told.Tried += cases
	}
	if finding == nil {
		if told.Equal = h.pool.bound; tc != nil {
			told.Equal = 0 // some input did kill it, once
		}
		return told, nil
	}
	return told, h.kill(ctx, &told, finding)
}

// killingCase is a case that killed a mutant.
type killingCase struct {
	*problem.Case
	verdict verdict.Verdict
}

// meet judges a mutant on the inputs that were found for others, then on the small ones and some generated ones. It gives the
// first that kills, nil for none.
func (h *session) meet(ctx context.Context, s Survivor) (*killingCase, error) {
	var cases []*problem.Case
	var names [][]string
	for _, k := range h.found {
		cases = append(cases, k.Case)
		names = append(names, []string{k.Name})
	}
	for _, round := range h.pool.rounds() {
		var of []string
		for _, tc := range round {
			// What was found among them has met the mutant already.
			if slices.ContainsFunc(h.found, func(k killingInput) bool { return k.Name == tc.Name }) {
				continue
			}
			cases, of = append(cases, tc), append(of, tc.Name)
		}
		if len(of) > 0 {
			names = append(names, of)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	mutated, err := h.client.Mutate(ctx, h.pool.of(cases), job.Mutation{
		Original: h.solution.Source, Mutants: []job.Mutant{s.Mutant.Changed()}, TimeLimit: h.limit, Rounds: names,
	})
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, fmt.Errorf("judge mutant %s: %w", s.Mutant.ID, err)
	}
	result := mutated.Results[0]
	if result.Outcome == event.Unjudged {
		return nil, fmt.Errorf("judge mutant %s: %s", s.Mutant.ID, result.Reason)
	}
	if result.Outcome != event.Killed {
		return nil, nil
	}
	i := slices.IndexFunc(cases, func(tc *problem.Case) bool { return tc.Name == result.Case })
	return &killingCase{cases[i], result.Verdict}, nil
}

// again tells of a mutant that is killed by an input which was found for another one.
func (h *session) again(told event.KillSearchResult, by killingInput, v verdict.Verdict) event.KillSearchResult {
	h.done.Killed++
	if by.test != "" {
		h.done.Covered++
	}
	told.Result.Outcome, told.Result.Verdict, told.Result.Case, told.FoundFor = event.Killed, v, by.test, by.mutant
	told.Tried = int64(slices.IndexFunc(h.found, func(k killingInput) bool { return k.Name == by.Name }))
	return told
}

// trial is a trial of a mutant against the original.
func (h *session) trial(ctx context.Context, s Survivor, limit time.Duration) (*stress.Candidate, error) {
	source := s.Mutant.Source()
	source.Legacy = h.solution.Source.Legacy
	trusted := h.original
	trusted.Options.TimeLimit = max(h.solution.Problem.Limits.Time, trustedTime)
	return stress.Open(ctx, h.client, stress.Setup{Problem: h.solution.Problem, Folder: h.options.Folder, Setup: job.Setup{
		Solution: job.Judgement{Name: s.Result.Place + ", mutant " + s.Mutant.ID, Source: source, Options: job.Options{TimeLimit: limit}},
		Trusted:  trusted, Generators: h.generators, Template: stress.UsualCase(h.solution.Problem),
	}}, func(event.Event) {})
}

// trustedTime is the CPU time that the original may take on generated inputs, at least.
const trustedTime = 10 * time.Second

// examine looks once more at a case of the pool that killed a mutant. It gives nil when the mutant passes now. What is not small
// is made smaller, but not what kills by its size alone: it would end where the mutant is just too slow.
func (h *session) examine(ctx context.Context, s Survivor, tc *killingCase) (*event.Counterexample, error) {
	trial, err := h.trial(ctx, s, h.limit)
	if err != nil {
		return nil, err
	}
	input, err := h.pool.read(tc.Case)
	if err != nil {
		return nil, err
	}
	large := slices.Contains(h.pool.large, tc.Case)
	name := "a generated input"
	switch {
	case large:
		name = "a large input"
	case slices.Contains(h.pool.small, tc.Case):
		name = "a small input"
	case slices.Contains(h.pool.varied, tc.Case):
		name = "an input like a known one"
	}
	finding, err := trial.Examine(ctx, name, input)
	if finding == nil || err != nil {
		return nil, err
	}
	h.emit(finding.Excerpt())
	if slices.Contains(h.pool.small, tc.Case) || large && finding.Test.Verdict == verdict.TLE {
		return finding, nil
	}
	return h.smaller(ctx, trial, finding)
}

// search tries ever more generated inputs.
func (h *session) search(ctx context.Context, s Survivor) (*event.Counterexample, int64, error) {
	trial, err := h.trial(ctx, s, 0)
	if err != nil {
		return nil, 0, err
	}
	finding, done, err := trial.Search(ctx, stress.Limits{Seed: seedsApart, Time: h.options.Time}, h.emit)
	if finding == nil || err != nil {
		return nil, done.Cases, err
	}
	finding, err = h.smaller(ctx, trial, finding)
	return finding, done.Cases, err
}

// smaller makes the input of a finding smaller, for a while. One that cannot be made smaller is as good.
func (h *session) smaller(ctx context.Context, trial *stress.Candidate, finding *event.Counterexample) (*event.Counterexample, error) {
	shrunk, err := trial.Shrink(ctx, finding, counterexample.Shrinker(h.client.Slots()), shrinkTime, h.emit)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return finding, nil
	}
	smaller := shrunk.Finding
	shrunk.Finding = smaller.Excerpt()
	h.emit(shrunk)
	return &smaller, nil
}

// kill takes note of an input that kills a mutant, and makes a test case of it where that is wanted.
func (h *session) kill(ctx context.Context, told *event.KillSearchResult, finding *event.Counterexample) error {
	told.Result.Outcome, told.Result.Verdict, told.Result.Reason = event.Killed, finding.Test.Verdict, finding.Test.Reason
	h.done.Killed++
	h.done.Inputs++
	known := killingInput{mutant: told.Result.Mutant.ID}
	if h.options.Add != nil {
		added, err := h.options.Add(ctx, Found{Input: finding.Input, Result: told.Result})
		var refused *edit.Refusal
		switch {
		case errors.As(err, &refused):
			told.Refused = refused.Message
		case err != nil:
			return err
		default:
			h.emit(added)
			known.test, told.Result.Case = added.Case, added.Case
			h.done.Added++
			h.done.Covered++
		}
	}
	cases, err := h.pool.valid(ctx, fmt.Sprintf("found-%d", h.done.Inputs), [][]byte{finding.Input})
	if err != nil || len(cases) == 0 {
		return err
	}
	known.Case = cases[0]
	h.found = append(h.found, known)
	return nil
}
