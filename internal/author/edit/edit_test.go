package edit_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"grundy/internal/author/edit"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// base is a package without data.
var base = map[string]string{
	"problem.yaml":                "problem_format_version: 2025-09\nname: Sum\nuuid: 6a4f8a1e-2f65-4a2e-9d3b-0f2a7d6a5c25\nlicense: public domain\n",
	"statement/problem.en.md":     "Add.\n",
	"input_validators/v.sh":       "exit 42\n",
	"submissions/accepted/sum.sh": "read a b; echo $((a + b))\n",
}

func read(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(file string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		name, _ := filepath.Rel(dir, file)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func load(dir string) (*problem.Problem, *generators.Rules, error) {
	if plain.Is(dir) {
		p, _ := plain.Load(dir)
		return p, &generators.Rules{Dir: dir}, nil
	}
	p, faults := icpc.Load(dir)
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		return nil, nil, &problem.FaultError{Package: dir, Diagnostics: fatal}
	}
	rules, faults := generators.Read(p)
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		return nil, nil, &problem.FaultError{Package: dir, Diagnostics: fatal}
	}
	return p, rules, nil
}

func open(t testing.TB, dir string) *edit.Package {
	t.Helper()
	p, rules, err := load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return &edit.Package{Problem: p, Rules: rules, Load: load}
}

// cases returns input and answer files for some cases.
func cases(names ...string) map[string]string {
	files := map[string]string{}
	for _, name := range names {
		files["data/"+name+".in"] = name
		files["data/"+name+".ans"] = name
	}
	return files
}

func merged(all ...map[string]string) map[string]string {
	files := map[string]string{}
	for _, one := range all {
		maps.Copy(files, one)
	}
	return files
}

func remove(names ...string) func(*edit.Package) (event.Changed, error) {
	return func(p *edit.Package) (event.Changed, error) { return p.Remove(names, edit.Options{}) }
}

func move(old, to string) func(*edit.Package) (event.Changed, error) {
	return func(p *edit.Package) (event.Changed, error) { return p.Move(old, to, edit.Options{}) }
}

