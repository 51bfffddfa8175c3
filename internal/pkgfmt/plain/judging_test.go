package plain

import (
	"path/filepath"
	"testing"

	"grundy/checker"
	"grundy/tests/suite"
)

func TestSourcesShowTheirDialect(t *testing.T) {
	for _, test := range []struct {
		file, text          string
		checker, interactor checker.Dialect
	}{
		{"a.cpp", "#include \"testlib.h\"\nint main() { return 42 + 43; }", checker.Testlib, checker.Testlib},
		{"a.py", "import sys\nsys.exit(42 if input() == '1' else 43)", checker.ICPC, checker.ICPC},
		{"a.go", "package main\n\nimport \"grundy/checker/testlib\"\n", checker.ICPC, checker.ICPC},
		{"b.py", "answer = 42", checker.Testlib, checker.OJ},
		{"a.sh", "exit 1", checker.Testlib, checker.OJ},
	} {
		path := suite.Write(t, filepath.Join(t.TempDir(), test.file), test.text)
		for interactive, want := range map[bool]checker.Dialect{false: test.checker, true: test.interactor} {
			judge, err := NewJudge(test.file, path, "", interactive)
			if err != nil || judge.Output.Dialect != want || judge.Interactive != interactive {
				t.Errorf("%s, interactive %v: %+v, %v, want the dialect %s", test.text, interactive, judge, err, want)
			}
			if judge, err = NewJudge(test.file, path, checker.CMS, interactive); err != nil || judge.Output.Dialect != checker.CMS {
				t.Errorf("%s: %+v, %v, want the dialect that is named", test.text, judge, err)
			}
		}
	}
}
