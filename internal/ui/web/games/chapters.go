package games

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"grundy/checker/drawing"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/games/lessons"
	"grundy/internal/pkgfmt/course"
	"grundy/internal/statement"
	"grundy/internal/statement/svgsafe"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/web/catalog"
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/texts"
	"grundy/internal/ui/web/work"
)

// Chapters shows the chapters and the other texts of a course, asks their exercises and checks the answers.
type Chapters struct {
	*site.Site
	*catalog.Catalog
	// models are the right answers of exercises.
	models work.Futures[map[int]string]
}

// Register adds the pages.
func (s *Chapters) Register(mux *http.ServeMux) {
	mux.HandleFunc("GET /course", func(w http.ResponseWriter, r *http.Request) { s.Redirect(w, r, "./") })
	mux.HandleFunc("GET /course/{id}", s.Page(s.show))
	mux.HandleFunc("GET /course/files/{file...}", s.file)
	mux.HandleFunc("POST /api/course/{chapter}/{exercise}", s.check)
}

// Wait returns when no answers are being computed; none are any more.
func (s *Chapters) Wait() { s.models.Wait() }

// textPage is the page of a chapter, or of another text.
type textPage struct {
	course.Page
	Number         int // of the chapter, from 1; 0 for other texts
	Parts          []chapterPart
	Problems       []member
	Previous, Next *course.Page // chapters
}

// chapterPart is a part of a text, and the exercise below it.
type chapterPart struct {
	Text     texts.Shown
	Exercise *exercise
}

// exercise is an exercise on its page.
type exercise struct {
	*lessons.Question
	Chapter string
	Done    bool
	// Board is the position of a move, and Joined reports whether a move may have several of its parts.
	Board   template.HTML
	Caption string
	Choices []drawing.Choice
	Joined  bool
	Fault   string // why it cannot be asked; "" if it can
}

// member is a problem of a chapter.
type member struct {
	workspace.Listed
	Standing workspace.Status
}

// errNoChapter reports an address that no text of the course has.
var errNoChapter = hint.Errorf("the list of problems shows the chapters", "the course has no such chapter")

// show shows a chapter or another text.
func (s *Chapters) show(r *http.Request) (site.View, error) {
	ctx := r.Context()
	read, _ := s.Workspace.Problems().Course()
	if read == nil {
		return site.View{}, errNoChapter
	}
	chapter := read.Find(r.PathValue("id"))
	if chapter == nil {
		return site.View{}, errNoChapter
	}
	page := textPage{Page: chapter.Page}
	if at := slices.IndexFunc(read.Chapters, func(c course.Chapter) bool { return c.ID == chapter.ID }); at >= 0 {
		page.Number = at + 1
		if at > 0 {
			page.Previous = &read.Chapters[at-1].Page
		}
		if at+1 < len(read.Chapters) {
			page.Next = &read.Chapters[at+1].Page
		}
	}
	done, err := s.Workspace.History().Exercises(ctx, read)
	if err != nil {
		return site.View{}, site.Broken(err)
	}
	for i, piece := range chapter.Pieces() {
		one := chapterPart{}
		if one.Text, err = s.text(chapter.Page, piece.Text, i); err != nil {
			return site.View{}, site.Broken(err)
		}
		if piece.Exercise != nil {
			one.Exercise = s.pose(ctx, chapter.ID, piece.Exercise)
			one.Exercise.Done = done(chapter.ID, piece.Exercise.ID)
		}
		page.Parts = append(page.Parts, one)
	}
	if page.Problems, err = s.members(ctx, chapter); err != nil {
		return site.View{}, site.Broken(err)
	}
	return site.View{Title: chapter.Name, Template: "chapter", Data: page}, nil
}

// text draws a part of a text.
func (s *Chapters) text(of course.Page, source []byte, number int) (texts.Shown, error) {
	if len(bytes.TrimSpace(source)) == 0 {
		return texts.Shown{}, nil
	}
	html, err := statement.HTML(source, "md", statement.HTMLOptions{
		Memory: s.Workspace.Formulas(), Anchor: fmt.Sprintf("part-%d-", number),
		Figure: func(name string) string { return texts.Figure("course/files/"+path.Dir(of.Path)+"/", name) },
	})
	return texts.Shown{HTML: html, Language: "en"}, err
}

