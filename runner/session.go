package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/verdict"
)

// Judge judges one submission and reports every step through emit, which is never called concurrently. The Done that
// it returns was emitted too. That a person cancelled ctx is no error but noted there; an error means that the source or
// the package cannot be judged at all, or that the judge failed.
func (j *Judge) Judge(ctx context.Context, job Job, emit func(Event)) (Done, error) {
	var emitting sync.Mutex
	s := &session{
		judge: j, job: job, started: time.Now(), outcomes: map[*problem.Case]verdict.Outcome{},
		emit: func(e Event) {
			emitting.Lock()
			defer emitting.Unlock()
			emit(e)
		},
		done: Done{Problem: job.Problem.ID, Submission: job.Name, Tier: j.host.Tier()},
	}
	err := s.perform(ctx)
	switch {
	case ctx.Err() != nil:
		s.done.Interrupted, err = true, nil
	case err != nil && !s.planned:
		return s.done, err
	case err != nil:
		s.done.Verdict, s.done.Reason = verdict.JE, err.Error()
	}
	s.done.NotRun = s.done.Tests - s.done.Passed - s.done.Failed
	s.done.Wall = time.Since(s.started)
	s.emit(s.done)
	return s.done, err
}

// session is the judging of one job.
type session struct {
	judge   *Judge
	job     Job
	emit    func(Event)
	started time.Time
	planned bool
	done    Done
	items   []item

	mu       sync.Mutex // of what follows
	outcomes map[*problem.Case]verdict.Outcome
	settled  bool // no further case matters
}

// item is a case to judge, with the groups that it belongs to, from the outermost on.
type item struct {
	tc     *problem.Case
	groups []*problem.Group
	// static tells that the case is the static validation of its innermost group.
	static bool
}

// perform plans, compiles, runs and adds up. The states are drawn in docs/design.md.
func (s *session) perform(ctx context.Context) error {
	c := &contest{judge: s.judge, problem: s.job.Problem, name: s.job.Name, source: s.job.Source, options: s.job.Options}
	if err := s.detect(c); err != nil {
		return err
	}
	s.items = s.list(s.job.Problem.Data, nil)
	s.plan(c)
	if ready, err := s.build(ctx, c); err != nil || !ready {
		return err
	}
	if err := s.run(ctx, c); err != nil {
		return err
	}
	s.addUp()
	return nil
}

// detect finds the language and with it the limits; a submitted answer has no language.
func (s *session) detect(c *contest) error {
	if s.job.Problem.Type.SubmitAnswer {
		c.language = &language.Language{}
	} else {
		var err error
		if c.language, err = s.judge.languages.Detect(c.source); err != nil {
			return err
		}
	}
	c.limits = limitsFor(s.job.Problem, c.language, s.job.Options)
	return nil
}

// list gives what is to be judged of a group, in judging order.
func (s *session) list(group *problem.Group, parents []*problem.Group) []item {
	chain := append(slices.Clone(parents), group)
	var items []item
	if group.StaticValidation != nil {
		static := &problem.Case{Name: group.Name + "/static_validation", OutputArgs: group.StaticValidation.Args}
		items = append(items, item{static, chain, true})
	}
	for _, tc := range group.Cases {
		items = append(items, item{tc, chain, false})
	}
	if s.job.Options.Select != nil {
		items = slices.DeleteFunc(items, func(i item) bool { return !s.job.Options.Select(i.tc) })
	}
	for _, child := range group.Groups {
		items = append(items, s.list(child, chain)...)
	}
	return items
}

func (s *session) plan(c *contest) {
	p := s.job.Problem
	plan := Plan{
		Problem: p.ID, ProblemName: p.Name(), Submission: s.job.Name, Language: c.language.ID, Tests: len(s.items),
		TimeLimit: c.limits.time, TimeLimitSource: p.Limits.TimeSource, MemoryLimit: c.limits.memory,
		OutputLimit: c.limits.output, Tier: s.judge.host.Tier(), Slots: len(s.judge.all),
	}
	if s.job.Options.TimeLimit > 0 {
		plan.TimeLimitSource = "command line"
	}
	s.done.Language, s.done.Tests, s.done.TimeLimit = c.language.ID, len(s.items), c.limits.time
	s.planned = true
	s.emit(plan)
}

