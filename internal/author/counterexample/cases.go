package counterexample

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"grundy/internal/author/stress"
	"grundy/internal/base/fsutil"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// start is an input on which the solution fails, and the trial that found it. The trial is nil where nothing can
// decide whether another input fails too.
type start struct {
	trial *stress.Candidate
	found *event.Counterexample
}

// fromCases looks for the smallest test case on which the solution fails. Cases that the package does not ship
// come last, since they must be made first.
func (s *search) fromCases(ctx context.Context, cases []*problem.Case) (*start, error) {
	var shipped, others []*problem.Case
	for _, tc := range cases {
		if len(tc.Unshipped) == 0 {
			shipped = append(shipped, tc)
		} else {
			others = append(others, tc)
		}
	}
	found, err := s.smallestOf(ctx, shipped)
	if found != nil || err != nil || len(others) == 0 {
		return found, err
	}
	if err := s.request.Complete(ctx, others); err != nil {
		return nil, err
	}
	return s.smallestOf(ctx, others)
}

// smallestOf tries cases, the smallest input first.
func (s *search) smallestOf(ctx context.Context, cases []*problem.Case) (*start, error) {
	trial, found, _, err := FailingCase(ctx, s.trial, s.setup.Problem, cases)
	if found != nil || err != nil {
		return &start{trial, found}, err
	}
	if s.setup.Decides(s.setup.Problem) != event.ByEnding {
		return nil, nil
	}
	return s.judged(ctx, cases)
}

// FailingCase returns the smallest of a problem's test cases on which a solution fails, with a trial that is like it, and how
// many smaller ones passed. The finding is nil when it fails on none. The package must ship the cases, which are sorted.
func FailingCase(
	ctx context.Context, trial *stress.Candidate, p *problem.Problem, cases []*problem.Case,
) (*stress.Candidate, *event.Counterexample, int, error) {
	problem.SortByInput(cases)
	passed := 0
	for _, tc := range cases {
		input, err := fsutil.ReadWithin(p.Dir, tc.Input)
		if err != nil {
			return nil, nil, passed, err
		}
		like := trial.Like(tc)
		found, err := like.Examine(ctx, tc.Name, input)
		var fault *job.Fault
		if errors.As(err, &fault) {
			continue // the package's own fault, which says nothing about the solution
		}
		if found != nil || err != nil {
			return like, found, passed, err
		}
		passed++
	}
	return nil, nil, passed, nil
}

// judged judges cases by their own answers when there is no reference solution. It returns the first case that
// failed before ctx ended.
func (s *search) judged(ctx context.Context, cases []*problem.Case) (*start, error) {
	judgement := s.setup.Solution
	for _, tc := range cases {
		judgement.Options.Cases = append(judgement.Options.Cases, tc.Name)
	}
	failed := map[string]event.Test{}
	if _, err := s.executor.Judge(ctx, s.setup.Problem, judgement, func(e event.Event) {
		if test, ok := e.(event.Test); ok && test.Failed() {
			failed[test.Test] = test
		}
	}); err != nil {
		return nil, err
	}
	for _, tc := range cases {
		if test, found := failed[tc.Name]; found {
			finding, err := s.finding(tc, test)
			return &start{nil, finding}, err
		}
	}
	return nil, nil
}

// shownAnswer bounds, in bytes, how much of an answer a finding contains.
const shownAnswer = 4 << 10

// finding makes a finding from a judged case.
func (s *search) finding(tc *problem.Case, test event.Test) (*event.Counterexample, error) {
	input, err := fsutil.ReadWithin(s.setup.Problem.Dir, tc.Input)
	if err != nil {
		return nil, err
	}
	found := &event.Counterexample{
		Problem: s.setup.Problem.ID, Solution: s.setup.Solution.Name, Call: tc.Name,
		Bytes: len(input), Tokens: len(bytes.Fields(input)), Input: input, Test: test,
	}
	if tc.Answer == "" {
		return found, nil
	}
	answer, err := fsutil.OpenWithin(s.setup.Problem.Dir, tc.Answer)
	if err != nil {
		return nil, err
	}
	defer answer.Close()
	text, err := io.ReadAll(io.LimitReader(answer, shownAnswer))
	found.Answer = strings.ToValidUTF8(string(text), string(utf8.RuneError))
	return found, err
}
