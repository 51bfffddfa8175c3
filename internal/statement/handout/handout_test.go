package handout_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"os"
	"strings"
	"testing"

	"grundy/internal/base/environment"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/problemset"
	"grundy/internal/statement/handout"
	"grundy/tests/suite"
	"grundy/tests/verifiers"
)

// set is a contest of one problem with a Markdown statement.
func set(t *testing.T, contest *problemset.Set, text string) handout.Set {
	t.Helper()
	dir := t.TempDir()
	path := dir + "/problem.en.md"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p := &problem.Problem{
		ID: "twice", Dir: dir, Names: map[string]string{"en": "Twice"}, Data: &problem.Group{},
		Statements: []problem.Statement{{Language: "en", Path: path, Kind: "md"}},
	}
	return handout.Set{Contest: contest, Problems: []handout.Problem{{Problem: p, Label: "A"}}}
}

func TestTimesOfContests(t *testing.T) {
	for _, test := range []struct{ start, duration, want string }{
		{"2027-05-01T10:00:00+02:00", "5:00:00", "1 May 2027, 10:00 · 5 h"},
		{"2027-05-01T10:00:00+02:00", "", "1 May 2027, 10:00"},
		{"", "04:30:00", "4 h 30 min"},
		{"in spring", "0:45:00", "in spring · 45 min"},
		{"", "a day", "a day"},
		{"", "", ""},
	} {
		contest := &problemset.Set{Dir: t.TempDir(), Name: "Spring", Start: test.start, Duration: test.duration}
		page, err := handout.Write(set(t, contest, "Print it."), handout.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found := ""
		if _, rest, ok := strings.Cut(string(page.HTML), `<p class="about">`); ok {
			found, _, _ = strings.Cut(rest, "<")
		}
		if found != test.want {
			t.Errorf("%q, %q: the cover says %q, want %q", test.start, test.duration, found, test.want)
		}
	}
}

// The font is most of a page's size, so only pages that need it contain it.
func TestFont(t *testing.T) {
	for text, want := range map[string]bool{"Print it.": false, "Print $x$.": true} {
		page, err := handout.Write(set(t, nil, text), handout.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if found := bytes.Contains(page.HTML, []byte("data:font/woff2")); found != want {
			t.Errorf("%q: has the font: %v, want %v", text, found, want)
		}
	}
}

// PDF figures become drawings if there is a tool to convert them.
func TestFiguresInPDF(t *testing.T) {
	s := set(t, nil, "![a tower](tower.pdf)")
	if err := os.WriteFile(s.Problems[0].Dir+"/tower.pdf", []byte("%PDF-1.4"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		drawing    func([]byte) ([]byte, error)
		page, note string
	}{
		"drawn":    {func([]byte) ([]byte, error) { return []byte("<svg/>"), nil }, `<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="a tower">`, ""},
		"faulty":   {func([]byte) ([]byte, error) { return nil, errors.New("torn") }, "[figure: a tower]", "cannot be drawn (torn)"},
		"no tools": {nil, "[figure: a tower]", "nothing draws PDF"},
	} {
		page, err := handout.Write(s, handout.Options{Draw: test.drawing})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page.HTML), test.page) {
			t.Errorf("%s: no %q in the page", name, test.page)
		}
		if notes := strings.Join(page.Notes, "\n"); (notes == "") != (test.note == "") || !strings.Contains(notes, test.note) {
			t.Errorf("%s: notes %q, want %q", name, notes, test.note)
		}
	}
}

func TestNoPrinter(t *testing.T) {
	_, err := handout.Printers(environment.Variables{"PATH=" + t.TempDir()}, "")
	if !errors.Is(err, handout.ErrNoPrinter) || !strings.Contains(hint.Of(err), "install LaTeX") {
		t.Errorf("got %v (%s), want %v", err, hint.Of(err), handout.ErrNoPrinter)
	}
}

func TestPrinterByName(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"pdflatex", "typst", "chromium", "chrome"} {
		if err := os.WriteFile(dir+"/"+name, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for with, want := range map[string]string{
		"": "pdflatex typst chromium", "latex": "pdflatex", "pdflatex": "pdflatex", "typst": "typst", "chromium": "chromium", "chrome": "chrome",
		"xelatex": "none of xelatex, pdflatex is in PATH", "microsoft-edge": "is in PATH", "word": "no such printer",
	} {
		printers, err := handout.Printers(environment.Variables{"PATH=" + dir}, with)
		var names []string
		for _, printer := range printers {
			names = append(names, printer.Name)
		}
		got := strings.Join(names, " ")
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != want || err != nil && !strings.Contains(got, want) {
			t.Errorf("%q: got %s, want %s", with, got, want)
		}
		if err != nil && hint.Of(err) == "" {
			t.Errorf("%q: %v has no hint", with, err)
		}
	}
}

// Everything that a LaTeX document refers to lies beside it, once.
func TestDocument(t *testing.T) {
	s := set(t, &problemset.Set{Dir: t.TempDir(), Name: "Spring & sun"}, "![a tower](tower) ![the same](tower.svg) ![a dot](dot.gif) ![odd](odd.svg) ![photo](photo.webp)")
	folder := s.Problems[0].Dir
	var dot bytes.Buffer
	if err := gif.Encode(&dot, image.NewPaletted(image.Rect(0, 0, 40, 20), color.Palette{color.Black}), nil); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{
		"tower.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="5" height="5"/></svg>`,
		"odd.svg":   `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><filter/></svg>`, "dot.gif": dot.String(), "photo.webp": "RIFF",
	} {
		if err := os.WriteFile(folder+"/"+name, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	document, err := handout.WriteLaTeX(s, "xelatex", handout.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := string(document.Source)
	for _, want := range []string{`\bfseries Spring \& sun`, `\hyperlink{p1}{Twice}`, `\statementfigure{}{0}{figure1.pdf}`, `\statementfigure{}{30}{figure2.png}`, "[figure: odd]", "[figure: photo]"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in the document:\n%s", want, text)
		}
	}
	if !bytes.HasPrefix(document.Files["figure1.pdf"], []byte("%PDF")) || !bytes.HasPrefix(document.Files["figure2.png"], []byte("\x89PNG")) || len(document.Files) != 3 {
		t.Errorf("files: %d, want a PDF, a PNG and the style", len(document.Files))
	}
	for _, want := range []string{"odd.svg is left out (<filter> is not known)", "photo.webp is left out (LaTeX shows no WebP)"} {
		if lacks := strings.Join(document.Lacks, "; "); !strings.Contains(lacks, want) {
			t.Errorf("lacks %q, want the figures that are not shown, %q", lacks, want)
		}
	}
}

// Everything that a Typst document refers to lies beside it, unchanged; letters without a Typst font are
// reported.
func TestTypstDocument(t *testing.T) {
	s := set(t, &problemset.Set{Dir: t.TempDir(), Name: `Spring "and" #sun`}, "![a tower](tower.svg) ![photo](photo.webp)\n\nDigits of $π$: три, 漢字")
	for name, data := range map[string]string{"tower.svg": "<svg/>", "photo.webp": "RIFF"} {
		if err := os.WriteFile(s.Problems[0].Dir+"/"+name, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	document, err := handout.WriteTypst(s, handout.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"Spring \"and\" #sun"`, `label("p1")`, `#picture(0%, 0pt, "figure1.svg");`, `"figure2.webp"`} {
		if !bytes.Contains(document.Source, []byte(want)) {
			t.Errorf("no %s in the document:\n%s", want, document.Source)
		}
	}
	if string(document.Files["figure1.svg"]) != "<svg/>" || len(document.Files) != 2 {
		t.Errorf("files: %q, want the pictures as they are", document.Files)
	}
	if lacks := strings.Join(document.Lacks, "; "); lacks != "its fonts lack 漢 字 (problem.en.md:3)" {
		t.Errorf("lacks %q", lacks)
	}
}

// The printers of this machine print a cover and a page for each problem.
func TestPrint(t *testing.T) {
	suite.NeedsAll(t, "LaTeX, Typst and a browser start")
	for _, with := range []string{"xelatex", "pdflatex", handout.Typst, handout.Chromium} {
		t.Run(with, func(t *testing.T) {
			if with == handout.Typst {
				t.Setenv("PATH", verifiers.Typst(t))
			}
			variables := environment.Variables(os.Environ())
			printers, err := handout.Printers(variables, with)
			if err != nil {
				t.Skip(err)
			}
			bench := runner(t, variables)
			contest := &problemset.Set{Dir: t.TempDir(), Name: "Frühling"}
			problems := set(t, contest, "Print $x^2 ≤ \\lcm(a, b)$.\n\n> Ünïcode")
			problems.Problems[0].Color = "orange"
			problems.Problems[0].Editorials = problems.Problems[0].Statements
			for want, options := range map[int]handout.Options{2: {}, 4: {Slides: true}} {
				pdf, err := handout.Print(t.Context(), printers, bench, problems, options)
				if err != nil {
					t.Fatal(err)
				}
				if len(pdf.Notes) > 0 {
					t.Errorf("lacks %q", pdf.Notes)
				}
				if with == handout.Chromium { // its objects are not compressed
					if pages := bytes.Count(pdf.Data, []byte("/Type /Page\n")); pages != want {
						t.Errorf("the PDF has %d pages, want %d", pages, want)
					}
				}
			}
		})
	}
}
