package catalog

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"path/filepath"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/history"
	"grundy/internal/ui/web/site"
)

// known is a package as it was read last.
type known struct {
	stamp   string // of its files at that time
	problem *problem.Problem
	faults  problem.Diagnostics
}

// Open returns a problem as it is now, for display: pages share it, so it must not be changed.
func (c *Catalog) Open(ctx context.Context, id string) (*problem.Problem, error) {
	p, _, err := c.Read(ctx, id)
	return p, err
}

// Read returns a problem as it is now, shared like that of Open. Faults of a problem in the inbox, which may lack
// tests, do not prevent its page. A package is read again when one of its files was touched: checking the files takes a
// tenth of the time.
func (c *Catalog) Read(ctx context.Context, id string) (*problem.Problem, problem.Diagnostics, error) {
	if _, err := c.solutionsOf(id); err != nil {
		return nil, nil, err
	}
	path, err := c.PackageOf(id)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return nil, nil, site.Broken(err)
	}
	stamp := StampOf("", path)
	if k, found := c.known.Load(id); found && k.(known).stamp == stamp {
		return k.(known).problem, k.(known).faults, nil
	}
	k := known{stamp: stamp}
	if k.problem, k.faults, err = c.Load(ctx, id); err == nil {
		c.known.Store(id, k)
	}
	return k.problem, k.faults, err
}

// Load loads a problem from its files.
func (c *Catalog) Load(ctx context.Context, id string) (*problem.Problem, problem.Diagnostics, error) {
	library := c.Workspace.Problems()
	if dir, found := c.InboxFolder(id); found {
		p, faults, err := library.Open(ctx, dir)
		if err != nil {
			return nil, nil, site.Broken(err)
		}
		if p.Format == problem.Plain {
			return p, faults, nil
		}
		id = dir
	}
	p, err := library.Named(ctx, id)
	if err != nil {
		return nil, nil, site.Broken(err)
	}
	return p, nil, nil
}

// StampOf identifies a text and files as they are now, without reading the files.
func StampOf(text string, paths ...string) string {
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\x00", text)
	for _, path := range paths {
		_ = filepath.WalkDir(path, func(path string, entry fs.DirEntry, err error) error { // missing files do not count
			if err != nil || entry.IsDir() {
				return nil
			}
			if info, err := entry.Info(); err == nil {
				fmt.Fprintf(hash, "%s\x00%v\x00%d\x00%d\x00", path, info.Mode(), info.Size(), info.ModTime().UnixNano())
			}
			return nil
		})
	}
	return string(hash.Sum(nil))
}

// Steps returns the user's steps with a problem. An unreadable history does not prevent the page.
func (c *Catalog) Steps(ctx context.Context, p *problem.Problem) []history.Step {
	steps, err := c.Workspace.History().Steps(ctx, p)
	if err != nil {
		c.Workspace.Log().Warn("the hints that were opened earlier are unknown", "reason", err, "remedy", hint.Of(err))
	}
	return steps
}

// Played counts the games among steps.
func Played(steps []history.Step) int {
	games := 0
	for _, step := range steps {
		if step.Kind == history.Played {
			games++
		}
	}
	return games
}
