package problems

import (
	"net/http"

	"grundy/internal/ui/web/site"
)

// target is a problem that the palette can open.
type target struct {
	Name string `json:"name"`
	ID   string `json:"id"`
	Page string `json:"page"`
}

// targets sends the problems of the library, in the order of the course, and those of the inbox.
func (s *Pages) targets(w http.ResponseWriter, r *http.Request) {
	found, err := s.Workspace.Problems().Index(r.Context())
	if err != nil {
		site.Refuse(w, http.StatusInternalServerError, err)
		return
	}
	s.Workspace.Problems().SortByCourse(found)
	came, err := s.Inbox.came(r.Context())
	if err != nil {
		site.Refuse(w, http.StatusInternalServerError, err)
		return
	}
	all := []target{}
	for _, l := range found {
		if l.Faulty == "" {
			all = append(all, target{l.Name(), l.ID, site.ProblemPage(l.ID)})
		}
	}
	for _, group := range came {
		for _, p := range group.Problems {
			all = append(all, target{p.Name, p.ID, site.ProblemPage(p.ID)})
		}
	}
	site.Answer(w, http.StatusOK, all)
}
