package sheet_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"grundy/internal/environment"
	"grundy/internal/hint"
	"grundy/internal/problem"
	"grundy/internal/problem/problemset"
	"grundy/internal/sheet"
	"grundy/tests/suite"
)

// set is a contest of one problem, whose statement is a text in Markdown.
func set(t *testing.T, contest *problemset.Set, text string) sheet.Set {
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
	return sheet.Set{Contest: contest, Problems: []sheet.Problem{{Problem: p, Label: "A"}}}
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
		page, err := sheet.Write(set(t, contest, "Print it."), sheet.Options{})
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

// The font is the most of a page, so only those have it that need it.
func TestFont(t *testing.T) {
	for text, want := range map[string]bool{"Print it.": false, "Print $x$.": true} {
		page, err := sheet.Write(set(t, nil, text), sheet.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if found := bytes.Contains(page.HTML, []byte("data:font/woff2")); found != want {
			t.Errorf("%q: has the font: %v, want %v", text, found, want)
		}
	}
}

// Figures in PDF become drawings where somebody can draw them.
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
		"no tools": {nil, "[figure: a tower]", "install pdftocairo"},
	} {
		page, err := sheet.Write(s, sheet.Options{Drawing: test.drawing})
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
	_, err := sheet.Printer(environment.Variables{"PATH=" + t.TempDir()})
	if !errors.Is(err, sheet.ErrNoPrinter) || !strings.Contains(hint.Of(err), "install Chromium") {
		t.Errorf("got %v (%s), want %v", err, hint.Of(err), sheet.ErrNoPrinter)
	}
}

// A real browser prints a cover and a page for each problem.
func TestPrint(t *testing.T) {
	suite.NeedsAll(t, "a browser starts")
	printer, err := sheet.Printer(environment.Variables(os.Environ()))
	if err != nil {
		t.Skip("Chromium is not installed: nothing prints")
	}
	contest := &problemset.Set{Dir: t.TempDir(), Name: "Spring"}
	page, err := sheet.Write(set(t, contest, "Print $x^2$."), sheet.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pdf, err := sheet.Print(t.Context(), printer, t.TempDir(), page.HTML)
	if err != nil {
		t.Fatal(err)
	}
	if pages := bytes.Count(pdf, []byte("/Type /Page\n")); pages != 2 {
		t.Errorf("the PDF has %d pages, want 2", pages)
	}
}
