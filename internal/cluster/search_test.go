package cluster

import (
	"errors"
	"testing"
	"time"

	"grundy/internal/event"
	"grundy/internal/job"
)

// stretches are three of ten cases each, that end in an order of the test's.
func stretches(j job.Search) (s *search, cancelled []bool) {
	s = &search{job: j}
	cancelled = make([]bool, 3)
	for i := range int64(3) {
		s.all = append(s.all, &searchPart{first: 10 * i, count: 10, took: time.Second, cancel: func() { cancelled[i] = true }})
	}
	return s, cancelled
}

func failsOn(bytes int, passed int64) job.Searched {
	return job.Searched{Passed: passed, Failed: true, Found: job.Found{Finding: event.Counterexample{Bytes: bytes}}}
}

func TestTheFirstFailingSeedCounts(t *testing.T) {
	s, cancelled := stretches(job.Search{})
	s.all[1].result = failsOn(1, 3)
	s.note(s.all[1])
	if cancelled[0] || !cancelled[2] || s.goesOn(t.Context()) {
		t.Errorf("cancelled are %v, want what is behind", cancelled)
	}
	s.all[2].err = errors.New("cancelled")
	s.note(s.all[2])
	s.all[0].result = failsOn(2, 7)
	s.note(s.all[0])
	if result, err := s.result(t.Context()); err != nil || result.Passed != 7 || result.Found.Finding.Bytes != 2 {
		t.Errorf("got %+v, %v; want the failure after 7", result, err)
	}
}

func TestTheCasesBeforeAFaultPassed(t *testing.T) {
	s, _ := stretches(job.Search{})
	fault := &job.Fault{Who: "the generator"}
	s.all[1].result, s.all[1].err = job.Searched{Passed: 4}, fault
	s.all[0].result = job.Searched{Passed: 10}
	s.note(s.all[1])
	s.note(s.all[0])
	if result, err := s.result(t.Context()); !errors.Is(err, fault) || result.Passed != 14 || result.Failed {
		t.Errorf("got %+v, %v; want the fault after 14", result, err)
	}
}

func TestTheSmallestInputCounts(t *testing.T) {
	s, cancelled := stretches(job.Search{Smallest: true})
	for i, bytes := range []int{5, 3, 3} {
		s.all[i].result = failsOn(bytes, 9)
	}
	for _, i := range []int{2, 0, 1} {
		s.note(s.all[i])
	}
	result, err := s.result(t.Context())
	if err != nil || result.Passed != 27 || !result.Failed || s.least != s.all[1] || cancelled[2] {
		t.Errorf("got %+v, %v, of the stretch from %d", result, err, s.least.first)
	}
}

func TestAFailureOfTheJudgeEndsASearch(t *testing.T) {
	s, cancelled := stretches(job.Search{})
	failed := errors.New("the disk is full")
	s.all[1].err = failed
	s.note(s.all[1])
	if _, err := s.result(t.Context()); !errors.Is(err, failed) || !cancelled[0] || !cancelled[2] {
		t.Errorf("got %v, cancelled are %v", err, cancelled)
	}
}

// Stretches last about as long as wanted, and do not grow by leaps.
func TestStretchesFollowTheSpeed(t *testing.T) {
	s, _ := stretches(job.Search{})
	for _, c := range []struct {
		passed, want int64
		took         time.Duration
	}{
		{1000, 500, 10 * time.Second},
		{1000, 4000, time.Second / 10}, // no more than four times as many
		{1000, firstStretch, 10 * time.Minute},
		{0, firstStretch, 10 * time.Second},
	} {
		s.all[0].count, s.all[0].result, s.all[0].took = 1000, job.Searched{Passed: c.passed}, c.took
		if s.note(s.all[0]); s.length != c.want {
			t.Errorf("after %d cases in %s the next stretch has %d, want %d", c.passed, c.took, s.length, c.want)
		}
	}
}
