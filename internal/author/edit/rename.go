package edit

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/yamldoc"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// caseOfFile returns the case that a file below data/ belongs to: the longest case name with which the file's name
// begins. Everything after a case's name and a dot belongs to that case, so no list of extensions is needed.
func caseOfFile(file string, all []string) string {
	best := ""
	for _, name := range all {
		if strings.HasPrefix(file, name+".") && len(name) > len(best) {
			best = name
		}
	}
	return best
}

// filesOf returns the paths, below the draft, of everything that belongs to a case; a directory counts
// as one.
func (d *draft) filesOf(name string) ([]string, error) {
	if d.problem.Format == problem.Plain {
		return d.plainFiles(name), nil
	}
	entries, err := os.ReadDir(d.path("data/" + path.Dir(name)))
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	all := names(d.problem, d.rules)
	var files []string
	for _, entry := range entries {
		if caseOfFile(path.Dir(name)+"/"+entry.Name(), all) == name {
			files = append(files, "data/"+path.Dir(name)+"/"+entry.Name())
		}
	}
	return files, nil
}

// removeFiles removes the files of a case.
func (d *draft) removeFiles(name string) error {
	files, err := d.filesOf(name)
	for _, file := range files {
		if err == nil {
			err = d.placed(d.root.RemoveAll(file))
		}
	}
	if err != nil {
		return err
	}
	return d.editRecord(func(string) (string, bool) { return "", false }, name)
}

// editRecord changes the names in the record of generated files of the given cases. Entries for which change
// returns false are dropped.
func (d *draft) editRecord(change func(name string) (string, bool), cases ...string) error {
	text, err := d.read(generators.RecordFile)
	if err != nil || text == nil {
		return err
	}
	record, line, err := generators.ParseRecord(text)
	if err != nil {
		return refuse("restore the file, or remove it to begin anew", "%s:%d: %v", generators.RecordFile, line, err)
	}
	all := names(d.problem, d.rules)
	sums := map[string]string{}
	for file, sum := range record.Sums {
		below := strings.TrimPrefix(file, "data/")
		name := caseOfFile(below, all)
		if slices.Contains(cases, name) {
			to, stays := change(name)
			if !stays {
				continue
			}
			file = "data/" + to + strings.TrimPrefix(below, name)
		}
		sums[file] = sum
	}
	record.Sums = sums
	if len(sums) == 0 {
		return d.placed(d.root.Remove(generators.RecordFile))
	}
	return d.write(generators.RecordFile, record.Text())
}

// renameFiles renames the files of cases, all at once: 3 may become 2 while 2 becomes 1.
func (d *draft) renameFiles(renamings []event.Renaming) error {
	if len(renamings) == 0 {
		return nil
	}
	type step struct{ from, by, to string }
	var steps []step
	to := map[string]string{}
	var old []string
	for _, r := range renamings {
		to[r.Old] = r.New
		old = append(old, r.Old)
		files, err := d.filesOf(r.Old)
		if err != nil {
			return err
		}
		for _, file := range files {
			target := "data/" + r.New + strings.TrimPrefix(file, "data/"+r.Old)
			if d.problem.Format == problem.Plain {
				if target, err = plainTarget(file, path.Base(r.Old), path.Base(r.New)); err != nil {
					return err
				}
			}
			steps = append(steps, step{file, fmt.Sprintf(".moving-%d", len(steps)), target})
		}
	}
	for _, s := range steps {
		if err := d.root.Rename(s.from, s.by); err != nil {
			return d.placed(err)
		}
	}
	for _, s := range steps {
		if d.exists(s.to) {
			return refuse("rename or remove it first", "the file %s already exists", s.to)
		}
		if err := d.root.MkdirAll(path.Dir(s.to), 0o755); err != nil {
			return d.placed(err)
		}
		if err := d.root.Rename(s.by, s.to); err != nil {
			return d.placed(err)
		}
	}
	return d.editRecord(func(name string) (string, bool) { return to[name], true }, old...)
}

// rulePosition is the position of a rule. The keys count and include make several rules in one line; index tells them
// apart.
type rulePosition struct{ line, index int }

