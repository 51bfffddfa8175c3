package machine

import "testing"

func TestFailures(t *testing.T) {
	output := `=== RUN   TestA
=== RUN   TestA/good
    a_test.go:1: fine
=== RUN   TestA/bad
    a_test.go:2: wrong
=== NAME  TestA
    a_test.go:3: and in all
=== RUN   TestB
    b_test.go:1: not there
=== RUN   TestC
panic: lost
--- FAIL: TestA (0.1s)
    --- PASS: TestA/good (0.0s)
    --- FAIL: TestA/bad (0.0s)
--- SKIP: TestB (0.0s)
`
	want := `    a_test.go:2: wrong
    a_test.go:3: and in all
panic: lost
--- FAIL: TestA (0.1s)
    --- FAIL: TestA/bad (0.0s)
`
	if got := failures(output); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}
