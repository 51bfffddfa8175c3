package runner

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"grundy/internal/judge/sandbox"
)

// A slot keeps its output after a run, unless that takes much space.
func TestReleaseGivesMuchSpaceBack(t *testing.T) {
	for _, size := range []int{0, 1, int(keptOutput), int(keptOutput) + 1} {
		s := newFileSlot(t)
		for _, file := range []*os.File{s.output, s.stderr} {
			if _, err := file.Write(make([]byte, size)); err != nil {
				t.Fatal(err)
			}
		}
		want := int64(size)
		if size > int(keptOutput) {
			want = 0
		}
		s.release()
		for _, file := range []*os.File{s.output, s.stderr} {
			if info, err := file.Stat(); err != nil || info.Size() != want {
				t.Errorf("of %d bytes %d are left, %v, want %d", size, info.Size(), err, want)
			}
		}
	}
}

// If a slot cannot be created, nothing stays open and the error says why.
func TestSlotThatCannotBeMade(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"output", "stderr", "log"} {
		if err := os.MkdirAll(filepath.Join(dir, "slot"+name, name, "full"), 0o755); err != nil {
			t.Fatal(err)
		}
		_, err := newSlot(nil, &space{dir: dir}, &usage{}, name, -1)
		if err == nil || !strings.Contains(err.Error(), name) || errors.Is(err, os.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
		if open := openBelow(t, dir); open > 0 {
			t.Errorf("%s: %d files are open", name, open)
		}
	}
}

// openBelow counts the files below a directory that this process has open.
func openBelow(t *testing.T, dir string) (open int) {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("there is no /proc:", err)
	}
	for _, entry := range entries {
		if target, _ := os.Readlink(filepath.Join("/proc/self/fd", entry.Name())); strings.HasPrefix(target, dir+"/") {
			open++
		}
	}
	return open
}

// An output is incomplete if the disk was full at any time since the run began.
func TestShortagesAreRemembered(t *testing.T) {
	s := newFileSlot(t)
	if err := errors.Join(s.rewind(), s.checkSpace()); err != nil {
		t.Errorf("on a disk with space: %v", err)
	}
	s.space.shortages.Add(1)
	if err := s.checkSpace(); err == nil || !strings.Contains(err.Error(), "no space left in "+s.space.dir) {
		t.Errorf("after a shortage: %v", err)
	}
	if err := errors.Join(s.rewind(), s.checkSpace()); err != nil {
		t.Errorf("in the next run: %v", err)
	}
}

// failingBoxes opens boxes that fail as told.
type failingBoxes struct {
	err            error
	opened, closed int
}

func (h *failingBoxes) Open(context.Context, sandbox.Config) (sandbox.Box, error) {
	h.opened++
	return h, nil
}
func (h *failingBoxes) Tier() sandbox.Tier { return sandbox.Rootless }
func (h *failingBoxes) Run(context.Context, sandbox.Spec) (sandbox.Result, error) {
	return sandbox.Result{CPU: 5}, h.err
}
func (h *failingBoxes) Path(sandbox.Mount, ...string) string { return "" }
func (h *failingBoxes) Close() error                         { h.closed++; return nil }

// A box that failed is replaced, but not one in which a program did not start or was cancelled.
func TestFailedBoxesAreReplaced(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	broken := errors.New("broken")
	for _, test := range []struct {
		name     string
		ctx      context.Context
		err      error
		replaced int
	}{
		{"well", t.Context(), nil, 0},
		{"broken", t.Context(), broken, 1},
		{"not started", t.Context(), &sandbox.StartError{Err: broken}, 0},
		{"cancelled", cancelled, broken, 0},
	} {
		host := &failingBoxes{err: test.err}
		b := &box{host: host}
		for range 2 {
			if _, err := b.Run(test.ctx, sandbox.Spec{}); !errors.Is(err, test.err) {
				t.Errorf("%s: %v, want %v", test.name, err, test.err)
			}
		}
		if host.opened != 1+test.replaced || host.closed != 2*test.replaced {
			t.Errorf("%s: %d were opened, %d closed", test.name, host.opened, host.closed)
		}
		if err := errors.Join(b.close(), b.close()); err != nil || host.closed != host.opened {
			t.Errorf("%s: in the end %d of %d are closed, %v", test.name, host.closed, host.opened, err)
		}
	}
}

