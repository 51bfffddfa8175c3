package practice

import (
	"context"
	"path/filepath"
	"strings"

	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// change is a changed problem whose solutions must be judged again.
type change struct {
	path      string // of the changed file
	solutions []workspace.Solution
	problems  map[string]*problem.Problem // as they are now, by the key of the solution
	packages  map[string]string           // their digests, by the same key
}

// changed rereads the problems that a file may belong to. It returns those that changed in a way that affects
// judging, with their solutions, nil for none.
func (w *watching) changed(ctx context.Context, solutions []workspace.Solution, path string) (*change, error) {
	now := &change{path: path, problems: map[string]*problem.Problem{}, packages: map[string]string{}}
	for _, solution := range solutions {
		w.mutex.Lock()
		before, judged := w.packages[solution.Key]
		w.mutex.Unlock()
		if !judged {
			continue // its problem is read when it is judged
		}
		found, err := w.Find(solution.Name)
		if err != nil || len(found) != 1 {
			continue // its file is gone
		}
		fresh := found[0]
		if now.problems[fresh.Key] == nil {
			p, err := w.load(ctx, &fresh)
			if err != nil {
				return nil, err
			}
			digest := w.workspace.PackageDigest(p)
			if digest == before || digest == "" { // "" if it cannot be read while being written
				continue
			}
			now.problems[fresh.Key], now.packages[fresh.Key] = p, digest
		}
		now.solutions = append(now.solutions, fresh)
	}
	if len(now.solutions) == 0 {
		return nil, nil
	}
	return now, nil
}

// apply replaces the problems of all later judgements by the changed ones. No judgement may be running.
func (w *watching) apply(c *change) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for key, p := range c.problems {
		w.opened[key] = p
		w.packages[key] = c.packages[key]
		w.follow(p)
	}
}

// note remembers the problem that judges an entry and watches its files, and those beside the solution.
func (w *watching) note(e *Entry) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.Follow == nil {
		return
	}
	for _, file := range e.Job.Source.Beside {
		w.Follow(filepath.Dir(file.Path))
	}
	if _, known := w.packages[e.Key]; known {
		return
	}
	w.packages[e.Key] = w.workspace.PackageDigest(e.Against)
	w.follow(e.Against)
}

// follow watches the directories of a problem: those that contain its files, and their parents up to the problem's
// own.
func (w *watching) follow(p *problem.Problem) {
	_, files := w.workspace.Package(p)
	w.Follow(p.Dir)
	for _, file := range files {
		for dir := filepath.Dir(file); strings.HasPrefix(dir, p.Dir+string(filepath.Separator)); dir = filepath.Dir(dir) {
			w.Follow(dir)
		}
	}
}
