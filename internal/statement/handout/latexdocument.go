package handout

import (
	"bytes"
	"errors"
	"fmt"
	"image/gif"
	_ "image/jpeg"
	"image/png"
	"slices"
	"strings"
	"sync"
	"text/template"
	"unicode"

	"grundy/internal/statement"
	"grundy/internal/statement/svgpdf"
)

var texDocument = sync.OnceValue(func() *template.Template {
	functions := template.FuncMap{"tex": statement.TeXText}
	return template.Must(template.New("sheet.tex").Delims("[[", "]]").Funcs(functions).ParseFS(assets, "assets/sheet.tex"))
})

// WriteLaTeX makes the document of Write in LaTeX. It fails if a problem has nothing to show.
func WriteLaTeX(set Set, engine string, options Options) (Document, error) {
	d := &latexMedium{drawing: options.Print, figures: newFigures()}
	w := &writer{options: options, medium: d}
	v, err := w.view(set)
	if err != nil {
		return Document{}, err
	}
	var source bytes.Buffer
	err = texDocument().Execute(&source, struct {
		view
		Engine            string
		Wide, RightToLeft bool
	}{v, engine, v.wide(), engine == "xelatex" && slices.ContainsFunc(v.Texts, func(t text) bool { return t.RightToLeftScript() != nil })})
	d.files["statement.sty"] = statement.Package
	return Document{source.Bytes(), d.files, w.notes, w.lacks, w.sources}, err
}

// wide reports whether a document has letters that the usual fonts of TeX lack: any but Latin ones.
func (v view) wide() bool {
	isWide := func(r rune) bool {
		return r > unicode.MaxLatin1 && !unicode.Is(unicode.Latin, r) && !unicode.Is(unicode.Mn, r) && !isPunctuation(r)
	}
	for _, t := range v.Texts {
		if strings.ContainsFunc(t.TeX, isWide) || strings.ContainsFunc(t.Name+t.Credits, isWide) {
			return true
		}
	}
	return v.Cover != nil && strings.ContainsFunc(v.Cover.Name, isWide)
}

// isPunctuation reports whether a character is a dash, a quotation mark or dots, which every font has.
func isPunctuation(r rune) bool { return '\u2000' <= r && r <= '\u203f' || r == '€' }

// Hyphenation is TeX's name for the language of a text, "" for a language it is not told about.
func (t text) Hyphenation() string {
	code, _, _ := strings.Cut(t.Code, "-")
	return map[string]string{
		"bg": "bulgarian", "cs": "czech", "da": "danish", "de": "ngerman", "el": "greek", "en": "english", "es": "spanish", "fi": "finnish",
		"fr": "french", "hr": "croatian", "hu": "hungarian", "it": "italian", "nb": "norsk", "nl": "dutch", "nn": "nynorsk", "pl": "polish",
		"pt": "portuguese", "ro": "romanian", "ru": "russian", "sk": "slovak", "sv": "swedish", "uk": "ukrainian",
	}[code]
}

// script is what XeLaTeX is told about the letters of a language.
type script struct{ Name, Fonts string }

// RightToLeftScript is the script of a text from right to left, nil for other texts.
func (t text) RightToLeftScript() *script {
	if t.Direction() != "rtl" {
		return nil
	}
	const everywhere = "FreeSerif,DejaVu Sans,Times New Roman"
	switch code, _, _ := strings.Cut(t.Code, "-"); code {
	case "he", "iw", "yi":
		return &script{"Hebrew", "Noto Serif Hebrew," + everywhere}
	case "dv":
		return &script{"Thaana", "Noto Sans Thaana," + everywhere}
	case "arc", "syr":
		return &script{"Syriac", "Noto Sans Syriac," + everywhere}
	}
	return &script{"Arabic", "Amiri,Noto Naskh Arabic,Scheherazade New," + everywhere}
}

// latexMedium writes for LaTeX, whose images are files.
type latexMedium struct {
	figures
	drawing func(svg []byte) ([]byte, error)
}

func (m *latexMedium) write(to *text, source []byte, kind string, given given) (err error) {
	to.TeX, err = statement.TeX(source, kind, given.typeset(to.Words.samples))
	return err
}

func (m *latexMedium) slides(of text, source []byte, kind string, given given) ([]text, error) {
	parts, err := statement.TeXSlides(source, kind, of.Name, given.typeset(of.Words.samples))
	return copies(of, parts, func(to *text, part string) { to.TeX = part }), err
}

// picture converts SVG to PDF, and GIF to PNG.
func (m *latexMedium) picture(kind string, data []byte) (picture, error) {
	switch kind {
	case "image/svg+xml":
		drawn, err := svgpdf.PDF(data)
		if err != nil && m.drawing != nil {
			unknown := err
			if drawn, err = m.drawing(data); err != nil {
				err = fmt.Errorf("%w; %w", unknown, err)
			}
		}
		if err != nil {
			return picture{}, &missingFigureError{err}
		}
		return picture{File: m.keep(".pdf", drawn)}, nil
	case "application/pdf":
		return picture{File: m.keep(".pdf", data)}, nil
	case "image/webp":
		return picture{}, &missingFigureError{errors.New("LaTeX shows no WebP")}
	}
	points, err := pointsWide(data)
	if err != nil {
		return picture{}, err
	}
	ending, data, err := asPNG(kind, data)
	if err != nil {
		return picture{}, err
	}
	return picture{m.keep(ending, data), points}, nil
}

// asPNG converts an image to a format that LaTeX can show.
func asPNG(kind string, data []byte) (ending string, written []byte, err error) {
	switch kind {
	case "image/png":
		return ".png", data, nil
	case "image/jpeg":
		return ".jpg", data, nil
	}
	shown, err := gif.Decode(bytes.NewReader(data))
	if err != nil {
		return "", nil, err
	}
	var b bytes.Buffer
	err = png.Encode(&b, shown)
	return ".png", b.Bytes(), err
}
