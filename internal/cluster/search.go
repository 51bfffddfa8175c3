package cluster

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// A search is cut into stretches of seeds. The first ones are short, because the time of a case is still unknown.
const (
	stretchTime  = 5 * time.Second
	firstStretch = 64 // cases
	// stretchGrowth bounds how many times longer than a finished stretch the next one may be.
	stretchGrowth = 4
)

// search is a range of seeds that several workers try at once. Its result is the same as if one worker tried one seed
// after the other.
type search struct {
	client  *Client
	problem *problem.Problem
	job     job.Search
	emit    func(event.Event)
	started time.Time
	next    int64 // index of the first case outside all stretches
	length  int64 // of the next stretch, in cases
	all     []*searchPart
	end     *searchPart // the first that ended the search, with a failure or a fault
	least   *searchPart // found the smallest input on which the solution failed
	failed  error       // the error of the judge

	mu     sync.Mutex // of the fields below, of emit, and of the progress of stretches
	rhythm event.Throttle
}

// searchPart is a job of a search.
type searchPart struct {
	first, count int64 // index of the first case, and their number
	cancel       context.CancelFunc
	progress     event.StressProgress
	result       job.Searched
	err          error
	took         time.Duration
	unwanted     bool // an earlier stretch ended the search
	ended        bool
}

// search lets workers try stretches, two for each of them, so that none waits for the next.
func (c *Client) search(ctx context.Context, p *problem.Problem, j job.Search, emit func(event.Event)) (job.Searched, error) {
	s := &search{client: c, problem: p, job: j, emit: emit, started: time.Now(), length: firstStretch}
	s.rhythm = event.NewThrottle(s.started)
	ended := make(chan *searchPart)
	for running := 0; ; running-- {
		for ; running < 2*c.workers && s.goesOn(ctx); running++ {
			s.begin(ctx, ended)
		}
		if running == 0 {
			return s.result(ctx)
		}
		s.note(<-ended)
	}
}

// goesOn reports whether another stretch is wanted.
func (s *search) goesOn(ctx context.Context) bool {
	return s.end == nil && s.failed == nil && ctx.Err() == nil && (s.job.Count == 0 || s.next < s.job.Count) &&
		(s.job.Time == 0 || time.Since(s.started) < s.job.Time)
}

func (s *search) begin(ctx context.Context, ended chan<- *searchPart) {
	t := &searchPart{first: s.next, count: s.length}
	if s.job.Count > 0 {
		t.count = min(t.count, s.job.Count-s.next)
	}
	s.next += t.count
	s.all = append(s.all, t)
	part := s.job
	part.Seed, part.First, part.Count = job.After(s.job.Seed, t.first), s.job.First+t.first, t.count
	if s.job.Time > 0 {
		part.Time = max(s.job.Time-time.Since(s.started), time.Millisecond)
	}
	if s.least != nil {
		part.Under = int(s.least.result.Found.Finding.Bytes)
	}
	ctx, t.cancel = context.WithCancel(ctx)
	go func() {
		defer t.cancel()
		begun := time.Now()
		result, err := s.client.do(ctx, s.client.Class, s.problem, part, func(e event.Event) { s.tell(t, e) })
		t.result, _ = result.(job.Searched)
		t.err, t.took = cmp.Or(err, context.Cause(ctx)), time.Since(begun)
		ended <- t
	}()
}

// tell reports the progress of all stretches when one reports its own.
func (s *search) tell(t *searchPart, e event.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	progress, ok := e.(event.StressProgress)
	if !ok {
		s.emit(e)
		return
	}
	t.progress = progress
	if now := time.Now(); s.rhythm.Due(now) {
		s.emit(s.progress(now))
	}
}

// progress adds up all stretches. The caller holds the mutex.
func (s *search) progress(now time.Time) event.StressProgress {
	sum := event.StressProgress{Elapsed: now.Sub(s.started)}
	for _, t := range s.all {
		sum.Bound, sum.Bytes = max(sum.Bound, t.progress.Bound), max(sum.Bytes, t.progress.Bytes)
		if t.progress.Cases > 0 {
			sum.Seed = t.progress.Seed // of the last one that reported
		}
		if t.ended {
			sum.Cases += t.result.Passed
		} else {
			sum.Cases += t.progress.Cases
		}
	}
	return sum
}

// note processes the result of a stretch.
func (s *search) note(t *searchPart) {
	s.mu.Lock()
	t.ended = true
	s.mu.Unlock()
	var fault *job.Fault
	switch ends := t.result.Failed && !s.job.Smallest || errors.As(t.err, &fault); {
	case t.unwanted:
	case ends:
		if s.end == nil || t.first < s.end.first {
			s.end = t
		}
		s.cancelBehind(s.end.first)
	case t.err != nil:
		s.failed = cmp.Or(s.failed, t.err)
		s.cancelBehind(-1)
	default:
		if t.result.Failed && (s.least == nil || s.before(t, s.least)) {
			s.least = t
		}
		perCase := t.took / time.Duration(max(t.result.Passed, 1))
		s.length = min(max(int64(stretchTime/max(perCase, 1)), firstStretch), stretchGrowth*t.count)
	}
}

// before orders stretches by the inputs that they found, the smallest first.
func (s *search) before(a, b *searchPart) bool {
	return cmp.Or(cmp.Compare(a.result.Found.Finding.Bytes, b.result.Found.Finding.Bytes), cmp.Compare(a.first, b.first)) < 0
}

// cancelBehind cancels the stretches after an index.
func (s *search) cancelBehind(index int64) {
	for _, t := range s.all {
		if t.first > index && !t.ended {
			t.unwanted = true
			t.cancel()
		}
	}
}

// result returns the result of the whole search.
func (s *search) result(ctx context.Context) (job.Searched, error) {
	var sum job.Searched
	for _, t := range s.all {
		if s.end == nil || t.first <= s.end.first {
			sum.Passed += t.result.Passed
		}
	}
	switch {
	case s.end != nil:
		sum.Failed, sum.Found = s.end.result.Failed, s.end.result.Found
		return sum, s.end.err
	case s.least != nil:
		sum.Failed, sum.Found = true, s.least.result.Found
	}
	return sum, cmp.Or(s.failed, context.Cause(ctx))
}