// namingHost counts the opened boxes by name.
type namingHost map[string]int

func (h namingHost) Open(_ context.Context, config sandbox.Config) (sandbox.Box, error) {
	h[config.Name]++
	return &failingBoxes{}, nil
}
func (h namingHost) Tier() sandbox.Tier { return sandbox.Rootless }
func (h namingHost) Close() error       { return nil }

// No pass of a case runs in a box that an earlier pass used. The boxes are kept for other cases up to a bound.
func TestPassesHaveBoxesOfTheirOwn(t *testing.T) {
	host := namingHost{}
	s := &slot{used: &usage{}, solutionBox: box{host: host, config: sandbox.Config{Name: "0"}}}
	for range 2 {
		for pass := 1; pass <= keptPasses+2; pass++ {
			before := maps.Clone(host)
			b, err := s.pass(t.Context(), pass)
			if err != nil {
				t.Fatal(err)
			}
			if pass > keptPasses && maps.Equal(host, before) {
				t.Errorf("pass %d has the box of an earlier one", pass)
			}
			if _, err := b.Run(t.Context(), sandbox.Spec{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if want := (namingHost{"0": 3, "0-pass2": 3, "0-pass3": 1, "0-pass4": 1}); !maps.Equal(host, want) {
		t.Errorf("boxes were opened so often: %v, want %v", host, want)
	}
}

// A slot rests while all programs in it wait, however often that is reported. Their usage is summed.
func TestWaitingOfABox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := testPool(1)
		s, err := p.acquire(t.Context(), urgent)
		if err != nil {
			t.Fatal(err)
		}
		steps := make(chan bool)
		var used usage
		b := watchedBox{scriptedBox{host: &scriptedHost{run: func(_ context.Context, _ *slot, spec sandbox.Spec) (sandbox.Result, error) {
			for waits := range steps {
				spec.Waiting(waits)
			}
			return sandbox.Result{CPU: 7 * time.Second}, nil
		}}}, &used.programs, &s.activity}
		for range 2 {
			steps = make(chan bool)
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				if _, err := b.Run(t.Context(), sandbox.Spec{}); err != nil {
					t.Error(err)
				}
			}()
			synctest.Wait()
			for i, waits := range []bool{true, true, false, false, true, false, true} {
				steps <- waits
				synctest.Wait()
				if s.activity.resting() != waits {
					t.Errorf("step %d: the slot rests %v, want %v", i, s.activity.resting(), waits)
				}
			}
			close(steps)
			<-ended
			if s.activity.resting() || s.activity.running != 0 || s.activity.waiting != 0 {
				t.Errorf("in the end %d of %d wait", s.activity.waiting, s.activity.running)
			}
		}
		if got := (&Judge{used: &used}).Usage(); got.Programs != 14*time.Second || got.Submissions != 0 || got.Compilers != 0 {
			t.Errorf("they used %+v", got)
		}
		p.release(s)
	})
}

// Texts of programs are shown up to a bound, and it is visible that there was more.
func TestExcerptsAreBounded(t *testing.T) {
	for _, size := range []int{0, 1, excerptLimit, excerptLimit + 1, 2 * excerptLimit} {
		want := strings.Repeat("a", min(size, excerptLimit))
		if size > excerptLimit {
			want += "…"
		}
		if got := excerpt(bytes.NewReader(bytes.Repeat([]byte("a"), size))); got != want {
			t.Errorf("of %d bytes %d are shown", size, len(got))
		}
	}
	if got := len(beginning(bytes.NewReader(make([]byte, 2*messageLimit)))); got != messageLimit+1 {
		t.Errorf("%d bytes are read", got)
	}
	for _, size := range []int{reasonLimit - 1, reasonLimit, reasonLimit + 1} {
		want := strings.Repeat("a", min(size, reasonLimit))
		if size > reasonLimit {
			want += "…"
		}
		if got := firstLine("\n " + strings.Repeat("a", size) + "\nb"); got != want {
			t.Errorf("of a line of %d characters %d are quoted", size, len(got))
		}
	}
}
