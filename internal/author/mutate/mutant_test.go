package mutate

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"grundy/internal/event"
	"grundy/internal/judge/language"
)

// made lists the mutants of a text as "operator: line", with the mutated lines only.
func made(t *testing.T, languageID, name, text string, operators ...event.Operator) []string {
	t.Helper()
	mutants, err := Mutants(sourceOf(name, text), languageID)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, m := range mutants {
		if slices.Contains(operators, m.Operator) {
			lines = append(lines, strings.ReplaceAll(m.After, "\n", "⏎"))
		}
	}
	return lines
}

func sourceOf(name, text string) language.Source {
	return language.Source{Files: []language.File{{Name: name, Data: []byte(text)}}}
}

func TestGo(t *testing.T) {
	for _, test := range []struct {
		operator event.Operator
		body     string
		want     []string
	}{
		{Boundary, "ok = a < b && c >= 1", []string{"ok = a <= b && c >= 1", "ok = a < b && c > 1"}},
		{Symbol, "x = -a*b + c&^d", []string{"x = a*b + c&^d", "x = -a/b + c&^d", "x = -a*b - c&^d", "x = -a*b + c&d"}},
		{Symbol, "x ^= y", []string{"x |= y"}},
		{Symbol, "i++", []string{"i--"}},
		{Symbol, "ok = !a || b == c", []string{"ok = a || b == c", "ok = !a && b == c", "ok = !a || b != c"}},
		{Constant, "x = 0 + 0x1f", []string{"x = 1 + 0x1f", "x = 0 + 0x20", "x = 0 + 0x1e"}},
		{Constant, "a = make([]int, n+1, 2); in.Grow(3); b = bufio.NewReaderSize(in, 1<<16)", nil},
		{Constant, "ok = true", []string{"ok = false"}},
		{Constant, `s = "1" + '1' + 1.5`, nil},
		{Statement, "x = f(y)", []string{"if false { x = f(y) }"}},
		{Statement, "x := f(y)", nil},
		{Statement, "var x int", nil},
		{Condition, "if a < b {}", []string{"if (true || a < b) {}", "if (false && a < b) {}", "if !(a < b) {}"}},
		{Condition, "if a == b {}", []string{"if (true || a == b) {}", "if (false && a == b) {}"}},
		{Condition, "for ; a < b; {}", []string{"for ; (false && a < b); {}"}},
		{Condition, "ok = a && b && c", []string{"ok = (true || a) && b && c", "ok = a && (true || b) && c", "ok = a && b && (true || c)"}},
		{Condition, "switch { case a: }", []string{"switch { case (true || a): }", "switch { case (false && a): }", "switch { case !(a): }"}},
		{Condition, "switch x { case a: }", nil},
		{Overflow, "var x int64", []string{"var x int32", "var x uint64"}},
		{Overflow, "x = int64(y)", []string{"x = int32(y)", "x = uint64(y)", "x = int64(int32(y))"}},
		{Offset, "for i := 0; i < n; i++ {}", []string{"for i := 0; i < n-1; i++ {}"}},
		{Offset, "for i := n; i > m; i-- {}", []string{"for i := n; i > m+1; i-- {}"}},
		{Offset, "for i := 0; i < 9; i++ {}", nil},
		{Offset, "for i := range n {}", []string{"for i := range n-1 {}", "for i := range n+1 {}"}},
		{Offset, "for i, x := range a {}", []string{"for i, x := range a[:len(a)-1] {}"}},
		{Offset, "x = a[i:j]", []string{"x = a[i+1:j]", "x = a[i:j-1]"}},
		{Offset, "x = a[:]", []string{"x = a[1:]"}},
		{Argument, "x = f(a, b, c)", []string{"x = f(b, a, c)", "x = f(a, c, b)"}},
		{Argument, "x = max(a, b)", []string{"x = min(a, b)"}},
		{Argument, `x = append(a, b) + f("a", b) + g(a, b...)`, nil},
		{Flow, "for { if a { break }; f() }", []string{"for { if a { continue }; f() }", "for { if a { break }; f(); break }"}},
		{Flow, "for { if a { continue } }", []string{"for { if a { break } }", "for { if a { continue }; break }"}},
	} {
		text := "package main\n\nfunc main() {\n\t" + test.body + "\n}\n"
		if diff := cmp.Diff(test.want, made(t, "go", "a.go", text, test.operator)); diff != "" {
			t.Errorf("%s of %q (-want +got)\n%s", test.operator, test.body, diff)
		}
	}
}

