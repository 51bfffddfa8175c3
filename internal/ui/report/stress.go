package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/terminal"
)

// stressText shows the search for a failing input, and its shrinking. Live, one line counts the cases; otherwise there
// is an occasional line of progress.
type stressText struct {
	style
	options options
	board   *board

	// The board's mutex guards what follows.
	opened    time.Time // zero before the search and after it
	progress  event.StressProgress
	shrinking event.Shrinking // zero when nothing is being shrunk
	// found is the failing input to explain, possibly shrunk.
	found *event.Counterexample
}

func newStressText(w io.Writer, o options) *stressText {
	s := &stressText{style: newLook(o.Color, o.Width), options: o}
	s.board = newBoard(w, o.Live, s.width, s.liveLine)
	return s
}

// Event shows an event.
func (s *stressText) Event(e event.Event) {
	s.board.mutex.Lock()
	defer s.board.mutex.Unlock()
	var lines []string
	switch e := e.(type) {
	case event.Stress:
		s.opened = time.Now()
		if s.options.Command != "watch" { // the judgement has shown most of it
			lines = s.head(e)
		}
	case event.StressProgress:
		if s.due(s.progress.Elapsed, e.Elapsed) {
			lines = []string{s.counted(e, e.Elapsed)}
		}
		s.progress = e
	case event.Counterexample:
		s.found = &e
		s.opened = time.Time{}
		lines = s.finding(e)
	case event.Shrinking:
		if s.due(s.shrinking.Elapsed, e.Elapsed) {
			lines = []string{s.shrinkingLine(e)}
		}
		s.shrinking = e
	case event.Shrunk:
		s.shrinking = event.Shrinking{}
		s.found = &e.Finding
		lines = s.shrunk(e)
	case event.Explanation:
		lines = append(s.explain(), s.explanation(e)...)
	case event.Kept:
		lines = append(s.explain(), s.kept(e)...)
	case event.Stressed:
		s.opened, s.shrinking = time.Time{}, event.Shrinking{}
		lines = append(s.explain(), s.done(e)...)
	}
	s.board.print(lines)
}

// Close ends the drawing and returns the first error of writing.
func (s *stressText) Close() error { return s.board.close(nil) }

// pause removes the live line, so that a question can be asked below it.
func (s *stressText) pause() {
	s.board.mutex.Lock()
	defer s.board.mutex.Unlock()
	s.opened, s.shrinking = time.Time{}, event.Shrinking{}
	s.board.print(s.explain())
}

// progressInterval is the time between lines of progress where the screen cannot be redrawn.
const progressInterval = 10 * time.Second

// due reports whether a step of progress gets a line of its own.
func (s *stressText) due(before, now time.Duration) bool {
	return !s.options.Live && now/progressInterval > before/progressInterval
}

func (s *stressText) liveLine() string {
	switch {
	case s.shrinking.Tries > 0:
		return s.shrinkingLine(s.shrinking)
	case !s.opened.IsZero():
		return s.counted(s.progress, max(s.progress.Elapsed, time.Since(s.opened)))
	}
	return ""
}

// head says what is tried and how.
func (s *stressText) head(e event.Stress) []string {
	var lines []string
	for _, compile := range e.Compiles {
		if compile.Command != "" && !compile.Cached {
			lines = append(lines, s.compileFact(compile))
		}
	}
	facts := []string{decisions[e.Decision]}
	if e.Against != "" {
		facts = []string{"against " + terminal.Line(e.Against)}
		if e.Decision == event.ByChecker {
			facts = append(facts, "the checker decides")
		}
	}
	switch len(e.Generators) {
	case 0:
	case 1:
		facts = append(facts, terminal.Line(e.Generators[0]))
	default:
		facts = append(facts, terminal.Count(len(e.Generators), "generator"))
	}
	if len(e.Validators) == 0 {
		facts = append(facts, "no input validator")
	}
	facts = append(facts, "limit "+Seconds(e.TimeLimit))
	label := terminal.Line(e.Problem)
	if terminal.Width(label) > 8 {
		label = ""
	}
	return append(lines, s.setting(label, facts, e.Tier)...)
}

