package report

import (
	"fmt"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// submissionTitle names a submission with its problem, unless its path does so already: "nim/a.go".
func submissionTitle(e event.Plan) string {
	if e.Problem == "" || strings.Contains("/"+e.Submission, "/"+e.Problem+"/") {
		return e.Submission
	}
	return e.Problem + "/" + e.Submission
}

// unjudged says how the run of a test without an answer ended: "no answer to judge by", "RTE: exit code 1".
func unjudged(e event.Test) string {
	if e.Verdict == verdict.None {
		return terminal.Line(e.Reason)
	}
	return e.Verdict.String() + ": " + terminal.Line(e.Reason)
}

// headline is a test's judgement in one line: "wrong answer: expected 8, got 4".
func headline(e event.Test) string {
	why := inWords(e)
	if why == "" || strings.HasPrefix(why, e.Verdict.Words()) {
		return e.Verdict.Words()
	}
	return e.Verdict.Words() + ": " + why
}

// explanation is everything that explains a test, as plain lines for files of any width.
func explanation(e event.Test) []string {
	return newLook(false, fileWidth).failure(e, "")
}

const fileWidth = 120

// buildFailure returns what went wrong with a build, in one line, and the output of the compiler.
func buildFailure(e event.Compile) (string, []string) {
	var log []string
	for _, line := range []string{e.Command, e.Log} {
		if line != "" {
			log = append(log, excerpt(strings.Split(strings.TrimRight(terminal.Text(line), "\n"), "\n"), logLines)...)
		}
	}
	return verdict.CE.Words() + ": " + terminal.Line(e.Failed), log
}

// skipReason says why a submission was not judged.
func skipReason(e event.Compile) string {
	if e.Help == "" {
		return terminal.Line(e.Failed)
	}
	return fmt.Sprintf("%s — %s", terminal.Line(e.Failed), terminal.Line(e.Help))
}
