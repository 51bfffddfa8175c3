package runner

import (
	"testing"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
)

func TestClassify(t *testing.T) {
	l := limits{time: time.Second, memory: 64 * bytesize.MiB, output: bytesize.MiB}
	idle := l
	idle.idleness = true
	for _, test := range []struct {
		name    string
		limits  limits
		result  sandbox.Result
		verdict verdict.Verdict
		reason  string
	}{
		{"fine", l, sandbox.Result{CPU: time.Second}, verdict.None, ""},
		{"exit code", l, sandbox.Result{Exit: 42}, verdict.RTE, "exit code 42"},
		{"access violation", l, sandbox.Result{Exit: 0xC0000005}, verdict.RTE, "crashed with 0xC0000005: access violation"},
		{"stack overflow", l, sandbox.Result{Exit: 0xC00000FD}, verdict.RTE, "crashed with 0xC00000FD: stack overflow"},
		{"division by zero", l, sandbox.Result{Exit: 0xC0000094}, verdict.RTE, "crashed with 0xC0000094: division by zero"},
		{"missing DLL", l, sandbox.Result{Exit: 0xC0000135}, verdict.RTE, "crashed with 0xC0000135: a DLL is missing; link the program statically"},
		{"unknown status", l, sandbox.Result{Exit: 0xC0123456}, verdict.RTE, "exit code 3222418518"},
		{"unknown signal", l, sandbox.Result{Exit: -1, Signal: 64}, verdict.RTE, "killed by signal 64"},
		{
			"segmentation fault", l,
			sandbox.Result{Exit: -1, Signal: 11, Memory: 10 * bytesize.MiB},
			verdict.RTE, "killed by " + signalName(11),
		},
		{
			"segmentation fault with a full stack", l,
			sandbox.Result{Exit: -1, Signal: 11, Memory: 60 * bytesize.MiB},
			verdict.RTE, "killed by " + signalName(11) + ": stack overflow?",
		},
		{
			"segmentation fault just below a full stack", l,
			sandbox.Result{Exit: -1, Signal: 11, Memory: (sandbox.Limits{Memory: l.memory}).Stack() - 1},
			verdict.RTE, "killed by " + signalName(11),
		},
		{
			"segmentation fault at a full stack", l,
			sandbox.Result{Exit: -1, Signal: 11, Memory: (sandbox.Limits{Memory: l.memory}).Stack()},
			verdict.RTE, "killed by " + signalName(11) + ": stack overflow?",
		},
		{
			"segmentation fault without a limit of memory",
			limits{time: time.Second},
			sandbox.Result{Exit: -1, Signal: 11, Memory: 60 * bytesize.MiB},
			verdict.RTE, "killed by " + signalName(11),
		},
		{
			"another signal with a full stack", l,
			sandbox.Result{Exit: -1, Signal: 8, Memory: 64 * bytesize.MiB},
			verdict.RTE, "killed by " + signalName(8),
		},
		{
			"a little too long", l,
			sandbox.Result{CPU: 1100 * time.Millisecond},
			verdict.TLE, "used 1.1 s of CPU time, limit 1 s",
		},
		{
			"too long and an exit code", l,
			sandbox.Result{CPU: 1100 * time.Millisecond, Exit: 1},
			verdict.TLE, "used 1.1 s of CPU time, limit 1 s",
		},
		{
			"killed for time", l,
			sandbox.Result{CPU: 1251 * time.Millisecond, Exit: -1, Signal: 9, Breach: sandbox.CPUBreach},
			verdict.TLE, "killed at 1.251 s of CPU time, limit 1 s",
		},
		{
			"over the sandbox's limit, but ended", l,
			sandbox.Result{CPU: 1251 * time.Millisecond, Breach: sandbox.CPUBreach},
			verdict.TLE, "used 1.251 s of CPU time, limit 1 s",
		},
		{
			"slow by the clock", l,
			sandbox.Result{CPU: 900 * time.Millisecond, Wall: 4 * time.Second, Signal: 9, Breach: sandbox.WallBreach},
			verdict.TLE, "killed after 4 s of wall time, 0.9 s of CPU time, limit 1 s",
		},
		{
			"idle", l,
			sandbox.Result{CPU: 2 * time.Millisecond, Wall: 4 * time.Second, Signal: 9, Breach: sandbox.WallBreach},
			verdict.TLE, "idle: used 2.0 ms of CPU time in 4 s",
		},
		{
			"idle where that is told apart", idle,
			sandbox.Result{CPU: 2 * time.Millisecond, Wall: 4 * time.Second, Signal: 9, Breach: sandbox.WallBreach},
			verdict.ILE, "idle: used 2.0 ms of CPU time in 4 s",
		},
		{
			"as idle as a busy program may be", idle,
			sandbox.Result{CPU: 400 * time.Millisecond, Wall: 4 * time.Second, Signal: 9, Breach: sandbox.WallBreach},
			verdict.TLE, "killed after 4 s of wall time, 0.4 s of CPU time, limit 1 s",
		},
		{
			"seen to wait", idle,
			sandbox.Result{CPU: 800 * time.Millisecond, Wall: 2 * time.Second, Signal: 9, Breach: sandbox.IdleBreach},
			verdict.ILE, "idle: used 0.8 s of CPU time in 2 s",
		},
		{
			"killed by the kernel", l,
			sandbox.Result{Signal: 9, Breach: sandbox.MemoryBreach, OOMKills: 1, Memory: 64 * bytesize.MiB},
			verdict.MLE, "killed by the kernel at 64 MiB",
		},
		{
			"stopped at the limit", l,
			sandbox.Result{Signal: 9, Breach: sandbox.MemoryBreach, Memory: 64 * bytesize.MiB},
			verdict.MLE, "reached the limit of 64 MiB",
		},
		{
			"found to use too much", l,
			sandbox.Result{Signal: 9, Breach: sandbox.MemoryBreach, Memory: 70 * bytesize.MiB},
			verdict.MLE, "used 70 MiB, limit 64 MiB",
		},
		{
			"killed by itself", l,
			sandbox.Result{Signal: 9, Exit: -1},
			verdict.RTE, "killed by " + signalName(9),
		},
		{
			"a flood that did not notice", l,
			sandbox.Result{OutputHit: true, Breach: sandbox.OutputBreach},
			verdict.OLE, "wrote more than 1 MiB",
		},
		{
			"a flood that went on for too long", l,
			sandbox.Result{OutputHit: true, Breach: sandbox.CPUBreach, Signal: 9, CPU: 2 * time.Second},
			verdict.OLE, "wrote more than 1 MiB",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			if v, reason := classify(test.result, test.limits); v != test.verdict || reason != test.reason {
				t.Errorf("classify = %v %q, want %v %q", v, reason, test.verdict, test.reason)
			}
		})
	}
}

