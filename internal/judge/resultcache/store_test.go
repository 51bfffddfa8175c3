package resultcache

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/judge/sandbox"
	"grundy/internal/store/cache"
)

func named(name string) func() (string, error) { return func() (string, error) { return name, nil } }

func machine(processor, kernel string) func() Machine {
	return func() Machine { return Machine{processor, kernel} }
}

func TestStore(t *testing.T) {
	dir := t.TempDir()
	log := slog.New(slog.DiscardHandler)
	open := func(judge func() (string, error), machine func() Machine) *Store {
		return Open(cache.Open(dir, "", log), judge, machine, log)
	}
	key := func(name string) cache.Key { return cache.NewHash("test").Text(name).Key() }
	points := 2.5
	want := map[cache.Key]Known{
		key("1"): {
			Test: event.Test{
				Test: "secret/1", Verdict: verdict.TLE, Reason: "any bytes: \xff\x00", CPU: 1300 * time.Millisecond, Breach: sandbox.CPUBreach, Exit: -1, Signal: 9,
			},
			Multiplier: &points,
		},
		key("2"): {Test: event.Test{Test: "secret/2", Verdict: verdict.AC, Passes: 1}},
	}
	store := open(named("judge 1"), machine("x", "linux 6"))
	if got := store.Known(key("a")); got != nil {
		t.Errorf("an empty store knows %v", got)
	}
	store.Keep(key("a"), map[cache.Key]Known{key("1"): {}})
	store.Keep(key("a"), want)
	if diff := cmp.Diff(want, open(named("judge 1"), machine("x", "linux 6")).Known(key("a"))); diff != "" {
		t.Errorf("another process finds (-want +got):\n%s", diff)
	}
	for name, other := range map[string]*Store{
		"another judge":     open(named("judge 2"), machine("x", "linux 6")),
		"another processor": open(named("judge 1"), machine("y", "linux 6")),
		"another kernel":    open(named("judge 1"), machine("x", "linux 7")),
		"an unknown judge":  open(func() (string, error) { return "", errors.New("no executable") }, machine("x", "linux 6")),
	} {
		if got := other.Known(key("a")); got != nil {
			t.Errorf("%s knows %v", name, got)
		}
	}
	if got := store.Known(key("b")); got != nil {
		t.Errorf("of another submission is known %v", got)
	}
	damaged := 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == testsFile {
			damaged++
			info, err := entry.Info()
			if err != nil {
				return err
			}
			return os.WriteFile(path, make([]byte, info.Size()), 0o600) // of the same size
		}
		return err
	})
	if err != nil || damaged != 1 {
		t.Fatalf("%d entries, %v", damaged, err)
	}
	if got := store.Known(key("a")); got != nil {
		t.Errorf("a damaged entry gives %v", got)
	}
	store.Keep(key("a"), want)
	if diff := cmp.Diff(want, store.Known(key("a"))); diff != "" {
		t.Errorf("after damage (-want +got):\n%s", diff)
	}
}