func TestGoFunctions(t *testing.T) {
	const text = `package main

import "fmt"

func sum(a, b int64) int64 {
	if a < 0 {
		return b
	}
	return a + b
}

func odd(x int64) bool { return x&1 == 1 }

func show() { fmt.Println() }
`
	want := []string{
		"func sum(a, b int64) int64 { if true { return 0 };", "if false { return b }",
		"func odd(x int64) bool { if true { return true }; return x&1 == 1 }",
		"func odd(x int64) bool { if true { return false }; return x&1 == 1 }",
		"func show() { if true { return }; fmt.Println() }", "func show() { if false { fmt.Println() } }",
	}
	if diff := cmp.Diff(want, made(t, "go", "a.go", text, Statement, Flow)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	types := made(t, "go", "a.go", text, Overflow)
	if all := "func sum(a, b int32) int32 {⏎func odd(x int32) bool { return x&1 == 1 }"; !slices.Contains(types, all) {
		t.Errorf("no mutant has all types narrowed at once: %q", types)
	}
}

func TestC(t *testing.T) {
	for _, test := range []struct {
		operator event.Operator
		body     string
		want     []string
	}{
		{Boundary, "ok = a < b && c >= 1;", []string{"ok = a <= b && c >= 1;", "ok = a < b && c > 1;"}},
		{Boundary, "vector<pair<int, int>> a; map<int, vector<int>>::iterator i; x = max<int>(a, b);", nil},
		{Boundary, "if (i < n && m > 0) {}", []string{"if (i <= n && m > 0) {}", "if (i < n && m >= 0) {}"}},
		{Boundary, "x = *lower_bound(a, b, c);", []string{"x = *upper_bound(a, b, c);"}},
		{Boundary, `s = "a < b"; c = '<'; t = R"x(a < b)" < c)x"; // a < b` + "\n/* a < b */", nil},
		{Boundary, "\n#if A < B\n#define F(x) x < \\\n 1 < 2\n#endif", nil},
		{Symbol, "x = -a * b + c;", []string{"x = a * b + c;", "x = -a / b + c;", "x = -a * b - c;"}},
		{Symbol, "int& r = x; int* p = &x; *p = 1; const auto&& q = y;", nil},
		{Symbol, "cin >> a >> b; cout << 1 << b;", nil},
		{Symbol, "x = 1 << b;", []string{"x = 1 >> b;"}},
		{Symbol, "x ^= ~y; i++;", []string{"x |= ~y; i++;", "x ^= y; i++;", "x ^= ~y; i--;"}},
		{Constant, "x = 1LL + 1.5 + 0x1fu;", []string{"x = 2LL + 1.5 + 0x1fu;", "x = 0LL + 1.5 + 0x1fu;", "x = 1LL + 1.5 + 0x20u;", "x = 1LL + 1.5 + 0x1eu;"}},
		{Constant, "x = 1'000;", []string{"x = 1001;", "x = 999;"}},
		{Constant, "int a[100][20]; a[3] = true;", []string{"int a[100][20]; a[4] = true;", "int a[100][20]; a[2] = true;", "int a[100][20]; a[3] = false;"}},
		{
			Statement, "x = f(y); int z = 1; vector<int> v(n); Node *p = q; std::string s; for (;;) g();",
			[]string{"; int z = 1; vector<int> v(n); Node *p = q; std::string s; for (;;) g();", "x = f(y); int z = 1; vector<int> v(n); Node *p = q; std::string s; for (;;) ;"},
		},
		{Statement, "switch (x) { case 1: y = 2; break; default: f({1, 2}); }", []string{
			"switch (x) { case 1: ; break; default: f({1, 2}); }", "switch (x) { case 1: y = 2; ; default: f({1, 2}); }", "switch (x) { case 1: y = 2; break; default: ; }",
		}},
		{Condition, "if (a < b) {}", []string{"if (true) {}", "if (false) {}", "if (!(a < b)) {}"}},
		{Condition, "if (auto i = f(); i == b) {}", []string{"if (auto i = f(); true) {}", "if (auto i = f(); false) {}"}},
		{Condition, "ok = (a || f(b, c)) && d;", []string{"ok = true && d;", "ok = (false || f(b, c)) && d;", "ok = (a || false) && d;", "ok = (a || f(b, c)) && true;"}},
		{Condition, "while (n--) {}", []string{"while (false) {}"}},
		{Condition, "for (int i = 0; i < n; i++) {}", []string{"for (int i = 0; false; i++) {}"}},
		{Overflow, "long long x = 1LL;", []string{"int x = 1LL;", "unsigned long long x = 1LL;", "long long x = 1;"}},
		{Overflow, "unsigned long long x; int64_t y;", []string{"unsigned x; int64_t y;", "unsigned long long x; int32_t y;", "unsigned long long x; uint64_t y;"}},
		{Overflow, "\n#define ll long long\n", []string{"#define ll int", "#define ll unsigned long long"}},
		{Offset, "for (int i = 0; i < n; i++) {}", []string{"for (int i = 0; i < n - 1; i++) {}"}},
		{Offset, "for (int i = n; i > m; i--) {}", []string{"for (int i = n; i > m + 1; i--) {}"}},
		{Offset, "for (int i = 0; i < n && i < m; i++) {} for (int x : a) {} for (int i = 0; i < 9; i++) {}", nil},
		{Argument, "x = f(a, g(b, c));", []string{"x = f(g(b, c), a);", "x = f(a, g(c, b));"}},
		{Argument, "x = std::min(a, b);", []string{"x = std::max(a, b);"}},
		{Argument, `int f(int a, int b); void g(const string& s, Node* t); printf("%d", a); swap(a, b);`, nil},
		{Flow, "for (;;) { if (a) break; f(); }", []string{"for (;;) { if (a) continue; f(); }", "for (;;) { if (a) break; f(); break; }"}},
	} {
		text := "int main() {\n\t" + test.body + "\n}\n"
		if diff := cmp.Diff(test.want, made(t, "cpp", "a.cpp", text, test.operator)); diff != "" {
			t.Errorf("%s of %q (-want +got)\n%s", test.operator, test.body, diff)
		}
	}
}

func TestCFunctions(t *testing.T) {
	const text = `struct point { int x = 1; bool operator<(const point& o) const { return x < o.x; } };
long long sum(int a, int b) {
	if (a) { return b; }
	return a;
}
bool odd(int x) { return x & 1; }
void show() { puts(""); }
`
	want := []string{
		"long long sum(int a, int b) { return 0;", "if (a) { ; }",
		"bool odd(int x) { return true; return x & 1; }", "bool odd(int x) { return false; return x & 1; }",
		`void show() { return; puts(""); }`, `void show() { ; }`,
	}
	if diff := cmp.Diff(want, made(t, "c", "a.c", text, Statement, Flow)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestPython(t *testing.T) {
	for _, test := range []struct {
		operator event.Operator
		text     string
		want     []string
	}{
		{Boundary, "ok = a < b <= c", []string{"ok = a <= b <= c", "ok = a < b < c"}},
		{Boundary, "x = '<' + \"\"\"a < b\n< c\"\"\" + r'\\'  # <", nil},
		{Boundary, "def f(a) -> int: return bisect_left(a, 1)", []string{"def f(a) -> int: return bisect_right(a, 1)"}},
		{Symbol, "x = -a // b ** c", []string{"x = a // b ** c", "x = -a * b ** c", "x = -a // b * c"}},
		{Symbol, "f(*a, **b)", nil},
		{Symbol, "x = 'a%d' % b", nil},
		{Symbol, "ok = a and not b", []string{"ok = a or not b", "ok = a and b"}},
		{Symbol, "ok = a is not b", []string{"ok = a is b"}},
		{Symbol, "x += 1", []string{"x -= 1"}},
		{Constant, "x = [0] * 10 + [True, 1.5]", []string{
			"x = [1] * 10 + [True, 1.5]", "x = [0] * 11 + [True, 1.5]", "x = [0] * 9 + [True, 1.5]", "x = [0] * 10 + [False, 1.5]",
		}},
		{Constant, "x = [0] * (n + 1)", []string{"x = [1] * (n + 1)"}},
		{Statement, "x = 1; f(x)\n", []string{"pass; f(x)", "x = 1; pass"}},
		{Statement, "if a: f()\nelse: pass\n", []string{"if a: pass"}},
		{Statement, "import sys\n'''words'''\nx = f(1,\n      2)\n", []string{"pass"}},
		{Condition, "if a < b: pass", []string{"if True: pass", "if False: pass", "if not (a < b): pass"}},
		{Condition, "while a: pass", []string{"while False: pass"}},
		{Condition, "return a and f(b or c)", []string{
			"return True and f(b or c)", "return a and True", "return a and f(False or c)", "return a and f(b or False)",
		}},
		{Overflow, "a = np.zeros(3, np.int64)", []string{"a = np.zeros(3, np.int32)"}},
		{Offset, "for i in range(n): pass", []string{"for i in range(1, n): pass", "for i in range(n - 1): pass", "for i in range(n + 1): pass"}},
		{Offset, "x = list(range(a, b))", []string{"x = list(range(a + 1, b))", "x = list(range(a, b - 1))", "x = list(range(a, b + 1))"}},
		{Offset, "x = a[i:j] + b[:] + c[1:2]", []string{
			"x = a[i + 1:j] + b[:] + c[1:2]", "x = a[i:j - 1] + b[:] + c[1:2]", "x = a[i:j] + b[1:] + c[1:2]", "x = a[i:j] + b[:-1] + c[1:2]",
		}},
		{Argument, "x = f(a, b, key=c)", []string{"x = f(b, a, key=c)"}},
		{Argument, "x = max(a, b)", []string{"x = min(a, b)"}},
		{Argument, "def f(a, b): pass", nil},
		{Flow, "while a:\n    f()\n    break\n", []string{"continue"}},
		{Flow, "for a in b:\n    if a:\n        f()  # last\nx = 1\n", []string{"f()⏎break  # last"}},
		{Flow, "def f(a):\n    if a:\n        x = 1\n", []string{"return⏎if a:"}},
	} {
		if diff := cmp.Diff(test.want, made(t, "python3", "a.py", test.text, test.operator)); diff != "" {
			t.Errorf("%s of %q (-want +got)\n%s", test.operator, test.text, diff)
		}
	}
}

const changing = `package main

func main() {
	for i := 0; i < 3; i++ {
		println(i)
	}
	for i := 0; i < 3; i++ {
		println(i)
	}
}
`

// IDs stay the same when lines are added elsewhere, and distinguish equal changes of equal lines.
func TestIDs(t *testing.T) {
	ids := func(text string) []string {
		mutants, err := Mutants(sourceOf("a.go", text), "go")
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, m := range mutants {
			ids = append(ids, m.ID)
		}
		return ids
	}
	before := ids(changing)
	after := ids(strings.Replace(changing, "func main", "// More.\n\nvar more = \"\"\n\nfunc main", 1))
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("other IDs when lines were added (-before +after)\n%s", diff)
	}
	slices.Sort(before)
	if unique := slices.Compact(slices.Clone(before)); len(unique) != len(before) {
		t.Errorf("IDs are given twice: %q", before)
	}
}

func TestHunks(t *testing.T) {
	mutants, err := Mutants(sourceOf("a.go", "package main\n\nvar a int64\nvar b int64\n\nvar c int64\n"), "go")
	if err != nil {
		t.Fatal(err)
	}
	all := mutants[slices.IndexFunc(mutants, func(m Mutant) bool { return len(m.Hunks) > 1 })]
	want := []event.Hunk{
		{Line: 3, Before: []string{"var a int64", "var b int64"}, After: []string{"var a int32", "var b int32"}, Above: []string{""}, Below: []string{""}},
		{Line: 6, Before: []string{"var c int64"}, After: []string{"var c int32"}},
	}
	if diff := cmp.Diff(want, all.Hunks); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestOtherFilesStay(t *testing.T) {
	source := language.Source{Files: []language.File{
		{Name: "a.go", Data: []byte("package main\n\nvar a = 1\n")}, {Name: "notes.txt", Data: []byte("1 < 2")},
	}}
	mutants, err := Mutants(source, "go")
	if err != nil || len(mutants) != 2 {
		t.Fatalf("%d mutants, %v, want 2", len(mutants), err)
	}
	for _, m := range mutants {
		if m.File != "a.go" || m.Source().Files[1].Name != "notes.txt" || string(m.Source().Files[1].Data) != "1 < 2" {
			t.Errorf("mutant %+v", m)
		}
	}
	if string(source.Files[0].Data) != "package main\n\nvar a = 1\n" {
		t.Error("the original was changed")
	}
}

func TestUnknownLanguage(t *testing.T) {
	if _, err := Mutants(sourceOf("a.hs", "main = 1"), "haskell"); err == nil || !strings.Contains(err.Error(), "haskell") {
		t.Errorf("err = %v", err)
	}
}

// Any text can be mutated without a crash, and each mutant differs from it.
func TestAnyTextHasMutants(t *testing.T) {
	parts := []string{
		"if", "for", "while", "(", ")", "[", "]", "{", "}", "<", ">", ">>", "&&", "||", "and", "or", "not", ";", ":", ",", "=", "==", "-", "*", "&",
		"x", "f", "1", "0x", "1'", "int", "long long", "return", "break", "\n", "\n  ", "\t", "\"", "'", "R\"(", "\\", "#", "//", "/*", "range", "é",
		"def", "lambda", "case", "min", "import",
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 30).Draw(t, "parts"), rapid.SampledFrom([]string{"", " "}).Draw(t, "between"))
		for _, row := range []struct{ id, name string }{{"cpp", "a.cpp"}, {"python3", "a.py"}} {
			mutants, err := Mutants(sourceOf(row.name, text), row.id)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range mutants {
				if string(m.Source().Files[0].Data) == text || len(m.Hunks) == 0 {
					t.Fatalf("%s of %q changes nothing", m.Operator, text)
				}
			}
		}
	})
}

