package sheet

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"

	"grundy/internal/disk"
	"grundy/internal/hint"
	"grundy/internal/practice"
	"grundy/internal/problem"
	"grundy/internal/problem/problemset"
	"grundy/internal/statement"
	"grundy/internal/terminal"
)

// Set is what is handed out together.
type Set struct {
	// Contest is what the cover tells of, nil for no cover.
	Contest  *problemset.Set
	Problems []Problem
}

// Problem is one of a set.
type Problem struct {
	*problem.Problem
	Label string // "A", or ""
}

// Options say what is written.
type Options struct {
	// Language is the only one that is written, "" for all.
	Language string
	// Drawing gives an SVG of what a PDF shows; without it figures that are PDF are left out.
	Drawing func(pdf []byte) ([]byte, error)
}

// Page is a document.
type Page struct {
	HTML []byte
	// Notes are what it lacks, for people.
	Notes []string
}

//go:embed assets/sheet.html assets/sheet.css
var assets embed.FS

var document = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("sheet.html").Funcs(template.FuncMap{"line": terminal.Line}).ParseFS(assets, "assets/sheet.html"))
})

// view is what the document shows.
type view struct {
	Language, Title string
	Style           template.CSS
	Cover           *cover
	Texts           []text
}

// text is a statement in one language.
type text struct {
	Words          words
	Anchor         string // of the article and of its pages
	Code           string // the language
	Label, Name    string
	TimeLimit      string
	MemoryLimit    string
	HTML           template.HTML
	Others         []text // the same problem in other languages
	Credits        string
	Sources        []string
	License, Owner string
}

// Write makes the document. It fails when there is nothing to show of a problem.
func Write(set Set, options Options) (Page, error) {
	w := &writer{options: options}
	v := view{Language: cmp.Or(options.Language, "en")}
	if set.Contest != nil {
		v.Title, v.Cover = set.Contest.Name, w.cover(set.Contest)
	}
	for i, p := range set.Problems {
		texts, err := w.texts(p, fmt.Sprintf("p%d", i+1))
		if err != nil {
			return Page{}, err
		}
		v.Texts = append(v.Texts, texts...)
		v.Title = cmp.Or(v.Title, texts[0].Name)
		if len(set.Problems) == 1 && v.Cover == nil {
			v.Language = texts[0].Code
		}
		if v.Cover != nil {
			v.Cover.Rows = append(v.Cover.Rows, row{texts[0].Anchor, p.Label, texts[0].Name, texts[0].TimeLimit})
		}
	}
	var err error
	if v.Style, err = style(v.Texts); err != nil {
		return Page{}, err
	}
	var page bytes.Buffer
	err = document().Execute(&page, v)
	return Page{page.Bytes(), w.notes}, err
}

// style is that of statements and that of sheets, with the font for formulas where there are any. Each text has its name at the
// head of its pages.
func style(texts []text) (template.CSS, error) {
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
	if slices.ContainsFunc(texts, func(t text) bool { return strings.Contains(string(t.HTML), "<math") }) {
		data, err := statement.Assets.ReadFile("assets/" + font)
		if err != nil {
			return "", err
		}
		address = dataAddress("font/woff2", data)
	}
	var b strings.Builder
	b.WriteString(strings.Replace(string(general), font, address, 1))
	b.Write(own)
	for _, t := range texts {
		head := t.Name
		if t.Label != "" {
			head = t.Label + ": " + t.Name
		}
		fmt.Fprintf(&b, "#%[1]s { page: %[1]s; }\n@page %[1]s { @top-left { content: %[2]s; } }\n", t.Anchor, quoted(head))
	}
	return template.CSS(b.String()), nil
}

// quoted is a text as a string of CSS, in which no sign but letters and digits stands for itself.
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

// writer writes the statements of a set.
type writer struct {
	options Options
	notes   []string
}

func (w *writer) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(w.notes, text) {
		w.notes = append(w.notes, text)
	}
}

