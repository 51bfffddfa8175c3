package handout

import (
	"bytes"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"sync"
	"unicode"

	"grundy/internal/statement"
	"grundy/internal/ui/terminal"
)

// Page is an HTML document.
type Page struct {
	HTML []byte
	// Notes tell the user what is missing.
	Notes   []string
	sources sources
}

//go:embed assets/sheet.html assets/sheet.css assets/slides.css assets/sheet.tex assets/sheet.typ
var assets embed.FS

var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("sheet.html").Funcs(template.FuncMap{"line": terminal.Line}).ParseFS(assets, "assets/sheet.html"))
})

// Write makes the document. It fails if a problem has nothing to show.
func Write(set Set, options Options) (Page, error) {
	w := &writer{options: options, medium: pageMedium{options.Draw}}
	v, err := w.view(set)
	if err != nil {
		return Page{}, err
	}
	head, err := style(v)
	if err != nil {
		return Page{}, err
	}
	var written bytes.Buffer
	err = page().Execute(&written, struct {
		view
		Style template.CSS
	}{v, head})
	return Page{written.Bytes(), w.notes, w.sources}, err
}

// pageMedium writes for a page, which contains its images.
type pageMedium struct {
	drawing func(pdf []byte) ([]byte, error)
}

func (m pageMedium) write(to *text, source []byte, kind string, given given) (err error) {
	to.HTML, err = statement.HTML(source, kind, given.forPage(*to))
	return err
}

func (m pageMedium) slides(of text, source []byte, kind string, given given) ([]text, error) {
	parts, err := statement.HTMLSlides(source, kind, of.Name, given.forPage(of))
	return copies(of, parts, func(to *text, part template.HTML) { to.HTML = part }), err
}

// copies returns a copy of a text for each part of its source.
func copies[T any](of text, parts []T, put func(to *text, part T)) []text {
	var all []text
	for _, part := range parts {
		put(&of, part)
		all = append(all, of)
	}
	return all
}

var errNoDrawing = errors.New("nothing draws PDF here")

// picture converts PDF, which browsers do not show as an image.
func (m pageMedium) picture(kind string, data []byte) (picture, error) {
	if kind == "application/pdf" {
		if m.drawing == nil {
			return picture{}, errNoDrawing
		}
		svg, err := m.drawing(data)
		if err != nil {
			return picture{}, err
		}
		kind, data = "image/svg+xml", svg
	}
	return picture{File: dataAddress(kind, data)}, nil
}

// style is the style sheet of a document, with the font for formulas if there are any. Each text has its name at the edge
// of its pages.
func style(v view) (template.CSS, error) {
	const font = "stix-two-math.woff2"
	general, err := statement.Assets.ReadFile("assets/statement.css")
	if err != nil {
		return "", err
	}
	own, err := assets.ReadFile("assets/sheet.css")
	if err != nil {
		return "", err
	}
	address := "data:,"
	if slices.ContainsFunc(v.Texts, func(t text) bool { return strings.Contains(string(t.HTML), "<math") }) {
		data, err := statement.Assets.ReadFile("assets/" + font)
		if err != nil {
			return "", err
		}
		address = dataAddress("font/woff2", data)
	}
	var b strings.Builder
	b.WriteString(strings.Replace(string(general), font, address, 1))
	b.Write(own)
	edge := "top-left"
	if v.Slides {
		edge = "bottom-left"
		slides, err := assets.ReadFile("assets/slides.css")
		if err != nil {
			return "", err
		}
		b.Write(slides)
	}
	for _, t := range v.Texts {
		fmt.Fprintf(&b, "#%[1]s { page: %[1]s; }\n@page %[1]s { @%[3]s { content: %[2]s; } }\n", t.Anchor, quoted(t.Head()), edge)
	}
	return template.CSS(b.String()), nil
}

// quoted writes a text as a CSS string in which everything but letters and digits is escaped.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range terminal.Line(text) {
		if r == ' ' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "\\%x ", r)
		}
	}
	return b.String() + `"`
}

func dataAddress(kind string, data []byte) string {
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
}
