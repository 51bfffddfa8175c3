package tests

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/tests/machine"
	"grundy/tests/suite"
)

// sumPackage is a package in which every editing command has something to do.
const sumPackage = `
-- problem.yaml --
problem_format_version: 2025-09
name: Sum
uuid: 5c1b7f3e-88a3-4f0e-9c6f-5d8c8f1e2a11
license: public domain
limits: {time_limit: 30}
-- statement/problem.en.md --
Add two numbers.
-- input_validators/validate.sh --
read a b && exit 42
-- generators/pair.sh --
echo $1 $2
-- generators/generators.yaml --
data:
  sample:
    data:
      "1": {in: "1 2"}
  secret:
    data:
      - one: {in: "0 1"}
      - large: pair.sh 1000 12345
      - last: {in: "7 7", yaml: {hint: seven}}
-- submissions/submissions.yaml --
wrong_answer/first.sh:
  secret/2-large:
    required: [WA]
-- submissions/accepted/sum.sh --
read a b; echo $((a + b))
-- submissions/wrong_answer/first.sh --
read a b; [ $a -gt 2 ] && echo $a || echo $((a + b))
`

// TestInterrupted kills the editing commands at system calls that change the package; in the campaign at each of
// them. The next command, whichever it is, finds or restores one version of the package, leaves nothing else there,
// and reports what it did.
func TestInterrupted(t *testing.T) {
	needsLanguages(t, "bash")
	cache := sharedCache(t)
	run := func(dir string, args ...string) *exec.Cmd {
		command := grundy(t, dir, args...)
		command.Env = append(command.Env, "GRUNDY_CACHE="+cache)
		return command
	}
	must := func(t *testing.T, command *exec.Cmd) string {
		t.Helper()
		text, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", command.Args, err, text)
		}
		return string(text)
	}
	before := suite.Unpack(t, filepath.Join(t.TempDir(), "sum"), sumPackage)
	must(t, run(filepath.Dir(before), "generate", "sum"))
	changed := func(t *testing.T) string {
		dir := t.TempDir()
		if err := os.CopyFS(filepath.Join(dir, "sum"), os.DirFS(before)); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	for _, test := range []struct {
		name string
		args []string
		// prepare edits the package first; judges reports that a kill takes seconds.
		prepare func(t *testing.T, dir string)
		judges  bool
	}{
		{name: "rm", args: []string{"rm", "sum", "one"}},
		{name: "mv", args: []string{"mv", "sum", "secret/2-large", "sample"}},
		{name: "add", args: []string{"add", "sum", "--text", "5 5"}, judges: true},
		{name: "limits", args: []string{"limits", "sum", "--write", "--runs", "1"}, judges: true},
		{name: "generate", args: []string{"generate", "sum"}, judges: true, prepare: func(t *testing.T, dir string) {
			rules := filepath.Join(dir, "sum", "generators", "generators.yaml")
			text, err := os.ReadFile(rules)
			if err != nil {
				t.Fatal(err)
			}
			suite.Write(t, rules, strings.NewReplacer("pair.sh 1000", "pair.sh 2000", "last: {in: \"7 7\"", "newest: {in: \"8 8\"").Replace(string(text)))
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.judges {
				suite.NeedsAll(t, "kills commands that judge at some of their system calls, and in the campaign at each")
			}
			step := 25
			switch {
			case suite.IsCampaign():
				step = 1
			case suite.IsAll():
				step = 5
			}
			prepared := func() string {
				dir := changed(t)
				if test.prepare != nil {
					test.prepare(t, dir)
				}
				return dir
			}
			dir := prepared()
			old := packageTree(t, dir)
			must(t, run(dir, test.args...))
			whole := packageTree(t, dir)
			if test.name != "limits" && cmp.Equal(old, whole) {
				t.Fatal("the command changes nothing")
			}
			kills, repaired := 0, 0
			for n := 1; ; n += step {
				dir := prepared()
				call, killed := machine.KillAt(t, run(dir, test.args...), filepath.Join(dir, "sum"), n)
				if !killed {
					if diff := cmp.Diff(whole, packageTree(t, dir)); diff != "" {
						t.Errorf("under the tracer (-want +got):\n%s", diff)
					}
					break
				}
				kills++
				half := packageTree(t, dir)
				said := must(t, run(dir, "show", "--problems", ".", "sum"))
				got := packageTree(t, dir)
				if !cmp.Equal(got, old) && !cmp.Equal(got, whole) {
					t.Errorf("kill %d, before %s: the package is neither the old nor the new one:\n%s\n%s", n, call, cmp.Diff(old, got), said)
				}
				if isTorn := !cmp.Equal(half, got) && len(half) > 0; isTorn {
					repaired++
				}
				if strings.Contains(said, "interrupted") != hasRemains(half) {
					t.Errorf("kill %d, before %s, left %v; the next command says:\n%s", n, call, half, said)
				}
			}
			t.Logf("%d kills, after %d of which the next command had something to do", kills, repaired)
			if kills*step < 20 || repaired == 0 {
				t.Errorf("%d kills, %d repairs: is nothing traced?", kills, repaired)
			}
		})
	}
}

// hasRemains reports whether an interrupted change left something to finish or to drop.
func hasRemains(files map[string]string) bool {
	_, done := files["sum/.grundy-change/done"]
	for name := range files {
		if inside, found := strings.CutPrefix(name, "sum/.grundy-change/"); found && inside != "lock" && inside != "" && !done {
			return true
		}
	}
	return false
}

var measuredLimit = regexp.MustCompile(`time_limit: [0-9.]+`)

// packageTree is the content of the package's directory; directories end in a slash. Limits are measured, so their
// numbers differ.
func packageTree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(filepath.Join(dir, "sum"), func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, file)
		if entry.IsDir() {
			files[name+"/"] = ""
			return nil
		}
		text, err := os.ReadFile(file)
		files[name] = measuredLimit.ReplaceAllString(string(text), "time_limit: N")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
