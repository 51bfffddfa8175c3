package namespaces

import (
	"testing"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
)

// TestInheritedPeak: a peak that a process inherits from the init through vfork is not taken for its own.
func TestInheritedPeak(t *testing.T) {
	own, err := sizeIn("/proc/self/status", "VmHWM:")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct{ more, want bytesize.Size }{
		"the same":      {0, 0},
		"counted apart": {200 * bytesize.KiB, 0},
		"of its own":    {64 * bytesize.MiB, own + 64*bytesize.MiB},
		"less":          {-own / 2, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var w watcher
			w.reaped(&unix.Rusage{Maxrss: int64((own + test.more) / bytesize.KiB)})
			if w.peak != test.want {
				t.Errorf("peak %v, want %v", w.peak, test.want)
			}
		})
	}
}

// TestInheritedPeakIsNotReadAgain: for a peak up to the init's known one, and a little more, the init's need not be
// read again.
func TestInheritedPeakIsNotReadAgain(t *testing.T) {
	w := watcher{ownPeak: 10 * bytesize.MiB}
	if w.reaped(&unix.Rusage{Maxrss: int64((w.ownPeak + inexact) / bytesize.KiB)}); w.peak != 0 || w.ownPeak != 10*bytesize.MiB {
		t.Errorf("peak %v with the init's at %v", w.peak, w.ownPeak)
	}
}
