package author

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/pkgfmt/problem"
)

// checkSamples compares the samples that statements quote with those of the data. A statement need not quote them,
// since the format shows samples by itself. The statement of an interactive problem may quote any conversation.
func (v *verification) checkSamples(ctx context.Context) (int, problem.Diagnostics, error) {
	var samples []sample
	for _, c := range v.problem.Samples() {
		s, err := readSample(c)
		if err != nil {
			return 0, nil, fmt.Errorf("read sample %s: %w", c.Name, err)
		}
		samples = append(samples, s)
	}
	var faults problem.Diagnostics
	checked := 0
	for _, statement := range v.problem.Statements {
		if ctx.Err() != nil {
			return 0, nil, context.Cause(ctx)
		}
		if statement.Kind != "md" && statement.Kind != "tex" {
			continue
		}
		text, err := os.ReadFile(statement.Path)
		if err != nil {
			return 0, nil, fmt.Errorf("read the statement: %w", err)
		}
		checked = len(samples)
		warn := func(line int, message, help string) {
			faults = append(faults, problem.Diagnostic{
				Level: problem.Warning, File: v.problem.Place(statement.Path), Line: line, Message: message, Help: help,
			})
		}
		asked := nextSample().FindAllIndex(text, -1)
		if len(asked) > len(samples) {
			line := 1 + strings.Count(string(text[:asked[len(samples)][0]]), "\n")
			warn(line, fmt.Sprintf("asks for sample %d, of which there are %d", len(asked), len(samples)), "remove it, or add the sample")
		}
		if !v.problem.Type.Interactive {
			compareQuotes(quotes(string(text), statement.Kind), samples, warn)
		}
	}
	return checked, faults, nil
}

// nextSample matches the request for a sample in Markdown and in LaTeX statements.
var nextSample = lazyregexp.New(`\{\{\s*nextsample\s*\}\}|\\nextsample\b`)

// sample holds what a statement may show of a sample: the files themselves, or the files that replace them
// in statements.
type sample struct{ inputs, answers []string }

