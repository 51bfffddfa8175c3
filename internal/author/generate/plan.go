package generate

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/fsutil"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/changeset"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/store/digest"
)

// file is a file that the rules want in the package.
type file struct {
	name string // path below the package: "data/secret/1.in"
	from string // where the content is, "" when it is text
	text string
	sum  string
	// owner is the case or group that the file belongs to. If one file of an owner was edited, all of
	// them stay.
	owner string
	// shipped means that the file belongs into data/; otherwise only its hash is recorded.
	shipped bool
}

// plan is the list of changes to the package.
type plan struct {
	write  []file
	remove []string
	record generators.Record
}

// settle compares the made files with the package.
func (g *Generator) settle(cases []*made, record generators.Record, options Options, summary *event.Generation) (*plan, error) {
	if err := g.checkRules(); err != nil {
		return nil, err
	}
	limit := record.ShipLimit
	if options.ShipLimit != nil {
		limit = *options.ShipLimit
	}
	files := g.wanted(cases, limit, options, summary)
	todo, err := g.compare(files, record, options, summary)
	if err != nil {
		return nil, err
	}
	todo.record.ShipLimit = limit
	if options.Check {
		g.compareRecord(todo.record, record, summary)
	}
	slices.SortFunc(summary.Changes, func(a, b event.FileChange) int { return strings.Compare(a.File, b.File) })
	todo.addRecord(record)
	return todo, nil
}

// checkRules fails if the rules have changed since they were read.
func (g *Generator) checkRules() error {
	if !g.rules.Exists {
		return nil
	}
	now, err := g.sum(generators.File)
	if err == nil && now != g.rules.Sum {
		err = &FaultError{generators.File + " was changed meanwhile", "run grundy generate again"}
	}
	return err
}

// addRecord adds to a plan its changes of the package's record.
func (p *plan) addRecord(has generators.Record) {
	switch {
	case p.record.ShipLimit == has.ShipLimit && maps.Equal(p.record.Sums, has.Sums) && len(p.write)+len(p.remove) == 0:
	case len(p.record.Sums) > 0:
		p.write = append(p.write, file{name: generators.RecordFile, text: string(p.record.Text())})
	case len(has.Sums) > 0:
		p.remove = append(p.remove, generators.RecordFile)
	}
}

func (p *plan) isEmpty() bool { return len(p.write)+len(p.remove) == 0 }

// readRecord reads which files were generated before.
func (g *Generator) readRecord() (generators.Record, error) {
	text, err := os.ReadFile(g.path(generators.RecordFile))
	if errors.Is(err, fs.ErrNotExist) {
		record, _, err := generators.ParseRecord(nil)
		return record, err
	}
	if err != nil {
		return generators.Record{}, err
	}
	record, line, err := generators.ParseRecord(text)
	if err != nil {
		return record, &FaultError{fmt.Sprintf("%s:%d: %v", generators.RecordFile, line, err), "restore the file, or remove it to begin anew"}
	}
	return record, nil
}

func (g *Generator) path(name string) string {
	return filepath.Join(g.problem.Dir, filepath.FromSlash(name))
}

// wanted lists the files that the rules want: those of the made cases, and the settings of groups.
func (g *Generator) wanted(cases []*made, limit bytesize.Size, options Options, summary *event.Generation) []file {
	var files []file
	for _, c := range cases {
		shipped := c.rule.Folder() != "secret" || limit == 0 || c.sizes[".in"]+c.sizes[".ans"] <= int64(limit)
		if !shipped {
			summary.Unshipped = append(summary.Unshipped, c.rule.Name)
		}
		for _, extension := range slices.Sorted(maps.Keys(c.files)) {
			files = append(files, file{
				name: "data/" + c.rule.Name + extension, from: c.files[extension], sum: c.sums[extension], owner: c.rule.Name,
				shipped: shipped || extension != ".in" && extension != ".ans",
			})
		}
	}
	for _, group := range g.rules.Groups {
		if options.Select == nil || options.Select(group.Name) {
			files = append(files, file{name: group.File, text: group.Settings, sum: sumText(group.Settings), owner: group.File, shipped: true})
		}
	}
	return files
}

