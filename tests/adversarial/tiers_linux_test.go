package adversarial

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/backend"
	"grundy/tests/machine"
	"grundy/tests/suite"
)

// TestTiers judges the hostile programs in each tier of this machine that isolates.
func TestTiers(t *testing.T) { series{programs: hostile(t)}.judge(t) }

// series are programs that a test judges in the tiers of this machine.
type series struct {
	programs []program
	// harmless programs are judged without isolation as well, and the quick ones of them by make test in each tier.
	harmless bool
	// note, when not nil, is told what came of each.
	note func(program, sandbox.Tier, outcome)

	dir, cache string
}

func (s series) judge(t *testing.T) {
	s.dir, s.cache = machine.PublicDir(t), os.Getenv(cacheVariable)
	if s.cache == "" {
		shared, remove, err := suite.Cache()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := remove(); err != nil {
				t.Error(err)
			}
		})
		s.cache = shared
	}
	if os.Geteuid() != 0 {
		t.Run("Rootless", func(t *testing.T) { s.inTier(t, backend.NoCgroup, sandbox.Rootless) })
		t.Run("Landlock", func(t *testing.T) { s.inTier(t, backend.Walled, sandbox.Landlock) })
		if s.harmless {
			t.Run("NotIsolated", func(t *testing.T) { s.inTier(t, backend.Bare, sandbox.NotIsolated) })
		}
		return
	}
	t.Run("Cgroup", func(t *testing.T) { s.inTier(t, backend.Isolated, sandbox.CgroupV1, sandbox.CgroupV2) })
	weaker := func(name string, judge func(*testing.T)) {
		t.Run(name, func(t *testing.T) {
			if !s.harmless {
				suite.NeedsAll(t, "judges hostile programs in the weaker tiers, too")
			}
			judge(t)
		})
	}
	weaker("Namespaces", func(t *testing.T) { s.inTier(t, backend.NoCgroup, sandbox.Namespaces) })
	test := t.Name()
	weaker("Rootless", func(t *testing.T) { asOrdinaryUser(t, test, s.dir) })
}

// inTier judges all programs, as often as ADVERSARIAL_REPEAT says. One of the tiers must be what the wish gives.
func (s series) inTier(t *testing.T, wish backend.Preference, tiers ...sandbox.Tier) {
	b := newBench(t, s.dir, s.cache, wish)
	if !slices.Contains(tiers, b.host.Tier()) {
		t.Skipf("this machine has no such tier: got %s", b.host.Tier())
	}
	clean := b.warmUp(t)
	first := map[string]string{}
	for round := range setting(t, "ADVERSARIAL_REPEAT") {
		for _, p := range s.programs {
			name := p.name
			if round > 0 {
				name += "/" + strconv.Itoa(round+1)
			}
			t.Run(name, func(t *testing.T) {
				switch {
				case p.settings.quick:
				case wish == backend.Isolated:
					suite.NeedsAll(t, "judges all programs, not only the quick ones")
				default:
					suite.NeedsTurn(t, 3, "judges all programs in the weaker tiers")
				}
				o := b.judge(t, p)
				if o.done.Skipped {
					t.Skip(o.done.Reason)
				}
				if s.note != nil {
					s.note(p, b.host.Tier(), o)
				}
				o.check(t, p.forTier(b.host.Tier()))
				o.checkSecrets(t)
				for _, change := range b.look(t).changes(clean) {
					t.Errorf("afterwards: %s", change)
				}
				if before, found := first[p.name]; found && before != o.shape() {
					t.Errorf("this time %s, the first time %s", o.shape(), before)
				} else {
					first[p.name] = o.shape()
				}
			})
		}
	}
	for _, change := range b.warmUp(t).changes(clean) {
		t.Errorf("in the end: %s", change)
	}
}

// setting is a positive number in the environment, 1 where there is none.
func setting(t *testing.T, name string) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return 1
	}
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 {
		t.Fatalf("%s: want a number, got %q", name, text)
	}
	return number
}

// asOrdinaryUser runs a test of this binary again without privileges, with the same programs in the same place. The cache
// is another one, since a user may not look into that of another user, unless one was given for these tests alone.
func asOrdinaryUser(t *testing.T, test, dir string) {
	work := filepath.Join(dir, "tests", "adversarial")
	err := errors.Join(os.MkdirAll(work, 0o755), os.CopyFS(filepath.Join(work, testdata), os.DirFS(testdata)))
	if given := os.Getenv(cacheVariable); given != "" {
		err = errors.Join(err, machine.Give(given, machine.OrdinaryUser))
		// A cache of another user is not obeyed.
		defer func() {
			if err := machine.Give(given, os.Geteuid()); err != nil {
				t.Error(err)
			}
		}()
	}
	if err != nil {
		t.Fatal(err)
	}
	again := machine.Again{Test: test, Part: test + "/Rootless", Dir: dir, Work: work, Ordinary: true}
	for _, name := range []string{"ADVERSARIAL_REPEAT", "ADVERSARIAL_SLOW", cacheVariable, cellsVariable} {
		again.Env = append(again.Env, name+"="+os.Getenv(name))
	}
	again.Run(t)
}
