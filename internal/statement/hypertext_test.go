package statement_test

import (
	"os"
	"path/filepath"
	"testing"

	"grundy/internal/statement"
)

// TestHypertext writes what HTML in Markdown and its extensions have, in every form.
func TestHypertext(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("testdata", "hypertext.md"))
	if err != nil {
		t.Fatal(err)
	}
	if found := faults(string(source), "md"); found != nil {
		t.Errorf("faults: %q", found)
	}
	text, err := statement.Render(source, "md", statement.Options{Width: 60})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "hypertext.md.plain", text)
	markup, err := statement.HTML(source, "md", statement.HTMLOptions{Figure: func(file string) string { return "/figures/" + file }, Anchor: "p1-"})
	if err != nil {
		t.Fatal(err)
	}
	checkMarkup(t, string(markup))
	golden(t, "hypertext.md.html", string(markup))
	options := statement.TeXOptions{Figure: func(file string) (string, int) { return file, 0 }}
	tex, err := statement.TeX(source, "md", options)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "hypertext.md.tex", tex)
	typst, err := statement.Typst(source, "md", options)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "hypertext.md.typ", typst)
	golden(t, "hypertext.md.latex", string(statement.LaTeX(source, statement.LaTeXOptions{Name: "H", Figure: func(file string) string { return file }})))
}
