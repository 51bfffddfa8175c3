package exchange

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
)

// scoreSet is a line of score.txt: a set of cases that is worth its points if all of them are accepted.
type scoreSet struct {
	name   string
	points int
	has    []bool // which cases belong to it, by index
}

// scoreLine is "Name(points): pattern pattern"; patterns may be separated by commas, too.
var scoreLine = lazyregexp.New(`^\s*([^()]*?)\s*\(\s*([0-9]{1,6})\s*\)\s*:\s*(.*)$`)

// scores reads etc/score.txt.
func (ai *atCoderImport) scores() error {
	const name = "etc/score.txt"
	if !ai.tree.has(name) {
		return nil
	}
	text, err := ai.tree.read(name)
	if err != nil {
		return err
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(strings.ToLower(line), "feedback") { // the line says which cases are shown
			continue
		}
		parts := scoreLine().FindStringSubmatch(line)
		if parts == nil {
			return hint.Errorf("write NAME(POINTS): PATTERN...", "%s:%d: cannot be read: %q", name, number, line)
		}
		s := scoreSet{name: parts[1], has: make([]bool, len(ai.cases))}
		s.points, _ = strconv.Atoi(parts[2]) // a few digits
		for _, pattern := range strings.FieldsFunc(parts[3], func(r rune) bool { return r == ' ' || r == '\t' || r == ',' }) {
			if err := ai.match(pattern, &s); err != nil {
				return hint.Errorf("write names with * and ?", "%s:%d: %q: %w", name, number, pattern, err)
			}
		}
		switch {
		case s.points > 0 && s.size() == 0:
			ai.note(name, "%s is worth %d points but has no case; it is left out", s.name, s.points)
		case s.points > 0:
			ai.sets = append(ai.sets, s)
		case speaksOfSamples(s.name):
			for i := range ai.cases {
				ai.cases[i].sample = ai.cases[i].sample || s.has[i]
			}
		}
	}
	ai.tree.used[name] = true
	return nil
}

// match adds the cases that a pattern matches. It may name the files with or without their endings.
func (ai *atCoderImport) match(pattern string, s *scoreSet) error {
	found := false
	for i, c := range ai.cases {
		base := path.Base(c.input)
		for _, name := range []string{base, strings.TrimSuffix(base, path.Ext(base))} {
			matched, err := path.Match(pattern, name)
			if err != nil {
				return err
			}
			s.has[i], found = s.has[i] || matched, found || matched
		}
	}
	if !found {
		ai.note("etc/score.txt", "%s names no case", pattern)
	}
	return nil
}

func (ai *atCoderImport) total() (points int) {
	for _, s := range ai.sets {
		points += s.points
	}
	return points
}

// atCoderGroup is a directory of cases with its settings.
type atCoderGroup struct {
	folder   string
	cases    []atCoderCase
	settings keys
}

// groups makes a group from each set. A case belongs to one directory, but sets overlap. If all cases of a smaller
// set belong to this one, too, that set's group must pass instead; so must the samples. Of other cases in several
// sets, each group has its own copy.
func (ai *atCoderImport) groups() []atCoderGroup {
	sets := slices.Clone(ai.sets)
	slices.SortStableFunc(sets, func(a, b scoreSet) int { return cmp.Compare(a.size(), b.size()) })
	covered := make([]bool, len(ai.cases)) // which cases belong to any set
	var groups []atCoderGroup
	for n, s := range sets {
		g := atCoderGroup{folder: fmt.Sprintf("secret/%d-%s", n+1, ai.safeName(s.name))}
		rest := slices.Clone(s.has)
		var needs []string
		if ai.hasSamples(s) {
			needs = append(needs, "sample")
			for i, c := range ai.cases {
				rest[i] = rest[i] && !c.sample
			}
		}
		for m, smaller := range sets[:n] {
			if smaller.size() < s.size() && smaller.within(s) {
				needs = append(needs, groups[m].folder)
				for i := range rest {
					rest[i] = rest[i] && !smaller.has[i]
				}
			}
		}
		for i, c := range ai.cases {
			covered[i] = covered[i] || s.has[i]
			if rest[i] {
				g.cases = append(g.cases, c)
			}
		}
		if len(g.cases) == 0 { // the smaller sets cover it
			g.cases, needs = ai.of(s), nil
		}
		g.settings = keys{{Key: "score_aggregation", Value: "pass-fail"}, {Key: "max_score", Value: s.points}}
		set(&g.settings, "require_pass", needs)
		groups = append(groups, g)
	}
	worthless := atCoderGroup{
		folder:   "secret/unscored",
		settings: keys{{Key: "score_aggregation", Value: "pass-fail"}, {Key: "max_score", Value: 0}},
	}
	for i, c := range ai.cases {
		if !covered[i] && !c.sample {
			worthless.cases = append(worthless.cases, c)
		}
	}
	if len(worthless.cases) > 0 {
		groups = append(groups, worthless)
	}
	return groups
}

// of lists the cases of a set.
func (ai *atCoderImport) of(s scoreSet) []atCoderCase {
	var cases []atCoderCase
	for i, c := range ai.cases {
		if s.has[i] {
			cases = append(cases, c)
		}
	}
	return cases
}

func (s scoreSet) size() (n int) {
	for _, has := range s.has {
		if has {
			n++
		}
	}
	return n
}

// within reports whether all cases of the set belong to the other one, too.
func (s scoreSet) within(other scoreSet) bool {
	for i, has := range s.has {
		if has && !other.has[i] {
			return false
		}
	}
	return true
}

// hasSamples reports whether a set contains all samples and other cases.
func (ai *atCoderImport) hasSamples(s scoreSet) bool {
	some, all := false, false
	for i, c := range ai.cases {
		if c.sample && !s.has[i] {
			return false
		}
		some = some || c.sample
		all = all || s.has[i] && !c.sample
	}
	return some && all
}
