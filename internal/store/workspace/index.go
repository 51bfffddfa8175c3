package workspace

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"

	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
)

// Listed is what a list shows of a problem.
type Listed struct {
	*problem.Problem
	Cases int
	// Faulty is the path of the package if it cannot be judged, else "".
	Faulty string
}

// Index reads all problems, several at a time.
func (l *Library) Index(ctx context.Context) ([]Listed, error) {
	ids, err := l.IDs()
	if err != nil {
		return nil, err
	}
	found := make([]Listed, len(ids))
	errs := make([]error, len(ids))
	var wait sync.WaitGroup
	for i, id := range ids {
		wait.Go(func() { found[i], errs[i] = l.look(ctx, id) })
	}
	wait.Wait()
	return found, errors.Join(errs...)
}

// IDOf returns the ID of the problem with a UUID; "" if the library has none that can be read.
func (l *Library) IDOf(ctx context.Context, uuid string) string {
	found, _ := l.Index(ctx) // without a list nothing is found
	for _, listed := range found {
		if uuid != "" && listed.Faulty == "" && listed.UUID == uuid {
			return listed.ID
		}
	}
	return ""
}

// SortByCourse puts problems that are sorted by name into the order of the course. Problems outside the course come
// last.
func (l *Library) SortByCourse(found []Listed) {
	byCourse := l.byCourse()
	slices.SortStableFunc(found, func(a, b Listed) int { return byCourse(a.ID, b.ID) })
}

// InOrder returns the IDs of all problems in the order of the course.
func (l *Library) InOrder() ([]string, error) {
	ids, err := l.IDs()
	slices.SortStableFunc(ids, l.byCourse())
	return ids, err
}

// byCourse compares the positions of problems in the course.
func (l *Library) byCourse() func(a, b string) int {
	var course []string
	if read, _ := l.Course(); read != nil {
		course = read.Problems()
	}
	place := func(id string) int {
		if at := slices.Index(course, id); at >= 0 {
			return at
		}
		return len(course)
	}
	return func(a, b string) int { return cmp.Compare(place(a), place(b)) }
}

// look reads what a list shows of a problem. If the metadata has no faults, it does not read further into the package,
// which would take ten times as long.
func (l *Library) look(ctx context.Context, id string) (Listed, error) {
	if l.dir != "" {
		l.recover(filepath.Join(l.dir, id))
	}
	if known, found := l.looks.Load(id); found {
		return known.(Listed), nil
	}
	if p, cases, ok := icpc.Summarize(l.fsys(), id); ok {
		found := Listed{Problem: p, Cases: cases}
		if l.dir == "" {
			l.looks.Store(id, found)
		}
		return found, nil
	}
	path, err := l.Path(id)
	if err != nil {
		return Listed{}, err
	}
	p, faults, err := l.Open(ctx, path)
	if err != nil {
		return Listed{Problem: &problem.Problem{ID: id}, Faulty: path}, nil
	}
	found := Listed{Problem: p, Cases: len(p.Data.AllCases())}
	if len(faults.Fatal(true)) > 0 {
		found.Faulty = path
	}
	return found, nil
}
