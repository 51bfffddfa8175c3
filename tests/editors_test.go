package tests

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grundy/tests/suite"
)

// faulty are solutions with a fault for each way of locating it, and a test.
var faulty = map[string]string{
	"wrong.sh":  "echo 0\necho 7\n",
	"broken.sh": "if true; then\n  echo 1\n",
	"1.in":      "1\n",
	"1.ans":     "0\n7 8\n",
}

// TestEditors checks that the lists that editors make of the output of `grundy test --format gcc` lead to file, line
// and column; see docs/editors.md.
func TestEditors(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("needs Bash")
	}
	t.Parallel()
	errors := []string{"wrong.sh:1:1", "broken.sh:3:1"}
	all := []string{"wrong.sh:1:1", "1.ans:2:3", "1.in:1:1", "broken.sh:3:1"}
	vim := `let &runtimepath = $RUNTIME . ',' . &runtimepath
edit wrong.sh
compiler grundy
silent! make broken.sh
let found = []
for entry in getqflist()
  if entry.valid
    call add(found, printf('%s:%d:%d', bufname(entry.bufnr), entry.lnum, entry.col))
  endif
endfor
call writefile(found, 'found')
qall!
`
	emacs := `(require 'compile)
(let ((buffer (compile "grundy test --format gcc broken.sh wrong.sh")))
  (while (get-buffer-process buffer) (accept-process-output nil 0.1))
  (with-current-buffer buffer
    (compilation--ensure-parse (point-max))
    (goto-char (point-min))
    (let (at lines)
      (while (setq at (ignore-errors (compilation-next-error 1) (point)))
        (let ((loc (compilation--message->loc (get-text-property at 'compilation-message))))
          (push (format "%s:%s:%s\n" (caar (compilation--loc->file-struct loc)) (compilation--loc->line loc)
                        (or (compilation--loc->col loc) 0))
                lines)))
      (write-region (apply #'concat (nreverse lines)) nil "found"))))
`
	for _, editor := range []struct {
		name, script string
		call         []string
		want         []string
	}{
		{"vim", vim, []string{"-es", "-N", "-u", "NONE", "-i", "NONE", "-S", "script"}, all},
		{"nvim", vim, []string{"--headless", "-u", "NONE", "-i", "NONE", "-S", "script"}, all},
		{"emacs", emacs, []string{"-Q", "--batch", "-l", "./script"}, errors},
	} {
		t.Run(editor.name, func(t *testing.T) {
			if _, err := exec.LookPath(editor.name); err != nil {
				t.Skip("needs " + editor.name)
			}
			dir := faultyFolder(t)
			runtime := filepath.Join(dir, "runtime", "compiler")
			compiler, err := os.ReadFile("../docs/editors/grundy.vim")
			if err == nil {
				err = os.MkdirAll(runtime, 0o755)
			}
			if err != nil {
				t.Fatal(err)
			}
			suite.Write(t, filepath.Join(runtime, "grundy.vim"), string(compiler))
			suite.Write(t, filepath.Join(dir, "script"), editor.script)
			command := exec.CommandContext(t.Context(), editor.name, editor.call...)
			command.Dir, command.Env = dir, append(environ(t, dir), "RUNTIME="+filepath.Dir(runtime))
			output, err := command.CombinedOutput()
			found, readErr := os.ReadFile(filepath.Join(dir, "found"))
			if readErr != nil {
				t.Fatalf("%v, %v\n%s", readErr, err, output)
			}
			got := strings.Fields(string(found))
			slices.Sort(got)
			slices.Sort(editor.want)
			if !slices.Equal(got, editor.want) {
				t.Errorf("got %q, want %q\n%s", got, editor.want, output)
			}
		})
	}
	t.Run("tasks.json", func(t *testing.T) { tasks(t, all) })
}

// tasks matches the expressions of Visual Studio Code's tasks against real output, by Node if that is installed.
func tasks(t *testing.T, want []string) {
	var file struct {
		Tasks []struct {
			Label, Command string
			ProblemMatcher struct {
				Pattern    struct{ Regexp string }
				Background struct{ BeginsPattern, EndsPattern string }
			}
		}
	}
	text, err := os.ReadFile("../docs/editors/tasks.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	dir := faultyFolder(t)
	command := exec.CommandContext(t.Context(), "grundy", "test", "--format", "gcc", "broken.sh", "wrong.sh")
	command.Dir, command.Env = dir, environ(t, dir)
	output, _ := command.Output() // it fails, as it should
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	node, err := exec.LookPath("node")
	if err != nil {
		t.Log("needs Node to match as the editor does; Go matches alone")
	}
	matches := func(expression string) [][]string {
		var all [][]string
		for _, line := range lines {
			if groups := regexp.MustCompile(expression).FindStringSubmatch(line); groups != nil {
				all = append(all, groups)
			}
		}
		if node != "" {
			quoted, err := json.Marshal([]any{expression, lines})
			if err != nil {
				t.Fatal(err)
			}
			script := fmt.Sprintf("const [e, l] = %s; console.log(JSON.stringify(l.map(x => new RegExp(e).exec(x)).filter(x => x)))", quoted)
			command := exec.CommandContext(t.Context(), node, "-e", script)
			output, err := command.Output()
			var theirs [][]string
			if err == nil {
				err = json.Unmarshal(output, &theirs)
			}
			if err != nil || !slices.EqualFunc(all, theirs, slices.Equal) {
				t.Errorf("%s: Node finds %q, %v, want %q", expression, theirs, err, all)
			}
		}
		return all
	}
	for _, task := range file.Tasks {
		var got []string
		for _, groups := range matches(task.ProblemMatcher.Pattern.Regexp) {
			got = append(got, strings.Join(groups[1:4], ":"))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q in\n%s", task.Label, got, want, output)
		}
		if background := task.ProblemMatcher.Background; background.BeginsPattern != "" {
			if begins, ends := matches(background.BeginsPattern), matches(background.EndsPattern); len(begins) != 2 || len(ends) != 2 {
				t.Errorf("%s: begins %q, ends %q, want two each in\n%s", task.Label, begins, ends, output)
			}
		}
	}
}

// faultyFolder is a directory with the solutions.
func faultyFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range faulty {
		suite.Write(t, filepath.Join(dir, name), content)
	}
	return dir
}

// environ is the environment of a program that calls grundy.
func environ(t *testing.T, dir string) []string {
	env := os.Environ()
	for name, value := range surroundings(dir, sharedCache(t)) {
		env = append(env, name+"="+value)
	}
	return env
}