func TestEveryFileOfACaseFollows(t *testing.T) {
	rules := func(lines ...string) string { return "data:\n" + strings.Join(lines, "\n") + "\n" }
	command := map[string]string{"generators/gen.sh": "echo $1 1\n"}
	for _, test := range []struct {
		name   string
		before map[string]string
		do     func(*edit.Package) (event.Changed, error)
		// after maps the files written to their texts, and the files removed to "-".
		after map[string]string
		notes int
	}{
		{
			name: "descriptions of cases that are written by hand stay in the rules",
			before: merged(cases("sample/1", "secret/1", "invalid_input/01-a", "invalid_input/02-b"), map[string]string{
				"generators/generators.yaml": rules("  invalid_input:", "    data:", "      01-a:", "        yaml:", "          description: a", "      02-b:", "        yaml:", "          description: b # why"),
			}),
			do: remove("invalid_input/01-a"),
			after: map[string]string{
				"data/invalid_input/01-a.in": "-", "data/invalid_input/01-a.ans": "-",
				"data/invalid_input/02-b.in": "-", "data/invalid_input/02-b.ans": "-",
				"data/invalid_input/01-b.in": "invalid_input/02-b", "data/invalid_input/01-b.ans": "invalid_input/02-b",
				"generators/generators.yaml": rules("  invalid_input:", "    data:", "      01-b:", "        yaml:", "          description: b # why"),
			},
		},
		{
			name:   "numbers close up",
			before: merged(cases("sample/1", "secret/01-a", "secret/02-b", "secret/03-c"), map[string]string{"data/secret/03-c.yaml": "hint: c\n", "data/secret/03-c.files/x": "x"}),
			do:     remove("secret/02-b"),
			after: map[string]string{
				"data/secret/02-b.in": "-", "data/secret/02-b.ans": "-", "data/secret/03-c.in": "-", "data/secret/03-c.ans": "-",
				"data/secret/03-c.yaml": "-", "data/secret/03-c.files/x": "-",
				"data/secret/02-c.in": "secret/03-c", "data/secret/02-c.ans": "secret/03-c", "data/secret/02-c.yaml": "hint: c\n", "data/secret/02-c.files/x": "x",
			},
		},
		{
			name:   "gaps stay gaps",
			before: cases("sample/1", "secret/01", "secret/02", "secret/04"),
			do:     remove("01"),
			after:  map[string]string{"data/secret/01.in": "-", "data/secret/01.ans": "-"},
		},
		{
			name:   "a name that begins another one",
			before: cases("sample/1", "secret/a", "secret/a.b"),
			do:     move("secret/a", "z"),
			after: map[string]string{
				"data/secret/a.in": "-", "data/secret/a.ans": "-", "data/secret/z.in": "secret/a", "data/secret/z.ans": "secret/a",
			},
		},
		{
			name:   "others make room",
			before: cases("sample/1", "secret/1-a", "secret/2-b", "secret/3-c"),
			do:     move("3-c", "1-c"),
			after: map[string]string{
				"data/secret/3-c.in": "-", "data/secret/3-c.ans": "-", "data/secret/1-c.in": "secret/3-c", "data/secret/1-c.ans": "secret/3-c",
				"data/secret/1-a.in": "-", "data/secret/1-a.ans": "-", "data/secret/2-a.in": "secret/1-a", "data/secret/2-a.ans": "secret/1-a",
				"data/secret/2-b.in": "-", "data/secret/2-b.ans": "-", "data/secret/3-b.in": "secret/2-b", "data/secret/3-b.ans": "secret/2-b",
			},
		},
		{
			name: "rules and their record",
			before: merged(cases("sample/1", "secret/1-a", "secret/2-b"), command, map[string]string{
				"generators/generators.yaml":  rules("  secret:", "    data:", "      - a: gen 1", "      - b: gen 2"),
				"generators/generated.sha256": sum + "  data/secret/1-a.in\n" + sum + "  data/secret/2-b.in\n" + sum + "  data/secret/2-b.ans\n",
			}),
			do: remove("1-a"),
			after: map[string]string{
				"data/secret/1-a.in": "-", "data/secret/1-a.ans": "-", "data/secret/2-b.in": "-", "data/secret/2-b.ans": "-",
				"data/secret/1-b.in": "secret/2-b", "data/secret/1-b.ans": "secret/2-b",
				"generators/generators.yaml":  rules("  secret:", "    data:", "      - b: gen 2"),
				"generators/generated.sha256": sum + "  data/secret/1-b.ans\n" + sum + "  data/secret/1-b.in\n",
			},
		},
		{
			name: "rules with names are renumbered too",
			before: merged(cases("sample/1", "secret/1-a", "secret/2-b"), command, map[string]string{
				"generators/generators.yaml": rules("  secret:", "    data:", "      1-a: gen 1", "      2-b: gen 2"),
			}),
			do: remove("1-a"),
			after: map[string]string{
				"data/secret/1-a.in": "-", "data/secret/1-a.ans": "-", "data/secret/2-b.in": "-", "data/secret/2-b.ans": "-",
				"data/secret/1-b.in": "secret/2-b", "data/secret/1-b.ans": "secret/2-b",
				"generators/generators.yaml": rules("  secret:", "    data:", "      1-b: gen 2"),
			},
		},
		{
			name: "expectations follow, patterns are reported",
			before: merged(cases("sample/1", "secret/1-a", "secret/2-b"), map[string]string{
				"submissions/wrong/x.sh":       "echo\n",
				"submissions/submissions.yaml": "wrong/x.sh:\n  secret/2-b:\n    permitted: [WA]\n  secret/2*:\n    required: [WA]\n",
			}),
			do: remove("1-a"),
			after: map[string]string{
				"data/secret/1-a.in": "-", "data/secret/1-a.ans": "-", "data/secret/2-b.in": "-", "data/secret/2-b.ans": "-",
				"data/secret/1-b.in": "secret/2-b", "data/secret/1-b.ans": "secret/2-b",
				"submissions/submissions.yaml": "wrong/x.sh:\n  secret/1-b:\n    permitted: [WA]\n  secret/2*:\n    required: [WA]\n",
			},
			notes: 1,
		},
		{
			name: "a rule goes along to another group",
			before: merged(cases("sample/1", "secret/g/1", "secret/h/1"), command, map[string]string{
				"generators/generators.yaml": rules("  secret:", "    data:", "      g:", "        data:", "          # why", "          1: gen 1", "          2: gen 7", "      h:", "        data:", "          \"1\": gen 2"),
			}),
			do: move("g/2", "secret/h"),
			after: map[string]string{
				"generators/generators.yaml": rules("  secret:", "    data:", "      g:", "        data:", "          # why", "          1: gen 1", "      h:", "        data:", "          \"1\": gen 2", "          \"2\": gen 7"),
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := merged(base, test.before)
			dir := suite.WriteAll(t, t.TempDir(), before)
			changed, err := test.do(open(t, dir))
			if err != nil {
				t.Fatal(err)
			}
			want := merged(before, test.after)
			maps.DeleteFunc(want, func(_, text string) bool { return text == "-" })
			if diff := cmp.Diff(want, read(t, dir)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if got, want := changed.Files, slices.Sorted(maps.Keys(test.after)); !slices.Equal(got, want) {
				t.Errorf("reported %q, want %q", got, want)
			}
			if len(changed.Notes) != test.notes {
				t.Errorf("notes %q, want %d", changed.Notes, test.notes)
			}
		})
	}
}

const sum = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

func TestRefusedChangesChangeNothing(t *testing.T) {
	before := merged(base, cases("sample/1", "secret/01-a", "secret/02-b"), map[string]string{
		"generators/gen.sh": "echo $1 1\n",
		"generators/generators.yaml": `data:
  secret:
    data:
      01-a: gen 1
      many:
        generate: gen {count}
        count: 2
      g:
        in: x
`,
	})
	for _, test := range []struct {
		name string
		do   func(*edit.Package) (event.Changed, error)
		want string
	}{
		{"unknown case", remove("nosuch"), "no case"},
		{"all cases", remove("sample/1", "01-a", "02-b"), "no test case would be left"},
		{"made together", remove("many-1"), "one of 2 cases that one rule makes"},
		{"name exists", move("01-a", "02-b"), "there is a case secret/02-b"},
		{"bad name", move("02-b", "a b"), "is not a valid name of a test case"},
		{"unknown group", move("02-b", "secret/x/"), "no group"},
		{"the same name", move("02-b", "02-b"), "already has that name"},
		{"several", remove("1"), "may be any of"},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := before
			if test.name == "several" {
				files = merged(before, cases("secret/1"))
			}
			dir := suite.WriteAll(t, t.TempDir(), files)
			_, err := test.do(open(t, dir))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("error %v, want %q", err, test.want)
			}
			if diff := cmp.Diff(files, read(t, dir)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPlainFolders(t *testing.T) {
	dir := suite.WriteAll(t, t.TempDir(), map[string]string{
		"input01.txt": "a", "output01.txt": "a", "input02.txt": "b", "output02.txt": "b", "input03.txt": "c", "output03.txt": "c", "sol.py": "x", "deep/er/file": "y",
	})
	p := open(t, dir)
	if _, err := p.Remove([]string{p.Problem.Data.AllCases()[1].Name}, edit.Options{}); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"input01.txt": "a", "output01.txt": "a", "input02.txt": "c", "output02.txt": "c", "sol.py": "x", "deep/er/file": "y"}
	if diff := cmp.Diff(want, read(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// However cases are removed and moved, every case keeps its own files, and a directory without gaps stays so.
func TestNothingIsMixedUp(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "package")
		if err != nil {
			r.Fatal(err)
		}
		count := rapid.IntRange(3, 8).Draw(r, "count")
		files := merged(base, cases("sample/1"))
		for i := range count {
			name := numberedName(i+1, string(rune('a'+i)))
			files["data/secret/"+name+".in"], files["data/secret/"+name+".ans"] = string(rune('a'+i)), string(rune('a'+i))
		}
		suite.WriteAll(t, dir, files)
		for range rapid.IntRange(1, 2).Draw(r, "steps") {
			p := open(t, dir)
			secret := p.Problem.Data.AllCases()[1:]
			victim := secret[rapid.IntRange(0, len(secret)-1).Draw(r, "case")].Name
			slug := victim[strings.LastIndex(victim, "-")+1:]
			if rapid.Bool().Draw(r, "remove") {
				_, err = p.Remove([]string{victim}, edit.Options{})
			} else {
				to := numberedName(rapid.IntRange(1, len(secret)).Draw(r, "to"), slug)
				if "secret/"+to == victim {
					continue
				}
				_, err = p.Move(victim, to, edit.Options{})
			}
			if err != nil {
				r.Fatal(err)
			}
		}
		for i, c := range open(t, dir).Problem.Data.AllCases()[1:] {
			input, err := os.ReadFile(c.Input)
			if err != nil {
				r.Fatal(err)
			}
			answer, err := os.ReadFile(c.Answer)
			if err != nil {
				r.Fatal(err)
			}
			if want := "secret/" + numberedName(i+1, string(input)); c.Name != want || string(answer) != string(input) {
				r.Fatalf("case %d is %s with the input of %s and the answer of %s", i+1, c.Name, input, answer)
			}
		}
	})
}

func numberedName(number int, slug string) string {
	return string([]byte{byte('0' + number/10), byte('0' + number%10)}) + "-" + slug
}

// Cases whose files are links are renumbered like others: the links are renamed and keep their
// targets.
func TestLinkedCasesFollow(t *testing.T) {
	dir := suite.WriteAll(t, t.TempDir(), merged(base, cases("sample/1")))
	for i, name := range []string{"a", "b", "c"} {
		for _, extension := range []string{".in", ".ans"} {
			suite.Write(t, filepath.Join(dir, "shared", name+extension), name+"\n")
			link := filepath.Join(dir, "data", "secret", strconv.Itoa(i+1)+extension)
			if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("../../shared/"+name+extension, link); err != nil {
				t.Skip(err)
			}
		}
	}
	changed, err := remove("secret/1")(open(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	files := read(t, dir)
	for name, want := range map[string]string{"1": "b\n", "2": "c\n", "3": ""} {
		for _, extension := range []string{".in", ".ans"} {
			if got := files["data/secret/"+name+extension]; got != want {
				t.Errorf("data/secret/%s%s holds %q, want %q; changed: %+v", name, extension, got, want, changed)
			}
		}
	}
	if target, err := os.Readlink(filepath.Join(dir, "data", "secret", "1.in")); err != nil || target != "../../shared/b.in" {
		t.Errorf("data/secret/1.in leads to %q, %v", target, err)
	}
}
