package web

import (
	"context"
	"path/filepath"

	"grundy/internal/pkgfmt/problem"
)

// known is a package as it was read last.
type known struct {
	stamp   string // of its files then
	problem *problem.Problem
	faults  problem.Diagnostics
}

// open gives a problem as it is now, to be shown: pages share it, so that nobody may change it.
func (s *Server) open(ctx context.Context, id string) (*problem.Problem, error) {
	p, _, err := s.read(ctx, id)
	return p, err
}

// read gives a problem as it is now, likewise. What is wrong with one of the inbox, which may lack tests, keeps nobody from its page.
// A package is read anew when a file of it was touched: to look at the files takes a tenth of the time.
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
