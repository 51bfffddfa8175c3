package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// JUnit writes the XML for continuous integration: a suite for each submission, a case for each test. A judge error is
// an <error>, every other verdict than accepted a <failure>. In problems with scores, a case named score follows, which
// fails below the full score. For a verification, it writes a suite for each problem and a case for each finding. A
// suite is written when its submission or problem is done.
type JUnit struct {
	out    io.Writer
	err    error
	opened bool
	suite  junitSuite
	warned []string // what stands in the next suite
}

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
	Warnings *junitText  `xml:"system-err"`

	took time.Duration
}

type junitCase struct {
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	Time    string       `xml:"time,attr"`
	Failure *junitDetail `xml:"failure"`
	Error   *junitDetail `xml:"error"`
	Skipped *junitDetail `xml:"skipped"`
	Remarks *junitText   `xml:"system-out"`
}

type junitText struct {
	Text string `xml:",cdata"`
}

type junitDetail struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",cdata"`
}

// NewJUnit returns a JUnit that writes to w. Close completes the document.
func NewJUnit(w io.Writer) *JUnit { return &JUnit{out: w} }

// Event takes an event in.
func (j *JUnit) Event(e event.Event) {
	j.warned = append(j.warned, warningLines(e)...)
	switch e := e.(type) {
	case event.Plan:
		j.suite = junitSuite{Name: xmlText(submissionTitle(e))}
	case event.Compile:
		j.compiled(e)
	case event.Test:
		j.tested(e)
	case event.Done:
		if e.Interrupted {
			j.add(junitCase{Name: "interrupted", Error: &junitDetail{Message: "interrupted", Text: notRun(e)}}, 0)
		} else if len(j.suite.Cases) == 0 && e.Verdict != verdict.AC {
			detail := &junitDetail{Message: xmlText(e.Reason), Type: e.Verdict.String()}
			j.add(junitCase{Name: "judge", Error: detail}, e.Wall)
		} else if e.Score != nil {
			j.scored(e)
		}
		j.suite.took = e.Wall // less than the sum when tests ran at the same time
		j.flush()
	default:
		j.found(e)
	}
}

// found processes the findings of a verification.
func (j *JUnit) found(e event.Event) {
	j.suite.Name = xmlText(problemOf(e, j.suite.Name))
	for _, f := range findings(e) {
		test := junitCase{Name: xmlText(f.name)}
		switch {
		case f.skipped != "":
			test.Skipped = &junitDetail{Message: xmlText(f.skipped)}
		case f.failed:
			test.Failure = &junitDetail{Message: xmlText(f.message), Text: xmlText(strings.Join(f.detail, "\n"))}
		case len(f.detail) > 0:
			test.Remarks = &junitText{xmlText(strings.Join(f.detail, "\n"))}
		}
		j.add(test, f.took)
	}
	switch e.(type) {
	case event.Verified, event.SetVerified, event.Written:
		j.flush()
	}
}

// Close completes the document and returns the first error of writing.
func (j *JUnit) Close() error {
	if len(j.suite.Cases)+len(j.warned) > 0 {
		j.flush()
	}
	j.open()
	j.write([]byte("</testsuites>\n"))
	return j.err
}

func (j *JUnit) compiled(e event.Compile) {
	switch {
	case e.Skipped:
		j.add(junitCase{Name: "compile", Skipped: &junitDetail{Message: xmlText(skipReason(e))}}, e.Time)
	case e.Failed != "":
		message, log := buildFailure(e)
		detail := &junitDetail{Message: xmlText(message), Type: verdict.CE.String(), Text: xmlText(strings.Join(log, "\n"))}
		j.add(junitCase{Name: "compile", Failure: detail}, e.Time)
	}
}

func (j *JUnit) tested(e event.Test) {
	test := junitCase{Name: xmlText(e.Test)}
	if e.Unjudged {
		test.Skipped = &junitDetail{Message: xmlText(unjudged(e))}
	} else if e.Verdict != verdict.AC {
		detail := &junitDetail{
			Message: xmlText(headline(e)),
			Type:    e.Verdict.String(),
			Text:    xmlText(strings.Join(explanation(e), "\n")),
		}
		if e.Verdict == verdict.JE {
			test.Error = detail
		} else {
			test.Failure = detail
		}
	}
	j.add(test, e.Wall)
}

// scored adds the points of a scoring problem as a case, which only the full score passes.
func (j *JUnit) scored(e event.Done) {
	points := junitCase{Name: "score"}
	if e.Credit() == verdict.FullCredit {
		points.Remarks = &junitText{xmlText(e.PointsWords())}
	} else {
		points.Failure = &junitDetail{Message: xmlText(e.PointsWords()), Type: "score"}
	}
	j.add(points, 0)
}

func (j *JUnit) add(test junitCase, took time.Duration) {
	test.Class, test.Time = j.suite.Name, xmlSeconds(took)
	j.suite.Tests++
	j.suite.took += took
	switch {
	case test.Failure != nil:
		j.suite.Failures++
	case test.Error != nil:
		j.suite.Errors++
	case test.Skipped != nil:
		j.suite.Skipped++
	}
	j.suite.Cases = append(j.suite.Cases, test)
}

func (j *JUnit) open() {
	if !j.opened {
		j.write([]byte(xml.Header + "<testsuites name=\"grundy\">\n"))
		j.opened = true
	}
}

func (j *JUnit) flush() {
	j.open()
	j.suite.Time = xmlSeconds(j.suite.took)
	if len(j.warned) > 0 {
		j.suite.Warnings = &junitText{xmlText(strings.Join(j.warned, "\n"))}
		j.warned = nil
	}
	var b bytes.Buffer
	lines := xml.NewEncoder(&b)
	lines.Indent("  ", "  ")
	if err := lines.Encode(j.suite); err != nil && j.err == nil {
		j.err = fmt.Errorf("write junit: %w", err)
	}
	b.WriteByte('\n')
	j.write(b.Bytes())
	j.suite = junitSuite{}
}

func (j *JUnit) write(data []byte) {
	if j.err == nil {
		_, j.err = j.out.Write(data)
	}
}

func xmlSeconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

func notRun(e event.Done) string { return terminal.Count(e.NotRun, "test") + " not run" }

// xmlText makes text fit for XML 1.0, which cannot represent control characters (section 2.2), and for terminals:
// control characters become signs, and invalid UTF-8 becomes U+FFFD. CDATA is written unchanged, so this function must
// replace all of them.
func xmlText(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case r == 0xfffe || r == 0xffff:
			b.WriteRune(unicode.ReplacementChar)
		default:
			b.WriteString(terminal.Visible(r))
		}
	}
	return b.String()
}