// texts are the statements of a problem, English first, the others by their codes.
func (w *writer) texts(p Problem, anchor string) ([]text, error) {
	var codes []string
	for _, s := range p.Statements {
		if !slices.Contains(codes, s.Language) {
			codes = append(codes, s.Language)
		}
	}
	slices.SortFunc(codes, func(a, b string) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), strings.Compare(a, b))
	})
	if wanted := w.options.Language; wanted != "" {
		if !slices.Contains(codes, wanted) {
			return nil, hint.Errorf("its languages are: "+cmp.Or(strings.Join(codes, ", "), "none"), "%s has no statement in the language %q", p.ID, wanted)
		}
		codes = []string{wanted}
	}
	samples, err := practice.Samples(p.Problem)
	if err != nil {
		return nil, err
	}
	var texts []text
	for _, code := range codes {
		chosen, found := practice.Statement(slices.DeleteFunc(slices.Clone(p.Statements), func(s problem.Statement) bool { return s.Language != code }), code)
		if !found {
			w.note("%s: its statement in the language %s is a PDF, which is left out", p.ID, code)
			continue
		}
		source, err := disk.ReadWithin(p.Dir, chosen.Path)
		if err != nil {
			return nil, fmt.Errorf("read the statement: %w", err)
		}
		words := wordsOf(code)
		one := text{
			Words: words, Anchor: anchor, Code: code, Label: p.Label, Name: cmp.Or(p.Names[code], p.Name()),
			TimeLimit: seconds(p.Problem), MemoryLimit: p.Limits.Memory.String(),
			Credits: strings.Join(p.Credits, ", "), Sources: p.Sources, License: license(p.License), Owner: p.Rights,
		}
		if len(texts) > 0 {
			one.Anchor += "-" + code
		}
		one.HTML, err = statement.HTML(source, chosen.Kind, statement.HTMLOptions{
			Constants: p.Constants, Samples: samples, Words: words.samples, Still: true,
			Figure: func(name string) string { return w.figure(p.Problem, chosen, name) },
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", chosen.Path, err)
		}
		texts = append(texts, one)
	}
	if len(texts) == 0 {
		return nil, &NoTextError{p.Problem}
	}
	for i := range texts {
		for j := range texts {
			if i != j {
				texts[i].Others = append(texts[i].Others, texts[j])
			}
		}
	}
	return texts, nil
}

// NoTextError is a problem without a statement that could be written anew.
type NoTextError struct{ Problem *problem.Problem }

func (e *NoTextError) Error() string {
	if len(e.Problem.Statements) > 0 {
		return e.Problem.ID + ": its statement is a PDF, which no page can be made of"
	}
	return e.Problem.ID + ": it has no statement"
}

// Hint implements hint.Hinter.
func (e *NoTextError) Hint() string {
	if len(e.Problem.Statements) > 0 {
		return "hand out " + e.Problem.Statements[0].Path
	}
	return "write statement/problem.en.md"
}

// place has English before all others.
func place(code string) int {
	if code == "en" {
		return 0
	}
	return 1
}

// seconds is the time limit, "" where the package leaves it to be measured.
func seconds(p *problem.Problem) string {
	if p.Limits.Time == 0 {
		return ""
	}
	return p.Limits.TimeText()
}

// license is the name of one, as people know it.
func license(code string) string {
	switch {
	case strings.HasPrefix(code, "cc "):
		return strings.ToUpper(code) + " 4.0"
	case code == "cc0":
		return "CC0 1.0"
	case code == "unknown" || code == "permission":
		return ""
	}
	return code
}

// pictures are the kinds of figures that browsers show, by their endings, in the order in which one without an ending is looked for.
var pictures = []struct{ ending, kind string }{
	{".svg", "image/svg+xml"},
	{".pdf", ""},
	{".png", "image/png"},
	{".jpg", "image/jpeg"},
	{".jpeg", "image/jpeg"},
	{".gif", "image/gif"},
	{".webp", "image/webp"},
}

// figure is the address of an image of a statement, "" where there is none.
func (w *writer) figure(p *problem.Problem, s problem.Statement, name string) string {
	folder := filepath.Dir(s.Path)
	local := filepath.FromSlash(path.Clean(name))
	if !filepath.IsLocal(local) {
		w.note("%s: the figure %s lies outside of the statement's folder, so that its description stands there", p.ID, terminal.Line(name))
		return ""
	}
	names := []string{local}
	if filepath.Ext(local) == "" {
		names = nil
		for _, picture := range pictures {
			names = append(names, local+picture.ending)
		}
	}
	for _, name := range names {
		full := filepath.Join(folder, name)
		if _, _, err := disk.ResolveWithin(p.Dir, full); err == nil {
			return w.picture(p.Dir, full)
		}
	}
	w.note("%s: there is no figure %s, so that its description stands there", p.ID, terminal.Line(name))
	return ""
}

// picture is the address of an image that holds the image itself, "" with a note where no page can show it.
func (w *writer) picture(dir, file string) string {
	ending := strings.ToLower(filepath.Ext(file))
	at := slices.IndexFunc(pictures, func(p struct{ ending, kind string }) bool { return p.ending == ending })
	short := terminal.Line(filepath.Base(file))
	if at < 0 {
		w.note("%s: no page can show it, so that its description stands there; put an SVG, PNG or PDF beside it", short)
		return ""
	}
	data, err := disk.ReadWithin(dir, file)
	if err != nil {
		w.note("%s: cannot be read, so that its description stands there (%v)", short, problem.Reason(err))
		return ""
	}
	if ending != ".pdf" {
		return dataAddress(pictures[at].kind, data)
	}
	if w.options.Drawing == nil {
		w.note("%s: its description stands there; install pdftocairo (poppler-utils), which shows PDF on pages", short)
		return ""
	}
	svg, err := w.options.Drawing(data)
	if err != nil {
		w.note("%s: its description stands there, since it cannot be drawn (%v)", short, err)
		return ""
	}
	return dataAddress(pictures[0].kind, svg)
}
