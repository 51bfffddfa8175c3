package exchange

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
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
	steps := []func() error{c.packages, c.lists, c.metadata, c.extras}
	if foreignFormats[target] != nil {
		steps = []func() error{c.packages, c.foreignContest}
	}
	for _, step := range steps {
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
			if err := c.add(c.target.inSet(id, name), file); err != nil {
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
	for i, entry := range c.entries {
		var m, o keys
		set(&m, "id", entry.Package.ID)
		set(&m, "label", entry.Label)
		set(&m, "name", entry.Problem.Name())
		set(&m, "ordinal", i)
		set(&o, "letter", entry.Label)
		set(&o, "short-name", entry.Package.ID)
		for _, known := range []*keys{&m, &o} {
			set(known, "color", entry.Color)
			set(known, "rgb", entry.RGB)
		}
		limits := entry.Problem.Limits
		if limits.Time > 0 {
			set(&m, "time_limit", limits.Time.Seconds())
		}
		set(&m, "memory_limit", int64(limits.Memory/bytesize.MiB))
		set(&m, "output_limit", int64(limits.Output/bytesize.MiB))
		code, err := c.codeLimit(entry)
		if err != nil {
			return err
		}
		set(&m, "code_limit", code)
		set(&m, "test_data_count", len(entry.Problem.Data.AllCases()))
		if secret := findGroup(entry.Problem.Data, "secret"); entry.Problem.Type.Scoring && secret != nil && secret.Grading.MaxScore != nil {
			set(&m, "max_score", *secret.Grading.MaxScore)
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

// codeLimit is the size of submissions in KiB: that of the package, or the default of the format, which is less than
// what this judge takes.
func (c *contest) codeLimit(entry Entry) (any, error) {
	metadata, err := entry.Package.tree.readYAML("problem.yaml")
	if err != nil {
		return nil, err
	}
	limits, _ := get(metadata, "limits").(keys)
	if code := get(limits, "code"); code != nil {
		return code, nil
	}
	return 128, nil
}

// metadata writes contest.yaml, unchanged if it has all that is required.
func (c *contest) metadata() error {
	m, err := c.tree.readYAML(problemset.ContestFile)
	if err != nil {
		return err
	}
	before := fmt.Sprint(m)
	// Problems listed here, too, would be imported twice.
	m = slices.DeleteFunc(m, func(item yamldoc.Item) bool { return item.Key == "problems" })
	if get(m, "id") == nil && get(m, "short-name") == nil {
		m = slices.Insert(m, 0, yamldoc.Item{Key: "id", Value: c.ID})
	}
	if get(m, "name") == nil {
		m = slices.Insert(m, 1, yamldoc.Item{Key: "name", Value: c.set.Name})
	}
	c.scoreboard(&m)
	if c.target == DOMjudge {
		for _, missing := range [][3]string{
			{"start_time", "start-time", "2030-05-01T10:00:00+02:00"}, {"duration", "duration", "5:00:00"},
		} {
			if get(m, missing[0]) == nil && get(m, missing[1]) == nil {
				c.warn(problemset.ContestFile, fmt.Sprintf("DOMjudge makes no contest without %s: add %s: '%s'", missing[0], missing[0], missing[2]))
			}
		}
	}
	if fmt.Sprint(m) == before {
		return c.copy(problemset.ContestFile, problemset.ContestFile)
	}
	text, err := yamldoc.WriteOrdered(m)
	if err != nil {
		return fmt.Errorf("write %s: %w", problemset.ContestFile, err)
	}
	return c.text(problemset.ContestFile, bareTime().ReplaceAllString(text, `$1"$2"`))
}

// bareTime finds times without quotes, which older readers of YAML take for numbers.
var bareTime = lazyregexp.New(`(?m)^(\S+: )(\d+:\d\d:\d\d(?:\.\d+)?)$`)

// scoreboard writes how the scoreboard counts, which the specification requires: its kind, and the penalty of a contest
// that counts solved problems. DOMjudge takes the penalty for minutes instead of a time, and has a setting for it.
func (c *contest) scoreboard(m *keys) {
	if get(*m, "scoreboard_type") == nil {
		kind := "score"
		if slices.ContainsFunc(c.entries, func(e Entry) bool { return !e.Problem.Type.Scoring }) {
			kind = "pass-fail"
		}
		set(m, "scoreboard_type", kind)
	}
	if get(*m, "penalty_time") == nil && c.target != DOMjudge && get(*m, "scoreboard_type") == "pass-fail" {
		set(m, "penalty_time", 20)
		c.note(problemset.ContestFile, "penalty_time: 0:20:00 is added, as at contests of the ICPC")
	}
	for i := range *m {
		if item := &(*m)[i]; item.Key == "penalty_time" {
			minutes, ok := minutesOf(fmt.Sprint(item.Value))
			switch {
			case !ok:
				c.warn(problemset.ContestFile, "penalty_time: write a time such as 0:20:00")
			case c.target == DOMjudge:
				item.Value = minutes
			default:
				item.Value = fmt.Sprintf("%d:%02d:00", minutes/60, minutes%60)
			}
		}
	}
}

var wholeMinutes = lazyregexp.New(`^(?:(\d{1,3}):([0-5]\d):00(?:\.0+)?|(\d{1,4}))$`)

// minutesOf reads a penalty: minutes, or a time without seconds.
func minutesOf(text string) (int, bool) {
	match := wholeMinutes().FindStringSubmatch(text)
	if match == nil {
		return 0, false
	}
	hours, _ := strconv.Atoi(match[1])
	minutes, _ := strconv.Atoi(cmp.Or(match[2], match[3]))
	return 60*hours + minutes, true
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
