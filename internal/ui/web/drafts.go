package web

import (
	"context"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/app/verify"
	"grundy/internal/base/hint"
)

// draft is a package that its author looks at.
type draft struct {
	ID    string // in addresses: that of the library, or its place behind a mark
	Path  string // of its folder or archive
	Place string // as people know it
	Label string // in a contest, "" for none
}

// draftMark begins the IDs of packages that are not the library's. An ID is compared with those of the packages there are and never
// taken for a path.
const draftMark = "at:"

// own are the packages that the person named, and those in folders that were named, as they are now.
func (s *Server) own(ctx context.Context) []draft {
	library := s.Workspace.Problems()
	shelf, _ := filepath.Abs(library.Dir())
	var all []draft
	add := func(path, label string) {
		whole, err := filepath.Abs(path)
		if err != nil || library.Dir() != "" && filepath.Dir(whole) == shelf && library.Has(filepath.Base(whole)) {
			return // it is listed with the library
		}
		place := whole
		if near, err := filepath.Rel(s.Folder, whole); err == nil && filepath.IsLocal(near) {
			place = near
		}
		place = filepath.ToSlash(place)
		one := draft{ID: draftMark + strings.ReplaceAll(place, "/", below), Path: whole, Place: place, Label: label}
		if !slices.ContainsFunc(all, func(other draft) bool { return other.ID == one.ID }) {
			all = append(all, one)
		}
	}
	for _, named := range s.Packages {
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
func (s *Server) draft(ctx context.Context, id string) (draft, error) {
	library := s.Workspace.Problems()
	if library.Has(id) {
		at, err := library.Path(id)
		if err != nil {
			return draft{}, &brokenError{err}
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

// Page is the page on which the package is verified.
func (d draft) Page() string { return "verify/" + url.PathEscape(d.ID) }

// Calls are the address of what a script of that page asks for.
func (d draft) Calls() string { return "api/" + d.Page() }

// readDraft opens the package as it is now.
func (s *Server) readDraft(ctx context.Context, d draft) (verify.Package, error) {
	return verify.Open(ctx, s.Workspace.Problems(), d.Path)
}

// draftFigure sends a figure of a package's statement.
func (s *Server) draftFigure(w http.ResponseWriter, r *http.Request) {
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
	sendFigure(w, r, p.Problem)
}
