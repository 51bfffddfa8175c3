package statement_test

import (
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"grundy/internal/statement"
	"grundy/internal/ui/terminal"
	"grundy/tests/suite"
)

var update = flag.Bool("update", false, "write the golden files anew")

func options() statement.Options {
	return statement.Options{
		Width:     70,
		Constants: map[string]string{"maxn": "10^5"},
		Samples: []statement.Sample{
			{Name: "1", Input: "3\n1 2 3\n", Answer: "SECOND\n"},
			{Name: "2", Input: strings.Repeat("1000000000 ", 8) + "\n", Answer: "FIRST 1 0\n"},
			{Name: "3", Interaction: "<5\n>3 4\n---\n<0\n"},
		},
	}
}

func TestGolden(t *testing.T) {
	narrow, color, titled := options(), options(), options()
	narrow.Width = 30
	color.Color = true
	titled.Title = "Nim"
	for _, file := range []string{"everything.md", "everything.tex"} {
		source, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		for name, options := range map[string]statement.Options{
			"plain": options(), "narrow": narrow, "color": color, "titled": titled,
		} {
			t.Run(file+"/"+name, func(t *testing.T) {
				got, err := statement.Render(source, strings.TrimPrefix(filepath.Ext(file), "."), options)
				if err != nil {
					t.Fatal(err)
				}
				golden(t, file+"."+name, got)
			})
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; -update writes it anew):\n%s", path, diff)
	}
}

