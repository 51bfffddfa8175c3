package runner

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// Judge judges one submission and reports every step through emit, which is never called concurrently. The returned
// Done has also been emitted, unless nothing was planned. If the user cancels ctx, Done records it and the error is
// nil. An error means that the source or the package cannot be judged at all, or that the judge failed.
func (j *Judge) Judge(ctx context.Context, p *problem.Problem, submitted job.Judgement, emit func(event.Event)) (event.Done, error) {
	var emitting sync.Mutex
	s := &session{
		judge: j, problem: p, job: submitted, started: time.Now(),
		emit: func(e event.Event) {
			emitting.Lock()
			defer emitting.Unlock()
			emit(e)
		},
		done: event.Done{Problem: p.ID, Submission: submitted.Name, Tier: j.host.Tier(), Profile: submitted.Source.Profile},
	}
	lang, err := j.detect(p, submitted)
	if err != nil {
		return s.done, err
	}
	s.plan(lang)
	err = s.perform(ctx, lang)
	switch {
	case ctx.Err() != nil:
		s.done.Interrupted, err = true, nil
	case err != nil:
		s.done.Verdict, s.done.Reason = verdict.JE, err.Error()
	}
	s.done.NotRun = s.done.Tests - s.done.Passed - s.done.Failed - s.done.Unjudged
	s.done.Wall = time.Since(s.started)
	s.emit(s.done)
	return s.done, err
}

// session judges one submission. docs/design.md shows its states.
type session struct {
	judge   *Judge
	problem *problem.Problem
	job     job.Judgement
	limits  limits
	scored  bool // the cases have points; a case of the user's own has none
	emit    func(event.Event)
	started time.Time
	done    event.Done

	mu    sync.Mutex // guards the tally and ended
	tally *groupScore
	items []*item // in the order in which they run
	ended bool    // a case got a verdict that ends the judgement
}

// perform builds, runs and combines what was planned.
func (s *session) perform(ctx context.Context, lang *language.Language) error {
	c, err := s.build(ctx, lang)
	if c == nil || err != nil {
		return err
	}
	if err := s.run(ctx, c); err != nil {
		return err
	}
	return s.addUp(ctx, c)
}

// plan determines limits and cases.
func (s *session) plan(lang *language.Language) {
	p, options := s.problem, s.job.Options
	s.limits = limitsFor(p, lang, options)
	s.scored = p.Type.Scoring && p.Data.Grading.Mode != ""
	s.tally = newGroupScore(p.Data, nil, problem.Named(options.Cases))
	s.items = s.tally.list(nil)
	for i, it := range s.items {
		it.index = i + 1
	}
	var names []string
	for _, it := range s.items {
		names = append(names, it.tc.Name)
	}
	order := inFront(s.items, options.First)
	plan := event.Plan{
		Problem: p.ID, ProblemName: p.Name(), Submission: s.job.Name, Language: lang.ID, Tests: len(s.items), Names: names,
		TimeLimit: s.limits.time, TimeLimitSource: p.Limits.TimeSource, MemoryLimit: s.limits.memory,
		OutputLimit: s.limits.output, First: order, Tier: s.judge.host.Tier(), Slots: s.judge.Slots(),
	}
	switch {
	case options.TimeLimit > 0:
		plan.TimeLimitSource = "command line"
	case options.ProblemTime > 0:
		plan.TimeLimitSource = options.ProblemTimeSource
	}
	s.done.Language, s.done.Tests, s.done.TimeLimit = lang.ID, len(s.items), s.limits.time
	s.emit(plan)
}

// build builds the submission. It returns nil if there is nothing to run.
func (s *session) build(ctx context.Context, lang *language.Language) (*Submission, error) {
	built := s.assemble(ctx, lang)
	if built.err != nil {
		return nil, built.err
	}
	if !s.problem.Type.SubmitAnswer {
		s.emit(built.compiled)
	}
	switch {
	case built.compiled.Skipped:
		s.done.Skipped, s.done.Reason = true, built.compiled.Failed
		return nil, nil
	case built.compiled.Failed != "":
		s.done.Verdict, s.done.Reason = verdict.CE, built.compiled.Failed
		return nil, nil
	case built.packageErr != nil:
		return nil, built.packageErr
	}
	return s.judge.submission(s.problem, s.job, lang, s.limits, built), nil
}

