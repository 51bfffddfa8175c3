package yamldoc_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/yamldoc"
)

// faults collects reported faults, in the form of compilers.
type faults []string

func (f *faults) add(fault yamldoc.Fault) {
	text := fault.Error()
	if fault.Warning {
		text = "warning " + text
	}
	*f = append(*f, text+" ("+fault.Help+")")
}

func TestParseFaults(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "# nothing\n", "warning f.yaml: the file is empty"},
		{"open bracket", "a: 1\nb: [1\n", "f.yaml:2: invalid YAML: "},
		{"two documents", "---\na: 1\n---\nb: 1\n", "f.yaml:4: want one document, got 2"},
		{"no UTF-8", "a: 1\nb: \xff\n", "f.yaml:2: the text is not valid UTF-8"},
		{"byte-order mark", "\uFEFFa: 1\n", "warning f.yaml:1: the file begins with a byte-order mark"},
		{"CRLF", "a: 1\nb: 1\r\n", "warning f.yaml:2: the file has CRLF line endings"},
		{"tabs", "a: 1\nb:\n\tc: 1\n\te: 3\n", "f.yaml:3: the line begins with a tab"},
		{"nesting", strings.Repeat("[", 100), "f.yaml:1: more than 64 brackets are open"},
		{"length", strings.Repeat("# long\n", 1<<15), "f.yaml: the file has 229376 bytes, more than 131072"},
		{"alias of nothing", "*a\n", "f.yaml:1: there is no anchor &a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got faults
			yamldoc.Parse("f.yaml", []byte(tt.text), got.add)
			if len(got) != 1 || !strings.HasPrefix(got[0], tt.want) || strings.HasSuffix(got[0], "()") {
				t.Errorf("got %q, want %q and a remedy", got, tt.want)
			}
		})
	}
}

func TestTabsIndent(t *testing.T) {
	root, _ := yamldoc.Parse("f.yaml", []byte("grading:\n\t\trange: 0 100\n\t\tobjective: max\ntext: |\n  \tkept\n"), nil)
	if value, ok := root.At("grading", "objective"); !ok || value.Raw() != "max" {
		t.Errorf("got %v", value)
	}
}

func TestValues(t *testing.T) {
	const text = `name: Nim
limits:
  time: 1e-6
  memory: much
  meomry: 5
  time: 2
list: [1, two, "3"]
shared: &x {a: 1}
again: *x
nothing: ~
date: 2026-01-01
`
	var got faults
	root, ok := yamldoc.Parse("f.yaml", []byte(text), got.add)
	if !ok {
		t.Fatal(got)
	}
	m, _ := root.Mapping()
	var name, date string
	m.Text("name", &name)
	m.Text("date", &date)
	var list []string
	m.Arguments("list", &list)
	limits, _ := m.Take("limits")
	below, _ := limits.Mapping()
	seconds, _ := below.Take("time")
	x, _ := seconds.Number(0)
	memory, _ := below.Take("memory")
	memory.Integer(1)
	below.Finish(nil)
	_, there := m.Take("nothing")
	again, _ := m.Take("again")
	a, _ := again.At("a")
	if name != "Nim" || date != "2026-01-01" || x != 2 || seconds.Raw() != "2" || there || a.Raw() != "1" || !again.IsShared() {
		t.Errorf("got name %q, date %q, time %v written %q, nothing %v, alias %q", name, date, x, seconds.Raw(), there, a.Raw())
	}
	m.Finish(map[string]string{"shared": "keep it to yourself"})
	want := faults{
		`warning f.yaml:11: date: other judges take an unquoted date for a time stamp (put it in quotes: "2026-01-01")`,
		"f.yaml:6: limits: key time stands twice, first in line 3; the last counts (keep one of them)",
		`f.yaml:4: limits.memory: want an integer of at least 1, got "much" (write digits only, without quotes or unit)`,
		"f.yaml:5: unknown key limits.meomry (did you mean memory?)",
		"f.yaml:8: unknown key shared (keep it to yourself)",
	}
	if diff := cmp.Diff(want, got); diff != "" || !slices.Equal(list, []string{"1", "two", "3"}) {
		t.Errorf("list %q, faults (-want +got)\n%s", list, diff)
	}
}

