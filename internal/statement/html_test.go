package statement_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"grundy/internal/statement"
	"grundy/problems"
)

func htmlOptions() statement.HTMLOptions {
	o := options()
	return statement.HTMLOptions{
		Constants: o.Constants, Samples: o.Samples,
		Figure: func(file string) string {
			if file == "missing.png" {
				return ""
			}
			return "/figures/" + file
		},
	}
}

func page(t testing.TB, source, kind string) string {
	t.Helper()
	got, err := statement.HTML([]byte(source), kind, htmlOptions())
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}

func TestHTMLGolden(t *testing.T) {
	for _, file := range []string{"everything.md", "everything.tex"} {
		source, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		got := page(t, string(source), strings.TrimPrefix(filepath.Ext(file), "."))
		checkMarkup(t, got)
		golden(t, file+".html", got)
	}
}

func TestHTML(t *testing.T) {
	for _, test := range []struct{ name, kind, source, want string }{
		{"escaped", "md", `a < b & "c" 'd'`, "<p>a &lt; b &amp; &#34;c&#34; &#39;d&#39;</p>\n"},
		{"script", "md", "a <script>alert(1)</script> b", "<p>a b</p>\n"},
		{"script as a block", "md", "<script>\nalert(1)\n</script>\n", ""},
		{"event handler", "md", `<img src="x" onerror="alert(1)" alt="A">`, "<p class=\"figure\"><img src=\"/figures/x\" alt=\"A\" loading=\"lazy\"></p>\n"},
		{"javascript link", "md", `[a](javascript:alert(1))`, "<p><u>a</u> (javascript:alert(1))</p>\n"},
		{"hidden javascript link", "md", "[a](java&#10;script:alert(1))", "<p><u>a</u> (java<br>script:alert(1))</p>\n"},
		{"data link", "md", "[a](data:text/html,b)", "<p><u>a</u> (data:text/html,b)</p>\n"},
		{"link that ends its attribute", "md", `[a](<https://b/"onclick="c>)`, "<p><a href=\"https://b/&#34;onclick=&#34;c\" rel=\"noopener noreferrer\">a</a></p>\n"},
		{"link", "md", "[a *b*](https://c)", "<p><a href=\"https://c\" rel=\"noopener noreferrer\">a <em>b</em></a></p>\n"},
		{"address", "md", "<a@b.c> <https://d>", "<p><a href=\"mailto:a@b.c\" rel=\"noopener noreferrer\">a@b.c</a> <a href=\"https://d\" rel=\"noopener noreferrer\">https://d</a></p>\n"},
		{"link in LaTeX", "tex", `\href{https://a}{b} \url{https://c} d`, "<p><a href=\"https://a\" rel=\"noopener noreferrer\">b</a> <a href=\"https://c\" rel=\"noopener noreferrer\">https://c</a> d</p>\n"},
		{"javascript link in LaTeX", "tex", `\href{javascript:a}{b}`, "<p><u>b</u> (javascript:a)</p>\n"},
		{"figure", "md", `![A "b"](c.svg)`, "<p class=\"figure\"><img src=\"/figures/c.svg\" alt=\"A &#34;b&#34;\" loading=\"lazy\"></p>\n"},
		{"share of the line", "md", `![A](c.svg){width=40%}`, "<p class=\"figure\"><img src=\"/figures/c.svg\" alt=\"A\" width=\"40%\" loading=\"lazy\"></p>\n"},
		{"share of the line as in LaTeX", "md", `a ![](c.svg){ .b #d height=3cm width=".5\textwidth" }, e`, "<p>a <img src=\"/figures/c.svg\" alt=\"\" width=\"50%\" loading=\"lazy\">, e</p>\n"},
		{"width in pixels, then braces", "md", `![](c.svg){width=50}{}`, "<p><img src=\"/figures/c.svg\" alt=\"\" width=\"50\" loading=\"lazy\">{}</p>\n"},
		{"length", "md", `![](c.svg){width='2.54cm'}`, "<p class=\"figure\"><img src=\"/figures/c.svg\" alt=\"\" width=\"96\" loading=\"lazy\"></p>\n"},
		{"length in LaTeX", "tex", `\includegraphics[angle=0, width = 3in]{c.svg}`, "<p class=\"figure\"><img src=\"/figures/c.svg\" alt=\"\" width=\"288\" loading=\"lazy\"></p>\n"},
		{"whole line in LaTeX", "tex", `\includegraphics[width=\linewidth]{c.svg}`, "<p class=\"figure\"><img src=\"/figures/c.svg\" alt=\"\" width=\"100%\" loading=\"lazy\"></p>\n"},
		{"width of another kind", "md", `![](c.svg){width=wide .b}`, "<p class=\"figure\"><img src=\"/figures/c.svg\" alt=\"\" loading=\"lazy\"></p>\n"},
		{"attributes that do not end", "md", `![](c.svg){width=40%`, "<p><img src=\"/figures/c.svg\" alt=\"\" loading=\"lazy\">{width=40%</p>\n"},
		{"braces that are no attributes", "md", `![](c.svg){a, b} ![](c.svg) {.b}`, "<p><img src=\"/figures/c.svg\" alt=\"\" loading=\"lazy\">{a, b} <img src=\"/figures/c.svg\" alt=\"\" loading=\"lazy\"> {.b}</p>\n"},
		{"missing figure with a width", "md", `![A](missing.png){width=40%}`, "<p class=\"figure\"><em>[figure: A]</em></p>\n"},
		{"missing figure", "md", `![A](missing.png)`, "<p class=\"figure\"><em>[figure: A]</em></p>\n"},
		{"control characters", "md", "a\x1b[31m\x00", "<p>a␛[31m\ufffd</p>\n"},
		{"formula", "md", "$a < b$", "<p><math><mi>a</mi><mo lspace=\"0.2778em\" rspace=\"0.2778em\">&lt;</mo><mi>b</mi></math></p>\n"},
		{"formula in a word", "md", "a ($b$-th, $c$), d", "<p>a <span class=\"whole\">(<math><mi>b</mi></math>-th,</span> <span class=\"whole\"><math><mi>c</mi></math>),</span> d</p>\n"},
		{"formula between words of other letters", "md", "甲「$b$」乙", "<p>甲<span class=\"whole\">「<math><mi>b</mi></math>」</span>乙</p>\n"},
		{"formula behind a tie", "tex", "a heap~$b$", "<p>a <span class=\"whole\">heap\u00a0<math><mi>b</mi></math></span></p>\n"},
		{"unknown formula in a word", "md", `($\unknown$)`, "<p><span class=\"whole\">(<math><mtext class=\"unknown\">\\unknown</mtext></math>)</span></p>\n"},
		{"word in a formula", "md", `$\mathit{left} < \mathit{a}$`, "<p><math><mrow><mi class=\"slanted\">left</mi></mrow><mo lspace=\"0.2778em\" rspace=\"0.2778em\">&lt;</mo><mrow><mi>a</mi></mrow></math></p>\n"},
		{"two formulas that are the same", "tex", "$a$$a$", "<p><math><mi>a</mi></math><math><mi>a</mi></math></p>\n"},
		{"markup in a formula", "md", `$\text{<script>a</script>}$`, "<p><math><mtext>&lt;script&gt;a&lt;/script&gt;</mtext></math></p>\n"},
		{"entity in a formula", "md", `$\text{\&lt;}$`, "<p><math><mtext>&amp;lt;</mtext></math></p>\n"},
		{"formula that cannot be read", "md", `$\frac{<b>$`, "<p><code class=\"tex\">\\frac{&lt;b&gt;</code></p>\n"},
		{"formula on its own line that cannot be read", "md", "$$\n\\frac{\n$$", "<pre class=\"tex\" tabindex=\"0\">\\frac{</pre>\n"},
		{"half-open interval", "md", "$[0, n)$", "<p><math><mo form=\"prefix\" lspace=\"0\" rspace=\"0\" stretchy=\"false\">[</mo><mn>0</mn><mo lspace=\"0\" rspace=\"0.1667em\">,</mo><mi>n</mi><mo form=\"postfix\" lspace=\"0\" rspace=\"0\" stretchy=\"false\">)</mo></math></p>\n"},
		{"unknown command", "md", `$\unknown{<b>}$`, "<p><math><mtext class=\"unknown\">\\unknown{&lt;b&gt;}</mtext></math></p>\n"},
		{"unknown command on its own line", "md", "$$\n\\unknown\n$$", "<div class=\"display\" tabindex=\"0\"><math display=\"block\"><mtext class=\"unknown\">\\unknown</mtext></math></div>\n"},
		{"heading", "md", "# a\n\n#### b", "<h2>a</h2>\n<h4>b</h4>\n"},
		{"nested list", "md", "- a\n  1. b\n  2. c\n- d", "<ul>\n<li>a<ol>\n<li>b</li>\n<li>c</li>\n</ol>\n</li>\n<li>d</li>\n</ul>\n"},
		{"aligned columns", "tex", `\begin{tabular}{|@{}l|p{3cm}|*{2}{r}c}a&b&c&d&e\end{tabular}`, "<div class=\"table\" tabindex=\"0\"><table>\n<tr><td>a</td><td>b</td><td class=\"end\">c</td><td class=\"end\">d</td><td class=\"middle\">e</td></tr>\n</table></div>\n"},
		{"illustration", "tex", `\illustration{.3}{c.png}{By \emph{me}}`, "<p class=\"figure\"><img src=\"/figures/c.png\" alt=\"\" width=\"30%\" loading=\"lazy\"></p>\n<p class=\"caption\">By <em>me</em></p>\n"},
		{"table", "md", "|a|\n|-|\n|$b$|\n", "<div class=\"table\" tabindex=\"0\"><table>\n<tr><th>a</th></tr>\n<tr><td><math><mi>b</mi></math></td></tr>\n</table></div>\n"},
		{"a line that may wrap", "md", "```\nshort\n\na < b && b < c && c < d\nend\n```", "<pre tabindex=\"0\">short\n\n<span class=\"line\">a &lt; b &amp;&amp; b &lt; c &amp;&amp; c &lt; d\n</span>end</pre>\n"},
		{"code", "md", "```\n<b>\n```", "<pre tabindex=\"0\">&lt;b&gt;</pre>\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			options := htmlOptions()
			options.Samples = nil
			got, err := statement.HTML([]byte(test.source), test.kind, options)
			if err != nil {
				t.Fatal(err)
			}
			checkMarkup(t, string(got))
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
	samples := []statement.Sample{{Name: "1", Input: "a", Answer: "b"}}
	for source, want := range map[string]string{"a": "<h2>Sample 1</h2>", "## a": "<h3>Sample 1</h3>"} {
		got, err := statement.HTML([]byte(source), "md", statement.HTMLOptions{Samples: samples})
		if err != nil || !strings.Contains(string(got), want) {
			t.Errorf("samples of %q: no %s: %v\n%s", source, want, err, got)
		}
	}
	if _, err := statement.HTML(nil, "pdf", htmlOptions()); err == nil {
		t.Error("a PDF is shown")
	}
}

// elements are those that pages may have, with their attributes.
var elements = map[string][]string{
	"a": {"href", "rel", "id"}, "blockquote": nil, "br": nil, "button": {"type", "class", "hidden", "aria-label"}, "code": {"class"}, "dd": nil,
	"div": {"class", "tabindex"}, "dl": nil, "dt": nil, "details": {"open"}, "summary": nil, "em": nil, "h2": nil, "h3": nil, "h4": nil, "h5": nil, "h6": nil, "hr": nil,
	"img": {"src", "alt", "width", "loading"}, "kbd": nil, "li": {"class", "id"}, "ol": {"start", "type"}, "p": {"class"}, "pre": {"class", "tabindex"}, "section": {"class"}, "s": nil, "span": {"class"}, "strong": nil, "sub": nil, "sup": nil,
	"table": {"class"}, "td": {"colspan", "rowspan", "class"}, "th": {"colspan", "rowspan", "class"}, "tr": nil, "u": nil, "ul": {"class"},
	"math": {"display"}, "mi": colored("class", "mathvariant"), "mn": colored(), "mtext": colored("class", "mathsize"),
	"mo":   colored("class", "form", "largeop", "lspace", "maxsize", "minsize", "movablelimits", "rspace", "scriptlevel", "stretchy", "symmetric"),
	"mrow": colored("class"), "mspace": colored("class", "width", "height", "depth"), "mfrac": colored("linethickness"), "msqrt": colored(), "mroot": nil, "msub": nil, "msup": nil, "msubsup": nil,
	"munder": nil, "mover": {"accent"}, "munderover": nil, "mmultiscripts": nil, "mprescripts": nil, "mtable": {"class", "displaystyle"}, "mtr": {"class"}, "mtd": {"class"},
	"mstyle": colored("displaystyle", "scriptlevel", "mathsize"), "mpadded": colored("width", "height", "depth", "voffset"), "mphantom": colored(),
}

func colored(attributes ...string) []string { return append(attributes, "mathcolor", "mathbackground") }

// checkMarkup reads markup as a browser does: every element is known and closed, and nothing is active.
func checkMarkup(t testing.TB, markup string) {
	t.Helper()
	var open []string
	tokens := html.NewTokenizer(strings.NewReader(markup))
	for {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken:
			if len(open) > 0 {
				t.Errorf("not closed: %v in %s", open, markup)
			}
			return
		case html.StartTagToken:
			token := tokens.Token()
			attributes, known := elements[token.Data]
			if !known {
				t.Errorf("<%s> in %s", token.Data, markup)
			}
			for _, a := range token.Attr {
				if !slices.Contains(attributes, a.Key) {
					t.Errorf("<%s %s=%q> in %s", token.Data, a.Key, a.Val, markup)
				}
				if a.Key == "src" && !strings.HasPrefix(a.Val, "/figures/") || a.Key == "href" && !strings.HasPrefix(a.Val, "mailto:") && !strings.HasPrefix(a.Val, "#") &&
					!strings.HasPrefix(strings.ToLower(a.Val), "https://") && !strings.HasPrefix(strings.ToLower(a.Val), "http://") {
					t.Errorf("%s=%q", a.Key, a.Val)
				}
			}
			if !slices.Contains([]string{"br", "hr", "img"}, token.Data) {
				open = append(open, token.Data)
			}
		case html.EndTagToken:
			name := tokens.Token().Data
			if len(open) == 0 || open[len(open)-1] != name {
				t.Errorf("</%s> closes %v in %s", name, open, markup)
				return
			}
			open = open[:len(open)-1]
		case html.TextToken:
		default:
			t.Errorf("%v in %s", tokens.Token(), markup)
		}
	}
}

func FuzzHTML(f *testing.F) {
	for _, file := range []string{"everything.md", "everything.tex"} {
		source, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(source), file == "everything.tex")
	}
	for _, source := range []string{
		`<img src=x onerror=alert(1)>`, `[a](javascript:b) ![c](d"e)`, `$\text{<b>$c$&amp;}$`, "$$a &= \\begin{cases} b' & c \\\\ \\end{cases}$$",
		`\href{javascript:a}{\begin{itemize}\item[$b_{c'}$] d\end{itemize}}`, `$\left. \sqrt[a]{b} \right\} \not\in \hat{c}_d^{\prime} \max_e$`,
	} {
		f.Add(source, false)
		f.Add(source, true)
	}
	f.Fuzz(func(t *testing.T, source string, tex bool) {
		kind := "md"
		if tex {
			kind = "tex"
		}
		got := page(t, source, kind)
		checkMarkup(t, got)
		if got != page(t, source, kind) {
			t.Errorf("%q is shown in two ways", source)
		}
	})
}

