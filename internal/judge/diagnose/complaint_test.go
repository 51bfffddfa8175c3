package diagnose_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/judge/diagnose"
)

// Each log is what the compiler printed.
func TestComplaints(t *testing.T) {
	type all = []diagnose.Complaint
	for _, test := range []struct {
		name, log string
		want      all
	}{
		{
			"gcc", "a.cpp: In function ‘int main()’:\na.cpp:3:11: error: ‘y’ was not declared in this scope\n    3 |   int x = y;\n      |           ^\n" +
				"a.cpp:4:9: warning: unused variable ‘z’ [-Wunused-variable]\nb.h:1:2: fatal error: c.h: No such file or directory\na.cpp:5:1: note: here\n",
			all{
				{"a.cpp", 3, 11, diagnose.Error, "‘y’ was not declared in this scope"},
				{"a.cpp", 4, 9, diagnose.Warning, "unused variable ‘z’ [-Wunused-variable]"},
				{"b.h", 1, 2, diagnose.Error, "c.h: No such file or directory"},
				{"a.cpp", 5, 1, diagnose.Note, "here"},
			},
		},
		{"a path with a drive", "C:\\a b\\a.cpp:3:11: error: x\n", all{{"C:\\a b\\a.cpp", 3, 11, diagnose.Error, "x"}}},
		{"go", "# command-line-arguments\n./a.go:3:2: declared and not used: x\n", all{{"./a.go", 3, 2, diagnose.Error, "declared and not used: x"}}},
		{
			"javac", "A.java:4: error: incompatible types: String cannot be converted to int\n    int x = \"q\";\n            ^\n2 errors\n",
			all{{"A.java", 4, 13, diagnose.Error, "incompatible types: String cannot be converted to int"}},
		},
		{
			"rustc", "error[E0425]: cannot find value `y` in this scope\n --> a.rs:3:20\n  |\n3 |     println!(\"{}\", y);\n  |                    ^\n\n" +
				"warning: unused variable: `x`\n --> a.rs:2:9\n\nerror: aborting due to 1 previous error\n",
			all{{"a.rs", 3, 20, diagnose.Error, "cannot find value `y` in this scope"}, {"a.rs", 2, 9, diagnose.Warning, "unused variable: `x`"}},
		},
		{
			"python", "*** Error compiling 'a.py'...\n  File \"a.py\", line 4\n    f(\n     ^\nSyntaxError: '(' was never closed\n\n",
			all{{"a.py", 4, 1, diagnose.Error, "SyntaxError: '(' was never closed"}},
		},
		{"ocaml", "File \"a.ml\", line 3, characters 4-7:\n3 | let foo\n        ^^^\nError: Syntax error\n", all{{"a.ml", 3, 5, diagnose.Error, "Syntax error"}}},
		{"bash", "a.sh: line 2: unexpected EOF while looking for matching `\"'\n", all{{"a.sh", 2, 1, diagnose.Error, "unexpected EOF while looking for matching `\"'"}}},
		{
			"node", "/tmp/a.js:2\n  let b = ;\n          ^\n\nSyntaxError: Unexpected token ';'\n    at wrapSafe (node:internal/modules/cjs/loader:1464:18)\n",
			all{{"/tmp/a.js", 2, 11, diagnose.Error, "SyntaxError: Unexpected token ';'"}},
		},
		{"perl", "syntax error at a.pl line 2, near \"= ;\"\na.pl had compilation errors.\n", all{{"a.pl", 2, 1, diagnose.Error, "syntax error"}}},
		{"php", "PHP Parse error:  syntax error, unexpected token \";\" in a.php on line 2\n", all{{"a.php", 2, 1, diagnose.Error, "Parse error:  syntax error, unexpected token \";\""}}},
		{"fpc", "a.pas(3,5) Error: Identifier not found \"x\"\n", all{{"a.pas", 3, 5, diagnose.Error, "Identifier not found \"x\""}}},
		{"tsc", "a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.\n", all{{"a.ts", 1, 7, diagnose.Error, "TS2322: Type 'string' is not assignable to type 'number'."}}},
		{"ghc", "a.hs:3:5: error:\n    • Variable not in scope: foo\n", all{{"a.hs", 3, 5, diagnose.Error, "• Variable not in scope: foo"}}},
		{"gfortran", "a.f90:3:1:\n\n    3 | x = 1\n      | 1\nError: Symbol ‘x’ at (1) has no IMPLICIT type\n", all{{"a.f90", 3, 1, diagnose.Error, "Symbol ‘x’ at (1) has no IMPLICIT type"}}},
		{
			"swipl", "ERROR: /tmp/a.pl:3:7: Syntax error: Illegal start of term\nWarning: Halting with status 1 due to 1 errors and 0 warnings\n",
			all{{"/tmp/a.pl", 3, 8, diagnose.Error, "Syntax error: Illegal start of term"}},
		},
		{"crystal", "In a.cr:3:6\n\n 3 | puts x\n          ^\nError: undefined local variable or method 'x' for top-level\n", all{{"a.cr", 3, 6, diagnose.Error, "undefined local variable or method 'x' for top-level"}}},
		{"groovyc", "a.groovy: 3: expecting EOF, found ']' @ line 3, column 9.\n   println ]\n", all{{"a.groovy", 3, 9, diagnose.Error, "expecting EOF, found ']'"}}},
		{"valac", "a.vala:3.3-3.3: error: The name `x' does not exist in the context of `main'\n", all{{"a.vala", 3, 3, diagnose.Error, "The name `x' does not exist in the context of `main'"}}},
		{"nothing", "collect2: error: ld returned 1 exit status\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, diagnose.Complaints(test.log)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