// build compiles the submission and the package's programs side by side. It returns false when there is nothing to run.
func (s *session) build(ctx context.Context, c *contest) (bool, error) {
	p := s.job.Problem
	programs := slices.Clone(p.Output.Programs)
	if p.StaticValidator != nil {
		programs = append(programs, *p.StaticValidator)
	}
	var (
		wait     sync.WaitGroup
		built    = make([]*language.Program, len(programs))
		errs     = make([]error, len(programs))
		compiled Compile
		buildErr error
	)
	if !p.Type.SubmitAnswer {
		wait.Go(func() { compiled, buildErr = s.compile(ctx, c) })
	}
	for i, program := range programs {
		wait.Go(func() { built[i], errs[i] = s.judge.packageProgram(ctx, p, program) })
	}
	wait.Wait()
	if buildErr != nil {
		return false, buildErr
	}
	if !p.Type.SubmitAnswer {
		s.emit(compiled)
	}
	switch {
	case compiled.Skipped:
		s.done.Skipped, s.done.Reason = true, compiled.Failed
		return false, nil
	case compiled.Failed != "":
		s.done.Verdict, s.done.Reason = verdict.CE, compiled.Failed
		return false, nil
	}
	c.checkers = built[:len(p.Output.Programs)]
	if p.StaticValidator != nil {
		c.static = built[len(built)-1]
	}
	return true, errors.Join(errs...)
}

// compile builds the submission. What is the source's or the machine's fault is part of the event.
func (s *session) compile(ctx context.Context, c *contest) (Compile, error) {
	p := s.job.Problem
	event := Compile{Submission: s.job.Name, Language: c.language.Name}
	if len(p.Languages) > 0 && !slices.Contains(p.Languages, c.language.Code) {
		event.Failed = fmt.Sprintf("the problem does not allow %s", c.language.Name)
		return event, nil
	}
	source := c.source
	var err error
	if source.Includes, err = includes(p, c.language); err != nil {
		return event, err
	}
	slot, err := s.judge.acquire(ctx)
	if err != nil {
		return event, err
	}
	defer s.judge.release(slot)
	box, err := slot.solution(ctx)
	if err != nil {
		return event, err
	}
	program, err := s.judge.builder.Build(ctx, box, source, language.Limits{
		Code: p.Limits.Code, Time: p.Limits.CompilationTime, Memory: p.Limits.CompilationMemory,
	})
	var (
		rejected *language.CompileError
		missing  *language.MissingError
	)
	switch {
	case errors.As(err, &rejected):
		event.Command, event.Log, event.Time, event.Failed = rejected.Command, rejected.Log, rejected.Time, rejected.Reason
	case errors.As(err, &missing):
		event.Skipped, event.Failed, event.Help = true, missing.Tool+" was not found", missing.Hint
	case err != nil:
		return event, err
	default:
		c.program = program
		event.Command, event.Log, event.Time, event.Cached = program.Command, program.Log, program.Time, program.Cached
	}
	return event, nil
}

// finished is a case that a slot is done with.
type finished struct {
	index   int
	attempt attempt
	err     error
}

// run hands the cases out to the slots and settles the results in judging order.
func (s *session) run(ctx context.Context, c *contest) error {
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	results := make(chan finished)
	go s.dispatch(inner, c, results)

	waiting := map[int]finished{}
	next := 0
	var failure error
	for f := range results {
		waiting[f.index] = f
		for {
			f, ready := waiting[next]
			if !ready {
				break
			}
			delete(waiting, next)
			next++
			switch {
			case failure != nil || s.matters(s.items[f.index]) != nil:
			case f.err != nil:
				failure = f.err
				stop(failure)
			default:
				s.settle(c, f)
				if s.over() {
					stop(errEnough)
				}
			}
		}
	}
	if failure == nil {
		failure = context.Cause(ctx)
	}
	return failure
}

// errUnneeded marks a case that was left out because it cannot matter any more.
var errUnneeded = errors.New("not needed")

// dispatch runs each case in the next free slot, and closes results when all are done.
func (s *session) dispatch(ctx context.Context, c *contest, results chan<- finished) {
	var wait sync.WaitGroup
	defer func() {
		wait.Wait()
		close(results)
	}()
	for i, it := range s.items {
		slot, err := s.judge.acquire(ctx)
		if err != nil {
			return
		}
		if err := s.matters(it); err != nil {
			s.judge.release(slot)
			results <- finished{index: i, err: err}
			continue
		}
		wait.Go(func() {
			start := Start{Submission: s.job.Name, Test: it.tc.Name}
			s.emit(start)
			a, err := c.judgeItem(ctx, slot, it, func(rerun int) {
				start.Rerun = rerun
				s.emit(start)
			})
			s.judge.release(slot)
			results <- finished{i, a, err}
		})
	}
}

