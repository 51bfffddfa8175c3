package web

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"grundy/internal/pkgfmt/plain"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
)

// inboxMark begins the IDs of problems in directories beside the user's solutions rather than in the library:
// "inbox:a", and "inbox:contest:a" for one of a contest. No ID of the library has a colon there, because guard and
// routes treat an ID as one part of a path; directories with a colon in their names can only be used from the terminal.
const (
	inboxMark = "inbox:"
	below     = ":"
)

// inboxFolder returns the directory of a problem of the inbox; found is false for other IDs.
func (s *Server) inboxFolder(id string) (dir string, found bool) {
	name, marked := strings.CutPrefix(id, inboxMark)
	name = strings.ReplaceAll(name, below, "/")
	if !marked || !fs.ValidPath(name) || strings.HasPrefix(path.Base(name), ".") || !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", false
	}
	dir = filepath.Join(s.Solutions, filepath.FromSlash(name))
	return dir, plain.HasSettings(dir)
}

// solutionsOf returns the directory of the user's solutions of a problem.
func (s *Server) solutionsOf(id string) (string, error) {
	if dir, found := s.inboxFolder(id); found {
		return dir, nil
	}
	if !s.Workspace.Problems().Has(id) {
		return "", s.Workspace.Problems().Unknown(id)
	}
	return filepath.Join(s.Solutions, id), nil
}

// search returns what is known about the problem of a solution: that of the inbox is found beside it.
func (s *Server) search(id string) workspace.Search {
	if _, found := s.inboxFolder(id); found {
		return workspace.Search{}
	}
	return workspace.Search{Problem: id}
}

// placeOf returns the ID of the problem of a run; "" if it has no page.
func (s *Server) placeOf(run *history.Run) string {
	dir := filepath.Dir(run.Path)
	if name, err := filepath.Rel(s.Solutions, dir); err == nil && run.ProblemKey == dir {
		id := inboxMark + strings.ReplaceAll(filepath.ToSlash(name), "/", below)
		if _, found := s.inboxFolder(id); found {
			return id
		}
	}
	if s.Workspace.Problems().Has(run.Problem) {
		return run.Problem
	}
	return ""
}

// nameOf returns the name of a problem, or otherwise if it has no page.
func (s *Server) nameOf(ctx context.Context, place, otherwise string) string {
	if p, err := s.open(ctx, place); err == nil {
		return p.Name()
	}
	return otherwise
}

// packageOf returns the path of the problem with an ID.
func (s *Server) packageOf(id string) (string, error) {
	if dir, found := s.inboxFolder(id); found {
		return dir, nil
	}
	return s.Workspace.Problems().Path(id)
}
