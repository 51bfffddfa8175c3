package workspace

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// TestShippedSolutionsAreListed compares the list with Git's.
func TestShippedSolutionsAreListed(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("this is no checkout: Git knows nothing of it")
	}
	list := exec.Command("git", "ls-files", "--stage", "solutions")
	list.Dir = root
	want, err := list.Output()
	if err != nil {
		t.Skipf("git ls-files: %v", err)
	}
	if string(want) != shipped {
		t.Errorf("internal/store/workspace/shipped.txt differs; if the worked solutions in solutions/ were changed on purpose:\n\tgit ls-files --stage solutions > internal/store/workspace/shipped.txt")
	}
}

func TestOwn(t *testing.T) {
	worked, err := filepath.Abs(filepath.Join("..", "..", "..", "solutions", "nim", "nim.py"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(worked)
	if err != nil {
		t.Fatal(err)
	}
	committed := strings.Contains(shipped, blob(language.File{Data: text}))
	if !committed {
		t.Skipf("%s was changed", worked)
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		return suite.Write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	write("pack/problem.yaml", "")
	submitted := write("pack/submissions/accepted/a.py", "print(1)\n")
	p := &problem.Problem{Submissions: []problem.Submission{{Name: "accepted/a.py", Path: submitted}}}
	write("several/a.py", "print(1)\n")
	write("several/b.py", "mine = 1\n")
	write("copied/a.py", "print(1)\n")
	write("copied/nim.py", string(text))
	for _, test := range []struct {
		name, path string
		want       bool
	}{
		{"a worked solution", worked, false},
		{"a copy of it", write("nim.py", string(text)), false},
		{"a copy with the ends of lines of Windows", write("dos.py", string(bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")))), false},
		{"a worked solution that was changed", write("better.py", string(text)+"# mine\n"), true},
		{"a submission", submitted, false},
		{"a copy of it", write("copy.py", "print(1)\n"), false},
		{"written into a package's submissions", write("pack/submissions/accepted/deep/mine.py", "print(2)\n"), false},
		{"written into some other directory of that name", write("submissions/mine.py", "print(2)\n"), true},
		{"one's own", write("mine.py", "print(3)\n"), true},
		{"several files, one of them one's own", filepath.Join(dir, "several"), true},
		{"several files, all of them copied", filepath.Join(dir, "copied"), false},
	} {
		source, err := language.ReadSource(test.path)
		if err != nil {
			t.Fatal(err)
		}
		if got := (&Solution{Path: test.path, Source: source}).IsOwn(p); got != test.want {
			t.Errorf("%s: own = %v, want %v", test.name, got, test.want)
		}
	}
}
