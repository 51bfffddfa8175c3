package statement_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/statement"
)

func TestUnclosed(t *testing.T) {
	for _, test := range []struct {
		name, source string
		want         []string
	}{
		{"all is closed", "\\begin{center}\n{\\bf a} $b_{c}$ \\[d\\] \\(e\\) $$f$$ \\$5 \\{ \\textbf{g\n\nh}\n\\end{center}", nil},
		{"list", "a\n\\begin{itemize}\n\\item b", []string{`2: \begin{itemize} is not closed`}},
		{"list in a list", "\\begin{itemize}\n\\item\n\\begin{enumerate}\n\\end{itemize}", []string{`3: \begin{enumerate} is not closed`}},
		{"other end", "\\begin{itemize}\\end{enumerate}\\end{itemize}", []string{`1: \end{enumerate} closes nothing`}},
		{"verbatim text", "\\begin{verbatim}\n{ $ \\begin{a} %\n\\end{verbatim}\n\\verb|{$|", nil},
		{"verbatim text without an end", "a\n\n\\begin{verbatim}\n{ $", []string{`3: \begin{verbatim} is not closed`}},
		{"argument", "a\n\\textbf{b\n\nc", []string{`2: the { of \textbf is not closed`}},
		{"brace", "{a\nb}}\n{", []string{"2: } closes nothing", "3: { is not closed"}},
		{"formula", "a $b\nc\n\nd $e$", []string{"1: the formula that begins with $ is not closed in its paragraph"}},
		{"formula at the end", "a\n\\[b", []string{`2: the formula that begins with \[ is not closed in its paragraph`}},
		{"brace in a formula", `$\frac{a}{b$ c $d$`, []string{"1: { is not closed"}},
		{"formula in a brace", `{a $b} $c$`, []string{"1: the formula that begins with $ is not closed in its paragraph"}},
		{"formula in the text of a formula", `$a \text{ if $b$}$`, nil},
		{"two formulas beside each other", `$a$$b$`, nil},
		{"comment", "% { $ \\begin{a}\n\\% a", nil},
		{"address", `\url{https://a/b%20c} \href{https://a/%7b}{d}`, nil},
		{"columns", `\begin{tabular}{>{$}c<{$}|l}a&b\end{tabular}\begin{tabularx}{3cm}[t]{X}\end{tabularx}`, nil},
		{"definitions", "\\newcommand{\\be}[1][x]{\\begin{equation}}\\def\\ee#1{\\end{equation}}\\newcommand\\n{n}\\be a\\ee1", nil},
		{"definition of an environment", `\newenvironment{a}[1]{\begin{center}}{\end{center}}{b`, []string{"1: { is not closed"}},
		{"behind the document", "\\begin{document}a\\end{document}{", nil},
		{"backslash", "a\\", nil},
		{"CRLF", "$a\r\n\r\n$b$", []string{"1: the formula that begins with $ is not closed in its paragraph"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, unclosed(test.source)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if faults := statement.Faults([]byte("from $5 to {"), "md", nil, nil, statement.Tools{}); faults != nil {
		t.Errorf("Markdown: got %v, want none", faults)
	}
	if faults := unclosed(strings.Repeat("{\n", 1000)); len(faults) != 10 {
		t.Errorf("got %d faults of 1000, want the first ten", len(faults))
	}
}

func unclosed(source string) []string {
	var faults []string
	for _, fault := range statement.Unclosed(source) {
		faults = append(faults, fmt.Sprintf("%d: %s", fault.Line, fault.Message))
	}
	return faults
}

// TestWhatGrundyWritesIsClosed converts the statements of the library to LaTeX.
func TestWhatGrundyWritesIsClosed(t *testing.T) {
	for file, markdown := range library(t, "*/*/*.md") {
		if faults := unclosed(toLaTeX(markdown)); faults != nil {
			t.Errorf("%s: %v", file, faults)
		}
	}
}

func TestUnclosedTakesNoTime(t *testing.T) {
	for _, source := range []string{"{", "$", "\\begin{a}", "\\end{a}", "{\\end{a}", "\\begin{tabular}{", "\\newcommand{", "\\url{", "\\verb|", "$$a\n\n"} {
		begin := time.Now()
		unclosed(strings.Repeat(source, 128<<10/len(source)))
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("%q took %v", source, took)
		}
	}
}