func TestKinds(t *testing.T) {
	for text, want := range map[string]yamldoc.Kind{
		"1": yamldoc.Integer, "0x1F": yamldoc.Integer, "1e-6": yamldoc.Float, ".inf": yamldoc.Float, "'1'": yamldoc.Text, "yes": yamldoc.Text,
		"True": yamldoc.Boolean, "~": yamldoc.Null, "{}": yamldoc.Map, "a: 1": yamldoc.Map, "[]": yamldoc.List, "|\n a": yamldoc.Text,
		"!!str 5": yamldoc.Text, "!x 5": yamldoc.Tagged,
	} {
		root, err := yamldoc.Open([]byte("v:\n  " + strings.ReplaceAll(text, "\n", "\n  ") + "\n"))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if v, _ := root.At("v"); v.Kind() != want {
			t.Errorf("%s: got %s, want %s", text, v.Kind(), want)
		}
	}
}

func TestDecode(t *testing.T) {
	type row struct {
		Name  string   `yaml:"name"`
		Words []string `yaml:"words"`
	}
	for _, tt := range []struct{ text, want string }{
		{"{name: a, words: [b, c]}", ""},
		{"\n  name: a\n  nmae: b\n", `f.yaml:3: row: unknown field "nmae"`},
		{"{words: 5}", "f.yaml:1: row: int was used where sequence is expected"},
	} {
		var got faults
		root, _ := yamldoc.Parse("f.yaml", []byte("row: "+tt.text), got.add)
		v, _ := root.Mapping()
		field, _ := v.Take("row")
		var into row
		ok := field.Decode(&into)
		if ok != (tt.want == "") || !ok && (len(got) != 1 || !strings.HasPrefix(got[0], tt.want)) {
			t.Errorf("%s: got %v, %q, want %q", tt.text, into, got, tt.want)
		}
		if ok && (into.Name != "a" || len(into.Words) != 2) {
			t.Errorf("%s: got %+v", tt.text, into)
		}
	}
}

