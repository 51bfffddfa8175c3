package problems

import (
	"bytes"
	"net/http"

	"grundy/internal/app/statements"
	"grundy/internal/event"
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/texts"
)

// document sends the statement of a problem as a page of its own, for readers to keep or print.
func (s *Pages) document(w http.ResponseWriter, r *http.Request) {
	p, err := s.Open(r.Context(), r.PathValue("id"))
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	var page bytes.Buffer
	options := statements.Options{Path: p.Dir, File: event.StandardOutput, Output: &page}
	if _, err := statements.Write(r.Context(), s.Workspace, options, func(event.Event) {}); err != nil {
		site.Refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	texts.Contain(w)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(page.Bytes()) // the browser may be gone
}
