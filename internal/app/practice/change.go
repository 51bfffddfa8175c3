package practice

import (
	"context"
	"path/filepath"
	"strings"

	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// change is a problem that is no longer what was judged by.
type change struct {
	path      string // of the file that was touched
	solutions []workspace.Solution
	problems  map[string]*problem.Problem // as they are now, by the key of solutions
	packages  map[string]string           // their digests, likewise
}

// changed reads the problems again that a file may belong to. It gives those of which something has changed that judging depends
// on, with their solutions; nil for none.
func (w *Watching) changed(ctx context.Context, solutions []workspace.Solution, path string) (*change, error) {
	now := &change{path: path, problems: map[string]*problem.Problem{}, packages: map[string]string{}}
	for _, solution := range solutions {
		w.mutex.Lock()
		before, judged := w.packages[solution.Key]
		w.mutex.Unlock()
		if !judged {
			continue // it will be read
		}
		found, err := w.Find(solution.Name)
		if err != nil || len(found) != 1 {
			continue // whose file has gone
		}
		fresh := found[0]
		if now.problems[fresh.Key] == nil {
			p, err := w.Session.load(ctx, &fresh)
			if err != nil {
				return nil, err
			}
			digest := w.Session.workspace.PackageDigest(p)
			if digest == before || digest == "" { // "" for one that cannot be read while it is written
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

// apply has everything judged by what has changed from now on. Nothing may be judged meanwhile.
func (w *Watching) apply(c *change) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for key, p := range c.problems {
		w.Session.opened[key] = p
		w.packages[key] = c.packages[key]
		w.follow(p)
	}
}

// note remembers what an entry is judged by, and has its files watched.
func (w *Watching) note(e *Entry) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if _, known := w.packages[e.Key]; known || w.Follow == nil {
		return
	}
	if w.packages == nil {
		w.packages = map[string]string{}
	}
	w.packages[e.Key] = w.Session.workspace.PackageDigest(e.Against)
	w.follow(e.Against)
}

// follow has the folders of a problem watched: those that its files lie in, and the ones above up to its own.
func (w *Watching) follow(p *problem.Problem) {
	_, files := w.Session.workspace.Package(p)
	w.Follow(p.Dir)
	for _, file := range files {
		for dir := filepath.Dir(file); strings.HasPrefix(dir, p.Dir+string(filepath.Separator)); dir = filepath.Dir(dir) {
			w.Follow(dir)
		}
	}
}
