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

// inboxMark begins the IDs by which pages know problems that lie in folders of the person's beside their solutions, and not in the
// library: "inbox:a", and "inbox:contest:a" for one of a contest. No ID of the library has a colon in such a place, since guard and
// routes take an ID for one part of a path; folders whose names have one are left to the terminal.
const (
	inboxMark = "inbox:"
	below     = ":"
)

// inboxFolder is the folder of a problem of the inbox, found when the ID is one of those.
func (s *Server) inboxFolder(id string) (dir string, found bool) {
	name, marked := strings.CutPrefix(id, inboxMark)
	name = strings.ReplaceAll(name, below, "/")
	if !marked || !fs.ValidPath(name) || strings.HasPrefix(path.Base(name), ".") || !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", false
	}
	dir = filepath.Join(s.Solutions, filepath.FromSlash(name))
	return dir, plain.HasSettings(dir)
}

// solutionsOf is the folder of the person's solutions of a problem.
func (s *Server) solutionsOf(id string) (string, error) {
	if dir, found := s.inboxFolder(id); found {
		return dir, nil
	}
	if !s.Workspace.Problems().Has(id) {
		return "", s.Workspace.Problems().Unknown(id)
	}
	return filepath.Join(s.Solutions, id), nil
}

// search says what is known of the problem of a solution: that of the inbox is found beside it.
func (s *Server) search(id string) workspace.Search {
	if _, found := s.inboxFolder(id); found {
		return workspace.Search{}
	}
	return workspace.Search{Problem: id}
}

// placeOf is the ID of the problem of a run, "" where it has no page.
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

// nameOf is what a problem is called, and something else where it has no page.
func (s *Server) nameOf(ctx context.Context, place, otherwise string) string {
	if p, err := s.open(ctx, place); err == nil {
		return p.Name()
	}
	return otherwise
}

// packageOf is where the problem with an ID lies.
func (s *Server) packageOf(id string) (string, error) {
	if dir, found := s.inboxFolder(id); found {
		return dir, nil
	}
	return s.Workspace.Problems().Path(id)
}
