package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"grundy/tests/suite"
)

// log is what is known of a run of go test.
type log struct {
	out io.Writer
	// tests hold the output of the tests of unfinished packages, in the order in which they began.
	tests map[string][]*test
	// closing is the line of the last finished package. It is held back, so that a run ends with go test's own lines.
	closing string
	broken  bool // some package failed
	passed  int
	failed  int
	skipped map[skip]int
}

// test is the output of one test, or, without a name, of a package outside of all its tests.
type test struct {
	name   string
	lines  []string
	said   []string // the messages, without their positions
	failed bool
}

// skip is why tests of a package were skipped.
type skip struct{ reason, pkg string }

func newLog(out io.Writer) *log {
	return &log{out: out, tests: map[string][]*test{}, skipped: map[skip]int{}}
}

var (
	// message is a line that a test has logged.
	message = regexp.MustCompile(`^\s*[\w-]+\.go:\d+: (.*)`)
	// skipMark follows the reason. It also occurs in what a test logs of a test binary that it ran.
	skipMark = regexp.MustCompile(`^\s*--- SKIP: `)
	// resultLine is go test's result of a test, also within what a test logs.
	resultLine = regexp.MustCompile(`^\s*(===|---) `)
	// closingLine is go test's result of a package.
	closingLine = regexp.MustCompile(`^(ok  |FAIL|\?   )\t`)
)

func (l *log) add(e event) {
	switch e.Action {
	case "build-output":
		fmt.Fprint(l.out, e.Output)
	case "output":
		if e.Test == "" && closingLine.MatchString(e.Output) {
			l.pass()
			l.closing = e.Output
			return
		}
		l.find(e).print(l, e)
	case "fail":
		l.find(e).failed = true
		l.broken = true
	}
	switch {
	case e.Test == "":
	case e.Action == "pass":
		l.passed++
	case e.Action == "fail":
		l.failed++
	}
	if e.Test == "" && (e.Action == "pass" || e.Action == "fail" || e.Action == "skip") {
		l.done(e.Package)
	}
}

// find returns the test of an event; it makes a new one if necessary.
func (l *log) find(e event) *test {
	list := l.tests[e.Package]
	if i := slices.IndexFunc(list, func(t *test) bool { return t.name == e.Test }); i >= 0 {
		return list[i]
	}
	t := &test{name: e.Test}
	l.tests[e.Package] = append(list, t)
	return t
}

func (t *test) print(l *log, e event) {
	switch {
	case strings.HasPrefix(e.Output, "=== "):
		return
	case skipMark.MatchString(e.Output):
		reason := "no reason given"
		if len(t.said) > 0 {
			reason = t.said[len(t.said)-1]
		}
		l.skipped[skip{reason, e.Package}]++
	default:
		if found := message.FindStringSubmatch(e.Output); found != nil {
			t.said = append(t.said, found[1])
		} else if len(t.said) > 1 && !resultLine.MatchString(e.Output) {
			// A reason has one line: scripts append all their output to theirs.
			t.said = t.said[:len(t.said)-1]
		}
	}
	t.lines = append(t.lines, e.Output)
}

// done prints the output of a package's failed tests, and its own output if it failed.
func (l *log) done(pkg string) {
	for _, t := range l.tests[pkg] {
		if t.failed {
			for _, line := range t.lines {
				fmt.Fprint(l.out, line)
			}
		}
	}
	delete(l.tests, pkg)
}

// pass prints the line that was held back.
func (l *log) pass() {
	fmt.Fprint(l.out, l.closing)
	l.closing = ""
}

// close ends the output: what was skipped, how many tests there were, and then go test's last lines.
func (l *log) close() {
	left := func(s skip) bool { return strings.HasPrefix(s.reason, suite.LeftTo) }
	here := l.list("skipped here", func(s skip) bool { return !left(s) })
	others := l.list("left to other targets", left)
	fmt.Fprintf(l.out, "tests: %d passed, %d failed, %d skipped here, %d left to other targets\n", l.passed, l.failed, here, others)
	l.pass()
	if l.broken {
		fmt.Fprintln(l.out, "FAIL")
	}
}

// list prints the selected reasons, the most frequent first, and returns the number of tests.
func (l *log) list(title string, meant func(skip) bool) (total int) {
	var list []skip
	for s := range maps.Keys(l.skipped) {
		if meant(s) {
			list = append(list, s)
			total += l.skipped[s]
		}
	}
	if total == 0 {
		return 0
	}
	slices.SortFunc(list, func(a, b skip) int {
		return cmp.Or(l.skipped[b]-l.skipped[a], cmp.Compare(a.reason, b.reason), cmp.Compare(a.pkg, b.pkg))
	})
	fmt.Fprintf(l.out, "%s:\n", title)
	for _, s := range list {
		fmt.Fprintf(l.out, "%6d  %s: %s\n", l.skipped[s], s.pkg, s.reason)
	}
	return total
}
