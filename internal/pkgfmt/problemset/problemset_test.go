package problemset_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/pkgfmt/problemset"
)

// folder writes files, and packages of nothing but a problem.yaml.
func folder(t *testing.T, packages []string, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "spring")
	for _, id := range packages {
		if err := os.MkdirAll(filepath.Join(dir, id), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, id, "problem.yaml"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRead(t *testing.T) {
	both := []string{"add", "nim"}
	tests := map[string]struct {
		files   map[string]string
		name    string
		list    string
		members []problemset.Member
		faults  []string
	}{
		"nothing but packages": {
			name: "spring", members: []problemset.Member{{ID: "add"}, {ID: "nim"}},
		},
		"problems.yaml before the others": {
			files: map[string]string{
				"problems.yaml":   "- id: nim\n  label: A\n  rgb: '#FF7109'\n  color: orange\n- {id: add, label: B}\n",
				"problemset.yaml": "problems: [{short-name: add, letter: X}]\n",
				"contest.yaml":    "id: s\nname: Spring contest\n",
			},
			name: "Spring contest", list: "problems.yaml",
			members: []problemset.Member{{ID: "nim", Label: "A", Color: "orange", RGB: "#FF7109"}, {ID: "add", Label: "B"}},
		},
		"problemset.yaml": {
			files: map[string]string{"problemset.yaml": "problems:\n  - short-name: nim\n    letter: A\n  - short-name: add\n    letter: 2\n"},
			name:  "spring", list: "problemset.yaml",
			members: []problemset.Member{{ID: "nim", Label: "A"}, {ID: "add", Label: "2"}},
		},
		"contest.yaml": {
			files: map[string]string{"contest.yaml": "formal_name: The spring\nname: s\nproblems: [{id: add, label: A}, {id: nim, label: B}]\n"},
			name:  "The spring", list: "contest.yaml",
			members: []problemset.Member{{ID: "add", Label: "A"}, {ID: "nim", Label: "B"}},
		},
		"faults": {
			files: map[string]string{"problems.yaml": "- id: nim\n  label: A\n- id: ad\n  label: B\n- label: C\n- id: nim\n  label: D\n"},
			name:  "spring", list: "problems.yaml",
			members: []problemset.Member{{ID: "nim", Label: "A"}},
			faults: []string{
				`problems.yaml:3: there is no package "ad" here, did you mean "add"?`,
				"problems.yaml:5: the problem has no id",
				"problems.yaml:6: nim stands in line 1, too",
				"problems.yaml: the package add is not listed, and so no part of the set",
			},
		},
		"labels and colours": {
			files: map[string]string{"problems.yaml": "- id: nim\n  label: A\n  rgb: red\n- id: add\n  label: A\n"},
			name:  "spring", list: "problems.yaml",
			members: []problemset.Member{{ID: "nim", Label: "A"}, {ID: "add", Label: "A"}},
			faults: []string{
				`problems.yaml:1: rgb: "red" is not a colour`,
				"problems.yaml:4: the label A is that of the problem in line 1, too",
			},
		},
		"no list": {
			files: map[string]string{"problems.yaml": "nim, add\n"},
			name:  "spring", members: []problemset.Member{{ID: "add"}, {ID: "nim"}},
			faults: []string{"problems.yaml:1: want a list of problems"},
		},
		"no list in contest.yaml": {
			files: map[string]string{"contest.yaml": "name: Spring\nproblems: 7\n"},
			name:  "Spring", members: []problemset.Member{{ID: "add"}, {ID: "nim"}},
			faults: []string{"contest.yaml:2: want a list of problems"},
		},
		"a broken contest.yaml is told of once": {
			files: map[string]string{"contest.yaml": "name: {\n"},
			name:  "spring", members: []problemset.Member{{ID: "add"}, {ID: "nim"}},
			faults: []string{"contest.yaml:1: invalid YAML: could not find flow mapping end token '}'"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			set := problemset.Read(folder(t, both, test.files))
			var faults []string
			for _, fault := range set.Faults {
				faults = append(faults, fault.String())
				if fault.Help == "" {
					t.Errorf("no remedy for %q", fault)
				}
			}
			if set.Name != test.name || set.List != test.list {
				t.Errorf("got %q by %q, want %q by %q", set.Name, set.List, test.name, test.list)
			}
			if diff := cmp.Diff(test.members, set.Members); diff != "" {
				t.Errorf("members (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.faults, faults); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
		})
	}
}

func TestIs(t *testing.T) {
	set := folder(t, []string{"nim"}, nil)
	if !problemset.Is(set) {
		t.Error("a directory with a package is no set")
	}
	if problemset.Is(filepath.Join(set, "nim")) {
		t.Error("a package is a set")
	}
	if problemset.Is(t.TempDir()) {
		t.Error("an empty directory is a set")
	}
}

func TestLabelled(t *testing.T) {
	set := problemset.Set{Members: make([]problemset.Member, 28)}
	set.Members[1].Label = "Q"
	members := set.Labelled()
	for i, want := range map[int]string{0: "A", 1: "Q", 25: "Z", 26: "AA", 27: "AB"} {
		if members[i].Label != want {
			t.Errorf("number %d is %s, want %s", i, members[i].Label, want)
		}
	}
	if set.Members[0].Label != "" {
		t.Error("the set itself was changed")
	}
}
