package formula

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func read(tex string) *Formula {
	f := New(tex, true)
	Read([]*Formula{f}, nil)
	return f
}

// commands are formulas, one for each command and environment of MathJax's packages.
func commands(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/commands.txt")
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(strings.TrimSpace(string(text)), "\n"), func(line string) bool { return strings.HasPrefix(line, "# ") })
}

// readEach reads formulas that have nothing to do with each other.
func readEach(sources []string) []*Formula {
	var all, independent []*Formula
	for _, tex := range sources {
		f := New(tex, true)
		all = append(all, f)
		if stateful().MatchString(tex) {
			Read([]*Formula{f}, nil)
		} else {
			independent = append(independent, f)
		}
	}
	for part := range slices.Chunk(independent, 50) { // a document has a bound of time
		Read(part, nil)
	}
	return all
}

// TestEveryCommand: all commands of MathJax are understood, and all writers write them.
func TestEveryCommand(t *testing.T) {
	for _, f := range readEach(commands(t)) {
		tex := f.TeX
		if !f.Understood() || slices.ContainsFunc(f.Faults, func(f Fault) bool { return !strings.Contains(f.Message, "label") }) {
			t.Errorf("%s is not understood: %v", tex, f.Faults)
			continue
		}
		for name, written := range map[string]string{"MathML": f.MathML(), "Typst": f.Typst(), "LaTeX": f.LaTeX(func(text string) string { return text }) + "."} {
			if written == "" {
				t.Errorf("%s: no %s", tex, name)
			}
		}
		if err := wellFormed(f.MathML()); err != nil {
			t.Errorf("%s: %v in %s", tex, err, f.MathML())
		}
		f.Text()
	}
}

func wellFormed(markup string) error {
	decoder := xml.NewDecoder(strings.NewReader(markup))
	for {
		if _, err := decoder.Token(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

// oracle returns the MathML that MathJax itself, run by Node, makes of formulas.
func oracle(t *testing.T, formulas []string) []string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: nothing is compared with MathJax")
	}
	const module = "../../../web/formulas"
	if _, err := os.Stat(module + "/node_modules/@mathjax/src"); err != nil {
		t.Skip("MathJax is not installed: run npm ci in web/formulas")
	}
	command := exec.CommandContext(t.Context(), node, "oracle.js")
	command.Dir = module
	command.Stdin = strings.NewReader(strings.Join(formulas, "\n") + "\n")
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, complaints.String())
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// TestTreesAreMathJaxs compares the trees with the MathML of MathJax itself.
func TestTreesAreMathJaxs(t *testing.T) {
	formulas := commands(t)
	ours := readEach(formulas)
	for i, markup := range oracle(t, formulas) {
		want, err := parsed(markup)
		if err != nil {
			t.Errorf("%s: %v", formulas[i], err)
			continue
		}
		got, err := json.Marshal(bare(ours[i].root))
		if err != nil {
			t.Fatal(err)
		}
		wanted, err := json.Marshal(bare(want))
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(linesOnTheirOwn, formulas[i]) {
			if string(got) == string(wanted) {
				t.Errorf("%s is not read as rows", formulas[i])
			}
			continue
		}
		if diff := cmp.Diff(string(wanted), string(got)); diff != "" {
			t.Errorf("%s (-MathJax +grundy):\n%s", formulas[i], diff)
		}
	}
}

// linesOnTheirOwn are the formulas whose lines we align, as if an environment was around them. MathJax leaves breaking them to
// its own layout, which browsers do not have.
var linesOnTheirOwn = []string{`\\`, `\break`, `\newline`}

// bare is a tree without what MathML does not say: classes and spaces.
func bare(n *node) *node {
	out := &node{Tag: n.Tag, Text: n.Text, Attributes: map[string]string{}}
	for name, value := range n.Attributes {
		if name != "class" {
			out.Attributes[name] = value
		}
	}
	if variant := sameVariants[out.Attributes["mathvariant"]]; variant != "" {
		out.Attributes["mathvariant"] = variant
	}
	for _, child := range n.Children {
		out.Children = append(out.Children, bare(child))
	}
	return out
}

// sameVariants are the names that MathJax's writer gives to its own variants.
var sameVariants = map[string]string{
	"-tex-calligraphic": "script", "-tex-bold-calligraphic": "bold-script", "-tex-mathit": "italic", "-tex-oldstyle": "normal", "-tex-bold-oldstyle": "bold", "-tex-variant": "normal",
}

// leftOut are the attributes of MathJax's MathML that the program leaves out.
var leftOut = []string{
	"xmlns", "id", "href", "align", "side", "minlabelspacing", "equalrows", "equalcolumns", "framespacing", "columnwidth", "rowalign", "indentshift", "indentalign", "fence", "separator",
	"movesupsub", "lquote", "rquote", "bevelled", "numalign", "denomalign", "linebreakstyle", "class", "background", "style", "texclass", "groupalign", "accentunder", "subscriptshift", "superscriptshift", "indentalignlast", "indentshiftlast", "indentalignfirst", "indentshiftfirst", "maxwidth", "overflow", "linebreakmultchar",
}

// parsed reads MathML.
func parsed(markup string) (*node, error) {
	decoder := xml.NewDecoder(strings.NewReader(markup))
	root := &node{}
	stack := []*node{root}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		top := stack[len(stack)-1]
		switch token := token.(type) {
		case xml.StartElement:
			n := &node{Tag: token.Name.Local, Attributes: map[string]string{}}
			for _, attribute := range token.Attr {
				name := attribute.Name.Local
				if !slices.Contains(leftOut, name) && (!strings.HasPrefix(name, "data-") || name == "data-frame-styles") {
					n.Attributes[name] = attribute.Value
				}
			}
			top.Children = append(top.Children, n)
			stack = append(stack, n)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.Text += string(token)
		}
	}
	if len(root.Children) != 1 {
		return nil, errors.New("no formula")
	}
	return root.Children[0], nil
}

