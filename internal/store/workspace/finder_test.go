package workspace

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/hint"
	"grundy/internal/judge/language"
	"grundy/internal/store/cache"
	"grundy/tests/suite"
)

// tree makes files and changes into the directory that contains them.
func tree(t *testing.T, files ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, file := range files {
		suite.Write(t, file, "")
	}
}

func finderFor(t *testing.T, library *Library, named string) *finder {
	t.Helper()
	table, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	library.log = slog.New(slog.DiscardHandler)
	return &finder{Search{Problem: named}, library, table}
}

func TestFind(t *testing.T) {
	files := []string{
		"library/nim/problem.yaml", "library/nim/submissions/accepted/a.py", "library/kayles/data/secret/1.in",
		"solutions/nim/a.py", "solutions/nim/b.cpp", "solutions/nim/notes.txt", "solutions/nim/.hidden.py",
		"solutions/nim/deep/main.py", "solutions/nim/deep/more.py",
		"solutions/kayles/c.py", "solutions/other/d.py",
		"beside/e.py", "beside/f.py", "beside/1.in", "beside/1.ans",
		"elsewhere/nim.py", "elsewhere/g.py", "elsewhere/many/h.py", "elsewhere/many/i.py",
	}
	tests := []struct {
		name, named string
		args        []string
		// want lists solutions, each with the end of the path at which its problem was found.
		want []string
		err  string
	}{
		{name: "directory named after a problem", args: []string{"solutions/nim"}, want: []string{"solutions/nim/a.py nim", "solutions/nim/b.cpp nim", "solutions/nim/deep nim"}},
		{name: "directory of such directories", args: []string{"solutions"}, want: []string{"solutions/kayles/c.py kayles", "solutions/nim/a.py nim", "solutions/nim/b.cpp nim", "solutions/nim/deep nim"}},
		{name: "file in the package", args: []string{"library/nim/submissions/accepted/a.py"}, want: []string{"library/nim/submissions/accepted/a.py nim"}},
		{name: "file one directory down", args: []string{"solutions/nim/deep/main.py"}, want: []string{"solutions/nim/deep/main.py nim"}},
		{name: "tests beside", args: []string{"beside/e.py"}, want: []string{"beside/e.py e.py"}},
		{name: "directory with tests", args: []string{"beside"}, want: []string{"beside/e.py e.py", "beside/f.py f.py"}},
		{name: "name of the file", args: []string{"elsewhere/nim.py"}, want: []string{"elsewhere/nim.py nim"}},
		{name: "named wins", named: "kayles", args: []string{"solutions/nim/a.py"}, want: []string{"solutions/nim/a.py kayles"}},
		{name: "named directory", named: "beside", args: []string{"elsewhere/g.py"}, want: []string{"elsewhere/g.py beside"}},
		{name: "several files", named: "nim", args: []string{"elsewhere/many"}, want: []string{"elsewhere/many nim"}},
		{name: "no problem", args: []string{"elsewhere/g.py"}, err: "elsewhere/g.py: no problem found"},
		{name: "unknown problem", named: "mim", args: []string{"elsewhere/g.py"}, err: `no problem "mim", did you mean "nim"?`},
		{name: "package", args: []string{"library/nim"}, err: "library/nim: this is a problem package"},
		{name: "no file", args: []string{"solutions/nim/z.py"}, err: "solutions/nim/z.py: no such file or directory"},
		{name: "empty name", args: []string{""}, err: "an argument is empty"},
		{name: "directories with tests in the present one", want: []string{"beside/e.py e.py", "beside/f.py f.py"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tree(t, files...)
			solutions, err := finderFor(t, &Library{dir: "library", unpacked: cache.OpenFolders(t.TempDir())}, test.named).find(test.args)
			switch {
			case test.err == "" && err != nil:
				t.Fatal(err)
			case test.err != "" && (hint.Of(err) == "" || !strings.HasPrefix(err.Error(), test.err)):
				t.Fatalf("error %v, want one with a hint that begins with %q", err, test.err)
			}
			var got []string
			for _, s := range solutions {
				got = append(got, filepath.ToSlash(s.Name)+" "+filepath.Base(s.Key))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestFindInPresentFolder(t *testing.T) {
	tree(t, "nim/problem.yaml", "work/nim/a.py", "work/nim/b.py")
	library := &Library{dir: "../../nim/..", unpacked: cache.OpenFolders(t.TempDir())}
	t.Chdir("work/nim")
	for _, args := range [][]string{nil, {"."}} {
		solutions, err := finderFor(t, library, "").find(args)
		if err != nil {
			t.Fatal(err)
		}
		if len(solutions) != 2 || solutions[0].Name != "a.py" || solutions[1].Name != "b.py" {
			t.Errorf("find(%q) = %v, want a.py and b.py", args, solutions)
		}
	}
}