// compare determines which files to write and remove. An edited file stays, and so do the other files of its
// case.
func (g *Generator) compare(files []file, record generators.Record, options Options, summary *event.Generation) (*plan, error) {
	todo := &plan{record: generators.Record{Sums: maps.Clone(record.Sums)}}
	edited := map[string]bool{}
	var changes []event.FileChange
	wanted := map[string]bool{}
	owners := map[string]string{}
	for _, f := range files {
		wanted[f.name] = true
		now, err := g.sum(f.name)
		if err != nil {
			return nil, err
		}
		var kind event.FileChangeKind
		switch {
		case f.shipped && now == f.sum, !f.shipped && now == "":
			summary.Unchanged++
		case now != "" && now != f.sum && now != record.Sums[f.name] && !options.Force:
			kind = event.FileEdited
			edited[f.owner] = true
		case !f.shipped:
			kind = event.FileRemoved
		case now == "":
			kind = event.FileAdded
		default:
			kind = event.FileChanged
		}
		if kind != "" {
			changes = append(changes, event.FileChange{Kind: kind, File: f.name})
			owners[f.name] = f.owner
		}
	}
	stale, err := g.stale(wanted, record, options)
	if err != nil {
		return nil, err
	}
	for _, change := range changes {
		if change.Kind == event.FileEdited || !edited[owners[change.File]] {
			summary.Changes = append(summary.Changes, change)
		}
	}
	for _, f := range files {
		if edited[f.owner] {
			continue
		}
		todo.record.Sums[f.name] = f.sum
		switch i := slices.IndexFunc(changes, func(c event.FileChange) bool { return c.File == f.name }); {
		case i < 0:
		case changes[i].Kind == event.FileRemoved:
			todo.remove = append(todo.remove, f.name)
		default:
			todo.write = append(todo.write, f)
		}
	}
	for _, change := range stale {
		delete(todo.record.Sums, change.File)
		if change.Kind == event.FileRemoved {
			todo.remove = append(todo.remove, change.File)
			summary.Changes = append(summary.Changes, change)
		}
	}
	return todo, nil
}

// stale finds generated files that are no longer wanted. Those that are missing or were edited are only dropped
// from the record.
func (g *Generator) stale(wanted map[string]bool, record generators.Record, options Options) ([]event.FileChange, error) {
	if options.Select != nil {
		return nil, nil
	}
	var changes []event.FileChange
	for _, name := range slices.Sorted(maps.Keys(record.Sums)) {
		if wanted[name] {
			continue
		}
		now, err := g.sum(name)
		if err != nil {
			return nil, err
		}
		kind := event.FileChangeKind("")
		if now == record.Sums[name] && !g.isManual(name) {
			kind = event.FileRemoved
		}
		changes = append(changes, event.FileChange{Kind: kind, File: name})
	}
	return changes, nil
}

// isManual reports whether a file belongs to a case written by hand.
func (g *Generator) isManual(name string) bool {
	for _, c := range g.rules.Cases {
		if rest, found := strings.CutPrefix(name, "data/"+c.Name); found && c.Manual && slices.Contains(extensions, rest) {
			return true
		}
	}
	return false
}

// compareRecord adds to the changes the recorded hashes of files that the package does not ship.
func (g *Generator) compareRecord(want, record generators.Record, summary *event.Generation) {
	if want.ShipLimit != record.ShipLimit {
		summary.Changes = append(summary.Changes, event.FileChange{Kind: event.FileChanged, File: generators.RecordFile})
		return
	}
	for _, name := range slices.Sorted(maps.Keys(want.Sums)) {
		if want.Sums[name] == record.Sums[name] || slices.ContainsFunc(summary.Changes, func(c event.FileChange) bool { return c.File == name }) {
			continue
		}
		summary.Changes = append(summary.Changes, event.FileChange{Kind: event.FileChanged, File: generators.RecordFile})
		return
	}
}

// sum returns the SHA-256 of a file of the package, "" if it does not exist.
func (g *Generator) sum(name string) (string, error) {
	sum, err := digest.Of(g.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return sum, err
}

// begin begins to change the package. It returns the error of an unwritable package separately, which matters only
// if something is to be written.
func (g *Generator) begin() (change *changeset.Change, unwritable, err error) {
	change, err = changeset.Begin(g.problem.Dir)
	if errors.Is(err, changeset.ErrBusy) || errors.Is(err, changeset.ErrUnfinished) {
		return nil, nil, err
	}
	return change, err, nil
}

// install applies the plan to the package, all of it or nothing.
func (g *Generator) install(change *changeset.Change, todo *plan) error {
	for _, name := range todo.remove {
		change.Remove(name)
	}
	for _, f := range todo.write {
		content := fsutil.Text([]byte(f.text))
		if f.from != "" {
			content = fsutil.Content("", f.from)
		}
		if err := change.Write(f.name, 0o644, content); err != nil {
			return err
		}
	}
	return change.Commit()
}
