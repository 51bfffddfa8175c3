package adversarial

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"grundy/internal/sandbox"
	"grundy/internal/sandbox/backend"
	"grundy/tests/machine"
	"grundy/tests/suite"
)

// TestTiers judges the programs in each tier of this machine.
func TestTiers(t *testing.T) {
	dir := machine.PublicDir(t)
	cache := os.Getenv(cacheVariable)
	if cache == "" {
		shared, remove, err := suite.Cache()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := remove(); err != nil {
				t.Error(err)
			}
		})
		cache = shared
	}
	if os.Geteuid() != 0 {
		t.Run("Rootless", func(t *testing.T) {
			judgeTier(t, dir, cache, backend.NoCgroup, []sandbox.Tier{sandbox.Rootless})
		})
		return
	}
	t.Run("Cgroup", func(t *testing.T) {
		judgeTier(t, dir, cache, backend.Isolated, []sandbox.Tier{sandbox.CgroupV1, sandbox.CgroupV2})
	})
	const weaker = "judges hostile programs in the weaker tiers, too"
	t.Run("Namespaces", func(t *testing.T) {
		suite.NeedsAll(t, weaker)
		judgeTier(t, dir, cache, backend.NoCgroup, []sandbox.Tier{sandbox.Namespaces})
	})
	t.Run("Rootless", func(t *testing.T) {
		suite.NeedsAll(t, weaker)
		asOrdinaryUser(t, dir)
	})
}

// judgeTier judges all programs, as often as ADVERSARIAL_REPEAT says.
func judgeTier(t *testing.T, dir, cache string, wish backend.Wish, tiers []sandbox.Tier) {
	list := programs(t)
	b := newBench(t, dir, cache, wish)
	if !slices.Contains(tiers, b.host.Tier()) {
		t.Skipf("this machine has no such tier: got %s", b.host.Tier())
	}
	clean := b.warmUp(t)
	first := map[string]string{}
	for round := range setting(t, "ADVERSARIAL_REPEAT") {
		for _, p := range list {
			name := p.name
			if round > 0 {
				name += "/" + strconv.Itoa(round+1)
			}
			t.Run(name, func(t *testing.T) {
				if !p.settings.quick {
					suite.NeedsAll(t, "judges all hostile programs, not only the quick ones")
				}
				o := b.judge(t, p)
				if o.done.Skipped {
					t.Skip(o.done.Reason)
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

// asOrdinaryUser runs the tests of this binary again without privileges, with the same programs in the same place. The cache
// is another one, since nobody may look into that of another user, unless one was given for these tests alone.
func asOrdinaryUser(t *testing.T, dir string) {
	work := filepath.Join(dir, "tests", "adversarial")
	err := errors.Join(os.MkdirAll(work, 0o755), os.CopyFS(filepath.Join(work, testdata), os.DirFS(testdata)))
	if given := os.Getenv(cacheVariable); given != "" {
		err = errors.Join(err, machine.Give(given))
	}
	if err != nil {
		t.Fatal(err)
	}
	again := machine.Again{Test: "TestTiers", Part: "TestTiers/Rootless", Dir: dir, Work: work, Ordinary: true}
	for _, name := range []string{"ADVERSARIAL_REPEAT", "ADVERSARIAL_SLOW", cacheVariable} {
		again.Env = append(again.Env, name+"="+os.Getenv(name))
	}
	again.Run(t)
}
