package edit

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// Options are those of Remove and Move.
type Options struct {
	// KeepNumbers leaves a gap where a numbered case was.
	KeepNumbers bool
	// Dry changes nothing.
	Dry bool
}

// Remove removes cases with their rules. If a directory was numbered without gaps, it is so
// afterwards.
func (p *Package) Remove(cases []string, options Options) (event.Changed, error) {
	changed := event.Changed{Problem: p.Problem.ID, Dry: options.Dry}
	change, err := p.begin()
	if err != nil {
		return changed, err
	}
	defer change.Close()
	for _, name := range cases {
		full, err := p.find(name)
		if err != nil {
			return changed, err
		}
		if !slices.Contains(changed.Removed, full) {
			changed.Removed = append(changed.Removed, full)
		}
	}
	if kept := slices.DeleteFunc(judged(p.Problem), func(name string) bool { return slices.Contains(changed.Removed, name) }); len(kept) == 0 {
		return changed, refuse("add another one first", "%s: no test case would be left", p.Problem.ID)
	}
	d, err := p.draft(change)
	if err != nil {
		return changed, err
	}
	defer d.close()
	before := p.numberings()
	var renamings []event.Renaming
	for _, name := range changed.Removed {
		more, err := d.removeOne(nameAfter(renamings, name))
		if err != nil {
			return changed, err
		}
		renamings = compose(renamings, more)
	}
	if !options.KeepNumbers {
		for _, folder := range foldersOf(changed.Removed) {
			if n, found := before[folder]; found {
				more, err := d.renumber(folder, n, basesIn(names(d.problem, d.rules), folder))
				if err != nil {
					return changed, err
				}
				renamings = compose(renamings, more)
			}
		}
	}
	return d.finish(changed, renamings)
}

// Move gives a case another name, in its directory or in another one, which must exist. A name without a number
// gets one if the directory numbers its cases.
func (p *Package) Move(old, to string, options Options) (event.Changed, error) {
	changed := event.Changed{Problem: p.Problem.ID, Dry: options.Dry}
	change, err := p.begin()
	if err != nil {
		return changed, err
	}
	defer change.Close()
	name, err := p.find(old)
	if err != nil {
		return changed, err
	}
	folder, base, err := p.destination(name, to)
	if err != nil {
		return changed, err
	}
	d, err := p.draft(change)
	if err != nil {
		return changed, err
	}
	defer d.close()
	before := p.numberings()
	var renamings []event.Renaming
	if folder == path.Dir(name) {
		renamings, err = d.renameOne(name, base)
	} else {
		renamings, err = d.moveAcross(name, folder+"/"+base)
	}
	if err != nil {
		return changed, err
	}
	if n, found := before[path.Dir(name)]; found && !options.KeepNumbers {
		more, err := d.renumber(path.Dir(name), n, orderWith(basesIn(names(d.problem, d.rules), path.Dir(name)), n, base))
		if err != nil {
			return changed, err
		}
		renamings = compose(renamings, more)
	}
	return d.finish(changed, renamings)
}

// orderWith returns the cases of a directory in the order in which one of them has moved to its new
// number.
func orderWith(bases []string, n numbering, moved string) []string {
	at := slices.Index(bases, moved)
	if at < 0 {
		return bases
	}
	others := slices.Delete(slices.Clone(bases), at, at+1)
	return slices.Insert(others, min(max(numberOf(moved)-n.first, 0), len(others)), moved)
}

