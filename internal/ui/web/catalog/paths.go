package catalog

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"grundy/internal/pkgfmt/plain"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
)

// InboxMark begins the IDs of problems in directories beside the user's solutions rather than in the library:
// "inbox:a", and "inbox:contest:a" for one of a contest. No ID of the library has a colon there, because guard and
// routes treat an ID as one part of a path; directories with a colon in their names can only be used from the terminal.
const (
	InboxMark = "inbox:"
	// Below stands for the slash between directories.
	Below = ":"
)

// InboxFolder returns the directory of a problem of the inbox; found is false for other IDs.
func (c *Catalog) InboxFolder(id string) (dir string, found bool) {
	name, marked := strings.CutPrefix(id, InboxMark)
	name = strings.ReplaceAll(name, Below, "/")
	if !marked || !fs.ValidPath(name) || strings.HasPrefix(path.Base(name), ".") || !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", false
	}
	dir = filepath.Join(c.Solutions, filepath.FromSlash(name))
	return dir, plain.HasSettings(dir)
}

// solutionsOf returns the directory of the user's solutions of a problem.
func (c *Catalog) solutionsOf(id string) (string, error) {
	if dir, found := c.InboxFolder(id); found {
		return dir, nil
	}
	if !c.Workspace.Problems().Has(id) {
		return "", c.Workspace.Problems().Unknown(id)
	}
	return filepath.Join(c.Solutions, id), nil
}

// Search returns what is known about the problem of a solution: that of the inbox is found beside it.
func (c *Catalog) Search(id string) workspace.Search {
	if _, found := c.InboxFolder(id); found {
		return workspace.Search{}
	}
	return workspace.Search{Problem: id}
}

// PlaceOf returns the ID of the problem of a run; "" if it has no page.
func (c *Catalog) PlaceOf(run *history.Run) string {
	dir := filepath.Dir(run.Path)
	if name, err := filepath.Rel(c.Solutions, dir); err == nil && run.ProblemKey == dir {
		id := InboxMark + strings.ReplaceAll(filepath.ToSlash(name), "/", Below)
		if _, found := c.InboxFolder(id); found {
			return id
		}
	}
	if c.Workspace.Problems().Has(run.Problem) {
		return run.Problem
	}
	return ""
}

// NameOf returns the name of a problem, or otherwise if it has no page.
func (c *Catalog) NameOf(ctx context.Context, place, otherwise string) string {
	if p, err := c.Open(ctx, place); err == nil {
		return p.Name()
	}
	return otherwise
}

// PackageOf returns the path of the problem with an ID.
func (c *Catalog) PackageOf(id string) (string, error) {
	if dir, found := c.InboxFolder(id); found {
		return dir, nil
	}
	return c.Workspace.Problems().Path(id)
}

// Folders returns the names of the directories in a directory; none if it cannot be read.
func Folders(dir string) []string {
	entries, _ := os.ReadDir(dir)
	var names []string
	for _, entry := range entries {
		if entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") && !strings.Contains(entry.Name(), Below) {
			names = append(names, entry.Name())
		}
	}
	return names
}
