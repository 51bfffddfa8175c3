package generate

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/bytesize"
	"grundy/internal/digest"
	"grundy/internal/disk"
	"grundy/internal/event"
	"grundy/internal/problem/generators"
)

// file is a file that the rules want in the package.
type file struct {
	name string // below the package: "data/secret/1.in"
	from string // where it lies, "" when text is its content
	text string
	sum  string
	// owner is the case or group that the file belongs to: where one of its files was edited, all stay.
	owner string
	// shipped tells that it belongs into data/; otherwise only its hash does.
	shipped bool
}

// plan is what is to be done with the package.
type plan struct {
	write  []file
	remove []string
	record generators.Record
}

// settle compares what was made with the package, and makes the package so unless it is only checked.
func (g *Generator) settle(cases []*made, options Options, summary *event.Generation) error {
	record, err := g.readRecord()
	if err != nil {
		return err
	}
	limit := record.ShipLimit
	if options.ShipLimit != nil {
		limit = *options.ShipLimit
	}
	files := g.wanted(cases, limit, options, summary)
	todo, err := g.compare(files, record, options, summary)
	if err != nil {
		return err
	}
	todo.record.ShipLimit = limit
	if options.Check {
		g.compareRecord(todo.record, record, summary)
	}
	slices.SortFunc(summary.Changes, func(a, b event.FileChange) int { return strings.Compare(a.File, b.File) })
	if options.Check {
		return nil
	}
	return g.install(todo, record)
}

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

// wanted lists the files that the rules want: those of the cases that were made, and the settings of groups.
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

// compare finds out what is to be written and removed. What somebody edited stays, and with it all of its case.
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

// stale finds files that were generated and are wanted no longer. Those that are not there any more, or were edited, are
// only forgotten.
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

// isManual tells files of cases that are written by hand.
func (g *Generator) isManual(name string) bool {
	for _, c := range g.rules.Cases {
		if rest, found := strings.CutPrefix(name, "data/"+c.Name); found && c.Manual && slices.Contains(extensions, rest) {
			return true
		}
	}
	return false
}

// compareRecord adds to what is to be changed the hashes that the package keeps of files that it does not hold.
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

// sum is the SHA-256 of a file of the package, "" when it is not there.
func (g *Generator) sum(name string) (string, error) {
	sum, err := digest.Of(g.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return sum, err
}

// PlaceError tells that the package cannot be changed: a full disk, a folder that cannot be written. Everything is as it
// was.
type PlaceError struct{ Err error }

func (e *PlaceError) Error() string { return e.Err.Error() }

// Hint says what became of the package.
func (e *PlaceError) Hint() string { return "the package is as it was" }

// Unwrap gives the cause.
func (e *PlaceError) Unwrap() error { return e.Err }

// install makes the package as planned. Everything is written beside data/ first, so that a full disk is met before
// anything is changed; if a change fails all the same, those before it are undone.
func (g *Generator) install(todo *plan, record generators.Record) (err error) {
	if len(todo.write) == 0 && len(todo.remove) == 0 && todo.record.ShipLimit == record.ShipLimit && maps.Equal(todo.record.Sums, record.Sums) {
		return nil
	}
	staging, err := os.MkdirTemp(g.problem.Dir, ".generate-") // loaders ignore names that begin with a dot
	if err != nil {
		return &PlaceError{fmt.Errorf("make a folder beside data: %w", err)}
	}
	defer os.RemoveAll(staging)
	change := &exchange{dir: g.problem.Dir, staging: staging}
	defer func() {
		if err != nil {
			err = &PlaceError{errors.Join(err, change.undo())}
		}
	}()
	if len(todo.record.Sums) > 0 {
		todo.write = append(todo.write, file{name: generators.RecordFile, text: string(todo.record.Text())})
	} else if len(record.Sums) > 0 {
		todo.remove = append(todo.remove, generators.RecordFile)
	}
	for _, f := range todo.write {
		if err := change.stage(f); err != nil {
			return fmt.Errorf("write %s: %w", f.name, err)
		}
	}
	var names []string
	for _, f := range todo.write {
		names = append(names, f.name)
	}
	if err := change.swap(names, todo.remove); err != nil {
		return err
	}
	change.removeEmptied(todo.remove)
	return nil
}

// exchange replaces files of a folder by those of another one, and can take it back.
type exchange struct {
	dir, staging string
	old          []string // what was there before and lies in staging/old now
	added        []string // what was not there before
	folders      []string // that were made
}

func (e *exchange) at(parts ...string) string {
	return filepath.Join(append([]string{e.staging}, parts...)...)
}

// stage writes a file to where put finds it.
func (e *exchange) stage(f file) error {
	to := e.at("new", filepath.FromSlash(f.name))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if f.from != "" {
		return disk.Copy(f.from, to, os.O_TRUNC, 0o644)
	}
	return os.WriteFile(to, []byte(f.text), 0o644)
}

// remove takes a file away.
func (e *exchange) remove(name string) error {
	away := e.at("old", filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(away), 0o755); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(e.dir, filepath.FromSlash(name)), away); err != nil {
		return err
	}
	e.old = append(e.old, name)
	return nil
}

// put moves a staged file to its place.
func (e *exchange) put(name string) error {
	to := filepath.Join(e.dir, filepath.FromSlash(name))
	if err := e.makeFolder(path.Dir(name)); err != nil {
		return err
	}
	if _, err := os.Lstat(to); err == nil {
		if err := e.remove(name); err != nil {
			return err
		}
	}
	if err := os.Rename(e.at("new", filepath.FromSlash(name)), to); err != nil {
		return err
	}
	e.added = append(e.added, name)
	return nil
}

func (e *exchange) makeFolder(name string) error {
	full := filepath.Join(e.dir, filepath.FromSlash(name))
	if _, err := os.Stat(full); err == nil || name == "." {
		return nil
	}
	if err := e.makeFolder(path.Dir(name)); err != nil {
		return err
	}
	if err := os.Mkdir(full, 0o755); err != nil {
		return err
	}
	e.folders = append(e.folders, full)
	return nil
}

// undo puts everything back.
func (e *exchange) undo() error {
	var errs []error
	for _, name := range slices.Backward(e.added) {
		errs = append(errs, os.Remove(filepath.Join(e.dir, filepath.FromSlash(name))))
	}
	for _, name := range slices.Backward(e.old) {
		errs = append(errs, os.Rename(e.at("old", filepath.FromSlash(name)), filepath.Join(e.dir, filepath.FromSlash(name))))
	}
	for _, folder := range slices.Backward(e.folders) {
		errs = append(errs, os.Remove(folder))
	}
	return errors.Join(errs...)
}

// removeEmptied removes the folders that held nothing but removed files.
func (e *exchange) removeEmptied(removed []string) {
	for _, name := range removed {
		for folder := path.Dir(name); strings.Count(folder, "/") > 1; folder = path.Dir(folder) {
			if os.Remove(filepath.Join(e.dir, filepath.FromSlash(folder))) != nil {
				break // it holds something
			}
		}
	}
}