func readSample(c *problem.Case) (s sample, err error) {
	read := func(paths ...string) (texts []string, err error) {
		for _, path := range paths {
			if path == "" {
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			texts = append(texts, trimmed(string(text)))
		}
		return texts, nil
	}
	if s.inputs, err = read(c.Input, c.ShownInput); err != nil {
		return s, err
	}
	s.answers, err = read(c.Answer, c.ShownAnswer)
	return s, err
}

// trimmed returns a text without the white space that a quotation does not show.
func trimmed(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// quote is the input or the output of a sample as quoted in a statement.
type quote struct {
	line   int // from 1
	output bool
	text   string
}

// compareQuotes warns about quotes that match no sample. An output belongs to the input before it.
func compareQuotes(quotes []quote, samples []sample, warn func(line int, message, help string)) {
	const help = "copy the file below data/sample, or remove the quotes: the format shows the samples by itself"
	candidates := samples
	for _, q := range quotes {
		text := trimmed(q.text)
		if q.output {
			if !slices.ContainsFunc(candidates, func(s sample) bool { return slices.Contains(s.answers, text) }) {
				warn(q.line, "the quoted output differs from the sample's", help)
			}
			candidates = samples
			continue
		}
		candidates = nil
		for _, s := range samples {
			if slices.Contains(s.inputs, text) {
				candidates = append(candidates, s)
			}
		}
		if len(candidates) == 0 {
			warn(q.line, "the quoted input matches no sample", help)
			candidates = samples
		}
	}
}

var (
	markdownHeading = lazyregexp.New(`^ {0,3}(#{1,6})\s+(.*)$`)
	latexHeading    = lazyregexp.New(`\\(section|subsection|subsubsection|paragraph|textbf)\*?\{([^}]*)\}`)
	fence           = lazyregexp.New("^ {0,3}(```+|~~~+)(.*)$")
	verbatim        = lazyregexp.New(`\\begin\{(verbatim|lstlisting|Verbatim)\}`)
)

// labelWords is the most words that a line before a block may have to count as its label. Longer prose introduces
// many other kinds of examples.
const labelWords = 4

// quotes finds the literal blocks that a statement presents as the input or output of a sample. The block's info
// string, the line before it or the headings above it decide. In LaTeX it also knows \exmp{input}{output} of
// olymp.sty.
func quotes(text, kind string) []quote {
	var found []quote
	var headings []string // by level
	before := ""          // the last line of text seen
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		level, title := heading(line, kind)
		info, end := opening(line, kind)
		switch {
		case level > 0:
			headings = append(headings[:min(level-1, len(headings))], title)
			before = ""
		case end != nil:
			start := i + 1
			for i++; i < len(lines) && !end(lines[i]); i++ {
			}
			if len(strings.Fields(before)) > labelWords {
				before = ""
			}
			labels := append([]string{info, before}, reversed(headings)...)
			if isSample, output := labelled(labels); isSample {
				found = append(found, quote{start + 1, output, strings.Join(lines[start:min(i, len(lines))], "\n")})
			}
			before = ""
		case strings.TrimSpace(line) != "":
			before = line
		}
	}
	if kind == "tex" {
		found = append(found, olympQuotes(text)...)
	}
	return found
}

func reversed(list []string) []string {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// heading returns the level of a heading, or 0 if the line is not one.
func heading(line, kind string) (level int, title string) {
	if kind == "md" {
		if m := markdownHeading().FindStringSubmatch(line); m != nil {
			return len(m[1]), m[2]
		}
		return 0, ""
	}
	if m := latexHeading().FindStringSubmatch(line); m != nil {
		levels := []string{"section", "subsection", "subsubsection", "paragraph", "textbf"}
		return 1 + slices.Index(levels, m[1]), m[2]
	}
	return 0, ""
}

// opening reports whether a line opens a literal block. It returns the block's info string and a function that
// recognizes its last line.
func opening(line, kind string) (info string, end func(string) bool) {
	if kind == "md" {
		m := fence().FindStringSubmatch(line)
		if m == nil {
			return "", nil
		}
		return m[2], func(line string) bool {
			rest, closes := strings.CutPrefix(strings.TrimSpace(line), m[1])
			return closes && strings.Trim(rest, m[1][:1]) == ""
		}
	}
	m := verbatim().FindStringSubmatch(line)
	if m == nil {
		return "", nil
	}
	return "", func(line string) bool { return strings.Contains(line, `\end{`+m[1]+`}`) }
}

// labelled reads labels, nearest first: whether they mention a sample, and its output rather than its input.
func labelled(labels []string) (isSample, output bool) {
	decided := false
	for _, label := range labels {
		label = strings.ToLower(label)
		isSample = isSample || strings.Contains(label, "sample") || strings.Contains(label, "example")
		in, out := strings.Contains(label, "input"), strings.Contains(label, "output")
		if !decided && in != out {
			decided, output = true, out
		}
	}
	return isSample && decided, output
}

// olympQuotes finds the two arguments of every \exmp.
func olympQuotes(text string) []quote {
	const command = `\exmp{`
	var found []quote
	for from := 0; ; {
		i := strings.Index(text[from:], command)
		if i < 0 {
			return found
		}
		at := from + i + len(command)
		input, after, ok := braced(text, at)
		if !ok {
			return found
		}
		next := after + len(text[after:]) - len(strings.TrimLeft(text[after:], " \t\r\n%"))
		from = after
		if next == len(text) || text[next] != '{' {
			continue
		}
		output, after, ok := braced(text, next+1)
		if !ok {
			return found
		}
		line := func(offset int) int { return 1 + strings.Count(text[:offset], "\n") }
		found = append(found, quote{line(at), false, input}, quote{line(next), true, output})
		from = after
	}
}

// braced returns the text up to the brace that matches the one before it, and the offset after that
// brace.
func braced(text string, from int) (inner string, after int, ok bool) {
	depth := 1
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[from:i], i + 1, true
			}
		}
	}
	return "", 0, false
}
