package problems

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
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/texts"
)

// pageHint is a hint on the page of its problem.
type pageHint struct {
	Number int
	Title  string
	Text   texts.Shown // empty until it is opened
	Next   bool        // it is the first unopened one
}

// pageSolution is the explanation of the solution on the page of its problem.
type pageSolution struct {
	Text  texts.Shown // empty until the user solved the problem or opened the solution
	Helps bool        // opening it counts as help
}

// errNoHint reports an invalid number of a hint, errNoSolution a problem without an editorial that can be shown.
var (
	errNoHint     = hint.Errorf("the page lists the hints that there are", "there is no such hint")
	errNoSolution = hint.Errorf("the package may hold it as a PDF", "there is no solution that can be shown")
)

// explain finds the hints and the solution of a problem, with the texts of those that the user may see.
func (s *Pages) explain(ctx context.Context, page *problemPage) error {
	editorial, err := practice.ReadEditorial(s.Workspace, page.Problem, "en")
	if editorial == nil {
		return err
	}
	opened, shown := history.Help(s.Steps(ctx, page.Problem))
	next := false
	for i, h := range editorial.Hints {
		one := pageHint{Number: i + 1, Title: h.Title}
		if opened[i+1].IsZero() {
			one.Next, next = !next, true
		} else if one.Text, err = s.hintText(ctx, editorial, i); err != nil {
			return err
		}
		page.Hints = append(page.Hints, one)
	}
	page.Solution = &pageSolution{Helps: !page.Standing.IsSolved()}
	if page.Standing.IsSolved() || !shown.IsZero() {
		page.Solution.Text, err = s.solutionText(ctx, page.Place, editorial)
	}
	return err
}

func (s *Pages) hintText(ctx context.Context, editorial *practice.Editorial, i int) (texts.Shown, error) {
	return texts.Display(ctx, s.Workspace, editorial.Hints[i].Text, statement.HTMLOptions{Anchor: fmt.Sprintf("hint-%d-", i+1)})
}

// solutionText draws the solution of a problem with its figures. id is that of the problem on the pages.
func (s *Pages) solutionText(ctx context.Context, id string, editorial *practice.Editorial) (texts.Shown, error) {
	return texts.Display(ctx, s.Workspace, editorial.Solution, statement.HTMLOptions{
		Anchor: "solution-", Figure: func(name string) string { return texts.Figure("p/"+id+"/solution/", name) },
	})
}

// openHint sends the text of a hint, and records that it was opened.
func (s *Pages) openHint(w http.ResponseWriter, r *http.Request) {
	s.help(w, r, func(p *problem.Problem, editorial *practice.Editorial) (texts.Shown, error) {
		number, err := strconv.Atoi(r.PathValue("number"))
		if err != nil || editorial == nil || number < 1 || number > len(editorial.Hints) {
			return texts.Shown{}, errNoHint
		}
		text, err := s.hintText(r.Context(), editorial, number-1)
		if opened, _ := history.Help(s.Steps(r.Context(), p)); err == nil && opened[number].IsZero() {
			s.Workspace.History().Step(r.Context(), p, history.HintOpened, number)
		}
		return text, err
	})
}

// openSolution sends the text of the solution, and records that it was opened unless the user solved the problem before.
func (s *Pages) openSolution(w http.ResponseWriter, r *http.Request) {
	s.help(w, r, func(p *problem.Problem, editorial *practice.Editorial) (texts.Shown, error) {
		if editorial == nil {
			return texts.Shown{}, errNoSolution
		}
		text, err := s.solutionText(r.Context(), r.PathValue("id"), editorial)
		if err != nil {
			return text, err
		}
		kept := s.Workspace.History()
		if _, shown := history.Help(s.Steps(r.Context(), p)); shown.IsZero() && kept.Progress(p) != history.Solved {
			kept.Step(r.Context(), p, history.SolutionShown, 0)
		}
		return text, nil
	})
}

// help answers with a part of a problem's editorial, nil if there is none, that the user opened.
func (s *Pages) help(w http.ResponseWriter, r *http.Request, open func(*problem.Problem, *practice.Editorial) (texts.Shown, error)) {
	p, err := s.Open(r.Context(), r.PathValue("id"))
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	editorial, err := practice.ReadEditorial(s.Workspace, p, "en")
	if err != nil {
		site.Refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	text, err := open(p, editorial)
	switch {
	case errors.Is(err, errNoHint), errors.Is(err, errNoSolution):
		site.Refuse(w, http.StatusNotFound, err)
	case err != nil:
		site.Refuse(w, http.StatusUnprocessableEntity, err)
	default:
		site.Piece(w, r, "shown", text)
	}
}
