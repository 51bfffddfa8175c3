package web

import (
	"context"
	"fmt"
	"html/template"
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
	Text   template.HTML // "" until it is opened
	Next   bool          // it is the first unopened one
}

// errNoHint reports an invalid number of a hint.
var errNoHint = hint.Errorf("the page lists the hints that there are", "there is no such hint")

// hints returns the hints of a problem, with the texts of those that were opened.
func (s *Server) hints(ctx context.Context, p *problem.Problem) ([]pageHint, error) {
	hints, err := practice.Hints(p, "en")
	if err != nil || len(hints) == 0 {
		return nil, err
	}
	opened, _ := history.Help(s.steps(ctx, p))
	var shelf []pageHint
	next := false
	for i, h := range hints {
		one := pageHint{Number: i + 1, Title: h.Title}
		if opened[i+1].IsZero() {
			one.Next, next = !next, true
		} else if one.Text, err = hintText(p, i+1, h); err != nil {
			return nil, err
		}
		shelf = append(shelf, one)
	}
	return shelf, nil
}

// steps returns the user's steps with a problem. An unreadable history does not prevent the page.
func (s *Server) steps(ctx context.Context, p *problem.Problem) []history.Step {
	steps, err := s.Workspace.History().Steps(ctx, p)
	if err != nil {
		s.Log.Warn("the hints that were opened earlier are unknown", "reason", err, "remedy", hint.Of(err))
	}
	return steps
}

func hintText(p *problem.Problem, number int, h statement.Hint) (template.HTML, error) {
	return statement.HTML(h.Source, "md", statement.HTMLOptions{Constants: p.Constants, Anchor: fmt.Sprintf("hint-%d-", number)})
}

// openHint sends the text of a hint, and records that it was opened.
func (s *Server) openHint(w http.ResponseWriter, r *http.Request) {
	p, err := s.open(r.Context(), r.PathValue("id"))
	if err != nil {
		refuse(w, http.StatusNotFound, err)
		return
	}
	hints, err := practice.Hints(p, "en")
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	number, err := strconv.Atoi(r.PathValue("number"))
	if err != nil || number < 1 || number > len(hints) {
		refuse(w, http.StatusNotFound, errNoHint)
		return
	}
	text, err := hintText(p, number, hints[number-1])
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	if opened, _ := history.Help(s.steps(r.Context(), p)); opened[number].IsZero() {
		s.Workspace.History().Step(r.Context(), p, history.HintOpened, number)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write([]byte(text)) // the browser may be gone
}
