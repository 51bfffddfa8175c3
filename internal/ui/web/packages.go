package web

import (
	"context"
	"path/filepath"

	"grundy/internal/pkgfmt/problem"
)

// known is a package as it was read last.
type known struct {
	stamp   string // of its files at that time
	problem *problem.Problem
	faults  problem.Diagnostics
}

// open returns a problem as it is now, for display: pages share it, so it must not be changed.
func (s *Server) open(ctx context.Context, id string) (*problem.Problem, error) {
	p, _, err := s.read(ctx, id)
	return p, err
}

// read returns a problem as it is now, shared like that of open. Faults of a problem in the inbox, which may lack
// tests, do not prevent its page. A package is read again when one of its files was touched: checking the files takes a
// tenth of the time.
func (s *Server) read(ctx context.Context, id string) (*problem.Problem, problem.Diagnostics, error) {
	if _, err := s.solutionsOf(id); err != nil {
		return nil, nil, err
	}
	path, err := s.packageOf(id)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return nil, nil, &brokenError{err}
	}
	stamp := stampOf("", path)
	if k, found := s.known.Load(id); found && k.(known).stamp == stamp {
		return k.(known).problem, k.(known).faults, nil
	}
	k := known{stamp: stamp}
	if k.problem, k.faults, err = s.load(ctx, id); err == nil {
		s.known.Store(id, k)
	}
	return k.problem, k.faults, err
}

// load loads a problem from its files.
func (s *Server) load(ctx context.Context, id string) (*problem.Problem, problem.Diagnostics, error) {
	library := s.Workspace.Problems()
	if dir, found := s.inboxFolder(id); found {
		p, faults, err := library.Open(ctx, dir)
		if err != nil {
			return nil, nil, &brokenError{err}
		}
		if p.Format == problem.Plain {
			return p, faults, nil
		}
		id = dir
	}
	p, err := library.Named(ctx, id)
	if err != nil {
		return nil, nil, &brokenError{err}
	}
	return p, nil, nil
}
