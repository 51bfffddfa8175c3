package runner

import (
	"testing"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

func TestLimitsFor(t *testing.T) {
	given := &problem.Problem{Limits: problem.Limits{Time: 2 * time.Second, Memory: 64 * bytesize.MiB, Output: bytesize.MiB}}
	undecided := &problem.Problem{Limits: problem.Limits{Memory: 64 * bytesize.MiB, Output: bytesize.MiB}}
	idle := &problem.Problem{Limits: given.Limits, Idleness: true}
	slow := &language.Language{Needs: language.Needs{TimeMultiplier: 1.5, MemoryMultiplier: 2}}
	plain := limits{time: 2 * time.Second, overrun: 0.25, memory: 64 * bytesize.MiB, output: bytesize.MiB}
	with := func(change func(*limits)) limits {
		l := plain
		change(&l)
		return l
	}
	for _, test := range []struct {
		name    string
		problem *problem.Problem
		lang    *language.Language
		options job.Options
		want    limits
	}{
		{"the problem's", given, &language.Language{}, job.Options{}, plain},
		{
			"a language's multipliers", given, slow,
			job.Options{},
			with(func(l *limits) { l.time, l.memory = 3*time.Second, 128*bytesize.MiB }),
		},
		{
			"a multiplier below one", given, &language.Language{Needs: language.Needs{TimeMultiplier: 0.5}},
			job.Options{},
			with(func(l *limits) { l.time = time.Second }),
		},
		{
			"what takes the place of the problem's limit is multiplied", given, slow,
			job.Options{ProblemTime: 4 * time.Second},
			with(func(l *limits) { l.time, l.memory = 6*time.Second, 128*bytesize.MiB }),
		},
		{
			"the person's own are not", given, slow,
			job.Options{TimeLimit: time.Second, MemoryLimit: bytesize.GiB, OutputLimit: 5 * bytesize.KiB},
			with(func(l *limits) { l.time, l.memory, l.output = time.Second, bytesize.GiB, 5*bytesize.KiB }),
		},
		{"undecided", undecided, slow, job.Options{}, with(func(l *limits) { l.time, l.memory = 10*time.Second, 128*bytesize.MiB })},
		{"undecided, but inferred", undecided, &language.Language{}, job.Options{ProblemTime: time.Second}, with(func(l *limits) { l.time = time.Second })},
		{"undecided, but the person knows", undecided, &language.Language{}, job.Options{TimeLimit: time.Second}, with(func(l *limits) { l.time = time.Second })},
		{"seen further", given, &language.Language{}, job.Options{Overrun: 3}, with(func(l *limits) { l.overrun = 3 })},
		{"never less than near the limit", given, &language.Language{}, job.Options{Overrun: 0.1}, plain},
		{"idleness by the problem", idle, &language.Language{}, job.Options{}, with(func(l *limits) { l.idleness = true })},
		{"idleness by the person", given, &language.Language{}, job.Options{Idleness: true}, with(func(l *limits) { l.idleness = true })},
	} {
		if got := limitsFor(test.problem, test.lang, test.options); got != test.want {
			t.Errorf("%s: limits are %+v, want %+v", test.name, got, test.want)
		}
	}
}

// The limits of a run as in docs/sandbox.md.
func TestSpec(t *testing.T) {
	l := limits{time: 2 * time.Second, overrun: 0.25, memory: 64 * bytesize.MiB, output: bytesize.MiB}
	want := sandbox.Limits{
		CPU: 2500 * time.Millisecond, Wall: 6 * time.Second, Idle: 3 * time.Second,
		Memory: 64 * bytesize.MiB, Output: bytesize.MiB, Processes: 256, OpenFiles: 256,
	}
	if got := l.spec(1); got != want {
		t.Errorf("limits of a run are %+v, want %+v", got, want)
	}
	// A busy machine extends only the wall limit: CPU time and idle time are the program's own.
	want.Wall = 15 * time.Second
	if got := l.spec(2.5); got != want {
		t.Errorf("limits of a run under load are %+v, want %+v", got, want)
	}
}

func TestToolLimits(t *testing.T) {
	p := &problem.Problem{Limits: problem.Limits{
		Time: time.Second, Memory: bytesize.MiB, Output: bytesize.KiB,
		ValidationTime: 30 * time.Second, ValidationMemory: 2 * bytesize.GiB, ValidationOutput: 8 * bytesize.MiB,
	}}
	for _, test := range []struct {
		load float64 // of the machine
		wall time.Duration
	}{
		{0, 65 * time.Second},
		{0.3, 65 * time.Second},
		{1, 65 * time.Second},
		{2, 130 * time.Second},
		{4, 260 * time.Second},
		{50, 260 * time.Second},
	} {
		j := &Judge{machineLoad: func() float64 { return test.load }}
		want := sandbox.Limits{
			CPU: 30 * time.Second, Wall: test.wall, Idle: 31 * time.Second,
			Memory: 2 * bytesize.GiB, Output: 8 * bytesize.MiB, Processes: 256, OpenFiles: 256,
		}
		if got := j.toolLimits(p.Limits); got != want {
			t.Errorf("at a load of %g: limits are %+v, want %+v", test.load, got, want)
		}
	}
}

func TestDrawingLimits(t *testing.T) {
	j := &Judge{machineLoad: func() float64 { return 0 }}
	for given, want := range map[time.Duration]time.Duration{2 * time.Second: 2 * time.Second, time.Minute: 10 * time.Second} {
		if got := j.drawingLimits(problem.Limits{ValidationTime: given}).CPU; got != want {
			t.Errorf("where validators may take %s, a visualizer may take %s, want %s", given, got, want)
		}
	}
}