// places maps the positions of rules to the names of their cases.
func places(rules *generators.Rules) map[rulePosition]string {
	found := map[rulePosition]string{}
	count := map[int]int{}
	for _, c := range rules.Cases {
		found[rulePosition{c.Line, count[c.Line]}] = c.Name
		count[c.Line]++
	}
	return found
}

// editRules writes a new text of generators.yaml, reads it, and renames the files of all cases whose number in a
// list has changed. line maps a line of the old text to the new one, or to 0 if it is gone.
func (d *draft) editRules(text []byte, line func(int) int) ([]event.Renaming, error) {
	before := d.rules
	old := d.problem
	if err := d.write(generators.File, text); err != nil {
		return nil, err
	}
	if err := d.reload(); err != nil {
		return nil, err
	}
	after := d.rules
	now := places(after)
	var renamings []event.Renaming
	for at, name := range places(before) {
		to, found := now[rulePosition{line(at.line), at.index}]
		if line(at.line) > 0 && found && to != name {
			renamings = append(renamings, event.Renaming{Old: name, New: to})
		}
	}
	slices.SortFunc(renamings, func(a, b event.Renaming) int { return strings.Compare(a.Old, b.Old) })
	// The names so far determine which files belong to which case.
	d.problem, d.rules = old, before
	if err := d.renameFiles(renamings); err != nil {
		return nil, err
	}
	return renamings, d.reload()
}

// rule finds the rule of a case, nil if no rule makes it.
func (d *draft) rule(name string) (*generators.Case, error) {
	rule := d.rules.Case(name)
	if rule == nil {
		return nil, nil
	}
	together := 0
	for _, c := range d.rules.Cases {
		if c.Line == rule.Line {
			together++
		}
	}
	switch {
	case rule.Include != nil:
		return nil, refuse("edit generators.yaml and run grundy generate", "%s is included from %s by %s:%d", name, rule.Include.Name, generators.File, rule.Line)
	case together > 1:
		return nil, refuse("edit generators.yaml and run grundy generate", "%s is one of %d cases that one rule makes (%s:%d)", name, together, generators.File, rule.Line)
	}
	return rule, nil
}

// renameOne renames a case in its directory. If a list numbers the case, its number stays.
func (d *draft) renameOne(name, base string) ([]event.Renaming, error) {
	rule, err := d.rule(name)
	if err != nil {
		return nil, err
	}
	if rule == nil {
		r := []event.Renaming{{Old: name, New: path.Dir(name) + "/" + base}}
		if err := d.renameFiles(r); err != nil {
			return nil, err
		}
		return r, d.reload()
	}
	text, err := d.read(generators.File)
	if err != nil {
		return nil, err
	}
	changed, err := generators.Rename(text, rule, base)
	if err != nil {
		return nil, refuse("", "%v", err)
	}
	return d.editRules(changed, func(line int) int { return line })
}

// removeOne removes a case and its rule.
func (d *draft) removeOne(name string) ([]event.Renaming, error) {
	rule, err := d.rule(name)
	if err != nil {
		return nil, err
	}
	if err := d.removeFiles(name); err != nil {
		return nil, err
	}
	if rule == nil {
		return nil, d.reload()
	}
	text, err := d.read(generators.File)
	if err != nil {
		return nil, err
	}
	rest, _, gone, err := generators.RemoveRule(text, rule)
	if err != nil {
		return nil, refuse("", "%v", err)
	}
	return d.editRules(rest, linesAfterRemoval(gone))
}

// linesAfterRemoval returns a function that maps lines to their positions after a span was removed.
func linesAfterRemoval(gone yamldoc.Span) func(int) int {
	return func(line int) int {
		switch {
		case line < gone.First:
			return line
		case line < gone.First+gone.Count:
			return 0
		}
		return line - gone.Count
	}
}

// linesAfterInsertion returns a function that maps lines of a text to their positions after more lines were
// inserted.
func linesAfterInsertion(before, after []byte) func(int) int {
	old, now := strings.Split(string(before), "\n"), strings.Split(string(after), "\n")
	same := 0
	for same < len(old) && same < len(now) && old[same] == now[same] {
		same++
	}
	return func(line int) int {
		if line <= same {
			return line
		}
		return line + len(now) - len(old)
	}
}