func TestLargePagesTakeNoTime(t *testing.T) {
	for _, piece := range append(repeated, `\frac`, `x_{`, `\sqrt{`, "$a_1$", `$\begin{cases}`, `\left(`, "'") {
		for _, source := range []string{strings.Repeat(piece, 20_000/len(piece)), "$" + strings.Repeat(piece, 1000/len(piece)) + "$"} {
			for _, kind := range []string{"md", "tex"} {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				started := time.Now()
				checkMarkup(t, page(t, source, kind))
				if took := time.Since(started); took > time.Minute {
					t.Errorf("%s of %q repeated took %v", kind, piece, took)
				}
				runtime.ReadMemStats(&after)
				if allocated := after.TotalAlloc - before.TotalAlloc; allocated > formulaAllowance {
					t.Errorf("%s of %q repeated took %d bytes for %d", kind, piece, allocated, len(source))
				}
			}
		}
	}
}

// TestMathOfTheLibrary converts every formula of the library's statements and solutions to MathML, and keeps every
// fifth distinct one in a file.
func TestMathOfTheLibrary(t *testing.T) {
	texts, err := fs.Glob(problems.Library, "*/*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	count, seen := 0, map[string]bool{}
	var kept strings.Builder
	for _, name := range texts {
		source, err := fs.ReadFile(problems.Library, name)
		if err != nil {
			t.Fatal(err)
		}
		formulas, _ := statement.FormulasOf(source)
		for _, formula := range formulas {
			count++
			if seen[formula] {
				continue
			}
			seen[formula] = true
			got := page(t, formula, "md")
			got, _, _ = strings.Cut(got, "<section")
			checkMarkup(t, got)
			if !strings.Contains(got, "<math") || strings.Contains(got, `class="tex"`) {
				t.Errorf("%s: %s is shown as %s", name, formula, got)
			}
			if len(seen)%5 == 0 {
				fmt.Fprintf(&kept, "%s\n    %s", formula, got)
			}
		}
	}
	if count < 1500 {
		t.Errorf("the library has %d formulas", count)
	}
	golden(t, "mathml", kept.String())
}

// TestMathIsSilent: the MathML library writes complaints to standard output and error, which belong to the user.
func TestMathIsSilent(t *testing.T) {
	const formulas = `$[0, n) \bigl( a \bigr] \{b\) \frac{}{} \left\{ x \right) \unknown {}^' \begin{cases} \end{cases} \sqrt[(]{a} \text{(]} \max\limits \hat{} \mathrm{} \operatorname{} \left\mod}a\right. \sqrt[}]{b}$`
	if os.Getenv("GRUNDY_SHOW_FORMULAS") != "" {
		for formula := range strings.SplitSeq(strings.Trim(formulas, "$"), " ") {
			_ = page(t, "$"+formula+"$", "md")
		}
		for _, file := range []string{"formulas.golden", "everything.md"} {
			source, err := os.ReadFile(filepath.Join("testdata", file))
			if err != nil {
				t.Fatal(err)
			}
			_ = page(t, string(source)+"\n\n"+formulas, "md")
		}
		return
	}
	command := exec.Command(os.Args[0], "-test.run=^TestMathIsSilent$")
	command.Env = append(os.Environ(), "GRUNDY_SHOW_FORMULAS=1")
	out, err := command.CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "PASS" {
		t.Errorf("%v, written:\n%s", err, out)
	}
}
