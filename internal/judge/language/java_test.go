package language

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseJava(t *testing.T) {
	tests := []struct {
		name, text string
		want       javaFile
	}{
		{"main", "public class A { public static void main(String[] a) {} }", javaFile{public: "A", mains: []string{"A"}}},
		{"no main", "class A { void mainly() {} }", javaFile{}},
		{"package", "// p\npackage a . b;\nimport x.Y;\nclass A { static void main() {} }", javaFile{pkg: "a.b", mains: []string{"A"}}},
		{"modifiers", "@Deprecated public final strictfp class A {}", javaFile{public: "A"}},
		{"kinds", "record R(int x) { public static void main(String... a) {} } enum E { X; public static void main(String[] a) {} } interface I { static void main(String[] a) {} }", javaFile{mains: []string{"R", "E", "I"}}},
		{"inner class", "class A { static class B { public static void main(String[] a) {} } }", javaFile{}},
		{"comment", "/* class X { void main( */ class A { // void main(\n}", javaFile{}},
		{"string", `class A { String s = "} class B { void main("; char c = '"'; char d = '\''; }`, javaFile{}},
		{"text block", "class A { String s = \"\"\"\n } \" void main( \\\"\"\"\n\"\"\"; void main() {} }", javaFile{mains: []string{"A"}}},
		{"implicit class", "void main() { IO.println(1); }", javaFile{implicit: true}},
		{"open comment", "class A { void main() {} } /* class", javaFile{mains: []string{"A"}}},
		{"open class", "class A { void main() {", javaFile{mains: []string{"A"}}},
		{"too many braces", "}} class A { void main() {} }", javaFile{mains: []string{"A"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, parseJava(test.text), cmp.AllowUnexported(javaFile{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPlaceJava(t *testing.T) {
	class := func(pkg, name string, public, main bool) string {
		text := "class " + name + " {"
		if public {
			text = "public " + text
		}
		if main {
			text += " public static void main(String[] a) {}"
		}
		if pkg != "" {
			text = "package " + pkg + ";\n" + text
		}
		return text + "}\n"
	}
	tests := []struct {
		name  string
		files map[string]string
		entry string
		want  string
		names string
	}{
		{"renamed", map[string]string{"a.java": class("", "B", true, true)}, "", "B", "B.java"},
		{"renamed in place", map[string]string{"p/a.java": class("p", "B", true, true)}, "", "p.B", "p/B.java"},
		{"Main first", map[string]string{"A.java": class("", "A", true, true), "M.java": class("", "Main", false, true)}, "", "Main", "A.java M.java"},
		{"public first", map[string]string{"A.java": class("", "X", false, true) + class("", "A", true, true)}, "", "A", "A.java"},
		{"given class", map[string]string{"A.java": class("p", "A", true, true), "B.java": class("p", "Main", true, true)}, "p.A", "p.A", "A.java Main.java"},
		{"given file", map[string]string{"A.java": class("p", "A", true, true), "Main.java": class("p", "Main", true, true)}, "A.java", "p.A", "A.java Main.java"},
		{"given nonsense", map[string]string{"A.java": class("", "A", true, true)}, "B", "", "A.java"},
		{"implicit", map[string]string{"sum.java": "void main() {}"}, "", "sum", "sum.java"},
		{"none", map[string]string{"A.java": class("", "A", true, false), "readme.md": "void main() {}"}, "", "", "A.java readme.md"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := &layout{}
			for _, name := range strings.Fields(sortedNames(test.files)) {
				if err := l.add(name, []byte(test.files[name])); err != nil {
					t.Fatal(err)
				}
			}
			got := placeJava(l.files, nil, test.entry)
			var names []string
			for _, file := range l.files {
				names = append(names, file.Name)
			}
			if got != test.want || strings.Join(names, " ") != test.names {
				t.Errorf("class %q, files %q, want %q, %q", got, names, test.want, test.names)
			}
		})
	}
}

func FuzzParseJava(f *testing.F) {
	f.Add("public class A { public static void main(String[] a) { char c = '\\''; } }")
	f.Add(`class A { String s = """x"""; } /* `)
	f.Fuzz(func(t *testing.T, text string) {
		if file := parseJava(text); strings.ContainsAny(file.public+strings.Join(file.mains, ""), "./ ") {
			t.Errorf("no class names: %+v", file)
		}
	})
}
