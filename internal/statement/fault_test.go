package statement_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/statement"
)

func faults(source, kind string) []string {
	var words []string
	for _, fault := range statement.Faults([]byte(source), kind, map[string]string{"known": "5"}, nil, statement.Tools{}) {
		words = append(words, fmt.Sprintf("%d:%d: %s", fault.Line, fault.Column, fault.Message))
	}
	return words
}

// TestUnknownIsNamed gives the readers what they do not understand: each is named with its place.
func TestUnknownIsNamed(t *testing.T) {
	for kind, constructs := range map[string][]struct{ source, named string }{
		"md": {
			{"vector<int>", "<int>"},
			{"<marquee>x</marquee>", "<marquee>"},
			{"<foo-bar a=b>", "<foo-bar a=b>"},
			{"<blink/>", "<blink/>"},
			{"<script>x</script>", "<script>"},
			{"<style>x</style>", "<style>"},
			{"<iframe src=x></iframe>", "<iframe>"},
			{"<object></object>", "<object>"},
			{"<svg></svg>", "<svg>"},
			{"<input>", "<input>"},
			{"<video></video>", "<video>"},
			{"<textarea></textarea>", "<textarea>"},
			{"<div>", "<div> is not closed"},
			{"<b>x", "<b> is not closed"},
			{"x</b>", "</b> closes nothing"},
			{"<sup>x", "<sup> is not closed"},
			{`<img src="a.png" onerror="x">`, "onerror"},
			{`<span style="color: red">x</span>`, "color"},
			{`<b foo="x">y</b>`, "foo"},
			{`<a href="javascript:x">y</a>`, "javascript:x"},
			{"[y](javascript:x)", "javascript:x"},
			{"[y](file:///etc)", "file:///etc"},
			{`<img src="https://a.b/c.png">`, "https://a.b/c.png"},
			{"![](https://a.b/c.png)", "https://a.b/c.png"},
			{"![](data:image/png;base64,AA)", "data:image/png"},
			{"<!DOCTYPE html>", "<!DOCTYPE html>"},
			{"<?php x ?>", "<?php x ?>"},
			{"<![CDATA[x]]>", "<![CDATA[x]]>"},
			{"a[^1]", "[^1]"},
			{"a\n\n[^2]: b", "[^2]"},
			{"[a][missing]", "[a][missing]"},
			{"[a][]", "[a][]"},
			{"{{unknown}}", "{{unknown}}"},
			{"a {{nextsample}} b", "sample"},
			{`\textbf{a}`, `\textbf`},
			{`\begin{itemize}`, `\begin{itemize}`},
			{`a \ref{b}`, `\ref`},
			{`\includegraphics{a}`, `\includegraphics`},
			{`\noindent a`, `\noindent`},
			{`\InputFile`, `\InputFile`},
			{`a \leq b`, `\leq`},
			{"a^[b c]", "^[b c]"},
			{"::: warning\na\n:::", "::: warning"},
			{"[a]{.b}", "]{.b}"},
			{"+---+---+\n| a | b |\n+---+---+", "+---+---+"},
			{"| a\n| b", "| a"},
			{"#. a", "#. "},
			{"a) b\nb) c", "a) "},
			{"(1) b\n(2) c", "(1) "},
			{"i. b\nii. c", "i. "},
			{"{% raw %}", "{% raw %}"},
			{`$\unknown{a}$`, `\unknown`},
			{"$$\n\\unknown\n$$", `\unknown`},
			{`<td>$\unknown$</td>`, `\unknown`},
		},
		"tex": {
			{`\unknown`, `\unknown`},
			{"5% of it", "the comment % of it"},
			{`a \bibliography{b}`, `\bibliography{b}`},
			{`\begin{unknown}`, `\begin{unknown}`},
			{`$\unknown$`, `\unknown`},
			{`\constant{unknown}`, `\constant{unknown}`},
			{`\begin{itemize}`, `\begin{itemize}`},
		},
	} {
		for _, c := range constructs {
			found := faults("Text.\n\n"+c.source+"\n", kind)
			if len(found) == 0 || !strings.Contains(found[0], c.named) {
				t.Errorf("%s: %q: got %q, want %s named", kind, c.source, found, c.named)
			} else if kind == "md" && !strings.HasPrefix(found[0], "3:") && !strings.HasPrefix(found[0], "4:") && !strings.HasPrefix(found[0], "5:") {
				t.Errorf("%s: %q: got %q, want its line", kind, c.source, found)
			}
			if _, err := statement.Render([]byte(c.source), kind, statement.Options{}); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestArgumentsOfUnknownAreApart expects no number of two arguments of a command that is not understood.
func TestArgumentsOfUnknownAreApart(t *testing.T) {
	got, err := statement.Render([]byte(`\unknown[x]{1}{20}a, \unknown{b}{\textbf{c}}{d}, \unknown{}e`), "tex", statement.Options{})
	if want := "1 20a, b c d, e\n"; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// TestKnownIsNotNamed gives the readers what they understand.
func TestKnownIsNotNamed(t *testing.T) {
	for _, source := range []string{
		"5 < 6, a<b, x <y, 1<2>3", "costs $5 or [1, n], dp[i][j] and a[1][2], C:\\dir", "~5 to ~6", `\* \[a\] \<b>`, "`<int>` `[^1]` `\\textbf{a}`",
		"```\n<int> [^1] {{unknow\n```", "a[^1]\n\n[^1]: b", "[a][b]\n\n[b]: https://c.d", "[a](https://b.c) [b](#c) [c](d.zip) <https://a.b> a@b.c",
		"<b>a</b> <br> <br/> <sup>1</sup> a&lt;b &copy;", "<div align=center>\n\n*a*\n\n</div>", "<table><tr><td>a<td>b<tr><td>c</table>",
		"<p>a\n<p>b", "<!-- hidden -->a", "{{known}}", "{{nextsample}}\n{{remainingsamples}}", "![a](b.png){width=50%}", "<img src=a.png alt=b width=50 height=40 class=c>",
		`<td style="text-align: center">a</td>`, "- [ ] a\n- [x] b", "(1) a\n\n(2) b", "a) b  \nb) c\\\nc) d", "1) a\n2) b", "a\n: b", "$a_1 \\le b$", "## a {#b .c}", "`a`{.b}", "10^9^ and H~2~O, x^2+y^2=z^2", "| a |\n|---|\n| b |\n\n: c", "<details open><summary>a</summary>\n\nb\n\n</details>",
	} {
		if found := faults(source, "md"); found != nil {
			t.Errorf("%q: got %q, want none", source, found)
		}
	}
}

// TestLibraryIsUnderstood reads all statements and solutions of the library.
func TestLibraryIsUnderstood(t *testing.T) {
	for file, markdown := range library(t, "*/*/*.md") {
		for _, fault := range statement.Faults([]byte(markdown), "md", nil, nil, statement.Tools{}) {
			if !strings.Contains(fault.Message, "constant") {
				t.Errorf("%s: %v", file, fault)
			}
		}
	}
}

func TestImages(t *testing.T) {
	const source = "a\n\n- ![b](c.png) `c.png`\n\n[^1]\n\n[^1]: <img src=\"d/e.svg\">\n\n| ![](c.png) | ![](f.png) |\n|-|-|\n\n<details>\n<summary>x</summary><img src=g.png></details>\n"
	var got []string
	for _, image := range statement.Images([]byte(source), "md", nil, nil) {
		got = append(got, fmt.Sprintf("%s %d:%d", image.File, image.Line, image.Column))
	}
	if diff := cmp.Diff([]string{"c.png 3:8", "d/e.svg 7:17", "f.png 9:20", "g.png 13:30"}, got); diff != "" {
		t.Error(diff)
	}
	tex := statement.Images([]byte("\\texttt{a} a\n\\includegraphics[width=2cm]{a} \\illustration{.3}{ b }{a b}"), "tex", nil, nil)
	if diff := cmp.Diff([]statement.Image{{File: "a", Line: 2, Column: 29}, {File: "b", Line: 2, Column: 51}}, tex); diff != "" {
		t.Error(diff)
	}
}

// TestCommandsInMarkdown expects commands of LaTeX and keys of YAML to be named, but no paths of Windows.
func TestCommandsInMarkdown(t *testing.T) {
	got := faults("\\InputFile\n\na \\leq b, C:\\temp\\new\n", "md")
	if keys := faults("---\na: b\n---\n\nText.\n", "md"); len(keys) != 1 || !strings.HasPrefix(keys[0], "1:1: readers do not see the keys of YAML") {
		t.Errorf("got %q", keys)
	}
	want := []string{
		"1:1: \\InputFile is LaTeX, which Markdown does not know",
		"3:3: \\leq is LaTeX, which Markdown does not know",
	}
	if len(got) != len(want) || !strings.HasPrefix(got[0], want[0]) || !strings.HasPrefix(got[1], want[1]) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFaultsOfBytes(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"byte order mark", "\ufeffa", "1:1: the file begins with a byte order mark (BOM)"},
		{"Latin-1", "a\nn\xe4 \xe4\xe4", "2:2: the text is not UTF-8: its byte 0xe4 is not a character"},
		{"UTF-16", "\xff\xfea\x00", "1:1: the text is not UTF-8: its byte 0xff is not a character"},
		{"behind a constant", "{{known}}\r\n{{known}} <foo>", "2:11: <foo> is no HTML that statements may hold: readers see it as it is written"},
		{"behind other letters", "äöü <foo>", "1:5: <foo> is no HTML that statements may hold: readers see it as it is written"},
		{"in a quote", "> a\n> <foo>", "2:3: <foo> is no HTML that statements may hold: readers see it as it is written"},
		{"in a block of HTML", "- a\n\n  <div>\n    <foo>\n  </div>", "4:5: <foo> is no HTML that statements may hold: readers see it as it is written"},
		{"too long", strings.Repeat("a\n\n", 64<<10), "0:0: readers do not see all of it: the statement goes on: 65536 more bytes are not shown"},
	} {
		if diff := cmp.Diff([]string{test.want}, faults(test.source, "md")); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

// TestFaultsAreBounded reads a text full of faults.
func TestFaultsAreBounded(t *testing.T) {
	if found := faults(strings.Repeat("<foo> ", 10_000), "md"); len(found) != 100 {
		t.Errorf("got %d faults, want the first 100", len(found))
	}
}
