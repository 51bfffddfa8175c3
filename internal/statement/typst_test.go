package statement_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"grundy/internal/statement"
	"grundy/tests/suite"
	"grundy/tests/verifiers"
)

func setInTypst(t testing.TB, source, kind string) string {
	t.Helper()
	markup, err := statement.Typst([]byte(source), kind, statement.TeXOptions{Figure: func(file string) (string, int) {
		if file == "heaps.png" {
			return "figure1.png", 45
		}
		return "", 0
	}})
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(markup)
}

func TestTypst(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"special characters", `50 # of "a" \\ @b`, `#"50 # of \"a\" \\ @b";`},
		{"ink", "*a* **b** `#c`", `#emph[#"a";];#" ";#strong[#"b";];#" ";#typed[#"#c";];`},
		{"section", "## Input\n\na", "#heading(level: 1)[#\"Input\";]\n\n#\"a\";"},
		{"break", "a\\\nb", `#"a";#linebreak();#"b";`},
		{"formula", "$n < 10$", `$\u{6e}class("relation", \u{3c})10$`},
		{"parts", `$\frac{a}{2} x_1^2 \sqrt[3]{5}$`, `$frac(\u{61}, 2)attach(\u{78}, b: 1, t: 2)root(3, 5)$`},
		{"limits", "$$\\sum_{i}^1 7$$", `$ attach(limits(\u{2211}, inline: #false), b: \u{69}, t: 1)7 $`},
		{"brackets of a size", `$\left(1\middle|2\right] (3)$`, `$lr(class("opening", \u{28})1mid(class("normal", \u{7c}))2class("closing", \u{5d}))class("opening", \u{28})3class("closing", \u{29})$`},
		{"names and words", `$\max 1 \text{ if "x"}$`, `$op(upright("max"), limits: #true)1upright(" if \"x\"")$`},
		{"accents", `$\hat 1 \overline{12} \overbrace{3}$`, `$accent(1, \u{2c6})overline(12)display(overbrace(3))$`},
		{"lines that are aligned", "$$1 &= 2 \\\\ 3$$", `$ mat(delim: #none, column-gap: #0em, row-gap: #0.6em, display(1) &, & display(""class("relation", \u{3d})2); display(3) &) $`},
		{"a formula that is not understood", `$\frac{x$`, `#typed[#"\\frac{x";];`},
		{"an unknown command", `$\input{x}$`, `$mono("\\input{x}")$`},
		{"wide image", "![Heaps](heaps.png){width=40%}", `#align(center)[#picture(40%, 45pt, "figure1.png");]`},
		{"image in inches", "![Heaps](heaps.png){width=2in}", `#align(center)[#picture(0%, 144pt, "figure1.png");]`},
		{"image", "![Heaps](heaps.png)", `#align(center)[#picture(0%, 45pt, "figure1.png");]`},
		{"image that is not there", "![Heaps](no.png)", `#align(center)[#emph[#"[figure: Heaps]";];]`},
		{"links", `[a](https://a.b/c"d) [b](javascript:x)`, `#link("https://a.b/c\"d")[#"a";];#" ";#underline[#"b";];#" (javascript:x)";`},
		{"aligned columns", "|a|b|\n|-:|:-:|\n|1|2|\n", `#rows((auto, auto, ), (right, center, ), heads([#strong[#"a";];], [#strong[#"b";];]), [#"1";], [#"2";])`},
		{"table", "|a|b|\n|-|-|\n|1|[x]|\n", `#rows((auto, auto, ), (left, left, ), heads([#strong[#"a";];], [#strong[#"b";];]), [#"1";], [#"[x]";])`},
		{"list from three", "3. a\n4. b\n   - c\n", `#enum(tight: true, start: 3, [#"a";], [#"b";` + "\n\n" + `#list(tight: true, [#"c";])])`},
		{"code", "```\na  \"b\"\n```", `#data("a  \"b\"")`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := setInTypst(t, test.source, "md"); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestTypstSamples(t *testing.T) {
	markup, err := statement.Typst([]byte("- a\n\n  {{nextsample}}\n\nb"), "md", statement.TeXOptions{
		Samples: []statement.Sample{{Name: "1", Input: strings.Repeat("12345678 ", 12) + "\n2\n", Answer: "a\n"}, {Name: "2", Interaction: "<1\n>2\n---\n<3\n"}},
		Words:   statement.Words{Sample: "Beispiel", Input: "Eingabe", Output: "Ausgabe", Judge: "Judge", Yours: "Du"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`#sides("Beispiel 1", "Eingabe", "Ausgabe", 70fr, 14fr, false, raw("` + strings.Repeat("12345678 ", 7) + `\n↳ ` + strings.Repeat("12345678 ", 5) + `\n2"), raw("a"))`,
		`#sides("Beispiel 2", "Judge", "Du", 42fr, 42fr, false, raw("1"), [], [], raw("2"), next-pass, raw("3"), [])`,
	} {
		if strings.Count(markup, want) != 1 {
			t.Errorf("not one %s in %s", want, markup)
		}
	}
}

var (
	typstLiteral = regexp.MustCompile(`"(\\.|[^"\\])*"`)
	typstName    = regexp.MustCompile(`[a-zA-Z][a-zA-Z-]*`)
	typstKnown   = regexp.MustCompile(`^(heading|level|align|center|quote|block|true|false|list|enum|terms|item|tight|left|right|caption|start|data|rows|auto|heads|fr|link|picture|pt|linebreak|` +
		`sides|raw|next-pass|statement-rule|strong|emph|typed|underline|frac|root|attach|b|t|limits|inline|stretch|accent|overbrace|underbrace|overline|sqrt|display|mat|` +
		`delim|none|column-gap|row-gap|em|class|lr|size|mid|mono|bold|italic|sans|upright|h|u|script|sscript|inline|hide|cancel|cross|inverted|box|stroke|inset|outset|y|text|fill|rgb|width|height|black|op|augment|hline|vline|overparen|underparen|overbracket|underbracket|tl|bl|tr|br)$`)
	typstEscape = regexp.MustCompile(`\\u\{[0-9a-f]+\}`)
)

// FuzzTypst looks for sources that inject a command or leave something open.
func FuzzTypst(f *testing.F) {
	for _, seed := range []string{
		`#read("x")`, "$#read(\"x\")$", `"; #eval("1")`, `$\text{"; #eval}$`, "\\`#a`", "[a](https://b\")", "{{nextsample}}", "![x](heaps.png)", "|a|\n|-|\n|]|\n",
		`$\left(a\bigr]\begin{array}{lr}a&]\end{array}\hat{)}\overset{(}{=}$`, "- ]\n\n  1. [", "> \"\n\n```\n\"\n```",
	} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, source string, markdown bool) {
		kind := "tex"
		if markdown {
			kind = "md"
		}
		markup, err := statement.Typst([]byte(source), kind, statement.TeXOptions{})
		if err != nil {
			return
		}
		rest := typstEscape.ReplaceAllString(typstLiteral.ReplaceAllString(markup, `""`), "")
		for _, name := range typstName.FindAllString(rest, -1) {
			if !typstKnown.MatchString(name) {
				t.Fatalf("%q has %s written:\n%s", source, name, markup)
			}
		}
		var open []byte
		for i := range len(rest) {
			switch c := rest[i]; c {
			case '(', '[':
				open = append(open, c)
			case ')', ']':
				if last := len(open) - 1; last < 0 || open[last] != map[byte]byte{')': '(', ']': '['}[c] {
					t.Fatalf("%q closes what is not open:\n%s", source, markup)
				}
				open = open[:len(open)-1]
			case '{', '}', '\\', '@', '<', '>', '*', '_', '`', '/', '~':
				t.Fatalf("%q has %c written:\n%s", source, c, markup)
			}
		}
		if len(open) > 0 || strings.Count(rest, "$")%2 != 0 {
			t.Fatalf("%q leaves something open:\n%s", source, markup)
		}
	})
}

// TestTypstKnowsTheCommands has Typst set each command that formulas may have, and all that statements may
// contain.
func TestTypstKnowsTheCommands(t *testing.T) {
	suite.NeedsAll(t, "Typst is installed, and starts")
	command := filepath.Join(verifiers.Typst(t), "typst")
	var source strings.Builder
	source.WriteString(statement.TypstFunctions)
	for _, formula := range statement.EveryFormula() {
		source.WriteString(setInTypst(t, "$"+formula+"$", "md") + "\n\n")
	}
	for _, name := range []string{"everything.md", "everything.tex"} {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		markup, err := statement.Typst(text, strings.TrimPrefix(filepath.Ext(name), "."), statement.TeXOptions{
			Samples: []statement.Sample{{Name: "1", Input: strings.Repeat("1\n", 99), Answer: "2\n"}, {Name: "2", Interaction: "<1\n---\n>2\n"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		source.WriteString(markup)
	}
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/all.typ", []byte(source.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), command, "compile", "--root", dir, dir+"/all.typ", dir+"/all.pdf")
	if said, err := run.CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("%v\n%s", err, said)
	}
}