// destination determines the new directory and name of a case.
func (p *Package) destination(name, to string) (folder, base string, err error) {
	to = strings.TrimPrefix(strings.TrimSuffix(to, ".in"), "data/")
	folder, base = path.Dir(name), to
	switch {
	case strings.HasSuffix(to, "/") || slices.Contains(folders(p.Problem), to):
		folder, base = strings.TrimSuffix(to, "/"), path.Base(name)
	case strings.Contains(to, "/"):
		folder, base = path.Dir(to), path.Base(to)
	}
	if folder != path.Dir(name) {
		if p.Problem.Format == problem.Plain {
			return "", "", refuse("give a name without a directory", "%s: a plain directory has no groups", p.Problem.ID)
		}
		if err := checkGroup(p.Problem, folder); err != nil {
			return "", "", err
		}
	}
	all := names(p.Problem, p.Rules)
	bases := basesIn(all, folder)
	if n, ok := numberingOf(bases); ok && n.prefix == "" {
		switch own := numbered().FindStringSubmatch(base); {
		case folder != path.Dir(name):
			// The case goes to the end; its number was relative to its old directory.
			base = slug(base)
			if n.bare && base == slug(name) || strings.Trim(base, "0123456789") == "" {
				base = ""
			}
			base = n.next(base)
		case own == nil:
			base = n.with(numberOf(path.Base(name)), "0-"+base)
		}
	}
	if err := checkName(base); err != nil {
		return "", "", err
	}
	full := folder + "/" + base
	if full == name {
		return "", "", refuse("", "%s already has that name", name)
	}
	if slices.Contains(all, full) {
		return "", "", refuse("move that one away first", "there is a case %s", full)
	}
	if rule := p.Rules.Case(name); rule != nil && folder == path.Dir(name) && numberOf(base) != numberOf(path.Base(name)) {
		d := &draft{dir: p.Problem.Dir}
		if text, err := d.read(generators.File); err == nil && generators.Listed(text, rule) {
			return "", "", refuse("give the name without a number, or change the order in "+generators.File,
				"%s has its number %s from the list that it stands in", name, strconv.Itoa(numberOf(path.Base(name))))
		}
	}
	return folder, base, nil
}

// moveAcross moves a case with its rule to another directory.
func (d *draft) moveAcross(name, to string) ([]event.Renaming, error) {
	rule, err := d.rule(name)
	if err != nil {
		return nil, err
	}
	if rule == nil {
		r := []event.Renaming{{Old: name, New: to}}
		if err := d.renameFiles(r); err != nil {
			return nil, err
		}
		return r, d.reload()
	}
	text, err := d.read(generators.File)
	if err != nil {
		return nil, err
	}
	rest, entry, gone, err := generators.RemoveRule(text, rule)
	if err != nil {
		return nil, refuse("", "%v", err)
	}
	whole, err := generators.Append(rest, to, entry)
	if err != nil {
		return nil, refuse("", "%v", err)
	}
	inserted := linesAfterInsertion(rest, whole)
	moved, err := d.editRules(whole, func(line int) int {
		if at := linesAfterRemoval(gone)(line); at > 0 {
			return inserted(at)
		}
		return 0
	})
	if err != nil {
		return nil, err
	}
	// Its own files take the name of the new rule.
	made := d.newest(moved, name)
	own := []event.Renaming{{Old: name, New: made}}
	d.rules = &generators.Rules{Cases: append(slices.Clone(d.rules.Cases), &generators.Case{Name: name})}
	if err := d.renameFiles(own); err != nil {
		return nil, err
	}
	return compose(moved, own), d.reload()
}

// newest returns the name of the only case with a rule that had none before.
func (d *draft) newest(moved []event.Renaming, except string) string {
	old := map[string]bool{}
	for _, c := range d.pack.Rules.Cases {
		if c.Name != except {
			old[nameAfter(moved, c.Name)] = true
		}
	}
	for _, c := range d.rules.Cases {
		if !old[c.Name] {
			return c.Name
		}
	}
	return ""
}

// finish updates everything that refers to cases by name, and installs the draft.
func (d *draft) finish(changed event.Changed, renamings []event.Renaming) (event.Changed, error) {
	slices.SortFunc(renamings, func(a, b event.Renaming) int { return strings.Compare(a.Old, b.Old) })
	changed.Renamed = renamings
	var err error
	if changed.Notes, err = d.followExpectations(renamings, changed.Removed); err != nil {
		return changed, err
	}
	changed.Files, err = d.install(changed.Dry)
	return changed, err
}

// nameAfter returns the name of a case after renamings.
func nameAfter(renamings []event.Renaming, name string) string {
	for _, r := range renamings {
		if r.Old == name {
			return r.New
		}
	}
	return name
}

// judged returns the cases that submissions are judged on.
func judged(p *problem.Problem) []string {
	var all []string
	for _, c := range p.Data.AllCases() {
		all = append(all, c.Name)
	}
	return all
}

// numberings returns the directories that are numbered without gaps.
func (p *Package) numberings() map[string]numbering {
	all := names(p.Problem, p.Rules)
	found := map[string]numbering{}
	for _, folder := range foldersOf(all) {
		if n, ok := numberingOf(basesIn(all, folder)); ok && n.dense {
			found[folder] = n
		}
	}
	return found
}

func foldersOf(names []string) []string {
	var folders []string
	for _, name := range names {
		if folder := path.Dir(name); !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	return folders
}