// renumber numbers the cases of a directory in the given order, except those that a list of generators.yaml
// numbers.
func (d *draft) renumber(folder string, n numbering, order []string) ([]event.Renaming, error) {
	text, err := d.read(generators.File)
	if err != nil {
		return nil, err
	}
	// Rename all cases without a rule in one step: reading the package again for each of a thousand cases
	// is slow.
	var done, hand []event.Renaming
	flush := func() error {
		if err := d.renameFiles(hand); err != nil {
			return err
		}
		done, hand = compose(done, hand), nil
		return d.reload()
	}
	for i, base := range order {
		name, want := folder+"/"+base, n.with(n.first+i, base)
		rule := d.rules.Case(name)
		switch {
		case want == base, rule != nil && generators.Listed(text, rule):
		case rule == nil:
			hand = append(hand, event.Renaming{Old: name, New: folder + "/" + want})
		default:
			if err := flush(); err != nil {
				return nil, err
			}
			more, err := d.renameOne(name, want)
			if err != nil {
				return nil, err
			}
			done = compose(done, more)
		}
	}
	if len(hand) > 0 {
		err = flush()
	}
	return done, err
}

// compose appends renamings that were made in one step. Two renamings of the same case become one.
func compose(all, more []event.Renaming) []event.Renaming {
	composed := slices.Clone(all)
	for _, r := range more {
		if i := slices.IndexFunc(all, func(earlier event.Renaming) bool { return earlier.New == r.Old }); i >= 0 {
			composed[i].New = r.New
		} else {
			composed = append(composed, r)
		}
	}
	return slices.DeleteFunc(composed, func(r event.Renaming) bool { return r.Old == r.New })
}

// submissionsFile states the expectations of submissions.
const submissionsFile = "submissions/submissions.yaml"

// followExpectations updates the expectations in submissions.yaml after cases were renamed. It returns the
// patterns that now match other cases, for the author to check.
func (d *draft) followExpectations(renamings []event.Renaming, removed []string) ([]string, error) {
	to := map[string]string{}
	for _, r := range renamings {
		to[r.Old] = r.New
	}
	text, err := d.read(submissionsFile)
	if err != nil || text == nil {
		return nil, err
	}
	changed, err := withRenamed(text, to)
	if err != nil {
		return nil, refuse("fix the file first", "%s: %v", submissionsFile, err)
	}
	if string(changed) != string(text) {
		if err := d.write(submissionsFile, changed); err != nil {
			return nil, err
		}
		if err := d.reload(); err != nil {
			return nil, err
		}
	}
	return d.doubtful(renamings, removed), nil
}

// withRenamed returns the text of submissions.yaml with renamed cases, which are keys below a submission's.
func withRenamed(text []byte, to map[string]string) ([]byte, error) {
	root, err := yamldoc.Open(text)
	if err != nil {
		return nil, err
	}
	keys := map[yamldoc.Value]string{}
	for _, submission := range root.Entries() {
		for _, f := range submission.Value.Entries() {
			if now, found := to[f.Key]; found {
				keys[f.Name] = now
			}
		}
	}
	return yamldoc.Edit(text).RenameKeys(keys)
}

// doubtful returns the patterns of expectations that no longer match the same cases.
func (d *draft) doubtful(renamings []event.Renaming, removed []string) []string {
	var notes []string
	note := func(format string, args ...any) {
		if text := fmt.Sprintf(format, args...); !slices.Contains(notes, text) {
			notes = append(notes, text)
		}
	}
	for i, s := range d.problem.Submissions {
		before := d.pack.Problem.Submissions
		if i >= len(before) || len(before[i].Expect) != len(s.Expect) {
			continue
		}
		for j, e := range s.Expect {
			if e.Pattern == "" {
				continue
			}
			for _, r := range renamings {
				if problem.Match(before[i].Expect[j].Pattern, r.Old) != problem.Match(e.Pattern, r.New) {
					note("look at the pattern %s in %s: it is about %s, which is %s now", before[i].Expect[j].Pattern, submissionsFile, r.Old, r.New)
				}
			}
			for _, name := range removed {
				if e.Pattern == name {
					note("look at %s: it is about %s, which is gone", submissionsFile, name)
				}
			}
		}
	}
	return notes
}