// Every mutant of Go can at least be parsed.
func TestMutantsOfGoParse(t *testing.T) {
	mutants, err := Mutants(sourceOf("a.go", changing), "go")
	if err != nil || len(mutants) < 16 {
		t.Fatalf("%d mutants, %v", len(mutants), err)
	}
	for _, m := range mutants {
		if _, err := parser.ParseFile(token.NewFileSet(), "", m.Source().Files[0].Data, 0); err != nil {
			t.Errorf("%s: %q becomes %q: %v", m.Operator, m.Before, m.After, err)
		}
	}
}

func FuzzMutants(f *testing.F) {
	f.Add("int main() { for (int i = 0; i < n; i++) a<b>(c) && d; }")
	f.Add("def f(x):\n    if x and (y or z): return a[1:]\n")
	f.Add(changing)
	f.Fuzz(func(t *testing.T, text string) {
		for _, row := range []struct{ id, name string }{{"go", "a.go"}, {"cpp", "a.cpp"}, {"python3", "a.py"}} {
			mutants, _ := Mutants(sourceOf(row.name, text), row.id) // invalid Go has none
			for _, m := range mutants {
				if string(m.Source().Files[0].Data) == text {
					t.Errorf("%s changes nothing", m.Operator)
				}
			}
		}
	})
}
