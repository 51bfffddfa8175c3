package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// TAP writes the Test Anything Protocol, version 14: a numbered line for each test of all submissions, or for each
// finding of verifications; a YAML block below each failure; the plan at the end.
type TAP struct {
	out    io.Writer
	err    error
	points int
	name   string // of the submission
	told   bool   // something was written about the submission
}

// NewTAP returns a TAP that writes to w, each test at once.
func NewTAP(w io.Writer) *TAP {
	t := &TAP{out: w}
	t.print("TAP version 14\n")
	return t
}

// Event takes an event in.
func (t *TAP) Event(e event.Event) {
	for _, line := range warningLines(e) {
		t.print("# " + line + "\n")
	}
	switch e := e.(type) {
	case event.Plan:
		t.name, t.told = submissionTitle(e), false
	case event.Compile:
		if e.Skipped {
			t.point(true, "compile", "SKIP "+skipReason(e))
		} else if e.Failed != "" {
			t.point(false, "compile", "")
			message, log := buildFailure(e)
			t.block([]yamlLine{{"verdict", verdict.CE.String()}, {"message", message}, {"detail", strings.Join(log, "\n")}})
		}
	case event.Test:
		t.tested(e)
	case event.Done:
		if e.Interrupted {
			t.print("Bail out! interrupted, " + notRun(e) + "\n")
		} else if !t.told && e.Verdict != verdict.AC {
			t.point(false, "judge", "")
			t.block([]yamlLine{{"verdict", e.Verdict.String()}, {"message", e.Reason}})
		} else if e.Score != nil {
			t.point(e.Credit() == verdict.FullCredit, "score", e.PointsWords())
		}
	default:
		t.found(e)
	}
}

// found writes the findings of a verification.
func (t *TAP) found(e event.Event) {
	t.name = problemOf(e, t.name)
	for _, f := range findings(e) {
		switch {
		case f.skipped != "":
			t.point(true, f.name, "SKIP "+f.skipped)
		case f.failed:
			t.point(false, f.name, "")
			t.block([]yamlLine{{"message", f.message}, {"detail", strings.Join(f.detail, "\n")}})
		default:
			t.point(true, f.name, "")
			if len(f.detail) > 0 {
				t.block([]yamlLine{{"detail", strings.Join(f.detail, "\n")}})
			}
		}
	}
}

// Close writes the plan and returns the first error of writing.
func (t *TAP) Close() error {
	t.print(fmt.Sprintf("1..%d\n", t.points))
	return t.err
}

func (t *TAP) tested(e event.Test) {
	if e.Unjudged {
		t.point(true, e.Test, "SKIP "+unjudged(e))
		return
	}
	t.point(e.Verdict == verdict.AC, e.Test, fmt.Sprintf("time=%s", Milliseconds(e.CPU)))
	if e.Verdict == verdict.AC {
		return
	}
	var detail []string
	for _, line := range explanation(e) {
		detail = append(detail, strings.TrimPrefix(line, detailIndent))
	}
	t.block([]yamlLine{{"verdict", e.Verdict.String()}, {"message", headline(e)}, {"detail", strings.Join(detail, "\n")}})
}

// point is one line; the comment follows a "#".
func (t *TAP) point(ok bool, test, comment string) {
	t.points++
	t.told = true
	word := "ok"
	if !ok {
		word = "not ok"
	}
	line := fmt.Sprintf("%s %d - %s", word, t.points, tapEscape(t.name+" "+test))
	if comment != "" {
		line += " # " + terminal.Line(comment)
	}
	t.print(line + "\n")
}

// tapEscape keeps a name from ending the description: TAP 14 escapes "\" and "#".
func tapEscape(text string) string {
	return strings.NewReplacer(`\`, `\\`, "#", `\#`).Replace(terminal.Line(text))
}

type yamlLine struct{ key, value string }

// block writes the diagnostic block. YAML's double quotes support every escape that Go uses.
func (t *TAP) block(lines []yamlLine) {
	var b strings.Builder
	b.WriteString("  ---\n")
	for _, line := range lines {
		if line.value != "" {
			fmt.Fprintf(&b, "  %s: %s\n", line.key, strconv.Quote(line.value))
		}
	}
	b.WriteString("  ...\n")
	t.print(b.String())
}

func (t *TAP) print(text string) {
	if t.err == nil {
		_, t.err = io.WriteString(t.out, text)
	}
}