func TestBlock(t *testing.T) {
	for text, want := range map[string]string{
		"a:\n  b:\n    # why\n    c: 1\n    d: [2,\n      3]\n  e: 5\n": "c: 1\nd: [2,\n  3]\n",
		"a: {b: {c: 1, d: \"x\"}}\n":                                    "c: 1\nd: \"x\"\n",
		"a:\n  b: {}\n":                                                 "",
	} {
		root, err := yamldoc.Open([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		b, _ := root.At("a", "b")
		if got, ok := b.Block(); got != want || !ok {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestSet(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"replaced", "a: 1\nl: # why\n  t: 2 # seconds\n  m: 3\n", "a: 1\nl: # why\n  t: 7 # seconds\n  m: 3\n"},
		{"new key", "l:\n    m: 3\na: 1\n", "l:\n    t: 7\n    m: 3\na: 1\n"},
		{"new map", "a: 1 # why\n", "a: 1 # why\nl:\n  t: 7\n"},
		{"no last newline", "a: 1", "a: 1\nl:\n  t: 7\n"},
		{"empty map", "l: # to come\na: 1\n", "l: # to come\n  t: 7\na: 1\n"},
		{"braces", "l: {m: 3} # why\n", "l: {t: 7, m: 3} # why\n"},
		{"CRLF", "\uFEFFa: 1\r\nl:\r\n  t: 2\r\n", "\uFEFFa: 1\r\nl:\r\n  t: 7\r\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := yamldoc.Set([]byte(tt.text), "7", "l", "t")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	for _, text := range []string{
		"", "- a\n", "l: 5\n", "l: [1]\n", "x: &l {t: 2}\nl: *l\n", "l:\n  t: [1]\n", "l:\n  t: \"2\"\n", "l: ~\n", "a: [\n", "a: 1\n---\nb: 1\n",
	} {
		if got, err := yamldoc.Set([]byte(text), "7", "l", "t"); err == nil {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func TestEditor(t *testing.T) {
	e := yamldoc.Edit([]byte("a:\n  - b\n\n  - c\nd: 1"))
	if span := e.Entry(1, 0); span != (yamldoc.Span{First: 1, Count: 4}) {
		t.Errorf("the entry is %v", span)
	}
	if last := e.ListEnd(2, 2); last != 4 {
		t.Errorf("the list ends in line %d", last)
	}
	e.Insert(e.MapEnd(1, 0), "e: 2")
	if cut := e.Cut(yamldoc.Span{First: 2, Count: 2}); !slices.Equal(cut, []string{"  - b", ""}) {
		t.Errorf("cut %q", cut)
	}
	if got, want := string(e.Bytes()), "a:\n  - c\nd: 1\ne: 2\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRenameKeys(t *testing.T) {
	const text = "\"a\": {b: 1, 'b c': {b: 2}} # b\nx:\n  b : &n\n    b: 3\ny: *n\n"
	root, err := yamldoc.Open([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	names := map[yamldoc.Value]string{}
	for _, f := range root.Entries() {
		for _, below := range f.Value.Entries() {
			names[below.Name] = below.Key + ": new"
		}
	}
	got, err := yamldoc.Edit([]byte(text)).RenameKeys(names)
	if want := "\"a\": {\"b: new\": 1, \"b c: new\": {b: 2}} # b\nx:\n  \"b: new\" : &n\n    \"b: new\": 3\ny: *n\n"; err != nil || string(got) != want {
		t.Errorf("got %q, %v, want\n%q", got, err, want)
	}
}

func TestScalarsAreReadAsTheyWere(t *testing.T) {
	for _, text := range []string{"", "a", "tree 5 {seed}", "{a}", "yes", "5", "1e3", "a: b", "a #b", "# a", "it's", "\"", "ä\n", "-", "tree: 5 {seed:1}", "01-a"} {
		root, err := yamldoc.Open([]byte("v: " + yamldoc.Scalar(text) + "\n"))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if v, _ := root.At("v"); v.Kind() != yamldoc.Text || v.Raw() != text {
			t.Errorf("%q is read as %s %q", text, v.Kind(), v.Raw())
		}
	}
}

func TestOrdered(t *testing.T) {
	m, err := yamldoc.ReadOrdered("f.yaml", []byte("b: 1\na: {d: [x], c: 2}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(m); got != "[{b 1} {a [{d [x]} {c 2}]}]" {
		t.Errorf("got %s", got)
	}
	text, err := yamldoc.WriteOrdered(m)
	if want := "b: 1\na:\n  d:\n    - x\n  c: 2\n"; err != nil || text != want {
		t.Errorf("got %q, %v", text, err)
	}
	if _, err := yamldoc.ReadOrdered("f.yaml", []byte("a: [\n")); err == nil || !strings.HasPrefix(err.Error(), "f.yaml: ") {
		t.Errorf("got %v", err)
	}
}

// FuzzEdit checks that no bytes make reading or editing panic, that faults lie in the file, and that Set's output
// reads as it says.
func FuzzEdit(f *testing.F) {
	for _, seed := range []string{
		"", "a: 1\nl: {t: 2}\n", "a: &a [*a]\n", "? [a]\n: b\n", "l:\n  t: 1 # x\n", "\uFEFFl:\r\n  t: 1", "l: &x\n  t: 1\nm: *x\n", "--- |\n a\n--- >\n b\n",
		"<<: *x\n", "l: !!map\n  t: 1\n", "l: {}\n", "l: ~\n", "0:\rl:", "l:\n\tt: 1\n", "\"l\": {\"t\": 1,}\n", "l: !", "? *00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		lines := 1 + strings.Count(string(text), "\n") + strings.Count(string(text), "\r")
		root, ok := yamldoc.Parse("f.yaml", text, func(fault yamldoc.Fault) {
			if fault.Message == "" || fault.Line < 0 || fault.Line > lines {
				t.Errorf("fault %+v in a file of %d lines", fault, lines)
			}
		})
		if ok {
			if m, ok := root.Mapping(); ok {
				m.Finish(nil)
			}
			root.Block()
		}
		edited, err := yamldoc.Set(text, "7", "l", "t")
		if err != nil {
			return
		}
		after, err := yamldoc.Open(edited)
		if err != nil {
			t.Fatalf("%q became %q: %v", text, edited, err)
		}
		if v, found := after.At("l", "t"); !found || v.Raw() != "7" {
			t.Errorf("%q became %q", text, edited)
		}
	})
}
