package handout

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"text/template"
	"unicode"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/statement"
	"grundy/internal/statement/svgsafe"
)

var typstDocument = sync.OnceValue(func() *template.Template {
	functions := template.FuncMap{"typst": statement.TypstText}
	return template.Must(template.New("sheet.typ").Delims("<<", ">>").Funcs(functions).ParseFS(assets, "assets/sheet.typ"))
})

// WriteTypst makes the document of Write in Typst. It fails if a problem has nothing to show.
func WriteTypst(set Set, options Options) (Document, error) {
	m := typstMedium{newFigures()}
	w := &writer{options: options, medium: m}
	v, err := w.view(set)
	if err != nil {
		return Document{}, err
	}
	var source bytes.Buffer
	err = typstDocument().Execute(&source, struct {
		view
		Functions string
	}{v, statement.TypstFunctions})
	return Document{source.Bytes(), m.files, w.notes, v.missingLetters(), w.sources}, err
}

// missingLetters returns notes about letters and signs that Typst's fonts lack, which Typst does not report.
func (v view) missingLetters() []string {
	isStrange := func(r rune) bool {
		return unicode.IsLetter(r) && !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Common) || r >= '\U0001f000' && unicode.Is(unicode.So, r)
	}
	var found []string
	for _, t := range v.Texts {
		for _, r := range t.Typst + t.Name + t.Credits + t.Owner + strings.Join(t.Sources, "") {
			if letter := string(r); isStrange(r) && !slices.Contains(found, letter) {
				found = append(found, letter)
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	return []string{v.sources.lackOf(found)}
}

// languageCode matches what Typst accepts as a language.
var languageCode = lazyregexp.New(`^[a-z]{2,3}$`)

// Lang is the language by which Typst hyphenates a text.
func (t text) Lang() string {
	code, _, _ := strings.Cut(t.Code, "-")
	if !languageCode().MatchString(code) {
		return "zxx" // no language
	}
	return code
}

// typstMedium writes for Typst, whose images are files.
type typstMedium struct{ figures }

func (m typstMedium) write(to *text, source []byte, kind string, given given) (err error) {
	to.Typst, err = statement.Typst(source, kind, given.typeset(to.Words.samples))
	return err
}

func (m typstMedium) slides(of text, source []byte, kind string, given given) ([]text, error) {
	parts, err := statement.TypstSlides(source, kind, of.Name, given.typeset(of.Words.samples))
	return copies(of, parts, func(to *text, part string) { to.Typst = part }), err
}

// picture keeps a file unchanged.
func (m typstMedium) picture(kind string, data []byte) (picture, error) {
	shown := picture{}
	for _, known := range svgsafe.Kinds() {
		if known.Type == kind {
			shown.File = m.keep(known.Extension, data)
			break
		}
	}
	shown.Points, _ = pointsWide(data) // drawings state their own width
	return shown, nil
}
