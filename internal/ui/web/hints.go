package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
	"grundy/internal/store/history"
)

// pageHint is a hint on the page of its problem.
type pageHint struct {
	Number int
	Title  string
	Text   shownText // empty until it is opened
	Next   bool      // it is the first unopened one
}

// pageSolution is the explanation of the solution on the page of its problem.
type pageSolution struct {
	Text  shownText // empty until the user solved the problem or opened the solution
	Helps bool      // opening it counts as help
}

// errNoHint reports an invalid number of a hint, errNoSolution a problem without an editorial that can be shown.
var (
	errNoHint     = hint.Errorf("the page lists the hints that there are", "there is no such hint")
	errNoSolution = hint.Errorf("the package may hold it as a PDF", "there is no solution that can be shown")
)

// explain finds the hints and the solution of a problem, with the texts of those that the user may see.
func (s *Server) explain(ctx context.Context, page *problemPage) error {
	editorial, err := practice.ReadEditorial(page.Problem, "en")
	if editorial == nil {
		return err
	}
	opened, shown := history.Help(s.steps(ctx, page.Problem))
	next := false
	for i, h := range editorial.Hints {
		one := pageHint{Number: i + 1, Title: h.Title}
		if opened[i+1].IsZero() {
			one.Next, next = !next, true
		} else if one.Text, err = hintText(page.Problem, editorial, i); err != nil {
			return err
		}
		page.Hints = append(page.Hints, one)
	}
	page.Solution = &pageSolution{Helps: !page.Standing.IsSolved()}
	if page.Standing.IsSolved() || !shown.IsZero() {
		page.Solution.Text, err = solutionText(page.Problem, page.Place, editorial)
	}
	return err
}

// steps returns the user's steps with a problem. An unreadable history does not prevent the page.
func (s *Server) steps(ctx context.Context, p *problem.Problem) []history.Step {
	steps, err := s.Workspace.History().Steps(ctx, p)
	if err != nil {
		s.Log.Warn("the hints that were opened earlier are unknown", "reason", err, "remedy", hint.Of(err))
	}
	return steps
}

func hintText(p *problem.Problem, editorial *practice.Editorial, i int) (shownText, error) {
	text, err := statement.HTML(editorial.Hints[i].Source, "md", statement.HTMLOptions{
		Constants: p.Constants, Anchor: fmt.Sprintf("hint-%d-", i+1),
	})
	return shownText{text, editorial.Language}, err
}

// solutionText draws the solution of a problem with its figures. id is that of the problem on the pages.
func solutionText(p *problem.Problem, id string, editorial *practice.Editorial) (shownText, error) {
	text, err := statement.HTML(editorial.Solution, editorial.Kind, statement.HTMLOptions{
		Constants: p.Constants, Anchor: "solution-", Figure: func(name string) string { return figureOf("p/"+id+"/solution/", name) },
	})
	return shownText{text, editorial.Language}, err
}

// openHint sends the text of a hint, and records that it was opened.
func (s *Server) openHint(w http.ResponseWriter, r *http.Request) {
	s.help(w, r, func(p *problem.Problem, editorial *practice.Editorial) (shownText, error) {
		number, err := strconv.Atoi(r.PathValue("number"))
		if err != nil || editorial == nil || number < 1 || number > len(editorial.Hints) {
			return shownText{}, errNoHint
		}
		text, err := hintText(p, editorial, number-1)
		if opened, _ := history.Help(s.steps(r.Context(), p)); err == nil && opened[number].IsZero() {
			s.Workspace.History().Step(r.Context(), p, history.HintOpened, number)
		}
		return text, err
	})
}

// openSolution sends the text of the solution, and records that it was opened unless the user solved the problem before.
func (s *Server) openSolution(w http.ResponseWriter, r *http.Request) {
	s.help(w, r, func(p *problem.Problem, editorial *practice.Editorial) (shownText, error) {
		if editorial == nil {
			return shownText{}, errNoSolution
		}
		text, err := solutionText(p, r.PathValue("id"), editorial)
		if err != nil {
			return text, err
		}
		kept := s.Workspace.History()
		if _, shown := history.Help(s.steps(r.Context(), p)); shown.IsZero() && kept.Progress(p) != history.Solved {
			kept.Step(r.Context(), p, history.SolutionShown, 0)
		}
		return text, nil
	})
}

// help answers with a part of a problem's editorial, nil if there is none, that the user opened.
func (s *Server) help(w http.ResponseWriter, r *http.Request, open func(*problem.Problem, *practice.Editorial) (shownText, error)) {
	p, err := s.open(r.Context(), r.PathValue("id"))
	if err != nil {
		refuse(w, http.StatusNotFound, err)
		return
	}
	editorial, err := practice.ReadEditorial(p, "en")
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	text, err := open(p, editorial)
	switch {
	case errors.Is(err, errNoHint), errors.Is(err, errNoSolution):
		refuse(w, http.StatusNotFound, err)
	case err != nil:
		refuse(w, http.StatusUnprocessableEntity, err)
	default:
		piece(w, r, "shown", text)
	}
}

// solutionFigure sends a figure of a problem's editorial.
func (s *Server) solutionFigure(w http.ResponseWriter, r *http.Request) {
	p, err := s.open(r.Context(), r.PathValue("id"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	sendFigure(w, r, p, p.Editorials)
}