func TestRender(t *testing.T) {
	tests := []struct{ name, kind, source, want string }{
		{"empty", "md", "", ""},
		{"CRLF", "md", "a\r\nb\r\n\r\nc", "a b\n\nc\n"},
		{"money", "md", "from $5 to $6", "from $5 to $6\n"},
		{"money with spaces", "md", "from $ 5 to $ 6, or $5 and $6, $ 7 - $ 8", "from $ 5 to $ 6, or $5 and $6, $ 7 - $ 8\n"},
		{"spaces at dollars", "md", `$ D $, $ 100 $豆 $ a_i \leq n $, $ n, m $ and $k $ or $l $ and $ 1 \leq p$.`, "D, 100豆 aᵢ ≤ n, n, m and k or l and 1 ≤ p.\n"},
		{"keys before the text", "md", "---\ntitle: x\nsamples:\n  - {input: a}\n\n---\n\nWords.\n", "Words.\n"},
		{"a rule is no key", "md", "---\nx\n---\n", "────────────────────────────────────────────────────────────────────────────────\n\nx\n"},
		{"arguments of olymp.sty", "tex", "\\begin{problem}{A}{b}{c}{1 s}{2 MB}\n\\begin{itemize}\n\\item x\n\\end{itemize}\n\\end{problem}", "A\n═\n\n• x\n"},
		{"argument more of olymp.sty", "tex", "\\begin{problem}{A}{b}\n{c}{1 s}{2 MB}{}\n\n{\\bf x}\\end{problem}", "A\n═\n\nx\n"},
		{"own name of the problem", "tex", "\\newcommand{\\problemname}[1]{\\section*{#1}}\\problemname{A}x", "A\n═\n\nx\n"},
		{"escaped dollar", "md", `\$n\$ and $n$`, "$n$ and n\n"},
		{"math keeps its underscores", "md", "$a_i$ _x_ $b_i$", "aᵢ x bᵢ\n"},
		{"math over two lines", "md", "$a +\nb$", "a + b\n"},
		{"display after text", "md", "x\n$$\ny\n$$ z", "x\n\n    y\n\nz\n"},
		{"display ends at a blank line", "md", "$$\ny\n\nz", "    y\n\nz\n"},
		{"escape as entity", "md", "&#27;[31m &#x9b;1m", "␛[31m <U+009B>1m\n"},
		{"escape sequence", "md", "a\x1b[2Jb\x07", "a␛[2Jb␇\n"},
		{"escape sequence in code", "md", "```\n\x1b[2J\n```", "    ␛[2J\n"},
		{"invalid UTF-8", "md", "a\xffb", "a\ufffdb\n"},
		{"escape in LaTeX", "tex", "\\verb|\x1b[2J| $\x1b$", "␛[2J ␛\n"},
		{"constant in math", "tex", `$n \le {{maxn}}$`, "n ≤ 10⁵\n"},
		{"command for a constant", "tex", `$n \le \constant{maxn}$, \constant {maxn}`, "n ≤ 10⁵, 10^5\n"},
		{"no-break space", "tex", "a~b", "a b\n"},
		{"comment joins lines", "tex", "foo%bar\nbaz", "foobaz\n"},
		{"per cent", "tex", `5\% % five`, "5%\n"},
		{"per cent in an address", "tex", `\href{https://a/b%20c}{d} \url{https://e%20f} g`, "d (https://a/b%20c) https://e%20f g\n"},
		{"unknown command", "tex", `\kattis[a]{b} c`, "b c\n"},
		{"unknown environment", "tex", `\begin{foo}x\end{foo}`, "x\n"},
		{"macro with arguments", "tex", `\newcommand{\f}[2]{#2 and #1}\f{a}{$b^2$}`, "b² and a\n"},
		{"macro before letters", "tex", `\def\x{\alpha}$\x y$`, "αy\n"},
		{"macro that never ends", "tex", `\newcommand{\x}{\x\x}ok \x`, ""},
		{"image with attributes", "md", `![A](a.png){.b #c width=40%} d`, "[figure: A] d\n"},
		{"unclosed environment", "tex", `\begin{itemize} \item a`, "• a\n"},
		{"stray end", "tex", `a \end{itemize} b`, "a\n\nb\n"},
		{"accents", "tex", `Erd\H{o}s`, "Erdős\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := statement.Render([]byte(test.source), test.kind, statement.Options{Constants: map[string]string{"maxn": "10^5"}})
			if err != nil {
				t.Fatal(err)
			}
			if test.want == "" && test.source != "" {
				if !strings.HasPrefix(got, "ok") {
					t.Errorf("got %.100q, want something that begins with ok", got)
				}
				return
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestRenderRefusesOtherKinds(t *testing.T) {
	_, err := statement.Render(nil, "pdf", statement.Options{})
	if err == nil || !strings.Contains(err.Error(), "pdf") {
		t.Errorf("got error %v, want one that names pdf", err)
	}
}

func TestSamples(t *testing.T) {
	tests := []struct {
		name   string
		sample statement.Sample
		want   string
	}{
		{"side by side", statement.Sample{Name: "1", Input: "1 2\n3\n", Answer: "6\n"}, "Sample 1\n  Input │ Output\n  1 2   │ 6\n  3     │\n"},
		{"below each other", statement.Sample{Name: "1", Input: strings.Repeat("x", 20), Answer: "y"}, "Sample 1\n  Input\n  " + strings.Repeat("x", 20) + "\n  Output\n  y\n"},
		{"wide characters", statement.Sample{Name: "1", Input: "日本\n", Answer: "é\n"}, "Sample 1\n  Input │ Output\n  日本  │ é\n"},
		{"control characters", statement.Sample{Name: "\x1b", Input: "\x1b[2J\r\n", Answer: "\x00\n"}, "Sample ␛\n  Input │ Output\n  ␛[2J  │ ␀\n"},
		{"interaction", statement.Sample{Name: "1", Interaction: "<5\n>3\x1b\n"}, "Sample 1\n  judge →  yours ←\n  → 5\n  ← 3␛\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := statement.Samples([]statement.Sample{test.sample}, statement.Options{Width: 24}); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// On a screen a long line of a file continues in further rows behind a mark; elsewhere it stays whole.
func TestLongLinesContinueBehindAMark(t *testing.T) {
	sample := []statement.Sample{{Name: "1", Input: "10 20 30 40 50 60 70 80 90 100\n2\n", Answer: strings.Repeat("x", 30) + "\n"}, {Name: "2", Interaction: ">" + strings.Repeat("y", 30) + "\n<1\n"}}
	for width, want := range map[int]string{
		0: "Sample 1\n  Input\n  10 20 30 40 50 60 70 80 90 100\n  2\n  Output\n  " + strings.Repeat("x", 30) + "\n\n" +
			"Sample 2\n  judge →  yours ←\n  ← " + strings.Repeat("y", 30) + "\n  → 1\n",
		24: "Sample 1\n  Input\n  10 20 30 40 50 60 70\n  ↳ 80 90 100\n  2\n  Output\n  " + strings.Repeat("x", 22) + "\n  ↳ " + strings.Repeat("x", 8) + "\n\n" +
			"Sample 2\n  judge →  yours ←\n  ← " + strings.Repeat("y", 20) + "\n    ↳ " + strings.Repeat("y", 10) + "\n  → 1\n",
	} {
		if diff := cmp.Diff(want, statement.Samples(sample, statement.Options{Width: 24, DataWidth: width})); diff != "" {
			t.Errorf("%d columns (-want +got):\n%s", width, diff)
		}
	}
	text, err := statement.Render([]byte("- a\n\n  ```\n  "+strings.Repeat("z", 30)+"\n  ```\n"), "md", statement.Options{Width: 24, DataWidth: 30})
	if want := "• a\n\n      " + strings.Repeat("z", 24) + "\n      ↳ " + strings.Repeat("z", 6) + "\n"; err != nil || text != want {
		t.Errorf("a nested block of code: got\n%s\nwant\n%s (%v)", text, want, err)
	}
}

// Wrapping neither loses nor reorders words of plain text, and lines keep to the width.
func TestParagraphsAreWrapped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zé日]{1,30}`), 1, 40).Draw(t, "words")
		width := rapid.IntRange(16, 60).Draw(t, "width")
		for _, kind := range []string{"md", "tex"} {
			got, err := statement.Render([]byte(strings.Join(words, " ")), kind, statement.Options{Width: width})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Join(strings.Fields(got), "") != strings.Join(words, "") {
				t.Fatalf("%s: %q became %q", kind, words, got)
			}
			for line := range strings.Lines(got) {
				if terminal.Width(strings.TrimSuffix(line, "\n")) > width {
					t.Fatalf("%s: wider than %d: %q", kind, width, line)
				}
			}
		}
	})
}

// Repeated often enough, these make parsers look back or ahead from every position to every other.
var repeated = []string{
	"> ", "- ", "1. ", "$", "$a ", "$$", `\(`, `\[`, "{", `\a{`, `\begin{itemize}\item `, `\begin{center}`, `\begin{equation}`, "`", "``a",
	"[", "![", "[a](", "![[a]](", "*a", "_a *", "|a", "a|\n|-|\n", "|-", "\\begin{tabular}{l} & ", `\newcommand{\x}{yy}\x`, `\href{`, `\\`,
	"<", "<!--", "{{long}}", "<b>", "<b>\n\n", "<div>\n\n", "<td colspan=100>", "<table><tr><td>", "<tr><td rowspan=100 colspan=100>", "<p>", "<a href=b>", "<ul><li>",
	"<details>", "[^a]", "[^a]: b\n\n", "a\n: b\n\n", "- [ ] ", "~~", "<svg>", "&lt;", "https://a.b/", "\n\n[a][b]",
}

func TestLargeSourcesTakeNoTime(t *testing.T) {
	sources := map[string]string{"nested list": nestedList(140), "tables": strings.Repeat("|a|\n"+strings.Repeat("|-", 200)+"|\n"+strings.Repeat("|\n", 2000)+"\n", 8)}
	for _, piece := range repeated {
		sources[piece+" repeated"] = strings.Repeat(piece, 20_000/len(piece))
	}
	renderAll(t, sources, time.Minute)
}

func TestHugeSourcesTakeSeconds(t *testing.T) {
	suite.NeedsAll(t, "shows a hundred statements of several MB")
	sources := map[string]string{"nested list": nestedList(2200)}
	for _, piece := range repeated {
		sources[piece+" repeated"] = strings.Repeat(piece, 5_000_000/len(piece))
	}
	renderAll(t, sources, 10*time.Minute)
}

func nestedList(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}

// renderAll renders sources in both languages. The memory that it allocates, which does not depend on the machine,
// grows at most linearly with the source.
func renderAll(t *testing.T, sources map[string]string, limit time.Duration) {
	for name, source := range sources {
		for _, kind := range []string{"md", "tex"} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			started := time.Now()
			_, err := statement.Render([]byte(source), kind, statement.Options{Constants: map[string]string{"long": strings.Repeat("x", 1<<20)}})
			took := time.Since(started)
			runtime.ReadMemStats(&after)
			if err != nil {
				t.Fatal(err)
			}
			if took > limit {
				t.Errorf("%s of %s took %v", kind, name, took)
			}
			if allocated := after.TotalAlloc - before.TotalAlloc; allocated > allowance(len(source)) {
				t.Errorf("%s of %s took %d bytes for %d", kind, name, allocated, len(source))
			}
		}
	}
}

// allowance is what rendering a source may allocate, in bytes.
func allowance(size int) uint64 { return 8<<20 + 8<<10*uint64(size) }

// formulaAllowance is what the program that reads formulas may allocate, over time and not at once, within its bounds of time.
const formulaAllowance = 2 << 30

func TestWhatIsLeftOutIsSaid(t *testing.T) {
	for _, test := range []struct{ name, kind, source, want string }{
		{"deep list", "md", nestedList(100), "nested deeper than 24 levels are shown flat"},
		{"long text", "md", strings.Repeat("word ", 100_000), "368928 more bytes are not shown"},
		{"long text", "tex", strings.Repeat("word ", 100_000), "368928 more bytes are not shown"},
		{"twelve levels", "md", nestedList(12), ""},
	} {
		text, err := statement.Render([]byte(test.source), test.kind, statement.Options{})
		if err != nil || !strings.Contains(text, test.want) || test.want == "" && strings.Contains(text, "shown") {
			t.Errorf("%s as %s: %v, …%s, want %q", test.name, test.kind, err, text[max(0, len(text)-200):], test.want)
		}
	}
}

func FuzzRender(f *testing.F) {
	for _, file := range []string{"everything.md", "everything.tex"} {
		source, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(source, file == "everything.tex", 70)
	}
	f.Add([]byte("\\begin{tabular}{l}a & \x1b[2J \\\\ \\hline\\end{tabular}"), true, 3)
	f.Add([]byte("|a|\n|-|\n|&#27;|\n"), false, 1)
	f.Fuzz(func(t *testing.T, source []byte, tex bool, width int) {
		kind := "md"
		if tex {
			kind = "tex"
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := statement.Render(source, kind, statement.Options{Width: width % 200, Samples: options().Samples})
		if err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > formulaAllowance {
			t.Errorf("rendering %d bytes took %d", len(source), allocated)
		}
		shown := strings.ReplaceAll(got, "\n", "")
		if !utf8.ValidString(shown) || strings.ContainsFunc(shown, unicode.IsControl) {
			t.Errorf("%q became %q", source, got)
		}
	})
}

// TestRulesOnly omits input and output, in both languages and in the style of packages by several authors. In the
// library every interactive problem has such a section.
func TestRulesOnly(t *testing.T) {
	for _, test := range []struct{ kind, source, want string }{
		{"md", "# Game\n\nTake a stone.\n\n## Input\n\nA number.\n", "Game\n════\n\nTake a stone.\n"},
		{"md", "Take a stone.\n\n## The end\n\nWhoever cannot move loses.\n\n### Interactive protocol\n\nLines.\n", "Take a stone.\n\nThe end\n\nWhoever cannot move loses.\n"},
		{"md", "Take the input.\n\nNo heading.\n", "Take the input.\n\nNo heading.\n"},
		{"tex", "Take a stone.\n\\section*{Interaction}\nThe judge begins.\n", "Take a stone.\n"},
	} {
		options := options()
		options.RulesOnly = true
		got, err := statement.Render([]byte(test.source), test.kind, options)
		if err != nil || got != test.want {
			t.Errorf("%s gives %q, %v, want %q", test.source, got, err, test.want)
		}
	}
	duels := library(t, "*duel/statement/problem.en.md")
	if len(duels) < 5 {
		t.Fatalf("%d statements", len(duels))
	}
	for file, source := range duels {
		text, err := statement.Render([]byte(source), "md", statement.Options{RulesOnly: true})
		if err != nil || len(text) < 200 || strings.Contains(text, "The judge begins") {
			t.Errorf("%s: %v\n%s", file, err, text)
		}
	}
}
