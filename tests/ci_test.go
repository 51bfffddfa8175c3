package tests

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"grundy/internal/base/yamldoc"
)

// TestWorkflows runs the commands of the workflows in docs/ci in a repository with a package that a commit breaks and one that it
// leaves alone. Commands that only CI services have, sudo and apt-get, are replaced by ones at the front of PATH that
// do nothing.
func TestWorkflows(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the workflows are for Linux")
	}
	for _, tool := range []string{"bash", "git", "curl", "jq", "tar", "sha256sum"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("needs " + tool)
		}
	}
	t.Run("GitHub", func(t *testing.T) {
		var steps []yamldoc.Value
		if list, found := readYAML(t, "../docs/ci/github.yml").At("jobs", "verify", "steps"); found {
			steps = list.Elements()
		}
		text := func(step yamldoc.Value, key string) string {
			if value, found := step.At(key); found {
				text, _ := value.Text()
				return text
			}
			return ""
		}
		w := newWorkflow(t)
		w.set("BASE", w.base)
		w.set("GITHUB_WORKSPACE", w.dir)
		for _, name := range []string{"GITHUB_PATH", "GITHUB_STEP_SUMMARY"} {
			w.set(name, filepath.Join(w.home, name))
		}
		w.set("RUNNER_TEMP", w.home)
		said := map[string]string{}
		failed := map[string]bool{}
		for _, step := range steps {
			if name, run := text(step, "name"), text(step, "run"); run != "" {
				said[name], failed[name] = w.run(run)
			}
			added, _ := os.ReadFile(filepath.Join(w.home, "GITHUB_PATH"))
			w.path = strings.TrimSpace(string(added))
		}
		for name, yes := range failed {
			if yes != (name == "Verify what changed") {
				t.Errorf("%s: failed %t\n%s", name, yes, said[name])
			}
		}
		verified := said["Verify what changed"]
		for _, want := range []string{
			"::group::twice\n", "::endgroup::\n::error file=problems/twice/submissions/accepted/right.sh,line=1,col=1,title=grundy%3A twice::expected AC, got WA",
			"same", "unchanged",
		} {
			if !strings.Contains(verified, want) {
				t.Errorf("no %q in\n%s", want, verified)
			}
		}
		summary, _ := os.ReadFile(filepath.Join(w.home, "GITHUB_STEP_SUMMARY"))
		if !strings.Contains(string(summary), "1 of 1 package with problems, 1 unchanged") {
			t.Errorf("the summary: %s", summary)
		}

		// Without a previous commit everything is verified; without a change, nothing.
		for _, step := range steps {
			if text(step, "name") != "Verify what changed" {
				continue
			}
			run := text(step, "run")
			w.set("BASE", strings.Repeat("0", 40))
			if text, failed := w.run(run); !failed || strings.Contains(text, "unchanged") || !strings.Contains(text, "::group::same\n") {
				t.Errorf("the first push: %t\n%s", failed, text)
			}
			w.set("BASE", "HEAD")
			if text, failed := w.run(run); failed || !strings.Contains(text, "2 unchanged") {
				t.Errorf("without a change: %t\n%s", failed, text)
			}
		}
	})

	t.Run("GitLab", func(t *testing.T) {
		verify, _ := readYAML(t, "../docs/ci/gitlab.yml").At("verify")
		lines := func(key string) string {
			list, _ := verify.At(key)
			texts, _ := list.Texts()
			return strings.Join(texts, "\n") + "\n"
		}
		w := newWorkflow(t)
		w.set("CI_PROJECT_DIR", w.dir)
		w.set("GRUNDY_CACHE", w.dir+"/.cache/grundy")
		w.set("CI_COMMIT_BEFORE_SHA", w.base)
		text, failed := w.run(lines("before_script") + lines("script"))
		if !failed || !strings.Contains(text, "1 of 1 package with problems, 1 unchanged") {
			t.Errorf("failed %t\n%s", failed, text)
		}
		if text, failed := w.run(lines("after_script")); failed {
			t.Error(text)
		}
		for file, want := range map[string]string{
			"junit.xml":                   `<testsuite name="twice"`,
			"gl-code-quality-report.json": `"path": "problems/twice/submissions/accepted/right.sh"`,
		} {
			if text, err := os.ReadFile(filepath.Join(w.dir, file)); err != nil || !strings.Contains(string(text), want) {
				t.Errorf("%s: no %q in %s (%v)", file, want, text, err)
			}
		}
	})
}