// matters returns errUnneeded when judging stops at the first failure and the outcome of the case's group, or of the
// whole, is certain.
func (s *session) matters(it item) error {
	if !s.job.Options.StopAtFirst {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.settled {
		return errUnneeded
	}
	for _, group := range it.groups {
		if group.Grading.Decided(s.judged(group)) {
			return errUnneeded
		}
	}
	return nil
}

// judged gives the outcomes of a group's own cases so far. The caller holds the lock.
func (s *session) judged(group *problem.Group) []verdict.Outcome {
	var outcomes []verdict.Outcome
	for _, tc := range group.Cases {
		if outcome, found := s.outcomes[tc]; found {
			outcomes = append(outcomes, outcome)
		}
	}
	return outcomes
}

// over tells whether no case that is left can matter.
func (s *session) over() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.settled
}

// settle scores a judged case and reports it.
func (s *session) settle(c *contest, f finished) {
	it, test := s.items[f.index], f.attempt.Test
	test.Index = f.index + 1
	grading := it.groups[len(it.groups)-1].Grading
	outcome := verdict.Outcome{Verdict: test.Verdict, Reason: test.Reason}
	if s.job.Problem.Type.Scoring && test.Verdict != verdict.JE {
		score, err := grading.CaseScore(maximum(it), test.Verdict == verdict.AC, f.attempt.outcome.Score, f.attempt.outcome.Multiplier)
		if err != nil {
			test.Verdict, test.Reason = verdict.JE, err.Error()
			outcome = verdict.Outcome{Verdict: verdict.JE, Reason: err.Error()}
		} else {
			outcome.Score = score
			test.Score = &score
		}
	}
	s.mu.Lock()
	s.outcomes[it.tc] = outcome
	if s.job.Options.StopAtFirst && !s.job.Problem.Type.Scoring && test.Verdict != verdict.AC {
		s.settled = true
	}
	s.mu.Unlock()

	if test.Verdict == verdict.AC {
		s.done.Passed++
	} else {
		s.done.Failed++
		if s.done.First == "" {
			s.done.First = test.Test
		}
	}
	if test.CPU > s.done.Slowest {
		s.done.Slowest, s.done.SlowestTest = test.CPU, test.Test
	}
	s.done.Memory = max(s.done.Memory, test.Memory)
	s.emit(test)
}

// maximum is the most that a case may score.
func maximum(it item) *float64 {
	group := it.groups[len(it.groups)-1]
	static := 0.0
	if group.StaticValidation != nil && group.StaticValidation.Score != nil {
		static = *group.StaticValidation.Score
	}
	if it.static {
		return &static
	}
	return group.Grading.CaseMaximum(len(group.Cases), static)
}

// addUp turns the outcomes of the cases into those of the groups and of the submission.
func (s *session) addUp() {
	total := s.aggregate(s.job.Problem.Data, map[string]bool{})
	s.done.Verdict, s.done.Reason = total.Verdict, total.Reason
	if s.done.Tests == 0 {
		s.done.Verdict, s.done.Reason = verdict.JE, "there is no test case to run"
		return
	}
	if s.job.Problem.Type.Scoring {
		s.done.Score = &total.Score
	}
	switch {
	case total.Verdict == verdict.AC, total.Verdict == verdict.None:
		s.done.Reason = total.Verdict.Words()
	case total.Reason == "":
		s.done.Reason = total.Verdict.Words() + " on " + s.done.First
	}
}

// aggregate adds up one group. Accepted groups are noted, for groups that require them.
func (s *session) aggregate(group *problem.Group, accepted map[string]bool) verdict.Outcome {
	var children []verdict.Outcome
	for _, it := range s.items {
		if it.groups[len(it.groups)-1] == group {
			children = append(children, s.outcomes[it.tc])
		}
	}
	for _, child := range group.Groups {
		children = append(children, s.aggregate(child, accepted))
	}
	outcome := verdict.Outcome{}
	if missing := group.Grading.Missing(func(name string) bool { return accepted[name] }); missing == "" {
		outcome = verdict.Aggregate(group.Grading, children)
	} else {
		outcome.Reason = "requires " + missing
	}
	accepted[group.Name] = outcome.Verdict == verdict.AC
	if s.job.Problem.Type.Scoring && group.Name != "" {
		s.emit(GroupDone{
			Submission: s.job.Name, Group: group.Name, Verdict: outcome.Verdict, Score: outcome.Score,
			MaxScore: group.Grading.MaxScore,
		})
	}
	return outcome
}
