package exchange

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/tests/suite"
)

// usesTestlib is a package whose programs in C++ include testlib.h.
func usesTestlib() map[string]string {
	return map[string]string{
		"problem.yaml":                 "problem_format_version: 2025-09\nname: Sum\nuuid: 6a4f8a1e-2f65-4a2e-9d3b-0f2a7d6a5c31\nlicense: public domain\n",
		"statement/problem.en.md":      "Add.\n",
		"data/secret/1.in":             "1\n",
		"data/secret/1.ans":            "1\n",
		"submissions/accepted/a.cpp":   "int main() {}\n",
		"input_validators/v.cpp":       "#include \"testlib.h\"\n#include \"shared.h\"\nint main() {}\n",
		"input_validators/shared.h":    "#include \"inner.h\"\n",
		"input_validators/inner.h":     "",
		"input_validators/plain.cpp":   "int main() {}\n",
		"output_validator/check.cpp":   "#include \"testlib.h\"\nint main(int c, char **v) { registerTestlibCmd(c, v); quitf(_ok, \"\"); }\n",
		"generators/generators.yaml":   "data:\n  sample: {}\n  secret:\n    data:\n      - a: gen 1\n      - b: kept.cpp 2\n",
		"generators/gen.cpp":           "#include <testlib.h>\nint main() {}\n",
		"generators/kept.cpp":          "#include \"testlib.h\"\nint main() {}\n",
		"generators/dir/gen.cpp":       "#include \"testlib.h\"\nint main() {}\n",
		"answer_validators/a/build":    "#!/bin/sh\n",
		"answer_validators/a/main.cpp": "#include \"testlib.h\"\nint main() {}\n",
	}
}

// The header goes along with each program that includes it, and scripts translate where the program brings none.
func TestPackTestlib(t *testing.T) {
	header := suite.Write(t, t.TempDir()+"/testlib.h", "// testlib\n")
	made, err := Export(t.Context(), load(t, folder(t, usesTestlib())), ICPC, noCompiler, header)
	if err != nil {
		t.Fatal(err)
	}
	defer made.Close()
	var got []string
	for _, name := range slices.Sorted(maps.Keys(made.files)) {
		if top, _, _ := strings.Cut(name, "/"); top == "generators" || judging[top] || strings.HasSuffix(top, "_validators") {
			got = append(got, name)
		}
	}
	want := []string{
		"answer_validators/a/build", "answer_validators/a/main.cpp", "answer_validators/a/testlib.h",
		"generators/dir/gen.cpp", "generators/dir/testlib.h", "generators/gen/gen.cpp", "generators/gen/testlib.h",
		"generators/generators.yaml", "generators/kept.cpp", "generators/testlib.h",
		"input_validators/inner.h", "input_validators/plain.cpp", "input_validators/shared.h",
		"input_validators/v/build", "input_validators/v/inner.h", "input_validators/v/run", "input_validators/v/shared.h",
		"input_validators/v/testlib.h", "input_validators/v/v.cpp",
		"output_validator/build", "output_validator/check.cpp", "output_validator/run", "output_validator/testlib.h",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files differ (-want +got):\n%s", diff)
	}
	for name, text := range map[string]string{
		"input_validators/v/build": "-o validator v.cpp", "input_validators/v/run": "3 | 43) exit 43", "output_validator/run": `"$here/checker"`,
		"generators/gen/gen.cpp": `#include "testlib.h"`,
	} {
		if content, err := made.files[name].content(); err != nil || !strings.Contains(string(content), text) {
			t.Errorf("%s: %q, %v, want %q", name, content, err, text)
		}
	}
}

// A package is exported with a warning where neither it nor the user has the header.
func TestPackTestlibWithoutHeader(t *testing.T) {
	made, err := Export(t.Context(), load(t, folder(t, usesTestlib())), ICPC, noCompiler, t.TempDir()+"/testlib.h")
	if err != nil {
		t.Fatal(err)
	}
	defer made.Close()
	warned := func(n Note) bool {
		return n.Warning && n.File == "input_validators/v.cpp" && strings.Contains(n.Text, "testlib.h")
	}
	if !slices.ContainsFunc(made.Notes, warned) {
		t.Errorf("no warning: %v", made.Notes)
	}
}

// TestListTestlib checks that generators whose files the rules list get testlib.h listed, which BAPCtools compiles them with.
func TestListTestlib(t *testing.T) {
	header := suite.Write(t, t.TempDir()+"/testlib.h", "// testlib\n")
	files := usesTestlib()
	files["generators/plain.py"] = "print(1)\n"
	files["generators/generators.yaml"] = "generators:\n  gen:\n    - gen.cpp\n  plain:\n    - plain.py\ndata:\n  secret:\n    data:\n      a: gen 1\n      b: plain 2\n"
	made, err := Export(t.Context(), load(t, folder(t, files)), ICPC, noCompiler, header)
	dir := written(t, made, err)
	rules := content(t, dir, "generators/generators.yaml")
	if want := "  gen:\n    - gen.cpp\n    - testlib.h\n  plain:\n    - plain.py\n"; !strings.Contains(rules, want) {
		t.Errorf("no %q in\n%s", want, rules)
	}
	if got := content(t, dir, "generators/testlib.h"); got != "// testlib\n" {
		t.Errorf("testlib.h is %q", got)
	}
}
