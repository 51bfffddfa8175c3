package statement_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grundy/internal/statement"
	"grundy/tests/suite"
)

func setInTeX(t testing.TB, source, kind string) string {
	t.Helper()
	tex, err := statement.TeX([]byte(source), kind, statement.TeXOptions{Figure: func(file string) (string, int) {
		if file == "heaps.png" {
			return "figure1.png", 45
		}
		return "", 0
	}})
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(tex)
}

func TestTeX(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"special characters", `50 % of a_b & {c} \# ~ ^`, `50 \% of a\_b \& \{c\} \# \textasciitilde{} \textasciicircum{}`},
		{"no ligatures", "a -- ,, '' `--`", `a -{}- ,{}, '{}' \texttt{-{}-}`},
		{"signs", "x ≤ π → y², ℕ ∎", `x \ensuremath{\le} \ensuremath{\pi} \ensuremath{\to} y², \ensuremath{\mathbb{N}} \ensuremath{\blacksquare}`},
		{"alphabets", "Größe, число πι", `Größe, \cyrillic{число} πι`},
		{"formula", "$1 \\le\na_i ≤ 10^9$", `$1\le a_{i}\le 10^{9}$`},
		{"words in a formula", `\(\text{if $x$ is 50}\)`, `${\text{if~}{x}\text{~is 50}}$`},
		{"an environment that numbers", "$$\n\\begin{align*} a &= b \\\\[1cm] c \\label{x} \\end{align*}\n$$", `\[\begin{aligned}a & {}=b\\[2.835em] c\end{aligned}\]`},
		{"double brackets", `$\llbracket a \rrbracket \left\llbracket b \right\rrbracket$`, `$[\![a]\!]\left[\!\left[b\right]\!\right]$`},
		{"rows without an environment", "$$a &= b$$", `\[\begin{aligned}a & {}=b\end{aligned}\]`},
		{"a formula that is not understood", `$\frac{\input$`, `\texttt{\textbackslash{}frac\{\textbackslash{}input}`},
		{"an unknown command", `$\input{/etc/passwd}$`, `$\text{\texttt{\textbackslash{}input\{/etc/passwd\}}}$`},
		{"hidden in words", `\(\text{$\special{x}$}\)`, `${\text{\texttt{\textbackslash{}special\{x\}}}}$`},
		{"hidden in columns", `$\begin{array}{@{\special{x}}c} a \end{array}$`, `$\begin{array}{@{}c@{\hspace{0.000em}}@{\hspace{0.000em}}c@{}}\text{\texttt{\textbackslash{}special\{x\}}} & a\end{array}$`},
		{"hidden in a length", `$a\hspace{\special{x}}b$`, `\texttt{a\textbackslash{}hspace\{\textbackslash{}special\{x\}\}b}`},
		{"hidden in a degree", `$\sqrt[\special{x}]{b}$`, `$\sqrt[{\text{\texttt{\textbackslash{}special\{x\}}}}]{b}$`},
		{"wide image", "![Heaps](heaps.png){width=40%}", `\begin{center}\statementfigure{0.40}{45}{figure1.png}\end{center}`},
		{"image in inches", "![Heaps](heaps.png){width=2in}", `\begin{center}\statementfigure{}{144}{figure1.png}\end{center}`},
		{"image", "![Heaps](heaps.png)", `\begin{center}\statementfigure{}{45}{figure1.png}\end{center}`},
		{"image that is not there", "![Heaps](no.png)", `\begin{center}\emph{[figure: Heaps]}\end{center}`},
		{"links", `[a](https://a.b/c_d?e=1%20#f"\x) [b](javascript:x)`, `\href{https://a.b/c\_d?e=1\%20\#f\%22\%5Cx}{a} \underline{b} (javascript:x)`},
		{"aligned columns", "|a|b|\n|-:|:-:|\n|1|2|\n", "\\begin{grid}{rc}\n{}\\textbf{a} & {}\\textbf{b}\\\\\n\\hline\\endhead\n{}1 & {}2\\\\\n\\end{grid}"},
		{"table", "|a|b|\n|-|-|\n|1|[x]|\n", "\\begin{grid}{ll}\n{}\\textbf{a} & {}\\textbf{b}\\\\\n\\hline\\endhead\n{}1 & {}[x]\\\\\n\\end{grid}"},
		{"centred lines", "<center>a<br>b</center>", "\\begin{center}a\\\\{}b\\end{center}"},
		{"list from three", "3. a\n4. b\n", "\\begin{enumerate}\\setcounter{enumi}{2}\\tight\n\\item{} a\n\n\\item{} b\n\n\\end{enumerate}"},
		{"code", "```\na  'b'\n```", "\\begin{data}\n{}a\\ \\ \\textquotesingle{}b\\textquotesingle{}\\\\\n\\end{data}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			kind := "md"
			if strings.HasPrefix(test.source, `\(`) {
				kind = "tex"
			}
			if got := setInTeX(t, test.source, kind); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// A long line continues in further rows, which do not move the other side.
func TestTeXSamples(t *testing.T) {
	long := strings.Repeat("12345678 ", 12)
	tex, err := statement.TeX(nil, "md", statement.TeXOptions{
		Samples: []statement.Sample{{Name: "1", Input: long + "\n2\n", Answer: "a\nb\nc\n"}, {Name: "2", Interaction: "<1\n>2\n---\n<3\n"}},
		Words:   statement.Words{Sample: "Beispiel", Input: "Eingabe", Output: "Ausgabe", Judge: "Judge", Yours: "Du"},
	})
	if err != nil {
		t.Fatal(err)
	}
	word := `12345678\ `
	for _, want := range []string{
		"{Beispiel 1}{Eingabe}{Ausgabe}\n{}" + strings.Repeat(word, 7) + " & {}a\\\\*\n\\goeson{}" + strings.Repeat(word, 5) + " & {}b\\\\*\n{}2 & {}c\\\\*\n",
		"{Beispiel 2}{Judge}{Du}\n{}1 & \\\\*\n & {}2\\\\*\n\\nextpass\n{}3 & \\\\*\n",
	} {
		if !strings.Contains(tex, want) {
			t.Errorf("no %q in %s", want, tex)
		}
	}
}

var (
	texCommand     = regexp.MustCompile(`\\([A-Za-z]+|.)`)
	texEnvironment = regexp.MustCompile(`\\(begin|end)\{([a-z]+)\}`)
)

// FuzzTeX looks for sources that inject an arbitrary command or leave something open.
func FuzzTeX(f *testing.F) {
	for _, seed := range []string{
		`\input{x}`, `$\special{x}$`, `$\text{\write18{x}}$`, "$a\\)\\input{x}\\($", `\begin{tabular}{l}\special{x}\end{tabular}`, "[a](https://b\\special{x})",
		`$\hspace{1em}\phantom{\special x}\left<\frac{a}{b}\right>$`, "$$\\begin{cases}\\end{document}$$", "{{nextsample}}", "![x](heaps.png)", "`\\special`", `$\begin{array}{c}\end{array}$`,
	} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	harmful := []string{
		"input", "include", "openin", "openout", "read", "write", "immediate", "special", "csname", "def", "edef", "let", "catcode", "newcommand",
		"usepackage", "directlua", "pdfobj", "jobname", "loop", "includegraphics", "verbatiminput", "lstinputlisting", "document",
	}
	f.Fuzz(func(t *testing.T, source string, markdown bool) {
		kind := "tex"
		if markdown {
			kind = "md"
		}
		tex, err := statement.TeX([]byte(source), kind, statement.TeXOptions{})
		if err != nil {
			return
		}
		for _, match := range texCommand.FindAllStringSubmatch(tex, -1) {
			if slices.Contains(harmful, match[1]) {
				t.Fatalf("%q has the command \\%s written:\n%s", source, match[1], tex)
			}
		}
		var open []string
		for _, match := range texEnvironment.FindAllStringSubmatch(tex, -1) {
			switch last := len(open) - 1; {
			case match[1] == "begin":
				open = append(open, match[2])
			case last < 0 || open[last] != match[2]:
				t.Fatalf("%q ends %s, which is not open:\n%s", source, match[2], tex)
			default:
				open = open[:last]
			}
		}
		if len(open) > 0 {
			t.Fatalf("%q leaves %v open:\n%s", source, open, tex)
		}
	})
}

// TestTeXKnowsTheCommands has LaTeX set each command that formulas may have.
func TestTeXKnowsTheCommands(t *testing.T) {
	suite.NeedsAll(t, "LaTeX starts")
	engine, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("LaTeX is not installed")
	}
	dir := t.TempDir()
	var source strings.Builder
	source.WriteString("\\documentclass{article}\\usepackage{statement}\\begin{document}\n")
	for _, formula := range statement.EveryFormula() {
		source.WriteString(setInTeX(t, "$"+formula+"$", "md") + "\n\n")
	}
	source.WriteString("\\end{document}\n")
	for name, data := range map[string][]byte{"all.tex": []byte(source.String()), "statement.sty": statement.Package} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.CommandContext(t.Context(), engine, "-interaction=nonstopmode", "-no-shell-escape", "all.tex")
	command.Dir = dir
	printed, _ := command.Output()
	for _, complaint := range regexp.MustCompile(`(?m)^!.*\n(.*\n){3}`).FindAllString(string(printed), -1) {
		t.Error(complaint)
	}
	if !strings.Contains(string(printed), "Output written") {
		t.Errorf("nothing printed:\n%s", printed)
	}
}
