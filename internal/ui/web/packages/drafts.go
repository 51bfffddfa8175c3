package packages

import (
	"context"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"grundy/internal/app/verify"
	"grundy/internal/base/hint"
	"grundy/internal/ui/web/catalog"
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/texts"
	"grundy/internal/ui/web/work"
)

// Pages shows packages to their authors, and verifies them.
type Pages struct {
	*site.Site
	*catalog.Catalog
	Judging *work.Judgements
	Now     func() time.Time
	// Named are the paths of packages that the user writes, or of directories that hold some, beside those of the
	// library. Paths below Directory are shown relative to it.
	Named     []string
	Directory string

	// proofs are what verifications came to, *verifyResult by the ID of the package.
	proofs sync.Map
}

// Register adds the pages.
func (s *Pages) Register(mux *http.ServeMux) {
	mux.HandleFunc("GET /verify", s.Page(s.drafts))
	mux.HandleFunc("GET /verify/{id}", s.Page(s.verify))
	mux.HandleFunc("GET /verify/{id}/figures/{file...}", s.draftFigure)
	mux.HandleFunc("GET /api/verify/{id}/sheet", s.redraw)
	mux.HandleFunc("POST /api/verify/{id}", s.prove)
	mux.HandleFunc("POST /api/verify/{id}/stop", s.stopProof)
}

// draft is a package that its author looks at.
type draft struct {
	ID    string // in addresses: the library's ID, or the path behind a mark
	Path  string // of its directory or archive
	Place string // for display
	Label string // in a contest; "" for none
}

// draftMark begins the IDs of packages outside the library. An ID is only compared with those of existing packages and
// never used as a path.
const draftMark = "at:"

// own lists the packages that the user named, and those in directories that the user named, as they are now.
func (s *Pages) own(ctx context.Context) []draft {
	library := s.Workspace.Problems()
	shelf, _ := filepath.Abs(library.Dir())
	var all []draft
	add := func(path, label string) {
		whole, err := filepath.Abs(path)
		if err != nil || library.Dir() != "" && filepath.Dir(whole) == shelf && library.Has(filepath.Base(whole)) {
			return // it is listed with the library
		}
		place := whole
		if near, err := filepath.Rel(s.Directory, whole); err == nil && filepath.IsLocal(near) {
			place = near
		}
		place = filepath.ToSlash(place)
		one := draft{ID: draftMark + strings.ReplaceAll(place, "/", catalog.Below), Path: whole, Place: place, Label: label}
		if !slices.ContainsFunc(all, func(other draft) bool { return other.ID == one.ID }) {
			all = append(all, one)
		}
	}
	for _, named := range s.Named {
		set, isSet := library.Set(ctx, named)
		if !isSet {
			add(named, "")
			continue
		}
		for _, member := range set.Members {
			add(filepath.Join(set.Dir, member.ID), member.Label)
		}
	}
	return all
}

// draft finds the package with an ID.
func (s *Pages) draft(ctx context.Context, id string) (draft, error) {
	library := s.Workspace.Problems()
	if library.Has(id) {
		at, err := library.Path(id)
		if err != nil {
			return draft{}, site.Broken(err)
		}
		return draft{ID: id, Path: at, Place: id}, nil
	}
	all := s.own(ctx)
	if i := slices.IndexFunc(all, func(d draft) bool { return d.ID == id }); i >= 0 {
		return all[i], nil
	}
	if strings.HasPrefix(id, draftMark) {
		return draft{}, hint.Errorf("grundy serve FOLDER shows the packages of a folder", "no package at %s", strings.TrimPrefix(id, draftMark))
	}
	return draft{}, library.Unknown(id)
}

// Page returns the page on which the package is verified.
func (d draft) Page() string { return "verify/" + url.PathEscape(d.ID) }

// Calls returns the address of the API of that page.
func (d draft) Calls() string { return "api/" + d.Page() }

// readDraft opens the package as it is now.
func (s *Pages) readDraft(ctx context.Context, d draft) (verify.Package, error) {
	return verify.Open(ctx, s.Workspace.Problems(), d.Path)
}

// draftFigure sends a figure of a package's statement.
func (s *Pages) draftFigure(w http.ResponseWriter, r *http.Request) {
	d, err := s.draft(r.Context(), r.PathValue("id"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	p, err := s.readDraft(r.Context(), d)
	if err != nil || p.Problem == nil {
		http.NotFound(w, r)
		return
	}
	texts.SendFigure(w, r, p.Problem, p.Problem.Statements)
}
