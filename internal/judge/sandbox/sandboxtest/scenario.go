package sandboxtest

import (
	"fmt"
	"runtime"
	"slices"
	"syscall"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

// scenario is one run of one behaviour.
type scenario struct {
	name  string
	needs need
	run   []string
	// limit changes the usual limits.
	limit func(*sandbox.Limits)
	want  want
}

func (b *bench) play(s scenario) {
	b.Helper()
	limits := usual
	if s.limit != nil {
		s.limit(&limits)
	}
	b.expect(b.run(sandbox.Spec{Limits: limits}, s.run...), s.want)
}

func scenarios() []scenario {
	return slices.Concat(endings(), timing(), memory(), processes(), outputs(), storage(), walls())
}

// endings are exit codes, and signals that the program causes itself rather than a limit.
func endings() []scenario {
	list := []scenario{
		{name: "exit 0", run: []string{"nothing"}},
		{name: "exit 42", run: []string{"exit", "42"}, want: want{exit: 42}},
		{name: "exit 255", run: []string{"exit", "-1"}, want: want{exit: 255}},
		{name: "kill of its own group", run: []string{"kill0"}, want: want{signal: int(syscall.SIGKILL)}},
		{name: "signals are as usual", run: []string{"signals"}},
		{name: "only the standard streams are open", needs: walled, run: []string{"descriptors"}, want: want{stdout: "0\n1\n2\n"}},
	}
	for _, signal := range []syscall.Signal{
		syscall.SIGKILL, syscall.SIGABRT, syscall.SIGSEGV, syscall.SIGTERM, syscall.SIGFPE, syscall.SIGPIPE, sigXCPU,
	} {
		number := int(signal)
		list = append(list, scenario{
			name: "raise " + signal.String(), run: []string{"raise", fmt.Sprint(number)}, want: want{signal: number},
		})
	}
	return list
}

// sigXCPU is syscall.SIGXCPU, which Windows does not have.
const sigXCPU = syscall.Signal(24)

// slack is how late a slow and busy machine may be that its own host pauses now and then. The tests check only that a
// sandbox acts, not how fast.
const slack = 15 * time.Second

var (
	onTime   = []sandbox.Breach{sandbox.CPUBreach}
	onIdle   = []sandbox.Breach{sandbox.IdleBreach}
	onWall   = []sandbox.Breach{sandbox.WallBreach}
	onClock  = []sandbox.Breach{sandbox.CPUBreach, sandbox.WallBreach}
	onMemory = []sandbox.Breach{sandbox.MemoryBreach}
	onOutput = []sandbox.Breach{sandbox.OutputBreach}
)

func cpu(limit time.Duration) func(*sandbox.Limits) {
	return func(l *sandbox.Limits) { l.CPU = limit }
}

func wall(limit time.Duration) func(*sandbox.Limits) {
	return func(l *sandbox.Limits) { l.Wall = limit }
}

// both limits CPU and wall time, for programs that compete with their watcher for the processor.
func both(limit time.Duration) func(*sandbox.Limits) {
	return func(l *sandbox.Limits) { l.CPU, l.Wall = limit, 5*limit }
}

// cpuWithin checks the CPU time.
func cpuWithin(low, high time.Duration) func(outcome) string {
	return func(o outcome) string {
		if o.CPU < low || o.CPU > high {
			return fmt.Sprintf("got %v of CPU time, want %v to %v", o.CPU, low, high)
		}
		return ""
	}
}

// wallWithin checks the wall time.
func wallWithin(low, high time.Duration) func(outcome) string {
	return func(o outcome) string {
		if o.Wall < low || o.Wall > high {
			return fmt.Sprintf("got %v of wall time, want %v to %v", o.Wall, low, high)
		}
		return ""
	}
}

func timing() []scenario {
	const limit = 300 * time.Millisecond
	idle := func(o outcome) string {
		if o.CPU > limit/2 {
			return fmt.Sprintf("an idle program used %v of CPU time", o.CPU)
		}
		return wallWithin(limit, limit+slack)(o)
	}
	list := []scenario{
		{name: "spin", run: []string{"spin"}, limit: cpu(limit), want: want{
			breaches: onTime, facts: cpuWithin(limit, limit+slack),
		}},
		{name: "sleep", run: []string{"sleep"}, limit: wall(limit), want: want{breaches: onWall, facts: idle}},
		{name: "stop of itself", run: []string{"stop"}, limit: wall(limit), want: want{breaches: onWall, facts: idle}},
		{name: "all signals ignored", run: []string{"deaf"}, limit: wall(limit), want: want{breaches: onWall, facts: idle}},
		{name: "all descriptors closed", run: []string{"close_all"}, limit: wall(limit), want: want{breaches: onWall, facts: idle}},
		{name: "four threads", run: []string{"threads", "4", "100"}, want: want{
			facts: cpuWithin(390*time.Millisecond, 400*time.Millisecond+slack),
		}},
		{name: "the time of children that cannot be waited for", needs: clocked, run: []string{"ignored", "200"}, want: want{
			facts: cpuWithin(475*time.Millisecond, 500*time.Millisecond+slack),
		}},
		{name: "an unwaited child's time", needs: walled, run: []string{"unwaited", "200"}, want: want{
			facts: cpuWithin(195*time.Millisecond, 200*time.Millisecond+slack),
		}},
		{name: "an orphan's time", needs: walled, run: []string{"orphan_burns", "200"}, want: want{
			facts: cpuWithin(195*time.Millisecond, 200*time.Millisecond+slack),
		}},
		{name: "an orphan's time limit", needs: walled, run: []string{"orphan_burns", "5000"}, limit: cpu(limit), want: want{
			breaches: onTime, facts: cpuWithin(limit, limit+slack),
		}},
		{name: "threads' time limit", run: []string{"threads", "4", "5000"}, limit: cpu(limit), want: want{
			breaches: onTime, facts: cpuWithin(limit, limit+slack),
		}},
	}
	if runtime.GOOS != "linux" {
		return list // elsewhere the sandbox cannot see what programs wait for
	}
	idly := func(l *sandbox.Limits) { l.Idle = limit }
	return append(list,
		scenario{name: "idle sleep", run: []string{"sleep"}, limit: idly, want: want{breaches: onIdle, facts: idle}},
		scenario{name: "idle stop of itself", run: []string{"stop"}, limit: idly, want: want{breaches: onIdle, facts: idle}},
		scenario{name: "idle in a call that nothing ends", run: []string{"pause"}, limit: idly, want: want{breaches: onIdle, facts: idle}},
		scenario{name: "spin with an idle limit", run: []string{"spin"}, limit: func(l *sandbox.Limits) { l.CPU, l.Idle = 2*limit, limit }, want: want{
			breaches: onTime, facts: cpuWithin(2*limit, 2*limit+slack),
		}},
	)
}

// memoryWithin checks the peak.
func memoryWithin(low, high bytesize.Size) func(outcome) string {
	return func(o outcome) string {
		if o.Memory < low || o.Memory > high {
			return fmt.Sprintf("got a peak of %v, want %v to %v", o.Memory, low, high)
		}
		return ""
	}
}

func memory() []scenario {
	small := func(l *sandbox.Limits) { l.Memory = 64 * bytesize.MiB }
	return []scenario{
		{name: "memory hog", run: []string{"hog"}, want: want{breaches: onMemory}},
		{name: "memory hog with little", run: []string{"hog"}, limit: small, want: want{breaches: onMemory}},
		{name: "eight children with 60 MiB each", needs: walled, run: []string{"children", "8", "60"}, want: want{breaches: onMemory}},
		{name: "three children with 60 MiB each", needs: walled, run: []string{"children", "3", "60"}, want: want{
			stdout: "ok", facts: memoryWithin(180*bytesize.MiB, 200*bytesize.MiB),
		}},
		{name: "memory hog below a living parent", needs: walled, run: []string{"oom_child"}, want: want{breaches: onMemory}},
		{name: "files in memory", needs: accounted, run: []string{"fill", "/tmp"}, want: want{breaches: onMemory}},
		{name: "files in memory, watched", needs: sealed, run: []string{"fill", "/dev/shm"}, limit: small, want: want{breaches: onMemory}},
		{name: "files of the working directory", needs: walled, run: []string{"fill", "."}, limit: small, want: want{breaches: onMemory}},
		{name: "anonymous files", needs: accounted, run: []string{"memfd"}, limit: func(l *sandbox.Limits) { l.Output = 0 }, want: want{
			breaches: onMemory,
		}},
		{name: "a large array untouched", needs: walled, run: []string{"untouched"}, want: want{stdout: "ok"}},
		{name: "deep recursion", needs: walled, run: []string{"recurse", "100"}, want: want{stdout: "ok"}},
		{name: "endless recursion", needs: walled, run: []string{"recurse", "1000"}, want: want{
			// The stack ends where the memory does.
			breaches: []sandbox.Breach{sandbox.MemoryBreach, sandbox.NoBreach},
			facts: func(o outcome) string {
				if o.Breach == sandbox.NoBreach && o.Signal != int(syscall.SIGSEGV) {
					return "want a breach or a segmentation fault"
				}
				return ""
			},
		}},
		{name: "50 MiB", needs: accounted, run: []string{"touch", "50"}, want: want{
			stdout: "ok", facts: memoryWithin(50*bytesize.MiB, 60*bytesize.MiB),
		}},
		// Without accounting, a peak below that of the process that started the program may go unseen.
		{name: "150 MiB", needs: walled, run: []string{"touch", "150"}, want: want{
			stdout: "ok", facts: memoryWithin(150*bytesize.MiB, 165*bytesize.MiB),
		}},
		{name: "150 MiB shared with a child", needs: walled, run: []string{"shared", "150"}, want: want{
			stdout: "ok", facts: memoryWithin(150*bytesize.MiB, 165*bytesize.MiB),
		}},
		{name: "150 MiB lent to children", needs: walled, run: []string{"vforks", "150", "5"}, want: want{
			stdout: "ok", facts: memoryWithin(150*bytesize.MiB, 165*bytesize.MiB),
		}},
		{name: "200 MiB of a stack that was lifted", needs: walled, run: []string{"stack", "200"}, want: want{
			stdout: "ok", facts: memoryWithin(200*bytesize.MiB, 215*bytesize.MiB),
		}},
		{name: "next to nothing", needs: accounted, run: []string{"nothing"}, want: want{
			facts: memoryWithin(1, 5*bytesize.MiB),
		}},
	}
}

// survivors checks how many processes outlive the first. Without isolation the count is only approximate.
func survivors(number int) func(outcome) string {
	return func(o outcome) string {
		if roughly := o.Tier == sandbox.NotIsolated && (number == 0 || o.Survivors > 0); !roughly && o.Survivors != number {
			return fmt.Sprintf("got %d survivors, want %d", o.Survivors, number)
		}
		return ""
	}
}

func processes() []scenario {
	const limit = 300 * time.Millisecond
	return []scenario{
		{name: "fork bomb", needs: walled, run: []string{"fork_bomb"}, limit: both(limit), want: want{breaches: onClock}},
		{name: "forked spinners", needs: walled, run: []string{"fork_spin"}, limit: both(limit), want: want{breaches: onClock}},
		{name: "thread bomb", needs: walled, run: []string{"thread_bomb"}, want: want{stdout: "ok"}},
		{name: "threads with large stacks", needs: walled, run: []string{"together", "60"}, want: want{stdout: "ok"}},
		{name: "daemon", needs: walled, run: []string{"daemon"}, want: want{stdout: "ok", facts: survivors(1)}},
		{name: "orphan with standard output", run: []string{"orphan"}, want: want{stdout: "ok", facts: survivors(1)}},
		{name: "zombies", run: []string{"zombies"}, want: want{stdout: "ok", facts: survivors(0)}},
		{name: "kill of everything", needs: walled, run: []string{"kill_all"}, want: want{stdout: "ok"}},
		{name: "kill of parent and init", needs: walled, run: []string{"kill_others"}, want: want{stdout: "ok"}},
	}
}

func outputs() []scenario {
	const limit = bytesize.MiB
	little := func(l *sandbox.Limits) { l.Output = limit }
	littleForLong := func(l *sandbox.Limits) { l.Output, l.Idle, l.Wall = limit, time.Second, slack }
	withRuntime := func(l *sandbox.Limits) { l.Output, l.RuntimeFile = limit, 4*limit }
	hit := func(o outcome) string {
		if !o.OutputHit {
			return "OutputHit is not set"
		}
		return ""
	}
	stubborn := []sandbox.Breach{sandbox.OutputBreach, sandbox.IdleBreach, sandbox.WallBreach}
	return []scenario{
		{name: "flood of standard output", run: []string{"flood", "1"}, limit: little, want: want{breaches: onOutput, facts: hit}},
		{name: "flood of standard error", run: []string{"flood", "2"}, limit: little, want: want{breaches: onOutput, facts: hit}},
		{name: "flood without SIGXFSZ", run: []string{"flood_on", "1"}, limit: littleForLong, want: want{breaches: stubborn, facts: hit}},
		{name: "flood of standard error without SIGXFSZ", run: []string{"flood_on", "2"}, limit: littleForLong, want: want{
			breaches: stubborn, facts: hit,
		}},
		{name: "flood with a larger file of the runtime's", run: []string{"flood", "1"}, limit: withRuntime, want: want{breaches: onOutput, facts: hit}},
		{name: "the runtime's own file", needs: walled, run: []string{"sized", "3", "file"}, limit: withRuntime, want: want{}},
		{name: "sparse file", needs: walled, run: []string{"sparse"}, want: want{stdout: "ok"}},
		{name: "both streams", run: []string{"streams"}, want: want{stdout: "out", facts: func(o outcome) string {
			if o.stderr != "err" {
				return fmt.Sprintf("got %q on standard error", o.stderr)
			}
			return ""
		}}},
	}
}

// storage are programs that leave much behind; see bench.inspect.
func storage() []scenario {
	return []scenario{
		{name: "deep folders", run: []string{"deep"}, want: want{stdout: "ok"}},
		{name: "deep folders in tmp", needs: sealed, run: []string{"deep", "/tmp"}, want: want{stdout: "ok"}},
		{name: "many files", run: []string{"files", "5000", "."}, want: want{stdout: "5000\n"}},
		{name: "all the inodes", needs: sealed, run: []string{"files", "1000000", "/tmp"}, limit: patient, want: want{
			breaches: []sandbox.Breach{sandbox.NoBreach, sandbox.MemoryBreach},
			facts: func(o outcome) string {
				if o.stdout == "1000000\n" {
					return "there was no limit"
				}
				return ""
			},
		}},
		{name: "all the descriptors", needs: walled, run: []string{"open_all"}, limit: func(l *sandbox.Limits) { l.OpenFiles = 64 }, want: want{
			stdout: "61\n",
		}},
		{name: "locked folders", run: []string{"lock"}},
	}
}

func walls() []scenario {
	return []scenario{
		{name: "ways out", needs: walled, run: []string{"escape"}},
		{name: "sights", needs: sealed, run: []string{"sights"}},
	}
}

// patient allows more time for what takes long on an emulated machine.
func patient(l *sandbox.Limits) { l.CPU, l.Wall = 2*time.Minute, 4*time.Minute }
