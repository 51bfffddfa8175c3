package runner

import (
	"cmp"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// nearLimit is how close to its time limit a run must be, as a share of the limit, to be measured again. Programs are
// killed at least this far beyond the limit, so that a run just above it finishes.
const nearLimit = 0.25

// Bounds that no problem sets: enough for the runtimes of all languages, and for a program that creates threads until
// the kernel refuses.
const (
	maxProcesses = 256
	maxOpenFiles = 256
)

// undecidedTime is the time limit of a problem whose package has it inferred from its submissions.
const undecidedTime = 10 * time.Second

// limits are the limits of one submission: the problem's, scaled for the language, or the user's own.
type limits struct {
	time     time.Duration
	overrun  float64 // how far beyond time programs are killed, as a share of it
	memory   bytesize.Size
	output   bytesize.Size
	idleness bool
}

func limitsFor(p *problem.Problem, lang *language.Language, options job.Options) limits {
	problemTime := cmp.Or(options.ProblemTime, p.Limits.Time)
	l := limits{
		time:     time.Duration(float64(problemTime) * multiplier(lang.TimeMultiplier)),
		overrun:  max(options.Overrun, nearLimit),
		memory:   bytesize.Size(float64(p.Limits.Memory) * multiplier(lang.MemoryMultiplier)),
		output:   p.Limits.Output,
		idleness: p.Idleness || options.Idleness,
	}
	if problemTime == 0 {
		l.time = undecidedTime
	}
	if options.TimeLimit > 0 {
		l.time = options.TimeLimit
	}
	if options.MemoryLimit > 0 {
		l.memory = options.MemoryLimit
	}
	if options.OutputLimit > 0 {
		l.output = options.OutputLimit
	}
	return l
}

func multiplier(m float64) float64 {
	if m == 0 {
		return 1
	}
	return m
}

// spec returns the sandbox limits for a run of the submission.
func (l limits) spec(load float64) sandbox.Limits {
	return sandbox.Limits{
		CPU:       time.Duration(float64(l.time) * (1 + l.overrun)),
		Wall:      l.wall(load),
		Idle:      l.time + idleSlack,
		Memory:    l.memory,
		Output:    l.output,
		Processes: maxProcesses,
		OpenFiles: maxOpenFiles,
	}
}

// idleSlack is how long a program may stay idle beyond its time limit.
const idleSlack = time.Second

// wall is a backstop for programs that run for ever without meeting another limit. It is twice the time in which CPU
// time alone would end them, plus a second, and grows with the load of the machine.
func (l limits) wall(load float64) time.Duration {
	return time.Duration((2*(1+l.overrun)*l.time.Seconds() + 1) * load * float64(time.Second))
}

// near reports whether CPU time t is so close to the limit that chance decides.
func (l limits) near(t time.Duration) bool {
	deviation := float64(t-l.time) / float64(l.time)
	return deviation >= -nearLimit && deviation <= nearLimit
}

// toolLimits returns the limits of a package's programs: validators, checkers, interactors.
func (j *Judge) toolLimits(l problem.Limits) sandbox.Limits {
	return sandbox.Limits{
		CPU:       l.ValidationTime,
		Wall:      time.Duration((2*l.ValidationTime.Seconds() + 5) * j.load() * float64(time.Second)),
		Idle:      l.ValidationTime + idleSlack,
		Memory:    l.ValidationMemory,
		Output:    l.ValidationOutput,
		Processes: maxProcesses,
		OpenFiles: maxOpenFiles,
	}
}

// maxLoad bounds how far the load stretches wall limits.
const maxLoad = 4

// load returns how many programs compete for a core of this machine, between 1 and maxLoad.
func (j *Judge) load() float64 { return min(max(1, j.machineLoad()), maxLoad) }
