package changeset_test

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/pkgfmt/changeset"
	"grundy/tests/machine"
	"grundy/tests/suite"
)

func process(t *testing.T, what, dir string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(self)
	command.Env = append(os.Environ(), processVariable+"="+what, processFolder+"="+dir)
	return command
}

// killedAt returns a package whose change was killed at its n-th system call, false if it was over
// before.
func killedAt(t *testing.T, n int) (dir, call string, killed bool) {
	t.Helper()
	dir = suite.WriteAll(t, t.TempDir(), oldVersion)
	call, killed = machine.KillAt(t, process(t, "change", dir), dir, n)
	return dir, call, killed
}

// TestKilled kills a change at each system call that changes something. The next process must find or make a
// package of a single version, even after being killed itself.
func TestKilled(t *testing.T) {
	step := 5
	if suite.IsAll() {
		step = 1
	}
	outcomes := map[changeset.Recovery]int{}
	kills := 0
	for n := 1; ; n += step {
		dir, call, killed := killedAt(t, n)
		if !killed {
			expect(t, dir, newWhole)
			break
		}
		kills++
		half := tree(t, dir)
		outcome, err := changeset.Recover(dir)
		if err != nil {
			t.Errorf("kill %d, before %s: %v", n, call, err)
		}
		outcomes[outcome]++
		got := tree(t, dir)
		want := oldVersion
		if outcome == changeset.Finished || outcome == changeset.Nothing && got["problem.yaml"] == "new" {
			want = newWhole
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("kill %d, before %s, left %v; %d, %v: the package (-want +got):\n%s", n, call, half, outcome, err, diff)
		}
		if suite.IsCampaign() || suite.IsAll() && n%10 == 0 {
			killedAgain(t, n, want)
		}
	}
	t.Logf("%d kills: %v", kills, outcomes)
	if kills*step < 50 || outcomes[changeset.Dropped] == 0 || outcomes[changeset.Finished] == 0 {
		t.Errorf("%d kills with the outcomes %v: is nothing traced?", kills, outcomes)
	}
}

// killedAgain kills the recovering process, too.
func killedAgain(t *testing.T, n int, want map[string]string) {
	for again := 1; ; again++ {
		dir, _, _ := killedAt(t, n)
		call, killed := machine.KillAt(t, process(t, "recover", dir), dir, again)
		if !killed {
			return
		}
		if _, err := changeset.Recover(dir); err != nil {
			t.Errorf("kill %d, then %d before %s: %v", n, again, call, err)
		}
		if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
			t.Errorf("kill %d, then %d before %s: the package (-want +got):\n%s", n, again, call, diff)
		}
	}
}

// firstPlaced finds the system call at which a change has put exactly one file in place.
func firstPlaced(t *testing.T) int {
	t.Helper()
	done := 1000
	begun := sort.Search(done, func(n int) bool {
		dir, _, _ := killedAt(t, n+1)
		text, err := os.ReadFile(filepath.Join(dir, "problem.yaml"))
		return err == nil && string(text) == "new"
	})
	if begun == done {
		t.Fatal("it never does")
	}
	return begun + 1
}

// TestTouched: changes by hand to a package between two versions stay.
func TestTouched(t *testing.T) {
	mine, at := "mine, and longer", firstPlaced(t)
	interrupted := func(t *testing.T) string {
		dir, _, _ := killedAt(t, at)
		return dir
	}
	without := func(files map[string]string, name, text string) map[string]string {
		files = maps.Clone(files)
		files[name] = text
		return files
	}
	for _, test := range []struct {
		name, file string
		outcome    changeset.Recovery
		want       map[string]string
	}{
		{"a file that is to be replaced", "data/secret/1.in", changeset.Undone, without(oldVersion, "data/secret/1.in", mine)},
		{"a file that is replaced", "problem.yaml", changeset.Finished, without(newWhole, "problem.yaml", mine)},
		{"a file that was removed", "data/secret/3.in", changeset.Finished, without(newWhole, "data/secret/3.in", mine)},
		{"a file that is to be added", "data/secret/group/deep/4.in", changeset.Undone, without(oldVersion, "data/secret/group/deep/4.in", mine)},
		{"another file", "kept", changeset.Finished, without(newWhole, "kept", mine)},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := interrupted(t)
			suite.WriteAll(t, dir, map[string]string{test.file: mine})
			if outcome, err := changeset.Recover(dir); outcome != test.outcome {
				t.Errorf("got %d, %v", outcome, err)
			}
			expect(t, dir, test.want)
		})
	}
	t.Run("two files that contradict each other", func(t *testing.T) {
		dir := interrupted(t)
		suite.WriteAll(t, dir, map[string]string{"problem.yaml": mine, "data/secret/1.in": mine})
		outcome, err := changeset.Recover(dir)
		if failed := (*changeset.Error)(nil); outcome != changeset.Torn || !errors.As(err, &failed) || !strings.Contains(failed.Hint(), "by hand: "+filepath.Join(dir, ".grundy-change")) {
			t.Errorf("got %d, %v", outcome, err)
		}
		if got := tree(t, dir); got["problem.yaml"] != mine || got["data/secret/1.in"] != mine || got[".grundy-change/old/problem.yaml"] != "old" {
			t.Errorf("the package holds %v", got)
		}
		if _, err := changeset.Begin(dir); !errors.Is(err, changeset.ErrUnfinished) {
			t.Errorf("the next change: %v", err)
		}
		if err := os.RemoveAll(filepath.Join(dir, ".grundy-change")); err != nil {
			t.Fatal(err)
		}
		if err := change(dir, newVersion); err != nil {
			t.Error(err)
		}
	})
}

// TestPlanFromElsewhere: a plan that comes with a package cannot reach beyond it.
func TestPlanFromElsewhere(t *testing.T) {
	for _, text := range []string{
		`{"files":[{"name":"../theirs","remove":true}]}`, `{"files":[{"name":"out/theirs","remove":true}]}`,
		`{"files":[{"name":"/etc/passwd","new":{"size":1}}]}`, `{"folders":["../x"]}`, `{`, ``, `[]`,
	} {
		t.Run(text, func(t *testing.T) {
			parent := suite.WriteAll(t, t.TempDir(), map[string]string{"theirs": "theirs", "package/.grundy-change/plan": text, "package/problem.yaml": "x"})
			dir := filepath.Join(parent, "package")
			if err := os.Symlink(parent, filepath.Join(dir, "out")); err != nil {
				t.Fatal(err)
			}
			outcome, err := changeset.Recover(dir)
			t.Logf("%d, %v", outcome, err)
			if got := tree(t, parent); got["theirs"] != "theirs" || got["package/problem.yaml"] != "x" {
				t.Errorf("it left %v", got)
			}
		})
	}
	t.Run("the folder is a link", func(t *testing.T) {
		parent := suite.WriteAll(t, t.TempDir(), map[string]string{"theirs/x": "theirs", "package/problem.yaml": "x"})
		dir := filepath.Join(parent, "package")
		if err := os.Symlink("../theirs", filepath.Join(dir, ".grundy-change")); err != nil {
			t.Fatal(err)
		}
		if err := change(dir, newVersion); err == nil {
			t.Error("the link was followed")
		}
		if _, err := changeset.Recover(dir); err != nil {
			t.Error(err)
		}
		expect(t, filepath.Join(parent, "theirs"), map[string]string{"x": "theirs"})
	})
}
