package statement_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"grundy/internal/statement"
)

func toLaTeX(markdown string) string {
	return string(statement.LaTeX([]byte(markdown), statement.LaTeXOptions{
		Name: "Nim & Co", SamplesInText: true, Figure: func(file string) string {
			if strings.HasPrefix(file, "there") {
				return file
			}
			return ""
		},
	}))
}

func TestLaTeX(t *testing.T) {
	for _, test := range []struct{ name, markdown, want string }{
		{"special characters", `50 % of a_b & {c} \# ~ ^ < >`, `50 \% of a\_b \& \{c\} \# \textasciitilde{} \textasciicircum{} \textless{} \textgreater{}`},
		{"formulas", "Let $1 \\le a_i$.\n\n$$\na^2\n$$", "Let $1 \\le a_i$.\n\n\\[\na^2\n\\]"},
		{
			"definitions of formulas", `$\newcommand{\half}[1]{\frac{#1}{2}}$ Let $\half{x} \DeclareMathOperator{\dist}{dist} \lcm \dist$.`,
			"\\newcommand{\\half}[1]{\\frac{#1}{2}}\n\\newcommand{\\dist}{\\operatorname{dist}}\n\\providecommand{\\lcm}{\\operatorname{lcm}}\n\n Let $\\half{x}  \\lcm \\dist$.",
		},
		{"constants", "At most {{most}}, not {{ most }}", `At most {{most}}, not \{\{ most \}\}`},
		{"sections", "## Input\n\n### Part", "\\section*{Input}\n\n\\subsection*{Part}"},
		{"ink", "*a* **b** `c_{d}` ~~e~~", `\emph{a} \textbf{b} \texttt{c\_\{d\}} \sout{e}`},
		{"list", "- a\n- b\n  1. c\n", "\\begin{itemize}\n\\item a\n\\item b\n\\begin{enumerate}\n\\item c\n\\end{enumerate}\n\\end{itemize}"},
		{"list from three", "3. a\n4. [b]\n", "\\begin{enumerate}\n\\setcounter{enumi}{2}\n\\item a\n\\item {}[b]\n\\end{enumerate}"},
		{"code", "```\na_b{}\n```", "\\begin{verbatim}\na_b{}\n\\end{verbatim}"},
		{"table", "|a|b|\n|-|-:|\n|1|$x$|\n", "\\begin{center}\n\\begin{tabular}{lr}\na & b \\\\\n\\hline\n1 & $x$ \\\\\n\\end{tabular}\n\\end{center}"},
		{"links", "[here](https://a.b/c%20d#e)", `\href{https://a.b/c\%20d\#e}{here}`},
		{"image without a file", "![Three heaps](heaps.svg)", "\\begin{center}\n\\emph{[Three heaps]}\n\\end{center}"},
		{"image with a width", "a ![Three heaps](there.svg){.b width=40%}", `a \includegraphics[width=0.40\linewidth]{there.svg}`},
		{"image with a length", "a ![Three heaps](there.svg){width=1in}", `a \includegraphics[width=72bp]{there.svg}`},
		{"samples", "{{nextsample}}\n\na\n\n{{remainingsamples}}", "\\nextsample\n\na\n\n\\remainingsamples"},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := "\\problemname{Nim \\& Co}\n\n" + test.want + "\n"
			if diff := cmp.Diff(want, toLaTeX(test.markdown)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// library reads the library's texts that match a pattern, by path.
func library(t *testing.T, pattern string) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../problems/" + pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no texts: %v", err)
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = string(text)
	}
	return texts
}

// TestLaTeXSaysTheSame shows the statements of the library in both languages and finds no difference for a
// reader.
func TestLaTeXSaysTheSame(t *testing.T) {
	for file, markdown := range library(t, "*/statement/*.md") {
		if diff := cmp.Diff(shown(t, markdown, "md"), shown(t, toLaTeX(markdown), "tex")); diff != "" {
			t.Errorf("%s (-Markdown +LaTeX):\n%s", file, diff)
		}
	}
}

var figureMark = regexp.MustCompile(`\[(figure: )?`)

// shown is a statement as words, since lines break elsewhere when marks have other lengths.
func shown(t *testing.T, text, kind string) []string {
	t.Helper()
	out, err := statement.Render([]byte(text), kind, statement.Options{Title: "Nim"})
	if err != nil {
		t.Fatal(err)
	}
	out = strings.NewReplacer("’", "'", "”", `"`, "“", `"`).Replace(out) // TeX has no straight quotes
	return strings.Fields(figureMark.ReplaceAllString(out, "["))
}

// TestLaTeXIsBalanced converts arbitrary text: braces and environments are closed in the end.
func TestLaTeXIsBalanced(t *testing.T) {
	part := rapid.SampledFrom([]string{
		"a", "{", "}", "\\", "%", "*", "**", "`", "- ", "1. ", "\n", "\n\n", "> ", "    ", "|a|\n|-|\n", "![", "](x)", "<b>", "{{n}}", "# ", "~~", "^", "_",
	})
	environment := regexp.MustCompile(`\\(begin|end)\{[a-z]+\}`)
	rapid.Check(t, func(t *rapid.T) {
		markdown := strings.Join(rapid.SliceOfN(part, 0, 30).Draw(t, "parts"), "")
		tex := toLaTeX(markdown)
		depth := 0
		for _, mark := range environment.FindAllString(tex, -1) {
			if strings.HasPrefix(mark, `\begin`) {
				depth++
			} else {
				depth--
			}
		}
		if depth != 0 {
			t.Fatalf("%q gives environments that are open:\n%s", markdown, tex)
		}
		if strings.Contains(tex, `\begin{verbatim}`) {
			return
		}
		plain := strings.NewReplacer(`\{`, "", `\}`, "").Replace(tex)
		if strings.Count(plain, "{") != strings.Count(plain, "}") {
			t.Fatalf("%q gives braces that are open:\n%s", markdown, tex)
		}
	})
}