// pose draws an exercise. One that is described wrongly does not keep the chapter from the reader.
func (s *Chapters) pose(ctx context.Context, chapter string, e *course.Exercise) *exercise {
	q, err := lessons.Open(ctx, s.Workspace.Problems(), e)
	if err != nil {
		return &exercise{Question: &lessons.Question{Exercise: e}, Chapter: chapter, Fault: err.Error()}
	}
	x := &exercise{Question: q, Chapter: chapter}
	if q.Move != nil {
		board := q.Move.Table.Board()
		x.Board, x.Caption, x.Choices, x.Joined = template.HTML(board.SVG()), board.Description, board.Choices, board.Joined
	}
	return x
}

// members lists the problems of a chapter in its order.
func (s *Chapters) members(ctx context.Context, chapter *course.Chapter) ([]member, error) {
	found, err := s.Workspace.Problems().Index(ctx)
	if err != nil {
		return nil, err
	}
	var members []member
	for _, id := range chapter.Problems {
		i := slices.IndexFunc(found, func(l workspace.Listed) bool { return l.ID == id })
		if i < 0 {
			continue
		}
		standing, err := s.Workspace.History().Standing(ctx, found[i].Problem)
		if err != nil {
			return nil, err
		}
		members = append(members, member{found[i], standing})
	}
	return members, nil
}

// file sends a picture of the course's texts, and nothing else of its directory.
func (s *Chapters) file(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	kind, _ := svgsafe.KindOf(path.Ext(name))
	if !kind.IsImage() {
		http.NotFound(w, r)
		return
	}
	file, err := s.Workspace.Problems().CourseFile(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer file.Close()
	picture, err := io.ReadAll(io.LimitReader(file, site.MaxBody))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	texts.Contain(w)
	w.Header().Set("Content-Type", kind.Type)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(picture))
}

// waiting is what a page is told while the answers are being computed: it asks again.
type waiting struct {
	Waiting string `json:"waiting"`
}

// check says whether an answer is right.
func (s *Chapters) check(w http.ResponseWriter, r *http.Request) {
	read, _ := s.Workspace.Problems().Course()
	if read == nil {
		site.Refuse(w, http.StatusNotFound, errNoChapter)
		return
	}
	chapter := read.Find(r.PathValue("chapter"))
	if chapter == nil || chapter.Exercise(r.PathValue("exercise")) == nil {
		site.Refuse(w, http.StatusNotFound, errNoChapter)
		return
	}
	result, err := s.result(r, chapter)
	switch {
	case errors.Is(err, work.ErrPreparing):
		site.Answer(w, http.StatusAccepted, waiting{"The model of the game computes the answers …"})
	case err != nil:
		site.Refuse(w, http.StatusUnprocessableEntity, err)
	default:
		if result.Right {
			s.Workspace.History().ExerciseDone(r.Context(), read, chapter.ID, r.PathValue("exercise"))
		}
		site.Answer(w, http.StatusOK, result)
	}
}

func (s *Chapters) result(r *http.Request, chapter *course.Chapter) (lessons.Result, error) {
	if err := r.ParseForm(); err != nil {
		return lessons.Result{}, err
	}
	q, err := lessons.Open(r.Context(), s.Workspace.Problems(), chapter.Exercise(r.PathValue("exercise")))
	if err != nil {
		return lessons.Result{}, err
	}
	model, err := s.model(r.Context(), q)
	if err != nil {
		return lessons.Result{}, err
	}
	return q.Check(model, r.PostForm["answer"])
}

// model returns the right answers of an exercise, which are computed once for a state of the package.
func (s *Chapters) model(ctx context.Context, q *lessons.Question) (map[int]string, error) {
	paths := q.DependsOn()
	if len(paths) == 0 {
		return nil, nil
	}
	var asked strings.Builder
	for _, cell := range q.Cells {
		asked.WriteString("\x00" + q.Grid.Place(cell))
	}
	key := catalog.StampOf(q.Of.Dir+asked.String(), paths...)
	return s.models.Get(ctx, s.Lifetime, key, work.ShortWait, func(ctx context.Context) (map[int]string, error) {
		client, err := s.Workspace.Executor(s.Lifetime)
		if err != nil {
			return nil, err
		}
		return q.Model(ctx, client, func(event.Event) {})
	})
}
