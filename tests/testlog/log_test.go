package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lines are events of one package's test, whose name stands before its output.
func lines(t *testing.T, events ...event) string {
	t.Helper()
	var text strings.Builder
	for _, e := range events {
		if err := json.NewEncoder(&text).Encode(e); err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}

func TestLog(t *testing.T) {
	said := func(pkg, test, output string) event { return event{"output", pkg, test, output} }
	for _, tt := range []struct {
		name   string
		events []event
		want   string
	}{
		{
			"passed",
			[]event{
				said("a", "TestX", "=== RUN   TestX\n"), said("a", "TestX", "    a_test.go:1: hello\n"), said("a", "TestX", "--- PASS: TestX (0.00s)\n"),
				{"pass", "a", "TestX", ""},
				said("a", "", "PASS\n"), said("a", "", "ok  \ta\t0.1s\n"),
				{"pass", "a", "", ""},
			},
			"tests: 1 passed, 0 failed, 0 skipped here, 0 left to other targets\nok  \ta\t0.1s\n",
		},
		{
			"failed beside another package",
			[]event{
				said("b", "TestX", "    b_test.go:1: wrong\n"), said("a", "TestX", "    a_test.go:1: fine\n"),
				said("b", "TestX", "--- FAIL: TestX (0.00s)\n"),
				{"fail", "b", "TestX", ""},
				said("b", "TestY", "    b_test.go:9: not of interest\n"),
				{"pass", "b", "TestY", ""},
				said("b", "", "FAIL\n"), said("b", "", "FAIL\tb\t0.1s\n"),
				{"fail", "b", "", ""},
				said("a", "", "ok  \ta\t0.1s\n"),
				{"pass", "a", "", ""},
			},
			"    b_test.go:1: wrong\n--- FAIL: TestX (0.00s)\nFAIL\nFAIL\tb\t0.1s\ntests: 1 passed, 1 failed, 0 skipped here, 0 left to other targets\nok  \ta\t0.1s\nFAIL\n",
		},
		{
			"not built",
			[]event{
				{"build-output", "", "", "x.go:1: undefined\n"},
				said("a", "", "FAIL\ta [build failed]\n"),
				{"fail", "a", "", ""},
			},
			"x.go:1: undefined\ntests: 0 passed, 0 failed, 0 skipped here, 0 left to other targets\nFAIL\ta [build failed]\nFAIL\n",
		},
		{
			"skipped",
			[]event{
				said("a", "TestX", "    a_test.go:1: left to make test-all: takes minutes\n"), said("a", "TestX", "--- SKIP: TestX (0.00s)\n"),
				said("a", "TestY", "    a_test.go:2: needs root\n"), said("a", "TestY", "--- SKIP: TestY (0.00s)\n"),
				said("a", "TestZ", "    a_test.go:3: in a process of its own:\n"),
				said("a", "TestZ", "        === RUN   TestZ/inside\n"),
				said("a", "TestZ", "            b_test.go:2: needs root\n"), said("a", "TestZ", "        --- SKIP: TestZ/inside (0.00s)\n"),
				said("a", "TestScript", "    script.go:1: needs Bash\n"), said("a", "TestScript", "    script.go:2: > echo\n"),
				said("a", "TestScript", "        > skip\n"), said("a", "TestScript", "        > skip\n"), said("a", "TestScript", "--- SKIP: TestScript (0.00s)\n"),
				said("a", "TestSilent", "--- SKIP: TestSilent (0.00s)\n"),
				said("a", "", "ok  \ta\t0.1s\n"),
				{"pass", "a", "", ""},
			},
			"skipped here:\n     2  a: needs root\n     1  a: needs Bash\n     1  a: no reason given\n" +
				"left to other targets:\n     1  a: left to make test-all: takes minutes\n" +
				"tests: 0 passed, 0 failed, 4 skipped here, 1 left to other targets\nok  \ta\t0.1s\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			l := newLog(&out)
			if err := l.follow(strings.NewReader(lines(t, tt.events...))); err != nil {
				t.Fatal(err)
			}
			l.close()
			if diff := cmp.Diff(tt.want, out.String()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
