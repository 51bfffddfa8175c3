package cluster

import (
	"os"
	"testing"
	"time"

	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// A package is opened once, however many jobs it has.
func TestPatienceFollowsFromThePackage(t *testing.T) {
	dir := t.TempDir()
	p := job.Package{Problem: problem.Problem{
		ID: "nim", Limits: problem.Limits{Time: 2 * time.Second}, Data: &problem.Group{Cases: []*problem.Case{{Name: "1"}, {Name: "2"}}},
	}}
	if err := p.Unpack(dir, nil); err != nil {
		t.Fatal(err)
	}
	var s timeBudgets
	if got := s.of("another", t.TempDir()); got != (timeBudget{}) {
		t.Errorf("of a folder without a package got %v, want nothing", got)
	}
	for range 2 {
		if got, want := s.of("nim", dir), (timeBudget{time.Minute, 2 * time.Minute}); got != want {
			t.Errorf("got %v, want %v", got, want)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		job  job.Job
		want time.Duration
	}{
		{job.Judgement{}, 6 * time.Minute},
		{job.Judgement{Options: job.Options{TimeLimit: time.Minute}}, 25 * time.Minute},
		{job.Search{Count: 3, Time: time.Second}, 8*time.Minute + time.Second},
		{job.Mutation{Mutants: make([]job.Mutant, 3)}, 11 * time.Minute},
		{job.SingleRun{}, 6 * time.Minute},
	} {
		if got := s.of("nim", dir).patience(c.job); got != c.want {
			t.Errorf("of a %T got %s, want %s", c.job, got, c.want)
		}
	}
}

// A job that waits for the slots while others have them does not hang.
func TestPatienceGrowsWithWhatRunsBeside(t *testing.T) {
	s := timeBudget{time.Minute, 30 * time.Minute}
	long := job.Judgement{Options: job.Options{TimeLimit: time.Minute}}
	w := &Worker{most: map[*attempt]time.Duration{}}
	mine, first, second := &attempt{id: "mine"}, &attempt{id: "first"}, &attempt{id: "second"}
	w.occupy(mine, s.most(long))
	free := w.occupy(first, s.most(long))
	w.occupy(second, s.most(job.Judgement{}))
	if got, want := w.othersTime(mine), 10*time.Hour+30*time.Minute; got != want {
		t.Errorf("beside two others it may wait %s, want %s", got, want)
	}
	free()
	if got, want := w.othersTime(mine), 30*time.Minute; got != want {
		t.Errorf("beside one other it may wait %s, want %s", got, want)
	}
}
