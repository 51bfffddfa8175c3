package namespaces

import (
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
)

func TestSetBreach(t *testing.T) {
	limits := sandbox.Limits{CPU: time.Second, Wall: 2 * time.Second, Memory: bytesize.MiB}
	for _, test := range []struct {
		name   string
		result sandbox.Result
		used   usage
		want   sandbox.Breach
	}{
		{"nothing", sandbox.Result{Wall: 2 * time.Second}, usage{cpu: time.Second, peak: bytesize.MiB}, sandbox.NoBreach},
		{"killed at a limit", sandbox.Result{Breach: sandbox.WallBreach, OutputHit: true}, usage{cpu: 3 * time.Second}, sandbox.WallBreach},
		{"killed by the kernel", sandbox.Result{}, usage{breached: true, cpu: 3 * time.Second}, sandbox.MemoryBreach},
		{"too large between two looks", sandbox.Result{}, usage{peak: 2 * bytesize.MiB}, sandbox.MemoryBreach},
		{"too slow between two looks", sandbox.Result{}, usage{cpu: time.Second + 1}, sandbox.CPUBreach},
		{"too long between two looks", sandbox.Result{Wall: 2*time.Second + 1}, usage{}, sandbox.WallBreach},
		{"too much output", sandbox.Result{OutputHit: true}, usage{}, sandbox.OutputBreach},
		{"its own signal", sandbox.Result{Exit: -1, Signal: int(unix.SIGXCPU)}, usage{}, sandbox.NoBreach},
	} {
		test.result.CPU, test.result.Memory = test.used.cpu, test.used.peak
		setBreach(&test.result, test.used, limits)
		if test.result.Breach != test.want {
			t.Errorf("%s: got %q, want %q", test.name, test.result.Breach, test.want)
		}
	}
	unlimited := sandbox.Result{CPU: time.Hour, Memory: bytesize.GiB}
	setBreach(&unlimited, usage{cpu: time.Hour, peak: bytesize.GiB}, sandbox.Limits{})
	if unlimited.Breach != sandbox.NoBreach {
		t.Errorf("without limits: got %q", unlimited.Breach)
	}
}

func TestCandidates(t *testing.T) {
	for _, test := range []struct {
		name string
		env  []string
		want []string
	}{
		{"/bin/sh", []string{"PATH=/a"}, []string{"/bin/sh"}},
		{"./a.out", nil, []string{"./a.out"}},
		{"sh", []string{"X=1", "PATH=/a::/b"}, []string{"/a/sh", "/b/sh"}},
		{"sh", []string{"PATH="}, nil},
		{"sh", nil, []string{"/usr/local/bin/sh", "/usr/bin/sh", "/bin/sh"}},
	} {
		if got := candidates(test.name, test.env); !slices.Equal(got, test.want) {
			t.Errorf("%s with %q: got %q, want %q", test.name, test.env, got, test.want)
		}
	}
}