// assemble builds the submission and reports what the build may wait for.
func (s *session) assemble(ctx context.Context, lang *language.Language) (built parts) {
	s.judge.Watch(func() { built = s.judge.assemble(ctx, s.problem, s.job, lang) }, func(language string) {
		s.emit(event.Preparing{Submission: s.job.Name, Language: language})
	})
	return built
}

// maxAhead bounds the cases that have begun and wait for an earlier one to be reported, and so the memory of their
// excerpts.
const maxAhead = 64

// pending is a case that a slot judges.
type pending struct {
	item    *item
	ended   chan struct{} // closed when the other fields are set
	attempt attempt
	err     error
}

// errSettled stops cases whose result cannot matter any more.
var errSettled = errors.New("the verdict is certain")

// inFront moves the named cases to the front, and leaves the others in judging order. It returns the names that it
// found.
func inFront(items []*item, names []string) (found []string) {
	if len(names) == 0 {
		return nil
	}
	place := map[string]int{}
	for i, name := range names {
		if _, twice := place[name]; !twice {
			place[name] = i - len(names)
		}
	}
	slices.SortStableFunc(items, func(a, b *item) int { return cmp.Compare(place[a.tc.Name], place[b.tc.Name]) })
	for _, it := range items {
		if place[it.tc.Name] < 0 {
			found = append(found, it.tc.Name)
		}
	}
	return found
}

// run judges the cases and settles them in the order in which they began. It skips cases that ran although an earlier
// one made them unnecessary, so that the result does not depend on the number of slots.
func (s *session) run(ctx context.Context, c *Submission) error {
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	known := s.judge.remember(c)
	for p := range s.dispatch(inner, c, known) {
		<-p.ended
		if p.err != nil || !s.matters(p.item) {
			continue
		}
		s.settle(p)
		known.learn(p.item, p.attempt)
		if s.ended || s.job.Options.StopAtFirst && s.tally.decided {
			stop(errSettled)
		}
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	known.keep()
	return nil
}

// dispatch starts the cases that matter one after the other, each in the next free slot. A case with a known result
// needs no slot.
func (s *session) dispatch(ctx context.Context, c *Submission, known *knownResults) <-chan *pending {
	begun := make(chan *pending, maxAhead)
	var inVain *series
	if s.job.Options.StopAtFirst || len(s.job.Options.StopAt) > 0 {
		inVain = &series{}
	}
	go func() {
		defer close(begun)
		for _, it := range s.items {
			p := &pending{item: it, ended: make(chan struct{})}
			begun <- p
			if earlier, found := known.recall(it); found {
				p.attempt = earlier
				close(p.ended)
				continue
			}
			var slot *slot
			if slot, p.err = s.judge.slots.acquireNext(ctx, urgent, inVain); p.err != nil {
				close(p.ended)
				return
			}
			if !s.matters(it) {
				s.judge.slots.release(slot)
				close(p.ended)
				continue
			}
			go func() {
				defer close(p.ended)
				p.attempt, p.err = c.judgeItem(ctx, slot, it, func(rerun int) {
					s.emit(event.Start{Submission: s.job.Name, Test: it.tc.Name, Rerun: rerun})
				})
			}()
		}
	}()
	return begun
}

// matters reports whether a case can still make a difference. If judging does not stop early, every case does.
func (s *session) matters(it *item) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.ended && (!s.job.Options.StopAtFirst || it.group.open(s.tally))
}