// TestBundleIsMadeOfMathJax makes the program anew and compares it.
func TestBundleIsMadeOfMathJax(t *testing.T) {
	const module = "../../../web/formulas"
	builder, err := filepath.Abs(module + "/node_modules/.bin/esbuild")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(builder); err != nil {
		t.Skip("MathJax is not installed: run npm ci in web/formulas")
	}
	out := filepath.Join(t.TempDir(), "reader.js")
	command := exec.CommandContext(t.Context(), builder, "src/reader.js", "--bundle", "--minify", "--format=iife", "--target=es2017", "--legal-comments=none", "--outfile="+out)
	command.Dir = module
	if said, err := command.CombinedOutput(); err != nil {
		t.Skipf("esbuild does not start here: %v\n%s", err, said)
	}
	made, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if string(made) != program {
		t.Error("reader.js is another than its sources give: make formulas")
	}
}

func texts(formulas ...string) []string {
	all := make([]*Formula, len(formulas))
	for i, tex := range formulas {
		all[i] = New(tex, true)
	}
	Read(all, nil)
	out := make([]string, len(all))
	for i, f := range all {
		out[i] = strings.NewReplacer(Hard, " ", Quad, " ").Replace(strings.Join(f.Text(), "|"))
	}
	return out
}

// TestDocument: definitions, numbers and references are those of a document, as in MathJax.
func TestDocument(t *testing.T) {
	got := texts(`\eqref{b}`, `\newcommand{\half}[2][x]{\frac{#1}{#2}} \half{2}`, `\half[y]{2}`, `\def\swap(#1,#2){(#2,#1)} \swap(a,b)`, `\DeclareMathOperator{\dist}{dist} \dist(u)`,
		`\begin{align} a &= b \label{a} \\ c &= d \notag \\ e &= f \label{b} \end{align}`, `x \tag{$*$} \label{c}`, `\ref{a}, \ref{c}`, `\begin{equation} y \end{equation}`)
	want := []string{"(2)", "x/2", "y/2", "(b, a)", "dist(u)", "a = b  (1)|c = d|e = f  (2)", "x  (*)", "1, *", "y  (3)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := texts(`\half`, `\begin{equation} y \end{equation}`); got[0] != `\half` || got[1] != "y  (1)" {
		t.Errorf("another document knows the definitions and numbers of the first one: %q", got)
	}
}

func TestFaults(t *testing.T) {
	for tex, want := range map[string][]Fault{
		`a + \foo{b} + \foobar + \foo`: {{`\foo`, `unknown command \foo`, 4}, {`\foobar`, `unknown command \foobar`, 14}, {`\foo`, `unknown command \foo`, 24}},
		`\text{ä \foo}`:                {{`\foo`, `unknown command \foo`, 9}},
		`\def\a{\foo}\a`:               {{`\foo`, `unknown command \foo`, 7}},
		`ä \frac{a`:                    {{"", "Missing close brace", 10}},
		`\begin{tikz} x \end{tikz}`:    {{"", "Unknown environment 'tikz'", 12}},
		`a + \eqref{x}`:                {{"", "no equation has the label x", 4}},
		`\left( a`:                     {{"", `Extra \left or missing \right`, 8}},
	} {
		if diff := cmp.Diff(want, read(tex).Faults); diff != "" {
			t.Errorf("%s: %s", tex, diff)
		}
	}
}

