package generators_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

// generatorsPackage writes a package with the given generators.yaml and some programs to call.
func generatorsPackage(t testing.TB, text string) *problem.Problem {
	t.Helper()
	archive := "-- submissions/accepted/a.py --\n-- draw.py --\n-- generators/tree.py --\n-- generators/graph/main.cpp --\n" +
		"-- generators/lib.py --\n-- generators/manual/one.in --\n1\n-- generators/manual/one.ans --\n2\n"
	dir := suite.Unpack(t, t.TempDir(), archive)
	suite.Write(t, filepath.Join(dir, generators.File), text)
	return &problem.Problem{ID: "p", Dir: dir, Format: problem.V2025, Constants: map[string]string{"most": "100"}}
}

// described are the cases of rules, one a line.
func described(rules *generators.Rules) string {
	var b strings.Builder
	for _, c := range rules.Cases {
		b.WriteString(c.Name)
		switch {
		case c.Include != nil:
			b.WriteString(" = " + c.Include.Name)
		case c.Manual:
			b.WriteString(" by hand")
		case c.Command != nil:
			b.WriteString(": " + strings.Join(c.Command.Args(1), " "))
		case c.Copy != "":
			b.WriteString(" < " + c.Copy)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestGeneratorsNames(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"map": {`
data:
  secret:
    data:
      b: tree 1
      a: {generate: "tree 2"}
  sample:
    data:
      "1": tree 3
`, "sample/1: 3\nsecret/a: 2\nsecret/b: 1\n"},
		"lists number through the file": {`
data:
  secret:
    data:
    - a: tree 1
    - "": tree 2
    - small:
        data: [b: tree 3, c: tree 4]
    - large:
        data: {d: tree 5}
  sample:
    data: [x: tree 0]
`, "sample/1-x: 0\nsecret/2-a: 1\nsecret/3: 2\nsecret/1-small/4-b: 3\nsecret/1-small/5-c: 4\nsecret/2-large/d: 5\n"},
		"width": {`
data:
  sample: {}
  secret:
    data: [a: {generate: "tree {count}", count: 9}, b: tree 10]
`, "secret/01-a-1: 1\nsecret/02-a-2: 2\nsecret/03-a-3: 3\nsecret/04-a-4: 4\nsecret/05-a-5: 5\nsecret/06-a-6: 6\nsecret/07-a-7: 7\nsecret/08-a-8: 8\nsecret/09-a-9: 9\nsecret/10-b: 10\n"},
		"counts": {`
data:
  sample: {}
  secret:
    data:
      a: {generate: "tree {count}", count: 8..=10}
      b: {generate: "tree {count} x", count: [5, 10, 7]}
`, "secret/a-08: 8\nsecret/a-09: 9\nsecret/a-10: 10\nsecret/b-5: 5 x\nsecret/b-10: 10 x\nsecret/b-7: 7 x\n"},
		"kinds": {`
generators:
  both: [tree.py, lib.py]
data:
  sample: {}
  fuzz: {data: {x: tree}}
  secret:
    data:
      a: both {{most}} {name} {seed:4}
      b: {copy: manual/one}
      c: manual/one.in
      d: {desc: written by hand}
      e: graph 5 {count}
      f: {generate: tree 1, match: '\A(?!1).*\Z'} # as Python reads it
`, "secret/a: 100 testcase 1\nsecret/b < manual/one\nsecret/c < manual/one\nsecret/d by hand\nsecret/e: 5 {count}\nsecret/f: 1\n"},
		"include": {`
data:
  sample:
    data: {one: tree 1}
  secret:
    data:
      a: {data: {x: tree 2, y: tree 3}}
      b: {include: [one, a], data: {z: tree 4}}
      c: {include: [b]}
`, "sample/one: 1\nsecret/a/x: 2\nsecret/a/y: 3\nsecret/b/z: 4\nsecret/b/one = sample/one\nsecret/b/x = secret/a/x\nsecret/b/y = secret/a/y\n" +
			"secret/c/z = secret/b/z\nsecret/c/one = sample/one\nsecret/c/x = secret/a/x\nsecret/c/y = secret/a/y\n"},
		"include whole directories, and a case by two of its keys": {`
data:
  sample:
    data: {one: tree 1, two: tree 2, shown: {in.statement: "6", ans.download: {link: ans.statement}, ans.statement: "7"}}
  secret:
    data:
      a: {include: [one, sample]}
`, "sample/one: 1\nsample/two: 2\nsecret/a/one = sample/one\nsecret/a/two = sample/two\n"},
	} {
		t.Run(name, func(t *testing.T) {
			p := generatorsPackage(t, tt.text)
			suite.Write(t, filepath.Join(p.Dir, "data/secret/d.in"), "")
			rules, faults := generators.Read(p)
			if fatal := faults.Fatal(false); len(fatal) > 0 {
				t.Fatalf("faults: %v", fatal)
			}
			if diff := cmp.Diff(tt.want, described(rules)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestGeneratorsSettings(t *testing.T) {
	rules, faults := generators.Read(generatorsPackage(t, `
solution: /submissions/accepted/a.py
random_salt: abc
retries: 3
data:
  secret:
    test_group.yaml:
      # points
      max_score: 40
      args: [a,
        b]
    data:
      a: tree {seed}
      b:
        generate: tree {seed}
        random_salt:
        solution:
        visualizer: /draw.py {seed}
        retries: 1
        match: {in: ^1, ans: [a, b]}
      c:
        in: "5"
        ans: |
          x
          y
        yaml:
          description: "quoted # text"
          args:
            - 1
      d: {in: "", desc: what it is, hint: look}
  sample:
    data:
      "1":
        in: 1
        in.statement: {link: in}
`))
	if want := "generators/generators.yaml:34: data.sample.data.1.in: want text, got an integer 1"; len(faults) != 1 || faults[0].String() != want {
		t.Fatalf("faults %v, want %s", faults, want)
	}
	a, b, c, d := rules.Case("secret/a"), rules.Case("secret/b"), rules.Case("secret/c"), rules.Case("secret/d")
	if a.Seed == b.Seed || a.Solution != "submissions/accepted/a.py" || a.NoSolution || a.Retries != 3 || a.Visualizer != nil {
		t.Errorf("a is %+v", a)
	}
	if b.Solution != "" || !b.NoSolution || b.Retries != 1 || b.Visualizer == nil || len(b.Match[".in"]) != 1 || len(b.Match[".ans"]) != 2 {
		t.Errorf("b is %+v", b)
	}
	want := map[string]string{".in": "5\n", ".ans": "x\ny\n", ".yaml": "description: \"quoted # text\"\nargs:\n  - 1\n"}
	if diff := cmp.Diff(want, c.Texts); diff != "" {
		t.Errorf("c: (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{".in": "", ".yaml": "hint: \"look\"\n"}, d.Texts); diff != "" || d.Description != "what it is" {
		t.Errorf("d: description %q, (-want +got)\n%s", d.Description, diff)
	}
	if len(rules.Groups) != 1 || rules.Groups[0].Settings != "max_score: 40\nargs: [a,\n  b]\n" || rules.Groups[0].File != "data/secret/test_group.yaml" {
		t.Errorf("groups %+v", rules.Groups)
	}
}

// TestDescriptions looks at what is kept in the rules alone, and at what becomes a file.
func TestDescriptions(t *testing.T) {
	const text = `
data:
  secret:
    data:
      plain: {generate: tree 1, yaml: {description: about trees}}
      many: {generate: "tree {count}", count: 2, desc: one of two}
      more: {in: "5", yaml: {description: five, hint: count}}
  sample:
    data:
    - by-hand:
        yaml:
          description: |
            two
            lines
    - "": {desc: nameless}
  invalid_input:
    include: [plain]
`
	for _, format := range []problem.Format{problem.V2025, problem.Legacy} {
		p := generatorsPackage(t, text)
		p.Format = format
		suite.Write(t, filepath.Join(p.Dir, "data/sample/1-by-hand.in"), "")
		rules, faults := generators.Read(p)
		if len(faults) != 1 || !faults[0].Practice || !strings.Contains(faults[0].Message, "nothing makes the input of sample/2") {
			t.Errorf("%s: got %v", format, faults)
		}
		want := map[string]string{
			"secret/plain": "about trees", "secret/many-1": "one of two", "secret/many-2": "one of two", "sample/1-by-hand": "two\nlines\n",
			"sample/2": "nameless", "invalid_input/plain": "about trees",
		}
		if diff := cmp.Diff(want, rules.Descriptions()); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", format, diff)
		}
		for _, c := range rules.Cases {
			_, file := c.Texts[".yaml"]
			if wanted := c.Name == "secret/more"; file != wanted || c.Texts[".desc"] != "" {
				t.Errorf("%s: %s has a NAME.yaml: %v, want %v", format, c.Name, file, wanted)
			}
		}
		if c := rules.Case("sample/1-by-hand"); c == nil || !c.Manual {
			t.Errorf("%s: a case of a description alone is %+v", format, c)
		}
	}
}

// TestSearch reads commands for searches, which make no cases.
func TestSearch(t *testing.T) {
	rules, faults := generators.Read(generatorsPackage(t, `
search:
  - tree {size} {seed}
  - graph {{most}} {seed:2}
data: {sample: {}, secret: {}}
`))
	want := []generators.Command{{Text: "tree {size} {seed}"}, {Text: "graph 100 {seed:2}"}}
	if diff := cmp.Diff(want, rules.Search); diff != "" || len(faults) > 0 || len(rules.Cases) > 0 {
		t.Errorf("cases %v, faults %v, (-want +got)\n%s", rules.Cases, faults, diff)
	}
}

func TestGeneratorsFaults(t *testing.T) {
	in := func(rule string) string { return "data:\n  sample: {}\n  secret:\n    data:\n      a: " + rule + "\n" }
	for _, tt := range []struct{ text, want string }{
		{"a: 1\n", "the key data is missing"},
		{"data: {secret: {}}\n", "the key data.sample is missing"},
		{"data: {sample: {data: []}}\n", "the key data.secret is missing"},
		{"data: {sample: {}, secret: {}, secrets: {}}\n", "unknown directory secrets"},
		{"generate: tree 1\n" + in("tree 1"), "unknown key generate"},
		{"solutions: /a.py\n" + in("tree 1"), "unknown key solutions"},
		{"random_salt: 0\n" + in("tree 1"), "random_salt: want text, got an integer 0"},
		{"random_salt: true\n" + in("tree 1"), "random_salt: want text"},
		{"version: 2025-123\n" + in("tree 1"), `"2025-123" is not a version`},
		{"version: 2025\n" + in("tree 1"), "version: want text"},
		{"search: tree {seed}\n" + in("tree 1"), "search: want a list"},
		{"search: []\n" + in("tree 1"), "search: the list is empty"},
		{"search: [1]\n" + in("tree 1"), "want text, got an integer 1"},
		{"search: [tree 1]\n" + in("tree 1"), "the command takes no {seed}"},
		{"search: ['nosuch {seed}']\n" + in("tree 1"), "there is no generator nosuch"},
		{in(`""`), "the command is empty"},
		{in(`{generate: " "}`), "the command is empty"},
		{"solution: a.py\n" + in("tree 1"), `want a path that begins with /, got "a.py"`},
		{"solution: /nothing.py\n" + in("tree 1"), "the package has no file nothing.py"},
		{"solution: /../../etc/passwd\n" + in("tree 1"), "the package has no file etc/passwd"},
		{"generators: {g: [../problem.yaml]}\n" + in("tree 1"), "there is no file generators/../problem.yaml"},
		{"generators: {g: []}\n" + in("tree 1"), "the list is empty"},
		{in("nosuch 1"), "there is no generator nosuch in generators/: graph, lib.py, tree.py"},
		{in("../draw.py 1"), "the generator ../draw.py lies outside generators/"},
		{in("tree {seed} {seed:2}"), "holds {seed} more than once"},
		{in("tree {sed}"), "holds {sed}"},
		{in("{generate: tree 1, colour: red}"), "unknown key data.secret.data.a.colour"},
		{in("{solution: /submissions/accepted/a.py, ans: x}"), "nothing makes the input"},
		{in("{generate: tree 1, count: 101}"), "want 1 to 100 cases"},
		{in("{generate: tree 1, count: 5..=2}"), "the range 5..=2 is empty"},
		{in("{generate: tree 1, count: [1, 1]}"), "1 stands twice"},
		{in("{generate: tree 1, count: 5..=99999999999999999999}"), "the range 5..=99999999999999999999 is empty"},
		{in("{generate: tree 1, count: 0..=100}"), "want 1 to 100 cases"},
		{in("{generate: tree 1, count: []}"), "want 1 to 100 cases"},
		{in("{generate: tree 1, count: {a: 1}}"), "want a number, a list or a range"},
		{in("{generate: tree 1, count: many}"), "want a number, a list or a range"},
		{in("{generate: tree 1, retries: 101}"), "101 tries are too many"},
		{"type: testcase\n" + in("tree 1"), `want directory, got "testcase"`},
		{in("{type: directory, generate: tree 1}"), `want testcase, got "directory"`},
		{"generators: {g: [/tree.py]}\n" + in("tree 1"), "there is no file generators//tree.py"},
		{in("{copy: /manual/one}"), "there is no file generators//manual/one.in"},
		{in("{generate: tree 1, match: '('}"), "error parsing regexp"},
		{in("{generate: tree 1, data: {}}"), "unknown key data.secret.data.a.data"},
		{in("{generate: tree 1, in.statement: x}"), "only samples are shown"},
		{in("{copy: manual/two}"), "there is no file generators/manual/two.in"},
		{in("{copy: ../data/secret/1}"), "there is no file generators/../data/secret/1.in"},
		{in("{match: x}"), "nothing makes the input"},
		{in("{yaml: {hint: x}}"), "a case that is written by hand has nothing here but its description"},
		{in("{generate: tree 1, desc: a, yaml: {hint: b}}"), "both desc and yaml"},
		{in("[tree]"), "want a command or a map, got a list"},
		{"data:\n  sample: {data: {a: {in: x, interaction: \"<1\\n2\\n\"}}}\n  secret: {}\n", "the text is not a conversation"},
		{"data:\n  sample: {}\n  secret:\n    data:\n      b d: tree 1\n", `"b d" is not a name for a test case`},
		{"data:\n  sample: {}\n  secret:\n    data:\n      test_group: tree 1\n", "its settings would be those of the group"},
		{"data:\n  sample: {}\n  secret:\n    data: [{}]\n", "want one case or directory, got 0"},
		{"data:\n  sample: {}\n  secret:\n    data:\n    - a: tree 1\n      b: tree 2\n", "want one case or directory, got 2"},
		{"data:\n  sample: {}\n  secret:\n    data: [x: {data: {}, include: [b]}]\n", "there is no case or directory b to include"},
		{"data:\n  sample: {}\n  secret:\n    data:\n      a: tree 1\n      a: tree 2\n", "key a stands twice"},
		{"data:\n  sample: {}\n  secret:\n    testdata.yaml: {a: 1}\n", "version 2025-09 reads test_group.yaml"},
	} {
		_, faults := generators.Read(generatorsPackage(t, tt.text))
		fatal := faults.Fatal(false)
		if len(fatal) == 0 || !strings.Contains(fatal[0].String(), tt.want) || fatal[0].Help == "" || fatal[0].Line == 0 {
			t.Errorf("%s\ngot %+v, want %q", tt.text, fatal, tt.want)
		}
	}
	if rules, faults := generators.Read(generatorsPackage(t, in(""))); len(rules.Cases) > 0 || len(faults) != 1 || faults[0].Level != problem.Warning {
		t.Errorf("a case that nothing makes: got %v", faults)
	}
	for _, text := range []string{"", "# nothing yet\n", "---\n"} {
		_, faults := generators.Read(generatorsPackage(t, text))
		if len(faults) != 1 || faults[0].Level != problem.Error || faults[0].Message != "the file is empty" {
			t.Errorf("%q: got %v", text, faults)
		}
	}
	for text, want := range map[string][2]string{
		"generators: {../g: [tree.py], h: [nosuch.py]}\n" + in("tree 1"):                                         {`"../g" is not a name for a generator`, "there is no file generators/nosuch.py"},
		"generators: {g: [], h: tree.py}\n" + in("tree 1"):                                                       {"the list is empty", "want a list"},
		"search: ['tree 1', 'nosuch {seed}']\n" + in("tree 1"):                                                   {"the command takes no {seed}", "there is no generator nosuch"},
		"search: [1, 'nosuch {seed}']\n" + in("tree 1"):                                                          {"want text", "there is no generator nosuch"},
		"data: {sample: {}, secrets: {}, invalid: {}, secret: {}}\n":                                             {"unknown directory secrets", "unknown directory invalid"},
		in("{generate: tree 1, in.statement: x, interaction: '<1', colour: x}"):                                  {"only samples are shown", "only samples are shown"},
		"data:\n  sample: {}\n  secret: {testdata.yaml: {a: 1}, data: {b: {data: {}, testdata.yaml: {a: 1}}}}\n": {"version 2025-09 reads", "version 2025-09 reads"},
		"data:\n  sample: {data: {b: tree 1}}\n  secret:\n    data: {a: {include: [b, b, [b], none]}}\n":         {"want", "no case or directory none"},
		"generators: {g: tree.py, h: []}\n" + in("tree 1"):                                                       {"want a list", "the list is empty"},
		"data:\n  sample: {}\n  secret:\n    data: [7, {}]\n":                                                    {"want a map", "want one case or directory"},
		in("{generate: tree 1, match: ['(?!1)', '(']}"):                                                          {"missing closing )"},
		in("{copy: .in}"): {"there is no file generators/.in.in"},
		"data:\n  sample: {data: {b: tree 1}}\n  secret:\n    data: [c: {include: [nosuch, b, b]}, b: tree 1, c: {include: [b, b, none]}]\n": {"no case or directory nosuch", "no case or directory none"},
	} {
		_, faults := generators.Read(generatorsPackage(t, text))
		fatal := faults.Fatal(false)
		for i, want := range want {
			if want != "" && (len(fatal) <= i || !strings.Contains(fatal[i].String(), want)) {
				t.Errorf("%s\ngot %+v, want %q", text, fatal, want)
			}
		}
	}
	for _, text := range []string{
		"version: 2025-12\n" + in("tree 1"), "type: directory\n" + in("{type: testcase, generate: tree 1}"),
		in("{generate: tree 1, count: 5..=5}"), in("{generate: tree 1, count: 1..=100}"), in("{generate: tree 1, retries: 100}"),
	} {
		if _, faults := generators.Read(generatorsPackage(t, text)); len(faults) > 0 {
			t.Errorf("%s\ngot %v", text, faults)
		}
	}
	for text, want := range map[string]string{
		"colour: red\n" + in("tree 1"): "unknown key colour",
		in("tree {count}"):             "{count} stands for itself without the key count",
	} {
		_, faults := generators.Read(generatorsPackage(t, text))
		if len(faults) != 1 || faults[0].Level != problem.Warning || faults[0].Message != want || faults[0].Help == "" || faults[0].Line == 0 {
			t.Errorf("%s\ngot %+v, want the warning %q", text, faults, want)
		}
	}
}

// TestAppendIsRead appends cases to files of many shapes and demands that they are read as they were written, and that no
// line is lost.
func TestAppendIsRead(t *testing.T) {
	texts := map[string]string{
		"no directory": "data:\n  sample: # shown\n    data:\n      \"1\":\n        in: |\n          1\n  secret: {}\n\n# the end\n",
		"map":          "data:\n  sample: {}\n  secret:\n    data:\n      a: tree 1 # one\n      # two\n      b:\n        in: |\n          5\n\n          6\n  invalid_input:\n    data: {}\n",
		"list":         "data:\n  sample: {}\n  secret:\n    data:\n    - a: tree 1\n    - b: {in: \"5\"}\n    # last\nrandom_salt: x\n",
		"deep list":    "data:\n  sample: {}\n  secret:\n    data:\n      - a: tree 1\n      - b:\n          generate: tree 2\nrandom_salt: x\n",
		"null":         "data:\n  secret:\n    data:  # to come\n  sample:\n",
		"flow":         "data:\n  sample: {}\n  secret:\n    data: {} # to come\nrandom_salt: x\n",
	}
	p := generatorsPackage(t, "")
	read := func(text []byte) (*generators.Rules, problem.Diagnostics) {
		suite.Write(t, filepath.Join(p.Dir, generators.File), string(text))
		return generators.Read(p)
	}
	rapid.Check(t, func(r *rapid.T) {
		shape := rapid.SampledFrom(slices.Sorted(maps.Keys(texts))).Draw(r, "shape")
		group := rapid.SampledFrom([]string{"secret", "secret/large", "invalid_input"}).Draw(r, "group")
		if group == "secret/large" && strings.HasSuffix(shape, "list") {
			group = "secret"
		}
		name := rapid.StringMatching(`[0-9]{0,2}-?[a-z0-9]{2,5}`).Filter(func(s string) bool { return s[0] != '-' }).Draw(r, "name")
		entry := generators.Entry{
			In:          []byte(rapid.StringMatching(`([ a-z0-9#:\-\t]|\n|é){0,12}`).Draw(r, "in") + "\n"),
			Description: rapid.StringMatching(`[ -~]{0,10}`).Draw(r, "description"),
		}
		if rapid.Bool().Draw(r, "answered") {
			entry.Ans = []byte(rapid.StringMatching(`[0-9\n]{0,4}`).Draw(r, "ans") + "\n")
		}
		if rapid.Bool().Draw(r, "generated") {
			entry = generators.Entry{Command: "tree " + rapid.SampledFrom([]string{"5", "{seed}", "{seed:3} a=b", "#", "\"x: y\"", "{name} 1"}).Draw(r, "args")}
		}
		text := []byte(texts[shape])
		after, err := generators.Append(text, group+"/"+name, entry)
		if err != nil {
			r.Fatalf("append: %v", err)
		}
		for line := range strings.SplitSeq(texts[shape], "\n") {
			if !strings.Contains(string(after), strings.TrimSuffix(strings.TrimSuffix(strings.TrimRight(line, " "), " # to come"), " {}")) {
				r.Errorf("the line %q is lost:\n%s", line, after)
			}
		}
		before, _ := read(text)
		rules, faults := read(after)
		if fatal := faults.Fatal(false); len(fatal) > 0 {
			r.Fatalf("faults %v in\n%s", fatal, after)
		}
		if len(rules.Cases) != len(before.Cases)+1 {
			r.Fatalf("%d cases, then %d:\n%s", len(before.Cases), len(rules.Cases), after)
		}
		for _, c := range rules.Cases {
			if before.Case(c.Name) != nil {
				continue
			}
			if c.Group() != group || !strings.HasSuffix(shape, "list") && c.Name != group+"/"+name {
				r.Errorf("the case is called %s", c.Name)
			}
			if entry.Command != "" && (c.Command == nil || c.Command.Text != entry.Command) {
				r.Errorf("the command is %+v:\n%s", c.Command, after)
			}
			if entry.Command == "" && (c.Texts[".in"] != string(entry.In) || c.Texts[".ans"] != string(entry.Ans)) {
				r.Errorf("the texts are %q:\n%s", c.Texts, after)
			}
		}
	})
}

// FuzzGenerators checks that no generators.yaml, whatever its bytes, makes the reader panic, that faults name places
// inside the file, and that cases have names that are safe as paths.
func FuzzGenerators(f *testing.F) {
	for _, seed := range []string{
		"", "data: {secret: {data: {a: tree 1}}}\n", "data:\n  secret:\n    data:\n    - a: tree {seed}\n", "data: &a [*a]\n",
		"data: {secret: {data: {a: {generate: tree, count: 3..=9}}}}\n", "generators: {a: [tree.py]}\n", "data:\n  secret:\n    test_group.yaml:\n",
		"data: {secret: {data: {../x: tree 1}}}\n", "data: {secret: {data: {a: {yaml: {b: |\n  x\n}}}}}\n",
	} {
		f.Add([]byte(seed))
	}
	p := generatorsPackage(f, "")
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(filepath.Join(p.Dir, generators.File), text, 0o644); err != nil {
			t.Fatal(err)
		}
		rules, faults := generators.Read(p)
		for _, fault := range faults {
			if fault.Message == "" || fault.Line < 0 || fault.Line > strings.Count(string(text), "\n")+strings.Count(string(text), "\r")+1 {
				t.Errorf("fault %+v", fault)
			}
		}
		for _, c := range rules.Cases {
			if !filepath.IsLocal(c.Name) || c.Line < 1 {
				t.Errorf("case %+v", c)
			}
		}
	})
}