var decisions = map[event.Decision]string{
	event.ByAnswer:  "the checker decides",
	event.ByChecker: "the checker decides alone",
	event.ByEnding:  "crashes and limits only: there is nothing to compare with",
}

// counted is "  seed 4182  312/s  n≤8   ✓ 4181            0:13".
func (s *stressText) counted(p event.StressProgress, elapsed time.Duration) string {
	line := fmt.Sprintf("  seed %-6d %s/s", p.Seed, rate(p.Cases, p.Elapsed))
	switch {
	case p.Bound > 0:
		line += fmt.Sprintf("  n≤%d", p.Bound)
	case p.Bytes > 0:
		line += fmt.Sprintf("  ≤%d bytes", p.Bytes)
	}
	return line + "   " + s.pen.Draw(terminal.Good, fmt.Sprintf("✓ %d", p.Cases)) + "   " + s.pen.Draw(terminal.Faint, clock(elapsed))
}

// rate returns the number of cases per second.
func rate(cases int64, elapsed time.Duration) string {
	if elapsed < time.Millisecond {
		return "0"
	}
	return fmt.Sprintf("%.0f", float64(cases)/elapsed.Seconds())
}

func (s *stressText) shrinkingLine(e event.Shrinking) string {
	return detailIndent + fmt.Sprintf("shrinking: %s → %d   %s   ", terminal.Count(e.From, "byte"), e.To, tries(e.Tries)) +
		s.pen.Draw(terminal.Faint, clock(e.Elapsed))
}

func tries(n int) string {
	if n == 1 {
		return "1 try"
	}
	return fmt.Sprintf("%d tries", n)
}

// finding is the line of a failing case.
func (s *stressText) finding(e event.Counterexample) []string {
	parts := []string{terminal.Line(e.Call)}
	if e.Index > 0 {
		parts = []string{fmt.Sprintf("seed %d", e.Seed), terminal.Line(e.Call)}
	}
	parts = append(parts, terminal.Count(e.Tokens, "token"))
	return []string{"  " + s.badge(e.Test.Verdict) + " " + strings.Join(parts, "   ")}
}

func (s *stressText) shrunk(e event.Shrunk) []string {
	words := fmt.Sprintf("shrunk from %s to %d", terminal.Count(e.From, "token"), e.To)
	if e.To == e.From {
		words = fmt.Sprintf("not smaller than %s", terminal.Count(e.From, "token"))
		if e.ToBytes < e.FromBytes {
			words = fmt.Sprintf("shrunk from %d bytes to %d", e.FromBytes, e.ToBytes)
		}
	}
	words += fmt.Sprintf("   (%s, %s)", tries(e.Tries), Seconds(e.Elapsed))
	if !e.Minimal {
		words += "   not to the end: the time was up"
	}
	lines := []string{detailIndent + words}
	if !e.Validated {
		lines = append(lines, detailIndent+s.pen.Draw(terminal.Faint, "no input validator looked at it: it is like the other inputs, no more"))
	}
	return lines
}

// Inputs up to these bounds are shown; for larger ones, the path is shown.
const (
	shownInput  = 600 // bytes
	inlineInput = 60  // columns
	inputLines  = 20
)

