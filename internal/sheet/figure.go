package sheet

import (
	"html/template"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/disk"
	"grundy/internal/hint"
	"grundy/internal/problem"
	"grundy/internal/terminal"
)

// picture is an image as a document refers to it: an address or a file, with its width in points where the file does not tell, else 0.
// The zero value is none.
type picture struct {
	File   string
	Points int
}

// Address is that of an image on a page.
func (p picture) Address() template.URL { return template.URL(p.File) }

// pictures are the kinds of figures that are shown, by their endings, in the order in which one without an ending is looked for.
var pictures = []struct{ ending, kind string }{
	{".svg", "image/svg+xml"},
	{".pdf", "application/pdf"},
	{".png", "image/png"},
	{".jpg", "image/jpeg"},
	{".jpeg", "image/jpeg"},
	{".gif", "image/gif"},
	{".webp", "image/webp"},
}

// figure is an image of a statement, none with a note where it cannot be shown.
func (w *writer) figure(p *problem.Problem, s problem.Statement, name string) picture {
	folder := filepath.Dir(s.Path)
	local := filepath.FromSlash(path.Clean(name))
	if !filepath.IsLocal(local) {
		w.note("%s: the figure %s lies outside of the statement's folder, so that its description stands there", p.ID, terminal.Line(name))
		return picture{}
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
	return picture{}
}

// picture is an image file of a folder, none with a note where it cannot be shown.
func (w *writer) picture(dir, file string) picture {
	ending := strings.ToLower(filepath.Ext(file))
	at := slices.IndexFunc(pictures, func(p struct{ ending, kind string }) bool { return p.ending == ending })
	short := terminal.Line(filepath.Base(file))
	if at < 0 {
		w.note("%s: no page can show it, so that its description stands there; put an SVG, PNG or PDF beside it", short)
		return picture{}
	}
	data, err := disk.ReadWithin(dir, file)
	if err != nil {
		w.note("%s: cannot be read, so that its description stands there (%v)", short, problem.Reason(err))
		return picture{}
	}
	kept, err := w.medium.picture(pictures[at].kind, data)
	if err != nil {
		remedy := ""
		if said := hint.Of(err); said != "" {
			remedy = "; " + said
		}
		w.note("%s: its description stands there, since it cannot be drawn (%v)%s", short, err, remedy)
	}
	return kept
}
