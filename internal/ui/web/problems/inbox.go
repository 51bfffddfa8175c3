package problems

import (
	"context"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/web/catalog"
	"grundy/internal/ui/web/site"
)

// Inbox shows the problems that came from the browser, and listens for more.
type Inbox struct {
	*site.Site
	*catalog.Catalog
	Companion Companion
	// Language is the code of the language in which solutions are started.
	Language string

	ear companionLog
}

// Register adds the page.
func (s *Inbox) Register(mux *http.ServeMux) {
	mux.HandleFunc("GET /inbox", s.Page(s.arrivals))
	mux.HandleFunc("GET /api/inbox", s.arrivalsPiece)
}

// inboxProblem is a problem of the inbox.
type inboxProblem struct {
	ID, Name, URL string
	Standing      workspace.Status
	At            time.Time // when it arrived
}

// inboxGroup are the problems of a contest, or those that arrived alone.
type inboxGroup struct {
	Contest  string // "" for none
	At       time.Time
	Problems []inboxProblem
}

// inboxPage is the page of problems from the browser.
type inboxPage struct {
	Heard string // the process that listens for the extension
	Came  []inboxGroup
}

// arrivals shows what arrived, the newest first.
func (s *Inbox) arrivals(r *http.Request) (site.View, error) {
	came, err := s.came(r.Context())
	if err != nil {
		return site.View{}, site.Broken(err)
	}
	return site.View{Title: "Inbox", Template: "inbox", Data: inboxPage{s.ear.heard(), came}}, nil
}

// arrivalsPiece sends the changing part of the page, or that it is unchanged.
func (s *Inbox) arrivalsPiece(w http.ResponseWriter, r *http.Request) {
	came, err := s.came(r.Context())
	if err != nil {
		site.Refuse(w, http.StatusInternalServerError, err)
		return
	}
	site.Piece(w, r, "arrivals", inboxPage{s.ear.heard(), came})
}

// inboxLevels is how many levels of directories the inbox searches for problems.
const inboxLevels = 3

// came lists the directories with settings below that of the solutions, those of one directory as a contest.
func (s *Inbox) came(ctx context.Context) ([]inboxGroup, error) {
	all, err := s.cameIn(ctx, "", inboxLevels)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Contest == "" {
			slices.SortStableFunc(all[i].Problems, func(a, b inboxProblem) int { return b.At.Compare(a.At) })
		}
	}
	slices.SortStableFunc(all, func(a, b inboxGroup) int { return b.At.Compare(a.At) })
	return all, nil
}

// cameIn lists those in a directory, named with slashes, and in some levels below it.
func (s *Inbox) cameIn(ctx context.Context, dir string, levels int) ([]inboxGroup, error) {
	own := inboxGroup{Contest: dir}
	var all []inboxGroup
	for _, name := range catalog.Folders(filepath.Join(s.Solutions, filepath.FromSlash(dir))) {
		inner := path.Join(dir, name)
		switch {
		case plain.HasSettings(filepath.Join(s.Solutions, filepath.FromSlash(inner))):
			if err := own.add(ctx, s, inner); err != nil {
				return nil, err
			}
		case levels > 1 && (dir != "" || !s.Workspace.Problems().Has(name)):
			below, err := s.cameIn(ctx, inner, levels-1)
			if err != nil {
				return nil, err
			}
			all = append(all, below...)
		}
	}
	if len(own.Problems) > 0 {
		all = append(all, own)
	}
	return all, nil
}

// add adds the problem in a directory below that of the solutions. It skips one that is just being removed.
func (a *inboxGroup) add(ctx context.Context, s *Inbox, name string) error {
	dir := filepath.Join(s.Solutions, filepath.FromSlash(name))
	info, err := os.Stat(filepath.Join(dir, plain.SettingsFile))
	if err != nil {
		return nil
	}
	settings, _ := plain.ReadSettings(dir)
	p := &problem.Problem{ID: filepath.Base(dir), Dir: dir, Names: map[string]string{"en": settings.Name}}
	one := inboxProblem{ID: catalog.InboxMark + strings.ReplaceAll(name, "/", catalog.Below), Name: p.Name(), URL: settings.URL, At: info.ModTime()}
	if one.Standing, err = s.Workspace.History().Standing(ctx, p); err != nil {
		return err
	}
	a.Problems = append(a.Problems, one)
	if one.At.After(a.At) {
		a.At = one.At
	}
	return nil
}