// TestBounds: no formula takes long, crosses the bounds of its neighbours, or ends the program.
func TestBounds(t *testing.T) {
	hostile := []string{
		`\def\a{x\a}\a`, `\def\a{\b\b}\def\b{\c\c}\def\c{\d\d}\def\d{\e\e}\def\e{\f\f}\def\f{\g\g}\def\g{\h\h}\def\h{xxxxxxxx}\a\a\a\a`, `\newcommand{\a}[1]{#1#1#1#1}\a{\a{\a{\a{\a{\a{\a{\a{x}}}}}}}}`,
		strings.Repeat("{", 4000), strings.Repeat(`\frac{`, 1500), strings.Repeat(`x^{`, 3000), strings.Repeat(`\left(`, 1500), strings.Repeat(`\sqrt{`, 1500) + strings.Repeat("}", 1500),
		strings.Repeat(`\begin{array}{c}`, 500), strings.Repeat("& ", 4000), strings.Repeat(`\\`, 4000), strings.Repeat(">", 9000), strings.Repeat("'", 9000), strings.Repeat("a", 20_000),
		`\begin{array}{*{100000}{c}} a \end{array}`, `\begin{array}{*{99}{*{99}{*{99}{c}}}} a \end{array}`,
	}
	formulas := make([]*Formula, len(hostile))
	for i, tex := range hostile {
		formulas[i] = New(tex, true)
		began := time.Now()
		Read(formulas[i:i+1], nil)
		f := formulas[i]
		if took := time.Since(began); took > time.Minute {
			t.Errorf("%.40s took %v", tex, took)
		}
		if size := len(f.MathML()) + len(f.Typst()) + len(f.LaTeX(func(text string) string { return text })) + len(strings.Join(f.Text(), "")); size > 20<<20 {
			t.Errorf("%.40s became %d bytes", tex, size)
		}
	}
	if got := read(`a+b`).Text(); len(got) != 1 || got[0] != "a"+Hard+"+ b" {
		t.Errorf("then a+b is %q", got)
	}
	for tex, never := range map[string]string{
		`\hspace{-1000em} a`: "1000", `\rule{9999em}{9999em}`: "9999", `\color{url(x)} a`: "url", `\mmlToken{mi}[href="javascript:x"]{a}`: "javascript", `\mmlToken{mi}[style="color:red"]{a}`: "style",
		`\color{red" onclick="x}{a}`: "onclick", `\text{<b>}`: "<b>", `\href{javascript:x}{a}`: "<a", `\class{x}{a}`: `"x"`, `\unicode{60}`: "<script",
	} {
		if markup := read(tex).MathML(); strings.Contains(markup, never) {
			t.Errorf("%s is written as %s", tex, markup)
		}
	}
}

// remembering is a memory of a test.
type remembering map[string][]byte

func (m remembering) Recall(key string) ([]byte, bool)  { value, found := m[key]; return value, found }
func (m remembering) Remember(key string, value []byte) { m[key] = value }

// TestMemory: what a memory has is not read again, and the library's formulas need none.
func TestMemory(t *testing.T) {
	memory := remembering{}
	for range 2 {
		Read([]*Formula{New(`a+\foo`, false), New(`b_1`, true), New(`a+\foo`, false)}, memory)
	}
	if len(memory) != 1 {
		t.Errorf("%d entries for one document", len(memory))
	}
	for key := range memory {
		memory[key] = []byte(`[{"tree":{"t":"math","c":[{"t":"mi","x":"q"}]}},{"message":"m"}]`)
	}
	f, g := New(`a+\foo`, false), New(`b_1`, true)
	Read([]*Formula{f, g}, memory)
	if f.Text()[0] != "q" || g.Understood() || g.Faults[0].Message != "m" {
		t.Errorf("the memory is not asked: %q %v", f.Text(), g.Faults)
	}
	for key := range memory {
		memory[key] = []byte(`[{"tree":{"t":"math"`)
	}
	if Read([]*Formula{f, g}, memory); f.Text()[0] != "a"+Hard+`+ \foo` {
		t.Errorf("a damaged memory is believed: %q", f.Text())
	}
	memory = remembering{}
	if Read([]*Formula{New("n", false)}, memory); len(memory) != 0 {
		t.Error("a formula of the library is read again")
	}
}
