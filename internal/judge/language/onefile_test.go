package language

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/hint"
	"grundy/tests/suite"
)

func TestOneFile(t *testing.T) {
	for _, test := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"alone", map[string]string{"a.cpp": "#include <vector>\nint main() {}\n"}, "#include <vector>\nint main() {}\n"},
		{
			"headers through headers",
			map[string]string{"a.cpp": "#include \"lib/b.h\"\nint main() {}", "lib/b.h": "#include <map>\n#include \"c.h\"\nint b;", "lib/c.h": "int c;\n"},
			"#include <map>\nint c;\nint b;\nint main() {}\n",
		},
		{
			"once",
			map[string]string{"a.cpp": "#include \"b.h\"\n#include \"c.h\"\n", "b.h": "#pragma once\nint b;\n", "c.h": "#include \"b.h\"\nint c;\n"},
			"int b;\nint c;\n",
		},
		{
			"guards",
			map[string]string{"a.cpp": "#include \"b.h\"\n#include \"b.h\"\n", "b.h": "#ifndef B\n#define B\nint b;\n#endif\n"},
			"#ifndef B\n#define B\nint b;\n#endif\n#ifndef B\n#define B\nint b;\n#endif\n",
		},
		{
			"in a circle",
			map[string]string{"a.cpp": "#include \"b.h\"\n", "b.h": "#pragma once\n#include \"c.h\"\nint b;\n", "c.h": "#pragma once\n#include \"b.h\"\nint c;\n"},
			"int c;\nint b;\n",
		},
		{
			"in a comment",
			map[string]string{"a.cpp": "/* \" of old:\n#include \"b.h\"\n*/ int a; // \"/*\n#include \"b.h\"\n", "b.h": "int b;\n"},
			"/* \" of old:\n#include \"b.h\"\n*/ int a; // \"/*\nint b;\n",
		},
		{"imported", map[string]string{"a.cpp": "#import \"b.h\"\n#import \"b.h\"\n", "b.h": "int b;\n"}, "int b;\n"},
		{"only in a comment", map[string]string{"a.cpp": "/*\n#include \"b.h\"\n*/\n", "b.h": "int b;\n"}, "/*\n#include \"b.h\"\n*/\n"},
		{"in angle brackets", map[string]string{"a.cpp": "#include <my/b.hpp>\n", "my/b.hpp": "int b;\n"}, "int b;\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range test.files {
				suite.Write(t, filepath.Join(dir, name), text)
			}
			source, err := ReadWithBeside(filepath.Join(dir, "a.cpp"))
			if err != nil {
				t.Fatal(err)
			}
			got, err := source.OneFile()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Errorf("text differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSourcesThatCannotBecomeOneFile(t *testing.T) {
	dir := t.TempDir()
	suite.Write(t, filepath.Join(dir, "a.py"), "import mine\n")
	suite.Write(t, filepath.Join(dir, "mine.py"), "")
	suite.Write(t, filepath.Join(dir, "a.c"), "#include \"b.h\"\n")
	suite.Write(t, filepath.Join(dir, "b.h"), "#include \"b.h\"\n")
	suite.Write(t, filepath.Join(dir, "m.c"), "#define B \"c.h\"\n#include B\n")
	suite.Write(t, filepath.Join(dir, "c.h"), "")
	for name, want := range map[string]string{"m.c": `it may need c.h at "#include B"`, "a.py": "it needs mine.py", "a.c": "b.h: more than 200 headers include each other"} {
		source, err := ReadWithBeside(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = source.OneFile(); err == nil || !strings.Contains(err.Error(), want) || name == "a.py" && hint.Of(err) == "" {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
}