// explain shows the failing case, once.
func (s *stressText) explain() []string {
	if s.found == nil {
		return nil
	}
	found := *s.found
	s.found = nil
	test := found.Test
	expected, yours := strings.TrimSpace(found.Answer), strings.TrimSpace(test.Output)
	input := strings.TrimRight(string(found.Input), "\n")
	brief := func(text string) bool { return !strings.Contains(text, "\n") && terminal.Width(text) <= inlineInput }
	inline := saidOr(input)
	// Use one line if everything fits.
	if test.Verdict == verdict.WA && expected != "" && brief(expected) && brief(yours) && terminal.Width(inline) <= inlineInput {
		line := "input: " + inline + "     expected " + s.pen.Draw(terminal.Good, terminal.Line(expected)) + "   yours " + s.pen.Draw(terminal.Bad, saidOr(yours))
		if terminal.Width(line)+len(detailIndent) <= s.width {
			return append([]string{detailIndent + line}, s.words(test, expected)...)
		}
	}
	var lines []string
	if found.Bytes <= shownInput {
		lines = append(lines, indent(s.labelled("input", input, inputLines))...)
	}
	// The files are gone after this run; see Kept.
	test.Input, test.Answer = "", ""
	return append(lines, s.failure(test, s.options.Directory)...)
}

// words returns the checker's message if the answers alone do not explain the verdict.
func (s *stressText) words(test event.Test, expected string) []string {
	if test.Difference != nil || test.Message == "" || strings.Contains(expected, test.Message) {
		return nil
	}
	return indent(s.labelled("checker", test.Message, messageLines))
}

func saidOr(text string) string {
	if text == "" {
		return "nothing"
	}
	return terminal.Line(text)
}

// explanation says why the solution fails.
func (s *stressText) explanation(e event.Explanation) []string {
	lines := s.labelled("fault", e.Fault, messageLines)
	lines = append(lines, s.labelled("board", e.Position, inputLines)...)
	lines = append(lines, s.labelled("played", e.Played, messageLines)...)
	lines = append(lines, s.labelled("winning", e.Winning, messageLines)...)
	lines = append(lines, s.labelled("rules", e.Forbidden, messageLines)...)
	if e.TheoryWithheld {
		lines = append(lines, s.labelled("theory", "grundy why --theory tells who wins and why; it counts as help", messageLines)...)
	}
	return indent(append(lines, s.labelled("why", e.Why, inputLines)...))
}

func (s *stressText) kept(e event.Kept) []string {
	if e.Test != "" {
		return []string{s.fact("saved", terminal.Line(e.Test))}
	}
	lines := []string{detailIndent + s.path("input", e.Input, "")[0]}
	if e.Answer != "" {
		lines = append(lines, detailIndent+s.path("answer", e.Answer, "")[0])
	}
	if e.Picture != "" {
		lines = append(lines, detailIndent+s.path("picture", e.Picture, "")[0])
	}
	return lines
}

func (s *stressText) done(e event.Stressed) []string {
	if s.options.Command == "watch" { // the judgement has shown the verdict
		return nil
	}
	sign, ink, words := "✓", terminal.Good, terminal.Count(int(e.Cases), "case")+" passed"
	if e.TestCases > 0 {
		words = fmt.Sprintf("%s and %s passed", terminal.Count(int(e.Cases), "case"), terminal.Count(e.TestCases, "test case"))
	}
	switch {
	case e.Interrupted:
		sign, ink, words = "○", terminal.Slow, "interrupted, "+words
	case e.Verdict == verdict.None:
		return nil
	case e.Verdict != verdict.AC:
		sign, ink = marks[e.Verdict].glyph, marks[e.Verdict].ink
		switch {
		case s.options.Command == "why": // a generator command does not reproduce the input
			words = e.Verdict.Words()
		case e.Cases == 0:
			words = fmt.Sprintf("%s on %s", e.Verdict.Words(), terminal.Line(e.Call))
		default:
			words = fmt.Sprintf("%s on %s after %s", e.Verdict.Words(), terminal.Line(e.Call), words)
		}
	case s.options.Command == "why":
		words = "no input was found on which it fails: " + words
	}
	if e.Cases > 1 {
		words += "   " + rate(e.Cases, e.Elapsed) + "/s"
	}
	words += "   " + clock(e.Elapsed)
	lines := []string{"", "  " + s.pen.Draw(ink, sign) + " " + words}
	if e.Replay != "" {
		lines = append(lines, s.fact("again", terminal.Line(e.Replay)))
	}
	return lines
}
