package sandbox_test

import (
	"testing"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

func TestAtLeast(t *testing.T) {
	tiers := sandbox.Tiers()
	for i, tier := range tiers {
		for j, other := range tiers {
			if got, want := tier.AtLeast(other), i <= j; got != want {
				t.Errorf("%s is at least %s: got %v, want %v", tier, other, got, want)
			}
		}
	}
}

func TestSetBreach(t *testing.T) {
	limits := sandbox.Limits{CPU: time.Second, Wall: 3 * time.Second, Memory: 64 * bytesize.MiB}
	over := sandbox.Result{CPU: time.Second + 1, Wall: 3*time.Second + 1, Memory: 64*bytesize.MiB + 1, OutputHit: true}
	with := func(change func(*sandbox.Result)) sandbox.Result {
		r := over
		change(&r)
		return r
	}
	for _, test := range []struct {
		name   string
		result sandbox.Result
		limits sandbox.Limits
		want   sandbox.Breach
	}{
		{"nothing used", sandbox.Result{}, limits, sandbox.NoBreach},
		{"exactly as much as may be", sandbox.Result{CPU: time.Second, Wall: 3 * time.Second, Memory: 64 * bytesize.MiB}, limits, sandbox.NoBreach},
		{"too much of everything", over, limits, sandbox.MemoryBreach},
		{"memory within the limit", with(func(r *sandbox.Result) { r.Memory = bytesize.MiB }), limits, sandbox.CPUBreach},
		{"CPU time too", with(func(r *sandbox.Result) { r.Memory, r.CPU = 0, 0 }), limits, sandbox.WallBreach},
		{"and wall time", with(func(r *sandbox.Result) { r.Memory, r.CPU, r.Wall = 0, 0, 0 }), limits, sandbox.OutputBreach},
		{"without limits", over, sandbox.Limits{}, sandbox.OutputBreach},
		{"without limits, and little written", with(func(r *sandbox.Result) { r.OutputHit = false }), sandbox.Limits{}, sandbox.NoBreach},
		{"ended for another reason", with(func(r *sandbox.Result) { r.Breach = sandbox.IdleBreach }), limits, sandbox.IdleBreach},
	} {
		test.result.SetBreach(test.limits)
		if got := test.result.Breach; got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// A file may be as large as the output limit, or as the runtime needs. Without an output limit there is none.
func TestFileSize(t *testing.T) {
	for _, test := range []struct{ output, runtime, want bytesize.Size }{
		{0, 64, 0},
		{8, 0, 8},
		{8, 64, 64},
		{64, 8, 64},
	} {
		if got := (sandbox.Limits{Output: test.output, RuntimeFile: test.runtime}).FileSize(); got != test.want {
			t.Errorf("%+v: got %d", test, got)
		}
	}
}

// A sixteenth of the memory is reserved for everything but the stack.
func TestStack(t *testing.T) {
	if got, want := (sandbox.Limits{Memory: 64 * bytesize.MiB}).Stack(), 60*bytesize.MiB; got != want {
		t.Errorf("of 64 MiB: %v, want %v", got, want)
	}
	if got := (sandbox.Limits{}).Stack(); got != 0 {
		t.Errorf("without a limit of memory: %v, want none", got)
	}
}

func TestIsWorkDir(t *testing.T) {
	for dir, want := range map[string]bool{
		"/box/work": true, "/tmp/grundy-work-123": true, "/box": false, "/box/work/x": false, "/tmp/grundy-work-1/x": false, "": false,
	} {
		if got := sandbox.IsWorkDir(dir); got != want {
			t.Errorf("%q: %v, want %v", dir, got, want)
		}
	}
}