func TestNear(t *testing.T) {
	l := limits{time: time.Second}
	for _, test := range []struct {
		used time.Duration
		want bool
	}{
		{0, false},
		{749 * time.Millisecond, false},
		{750 * time.Millisecond, true},
		{time.Second, true},
		{1250 * time.Millisecond, true},
		{1251 * time.Millisecond, false},
	} {
		if got := l.near(test.used); got != test.want {
			t.Errorf("near(%v) = %v, want %v", test.used, got, test.want)
		}
	}
}

func TestSeconds(t *testing.T) {
	for _, test := range []struct {
		duration time.Duration
		want     string
	}{
		{0, "0.0 ms"},
		{1234 * time.Microsecond, "1.2 ms"},
		{99 * time.Millisecond, "99.0 ms"},
		{100 * time.Millisecond, "0.1 s"},
		{1030 * time.Millisecond, "1.03 s"},
		{time.Second, "1 s"},
		{20 * time.Second, "20 s"},
	} {
		if got := seconds(test.duration); got != test.want {
			t.Errorf("seconds(%v) = %q, want %q", test.duration, got, test.want)
		}
	}
}

func TestExplained(t *testing.T) {
	hiding := &language.Program{Hides: "queue.py hides a module"}
	plain := &language.Program{Language: &language.Language{Building: language.Building{Run: language.Words{"{program}/{binary}"}}}}
	told := &language.Program{Language: &language.Language{Building: language.Building{Run: language.Words{"java", "-Xmx{memory}m", "{class}"}}}}
	full := "killed by signal" + stackOverflow
	const spent = "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n"
	for _, test := range []struct {
		name    string
		verdict verdict.Verdict
		reason  string
		stderr  string
		memory  bytesize.Size // of 64 MiB
		program *language.Program
		as      verdict.Verdict
		want    string
	}{
		{"says nothing", verdict.RTE, "exit code 1", "oops", 0, plain, verdict.RTE, "exit code 1"},
		{"says that its stack is full", verdict.RTE, "exit code 1", "RecursionError: too deep", 0, plain, verdict.RTE, "exit code 1: stack overflow?"},
		{"is known to have a full stack", verdict.RTE, full, "stack overflow", 0, nil, verdict.RTE, full},
		{"has a stack like other memory", verdict.MLE, "used 2 GiB", "goroutine stack exceeds 1000000000-byte limit", 0, plain, verdict.MLE, "used 2 GiB: stack overflow?"},
		{"ended otherwise", verdict.TLE, "used 2 s", "stack overflow", 0, plain, verdict.TLE, "used 2 s"},
		{"hides a module", verdict.RTE, "exit code 1", "RecursionError: too deep", 0, hiding, verdict.RTE, "exit code 1: queue.py hides a module"},
		{"hides a module, but ended otherwise", verdict.WA, "token 1", "", 0, hiding, verdict.WA, "token 1"},
		{"a heap as large as the limit", verdict.RTE, "exit code 1", spent, 0, told, verdict.MLE, "ran out of memory: OutOfMemoryError: Java heap space, limit 64 MiB"},
		{"more than there is", verdict.RTE, "exit code 1", "MemoryError\n", 32*bytesize.MiB - 1, plain, verdict.RTE, "exit code 1: ran out of memory: MemoryError"},
		{"twice what it had", verdict.RTE, "exit code 1", "MemoryError\n", 32 * bytesize.MiB, plain, verdict.MLE, "ran out of memory: MemoryError, limit 64 MiB"},
		{"a full stack more than memory", verdict.RTE, "exit code 1", "RecursionError: x\nMemoryError\n", 64 * bytesize.MiB, plain, verdict.RTE, "exit code 1: stack overflow?"},
		{"ended in time with such words", verdict.WA, "token 1", spent, 64 * bytesize.MiB, told, verdict.WA, "token 1"},
		{"was killed with such words", verdict.MLE, "used 65 MiB, limit 64 MiB", spent, 65 * bytesize.MiB, told, verdict.MLE, "used 65 MiB, limit 64 MiB"},
	} {
		got := event.Test{Verdict: test.verdict, Reason: test.reason, Stderr: test.stderr, Memory: test.memory, MemoryLimit: 64 * bytesize.MiB}
		if as, reason := refineVerdict(got, test.program); as != test.as || reason != test.want {
			t.Errorf("%s: %v %q, want %v %q", test.name, as, reason, test.as, test.want)
		}
	}
}