func readYAML(t *testing.T, file string) yamldoc.Value {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	read, err := yamldoc.Open(text)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return read
}

// workflow is a directory in which the commands of a CI service run.
type workflow struct {
	t         *testing.T
	dir, home string
	base      string // the previous commit
	path      string // added to PATH
	env       []string
}

func newWorkflow(t *testing.T) *workflow {
	w := &workflow{t: t, dir: t.TempDir(), home: t.TempDir()}
	shims := filepath.Join(w.home, "shims")
	write := func(path, text string, mode os.FileMode) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, tool := range []string{"sudo", "apt-get"} {
		write(filepath.Join(shims, tool), "#!/bin/sh\nexit 0\n", 0o755)
	}
	archive := releaseArchive(t)
	write(filepath.Join(w.home, "archive.tar.gz"), string(archive), 0o644)
	sum := sha256.Sum256(archive)
	w.env = append(surroundingsOf(t, w.home), "PATH="+shims+":"+os.Getenv("PATH"),
		"GRUNDY_ARCHIVE=file://"+filepath.Join(w.home, "archive.tar.gz"), "GRUNDY_SHA256="+hex.EncodeToString(sum[:]),
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.org", "GIT_COMMITTER_NAME=Ada",
		"GIT_COMMITTER_EMAIL=ada@example.org",
	)
	for id, name := range map[string]string{"twice": "Twice", "same": "Same"} {
		below := func(path string) string { return filepath.Join(w.dir, "problems", id, path) }
		uuid := "6a4f8a1e-2f65-4a2e-9d3b-0f2a7d6a5c2" + string(id[0]%10+'0')
		write(below("problem.yaml"), "problem_format_version: 2025-09\nname: "+name+"\nuuid: "+uuid+"\nlicense: public domain\nlimits: {time_limit: 2, memory: 512}\n", 0o644)
		write(below("statement/problem.en.md"), "Print twice the number.\n", 0o644)
		write(below("input_validators/v.sh"), "IFS= read -r n && [[ $n =~ ^[1-9][0-9]{0,3}$ ]] && ! read -r more && [[ -z $more ]] && exit 42\nexit 43\n", 0o644)
		write(below("data/secret/1.in"), "2\n", 0o644)
		write(below("data/secret/1.ans"), "4\n", 0o644)
		write(below("submissions/accepted/right.sh"), "read n; echo $((2 * n))\n", 0o644)
	}
	w.must("git init -q . && git add -A && git commit -q -m one")
	w.base = strings.TrimSpace(w.must("git rev-parse HEAD"))
	write(filepath.Join(w.dir, "problems/twice/submissions/accepted/right.sh"), "read n; echo $((3 * n))\n", 0o644)
	w.must("git commit -q -a -m two")
	return w
}

// releaseArchive is an archive like those of make release, with the program under test.
func releaseArchive(t *testing.T) []byte {
	t.Helper()
	program, err := exec.LookPath("grundy") // testscript puts it into PATH
	if err != nil {
		t.Fatal(err)
	}
	binary, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	var archive bytes.Buffer
	packed, err := gzip.NewWriterLevel(&archive, gzip.NoCompression)
	if err != nil {
		t.Fatal(err)
	}
	files := tar.NewWriter(packed)
	err = files.WriteHeader(&tar.Header{Name: "grundy-v1.2.0-linux-amd64/grundy", Mode: 0o755, Size: int64(len(binary))})
	if err == nil {
		_, err = files.Write(binary)
	}
	if err == nil {
		err = files.Close()
	}
	if err == nil {
		err = packed.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return archive.Bytes()
}

func (w *workflow) set(name, value string) { w.env = append(w.env, name+"="+value) }

// run runs commands as CI services do.
func (w *workflow) run(commands string) (said string, failed bool) {
	w.t.Helper()
	if w.path != "" {
		commands = "PATH=" + w.path + ":$PATH\n" + commands
	}
	command := exec.Command("bash", "-e", "-c", commands)
	command.Dir, command.Env = w.dir, w.env
	text, err := command.CombinedOutput()
	return string(text), err != nil
}

func (w *workflow) must(commands string) string {
	w.t.Helper()
	said, failed := w.run(commands)
	if failed {
		w.t.Fatalf("%s\n%s", commands, said)
	}
	return said
}

// surroundingsOf is the environment of scripts, in a home directory.
func surroundingsOf(t *testing.T, home string) []string {
	var env []string
	for name, value := range surroundings(home, sharedCache(t)) {
		env = append(env, name+"="+value)
	}
	return append(env, "HOME="+home)
}
