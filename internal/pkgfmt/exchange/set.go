package exchange

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"grundy/internal/base/hint"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/problemset"
)

// Entry is a problem of a set to export.
type Entry struct {
	problemset.Member
	Problem *problem.Problem
	Package *Package
}

// shown are the files beside the packages of a set that judges show to contestants: DOMjudge's importer of
// contests looks for them.
var shown = []string{
	"banner.svg", "banner.png", "banner.jpg", "problemset.pdf", "contest.pdf", "contest-web.pdf", "contest.html", "contest.txt",
}

// ExportSet combines packages that were exported for a target: each in its own directory, beside the files about
// the contest. These are the files of the Contest Control System Requirements; problemset.yaml is the older form
// of problems.yaml. Closing the set closes its packages.
func ExportSet(set *problemset.Set, entries []Entry, target Target) (*Package, error) {
	t, err := openFolder(set.Dir)
	if err != nil {
		return nil, err
	}
	p := newPackage(filepath.Base(set.Dir), t)
	for _, entry := range entries {
		p.undo = append(p.undo, entry.Package.Close)
	}
	c := &contest{p, set, entries, target}
	for _, step := range []func() error{c.packages, c.lists, c.metadata, c.extras} {
		if err := step(); err != nil {
			p.Close()
			return nil, fmt.Errorf("problem set %q: %w", set.Name, err)
		}
	}
	return p, nil
}

// contest builds a set.
type contest struct {
	*Package
	set     *problemset.Set
	entries []Entry
	target  Target
}

// packages puts each package below its name.
func (c *contest) packages() error {
	origin := map[string]string{}
	for _, entry := range c.entries {
		id := entry.Package.ID
		if other, taken := origin[id]; taken {
			return hint.Errorf("rename one of the two directories", "%s and %s would both be called %s, since package names consist of a-z and 0-9 only", other, entry.ID, id)
		}
		origin[id] = entry.ID
		for name, file := range entry.Package.files {
			if err := c.add(path.Join(id, name), file); err != nil {
				return err
			}
		}
		for _, note := range entry.Package.Notes {
			note.File = path.Join(entry.ID, note.File)
			c.addNote(note)
		}
	}
	return nil
}

// lists writes the list of problems in the current form and in the older one.
func (c *contest) lists() error {
	var today, older []keys
	for _, entry := range c.entries {
		var m, o keys
		set(&m, "id", entry.Package.ID)
		set(&m, "label", entry.Label)
		set(&m, "name", entry.Problem.Name())
		set(&o, "letter", entry.Label)
		set(&o, "short-name", entry.Package.ID)
		for _, known := range []*keys{&m, &o} {
			set(known, "color", entry.Color)
			set(known, "rgb", entry.RGB)
		}
		if limit := entry.Problem.Limits.Time; limit > 0 {
			set(&m, "time_limit", limit.Seconds())
		}
		today, older = append(today, m), append(older, o)
	}
	text, err := yamldoc.WriteOrdered(today)
	if err != nil {
		return fmt.Errorf("write problems.yaml: %w", err)
	}
	if err := c.text("problems.yaml", text); err != nil {
		return err
	}
	return c.yaml("problemset.yaml", keys{{Key: "problems", Value: older}})
}

// metadata writes contest.yaml, unchanged if it has all that is required.
func (c *contest) metadata() error {
	m, err := c.tree.readYAML(problemset.ContestFile)
	if err != nil {
		return err
	}
	before := len(m)
	// Problems listed here, too, would be imported twice.
	m = slices.DeleteFunc(m, func(item yamldoc.Item) bool { return item.Key == "problems" })
	changed := len(m) < before
	if get(m, "id") == nil && get(m, "short-name") == nil {
		m = slices.Insert(m, 0, yamldoc.Item{Key: "id", Value: c.ID})
		changed = true
	}
	if get(m, "name") == nil {
		m = slices.Insert(m, 1, yamldoc.Item{Key: "name", Value: c.set.Name})
		changed = true
	}
	if c.target == DOMjudge {
		for _, missing := range [][3]string{
			{"start_time", "start-time", "2030-05-01T10:00:00+02:00"}, {"duration", "duration", "5:00:00"},
		} {
			if get(m, missing[0]) == nil && get(m, missing[1]) == nil {
				c.warn(problemset.ContestFile, fmt.Sprintf("DOMjudge makes no contest without %s: add %s: '%s'", missing[0], missing[0], missing[2]))
			}
		}
	}
	if !changed {
		return c.copy(problemset.ContestFile, problemset.ContestFile)
	}
	return c.yaml(problemset.ContestFile, m)
}

// extras adds the files that judges show about the contest, and notes what is left out.
func (c *contest) extras() error {
	beside, err := fs.ReadDir(c.tree.root.FS(), ".")
	if err != nil {
		return err
	}
	for _, entry := range beside {
		name := entry.Name()
		isMember := func(e Entry) bool { return e.ID == name }
		switch {
		case leftover(name), name == problemset.ContestFile, name == c.set.List, slices.ContainsFunc(c.entries, isMember):
		case slices.Contains(shown, name) && c.tree.has(name):
			if err := c.copy(name, name); err != nil {
				return err
			}
		default:
			c.note(name, "left out: judges do not read it as part of a contest")
		}
	}
	return nil
}
