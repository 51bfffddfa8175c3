package statement_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// TestNotationOfPandoc reads what problemtools, which converts Markdown by Pandoc, shows in another way than CommonMark.
func TestNotationOfPandoc(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{"2^10^ + H~2~O, n^th^, ~~gone~~", "2¹⁰ + H₂O, nᵗʰ, ~~gone~~\n"},
		{"x^2+y^2=z^2, a^b^c, ~5 to ~6, 1~2", "x^2+y^2=z^2, a^b^c, ~5 to ~6, 1~2\n"},
		{"## a {#b .c}\n\n`d`{.cpp} e", "a\n\nd e\n"},
		{"| a | b |\n|---|---|\n| 1 | 2 |\n\n: Of *two* columns", "a │ b\n──┼──\n1 │ 2\n\nOf two columns\n"},
	} {
		got, err := statement.Render([]byte(test.source), "md", statement.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Error(diff)
		}
	}
}
