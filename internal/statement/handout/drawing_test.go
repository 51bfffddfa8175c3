package handout_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grundy/internal/base/environment"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/process"
	"grundy/internal/statement"
	"grundy/internal/statement/handout"
	"grundy/tests/suite"
)

// engine is a LaTeX engine that keeps the document as its PDF, and complains about \strange.
const engine = `#!/bin/sh
for last; do :; done
for word; do case $word in -output-directory=*) out=${word#-output-directory=};; esac; done
{ echo %PDF-; cat "$last"; } > "$out/drawing.pdf"
if grep -q strange "$last"; then echo '! Undefined control sequence.' > "$out/drawing.log"; fi
`

// remembered is a memory.
type remembered map[string][]byte

func (m remembered) Recall(key string) ([]byte, bool)  { value, found := m[key]; return value, found }
func (m remembered) Remember(key string, value []byte) { m[key] = value }

// runner runs tools of an environment without isolation.
func runner(t *testing.T, variables environment.Variables) *handout.ToolRunner {
	t.Helper()
	box, err := process.New(t.TempDir()).Open(t.Context(), sandbox.Config{Name: "0", Core: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	return &handout.ToolRunner{
		Variables: variables, Scratch: t.TempDir(), Note: func(text string) { t.Error(text) },
		Lend: func(_ context.Context, do func(sandbox.Box) error) error { return do(box) },
	}
}

// TestDrawing has LaTeX draw, once for each drawing.
func TestDrawing(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "pdflatex"), []byte(engine), 0o755); err != nil {
		t.Fatal(err)
	}
	bench, kept := runner(t, environment.Variables{"PATH=" + dir}), remembered{}
	bench.Drawn = kept
	drawing := statement.Drawing{Settings: "\\usepackage[german]{babel}\\usepackage{pgfplots}\n\\newcommand{\\n}{5}\n", Source: `\begin{tikzpicture}\draw (0,0) -- (\n,1);\end{tikzpicture}`}
	pdf, err := bench.Drawing(t.Context(), drawing)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`\usepackage{pgfplots}`, `\usepackage{tikz}`, `\newcommand{\n}{5}`, drawing.Source} {
		if !strings.Contains(string(pdf), want) {
			t.Errorf("the document has no %s:\n%s", want, pdf)
		}
	}
	if strings.Contains(string(pdf), "babel") {
		t.Errorf("the document has a package for pages:\n%s", pdf)
	}
	for _, key := range slices.Collect(maps.Keys(kept)) {
		kept[key] = []byte("%PDF- again")
	}
	if pdf, err = bench.Drawing(t.Context(), drawing); err != nil || string(pdf) != "%PDF- again" {
		t.Errorf("got %q, %v the second time, want what was kept", pdf, err)
	}
	drawing.Source = `\tikz \strange;`
	if _, err := bench.Drawing(t.Context(), drawing); err == nil || !strings.Contains(err.Error(), "Undefined control sequence") {
		t.Errorf("got %v, want what LaTeX says", err)
	}
	if len(kept) != 1 {
		t.Errorf("%d drawings are kept, want the faultless one", len(kept))
	}
	if _, err := runner(t, environment.Variables{"PATH=" + t.TempDir()}).Drawing(t.Context(), drawing); err == nil || err.Error() != "LaTeX is not installed" {
		t.Errorf("without LaTeX: got %v", err)
	}
}

// TestDrawingAddress puts a drawing into the address of an image.
func TestDrawingAddress(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	const converter = "#!/bin/sh\nfor last; do :; done\nprintf '<svg/>' > \"$last\"\n"
	for name, text := range map[string]string{"pdflatex": engine, "pdftocairo": converter} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	bench := runner(t, environment.Variables{"PATH=" + dir})
	address, err := bench.Address(t.Context(), statement.Drawing{Source: `\tikz \draw (0,0) -- (1,1);`})
	if want := "data:image/svg+xml;base64,PHN2Zy8+"; err != nil || address != want {
		t.Errorf("got %q, %v, want %q", address, err, want)
	}
	if address, err := bench.Address(t.Context(), statement.Drawing{Source: `\tikz \strange;`}); err == nil || address != "" {
		t.Errorf("got %q, %v, want no address", address, err)
	}
}

// TestDrawingInLaTeX draws where LaTeX is installed.
func TestDrawingInLaTeX(t *testing.T) {
	suite.NeedsAll(t, "LaTeX starts")
	bench := runner(t, os.Environ())
	pdf, err := bench.Drawing(t.Context(), statement.Drawing{Source: `\setlength{\unitlength}{1cm}\begin{picture}(2,1)\put(0,0){\line(1,1){1}}\end{picture}`})
	if err != nil {
		t.Skip(err)
	}
	if !strings.HasPrefix(string(pdf), "%PDF-") {
		t.Errorf("got %.20q, want a PDF", pdf)
	}
}

// TestDrawingsOnPages shows drawings as pictures, and says why one cannot be drawn.
func TestDrawingsOnPages(t *testing.T) {
	s := set(t, nil, "a")
	source := `\problemname{A}\newcommand{\n}{5}a \tikz[scale=2]{\draw (0,0) -- (\n,1);} b` + "\n\n" + `\begin{tikzpicture}\draw (0,0); % 50 %` + "\n" + `\end{tikzpicture}`
	path := filepath.Join(s.Problems[0].Dir, "problem.en.tex")
	if err := os.WriteFile(path, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	s.Problems[0].Statements[0].Path, s.Problems[0].Statements[0].Kind = path, "tex"
	var sources []string
	page, err := handout.Write(s, handout.Options{
		Draw: func(pdf []byte) ([]byte, error) { return []byte("<svg/>"), nil },
		DrawTeX: func(drawing statement.Drawing) ([]byte, error) {
			sources = append(sources, drawing.Source)
			if !strings.Contains(drawing.Settings, `\newcommand{\n}{5}`) {
				t.Errorf("the definitions are %q", drawing.Settings)
			}
			if len(sources) == 1 {
				return nil, errors.New("torn")
			}
			return []byte("%PDF-"), nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{`\tikz[scale=2]{\draw (0,0) -- (5,1);}`, "\\begin{tikzpicture}\\draw (0,0); % 50 %\n\\end{tikzpicture}"}; !slices.Equal(sources, want) {
		t.Errorf("drew %q, want %q", sources, want)
	}
	for _, want := range []string{`a <em>[figure: a drawing]</em> b`, `<p class="figure"><img src="data:image/svg+xml;base64,PHN2Zy8+" alt="a drawing"></p>`} {
		if !strings.Contains(string(page.HTML), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if notes := strings.Join(page.Notes, "; "); !strings.Contains(notes, `\tikz[scale=2]{\draw (0,0) -- (5,1);}: its description is shown instead, since it cannot be drawn (torn)`) {
		t.Errorf("notes %q", notes)
	}
}