// settle scores a judged case and reports it.
func (s *session) settle(p *pending) {
	it, test := p.item, p.attempt.Test
	test.Index, test.Passes = it.index, max(1, test.Passes)
	if test.Failed() && it.tc.Input != "" {
		test.InputText = shortText(s.problem.Dir, it.tc.Input)
	}
	outcome := verdict.Grade{Verdict: test.Verdict, Reason: test.Reason}
	if test.Unjudged = test.Unjudged && test.Verdict != verdict.JE; test.Unjudged {
		outcome = verdict.Grade{}
	}
	if s.scored && test.Verdict != verdict.JE {
		score, err := it.score(test.Verdict == verdict.AC, p.attempt.outcome)
		if err != nil {
			test.Verdict, test.Reason = verdict.JE, err.Error()
			outcome = verdict.Grade{Verdict: verdict.JE, Reason: err.Error()}
		} else {
			outcome.Score = score
			if it.group.group.Grading.ScoresCases() {
				test.Score = &score
			}
		}
	}
	s.mu.Lock()
	it.settle(outcome)
	s.ended = s.ended || slices.Contains(s.job.Options.StopAt, test.Verdict)
	s.mu.Unlock()

	switch {
	case test.Unjudged:
		s.done.Unjudged++
	case test.Verdict == verdict.AC:
		s.done.Passed++
	default:
		s.done.Failed++
		if s.done.First == "" {
			s.done.First, s.done.Exit, s.done.Signal = test.Test, test.Exit, test.Signal
		}
	}
	if test.Earlier {
		s.done.Earlier++
	}
	if test.CPU > s.done.Slowest {
		s.done.Slowest, s.done.SlowestTest, s.done.SlowestRuns = test.CPU, test.Test, test.Runs
	}
	s.done.Memory = max(s.done.Memory, test.Memory)
	test.InputDigest, test.AnswerDigest = s.judge.digest(s.problem, test.Input), s.judge.digest(s.problem, test.Answer)
	s.emit(test)
}

// addUp combines the results of the cases into those of the groups and of the submission.
func (s *session) addUp(ctx context.Context, c *Submission) error {
	if s.done.Tests == 0 {
		s.done.Verdict, s.done.Reason = verdict.JE, "there is no test case to run"
		return nil
	}
	grade := func(group *problem.Group, children []verdict.Grade) verdict.Grade {
		return c.grade(ctx, group, children)
	}
	s.tally.close(s.tally, grade, func(t *groupScore) {
		if s.scored && t.group.Name != "" && (t.selected || t.whole) {
			outcome := t.judged()
			s.emit(event.GroupDone{
				Submission: s.job.Name, Group: t.group.Name, Verdict: outcome.Verdict, Score: outcome.Score,
				MaxScore: maximumFor(t.group, outcome.Score),
			})
		}
	})
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case c.graderFault != nil:
		return c.graderFault
	}
	total := s.tally.outcome
	switch {
	case !s.scored:
	case !s.tally.whole:
		// The format grades whole groups. Of the selected cases each must be accepted.
		total = verdict.Aggregate(verdict.Grading{Mode: verdict.PassFail}, s.outcomes())
	case total.Verdict != verdict.JE:
		// Legacy, section "Scoring": a submission that is not accepted scores nothing, whatever its groups score.
		if s.tally.group.Grading.Mode == verdict.ScoringLegacy && total.Verdict != verdict.AC {
			total.Score = 0
		}
		s.done.Score, s.done.MaxScore = &total.Score, maximumFor(s.tally.group, total.Score)
	}
	s.done.Verdict, s.done.Reason = total.Verdict, total.Reason
	if total.Reason == "" {
		s.done.Reason = total.Verdict.Words()
		if it := s.decisive(total.Verdict); it != nil {
			s.done.Reason += " on " + it.tc.Name
		}
	}
	if points := s.done.PointsWords(); points != "" && total.Verdict == verdict.AC {
		s.done.Reason = points
	} else if points != "" {
		s.done.Reason = points + ", " + s.done.Reason
	}
	return nil
}

// outcomes returns the results of the selected cases, in judging order.
func (s *session) outcomes() []verdict.Grade {
	var all []verdict.Grade
	for _, it := range s.tally.list(nil) {
		all = append(all, it.outcome)
	}
	return all
}

// maximumFor returns the most that a group may score. It is nil if a checker has given more than the package declares.
func maximumFor(group *problem.Group, score float64) *float64 {
	maximum := group.MaxScore()
	if maximum != nil && score > *maximum*(1+1e-9) {
		return nil
	}
	return maximum
}

// decisive returns the first case with the given verdict.
func (s *session) decisive(v verdict.Verdict) *item {
	for _, it := range s.items {
		if it.outcome.Verdict == v && v != verdict.AC && v != verdict.None {
			return it
		}
	}
	return nil
}
