package course

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

// Read reads the course of a directory whose problems have the given IDs. It is nil if there is no course.yaml. With
// faults it contains what could be read.
func Read(dir fs.FS, ids []string) (*Course, problem.Diagnostics) {
	text, err := fs.ReadFile(dir, File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	r := &reader{dir: dir, ids: ids}
	c := &Course{}
	if err != nil {
		r.Fail(problem.Position{File: File}, "make it a readable file", "%v", problem.Reason(err))
	} else if root, ok := r.Parse(File, text); ok {
		r.course(root, c)
	}
	return c, r.Faults
}

// reader reads a course and collects its faults.
type reader struct {
	problem.Report
	dir   fs.FS
	ids   []string // of the problems there are
	pages []string // IDs of chapters and pages so far
	used  []string // problems of chapters so far
}

const (
	chapterHelp  = "such as - {id: nim, name: Nim, text: nim.md, problems: [nim]}"
	exerciseHelp = `such as - {id: rows, fill: nim, cells: "a < 4 and b < 4"}`
	idHelp       = "write a word of small letters, digits and hyphens, such as first-piles"
)

func (r *reader) course(root yamldoc.Value, c *Course) {
	m, ok := root.Mapping()
	if !ok {
		return
	}
	m.Text("name", &c.Name)
	if c.Name == "" {
		root.Fault("such as name: Combinatorial games", "name is missing")
	}
	chapters, found := m.Take("chapters")
	if !found {
		root.Fault(chapterHelp, "chapters is missing: the parts of the course, in their order")
	} else if items, ok := chapters.Items(chapterHelp); ok {
		for _, item := range items {
			r.chapter(item, c)
		}
	}
	if pages, found := m.Take("pages"); found {
		items, _ := pages.Items("such as - {id: books, name: Books, text: books.md}")
		for _, item := range items {
			if m, ok := item.Mapping(); ok {
				if page, ok := r.page(item, m); ok {
					c.Pages = append(c.Pages, page)
				}
				m.Finish(nil)
			}
		}
	}
	m.Finish(nil)
}

// page reads what chapters and pages have in common.
func (r *reader) page(v yamldoc.Value, m *yamldoc.Mapping) (page Page, ok bool) {
	m.Text("id", &page.ID)
	m.Text("name", &page.Name)
	switch {
	case !isID(page.ID):
		v.Fault(idHelp, "id: want a word for addresses, got %q", page.ID)
	case slices.Contains(r.pages, page.ID):
		v.Fault("choose another one", "id: another chapter or page is called %q", page.ID)
	case page.Name == "":
		v.Fault("such as name: Nim", "name is missing")
	default:
		ok = true
	}
	r.pages = append(r.pages, page.ID)
	text, found := m.Take("text")
	if !found {
		v.Fault("such as text: nim.md", "text is missing: the file that teaches")
		return page, false
	}
	if page.Path, found = text.Text(); !found {
		return page, false
	}
	content, err := fs.ReadFile(r.dir, page.Path)
	switch {
	case !strings.HasSuffix(page.Path, ".md"):
		text.Fault("write it in Markdown, in a file such as nim.md", "want a file of Markdown, got %q", page.Path)
	case errors.Is(err, fs.ErrInvalid):
		text.Fault("name a file below the directory of "+File+", with slashes", "want a path below the course, got %q", page.Path)
	case err != nil:
		text.Fault("write the file, or correct its name", "%s: %v", page.Path, problem.Reason(err))
	default:
		page.Text = content
		return page, ok
	}
	return page, false
}

// isID reports whether a text can name a part of a course in addresses and commands.
func isID(text string) bool {
	return text != "" && !strings.HasPrefix(text, "-") && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

func (r *reader) chapter(v yamldoc.Value, c *Course) {
	m, ok := v.Mapping()
	if !ok {
		return
	}
	chapter := Chapter{}
	chapter.Page, ok = r.page(v, m)
	if problems, found := m.Take("problems"); found {
		items, _ := problems.Items("such as problems: [nim, nimduel]")
		for _, item := range items {
			id, isText := item.Scalar()
			switch {
			case !isText:
			case slices.Contains(r.used, id):
				item.Fault("name it in one chapter", "the problem %q stands twice in the course", id)
			case r.known(item, id):
				r.used = append(r.used, id)
				chapter.Problems = append(chapter.Problems, id)
			}
		}
	}
	if exercises, found := m.Take("exercises"); found {
		items, _ := exercises.Items(exerciseHelp)
		for _, item := range items {
			r.exercise(item, &chapter)
		}
	}
	m.Finish(nil)
	if ok {
		r.mentions(&chapter)
		c.Chapters = append(c.Chapters, chapter)
	}
}

// known reports whether there is a problem with an ID, and that there is none.
func (r *reader) known(at yamldoc.Value, id string) bool {
	if slices.Contains(r.ids, id) {
		return true
	}
	at.Fault("name a package beside "+File, "there is no problem %q%s", id, hint.DidYouMean(id, r.ids))
	return false
}

func (r *reader) exercise(v yamldoc.Value, chapter *Chapter) {
	m, ok := v.Mapping()
	if !ok {
		return
	}
	e := Exercise{At: problem.At(v)}
	m.Text("id", &e.ID)
	m.Text("ask", &e.Ask)
	good := true
	for _, kind := range kinds {
		of, found := m.Take(string(kind))
		if !found {
			continue
		}
		id, isText := of.Scalar()
		good = good && isText && r.known(of, id)
		if e.Kind != "" {
			of.Fault("make two exercises of it", "an exercise asks for one thing, %s or %s", e.Kind, kind)
		}
		e.Kind, e.Problem = kind, id
	}
	switch e.Kind {
	case "":
		v.Fault(exerciseHelp, "want one of the keys move, fill and period, with the problem that asks")
		good = false
	case Move:
		m.Text("position", &e.Position)
		if e.Position == "" {
			v.Fault("write the input of the problem that has the position", "position is missing")
			good = false
		}
	case Fill, Period:
		m.Text("cells", &e.Cells)
		e.Hold = held(m)
	}
	m.Finish(nil)
	switch {
	case !isID(e.ID):
		v.Fault(idHelp, "id: want a word, got %q", e.ID)
	case chapter.Exercise(e.ID) != nil:
		v.Fault("choose another one", "id: another exercise of the chapter is called %q", e.ID)
	case good:
		chapter.Exercises = append(chapter.Exercises, e)
	}
}

// held reads the values of held axes.
func held(m *yamldoc.Mapping) map[string]string {
	values := map[string]string{}
	hold, found := m.Take("hold")
	if !found {
		return values
	}
	of, ok := hold.Mapping()
	if !ok {
		return values
	}
	for _, field := range of.Rest() {
		if text, ok := field.Value.Scalar(); ok {
			values[field.Key] = text
		}
	}
	return values
}

// mentions checks that each exercise that the text asks for exists, and that the text asks for it once.
func (r *reader) mentions(chapter *Chapter) {
	number := 0
	var asked []string
	for line := range bytes.Lines(chapter.Text) {
		number++
		id := mentioned(string(line))
		at := problem.Position{File: chapter.Path, Line: number}
		switch {
		case id == "":
		case chapter.Exercise(id) == nil:
			r.Fail(at, fmt.Sprintf("add it to the exercises of the chapter %q in %s", chapter.ID, File),
				"there is no exercise %q%s", id, hint.DidYouMean(id, chapter.ExerciseIDs()))
		case slices.Contains(asked, id):
			r.Fail(at, "remove one of the lines", "the exercise %q is asked twice", id)
		}
		asked = append(asked, id)
	}
}
