package runner

import (
	"grundy/checker"
	"grundy/internal/base/verdict"
	"grundy/internal/pkgfmt/problem"
)

// groupScore is a test group with the results of its judged items so far.
type groupScore struct {
	group  *problem.Group
	parent *groupScore
	items  []*item
	groups []*groupScore

	// settled holds the results of finished items and groups, in judging order. The group is finished when nothing is
	// left, or when it is decided so that nothing more matters.
	settled []verdict.Grade
	decided bool
	over    bool
	// selected reports whether any case of the group and its subgroups was selected, and whole whether all were.
	selected, whole bool
	outcome         verdict.Grade // once it is finished
}

// item is a case to judge.
type item struct {
	tc    *problem.Case
	group *groupScore
	index int // in judging order, from 1
	// static reports that the case is the static validation of its group.
	static  bool
	outcome verdict.Grade // None before it is settled
}

// newGroupScore builds the tree of a group and its subgroups, with the selected cases.
func newGroupScore(group *problem.Group, parent *groupScore, selected func(*problem.Case) bool) *groupScore {
	t := &groupScore{group: group, parent: parent, whole: true}
	add := func(tc *problem.Case, static bool) {
		if !selected(tc) {
			t.whole = false
			return
		}
		t.selected = true
		t.items = append(t.items, &item{tc: tc, group: t, static: static})
	}
	if static := group.StaticValidationCase(); static != nil {
		add(static, true)
	}
	for _, tc := range group.Cases {
		add(tc, false)
	}
	for _, child := range group.Groups {
		below := newGroupScore(child, t, selected)
		t.groups = append(t.groups, below)
		t.selected, t.whole = t.selected || below.selected, t.whole && below.whole
	}
	return t
}

// list appends the items of a group and its subgroups, in judging order.
func (t *groupScore) list(items []*item) []*item {
	items = append(items, t.items...)
	for _, child := range t.groups {
		items = child.list(items)
	}
	return items
}

// find returns the group with a name, or nil.
func (t *groupScore) find(name string) *groupScore {
	if t.group.Name == name {
		return t
	}
	for _, child := range t.groups {
		if found := child.find(name); found != nil {
			return found
		}
	}
	return nil
}

// open reports whether further results of the group can matter, given the root of all groups.
func (t *groupScore) open(root *groupScore) bool {
	for g := t; g != nil; g = g.parent {
		if g.decided || g.missing(root) != "" {
			return false
		}
	}
	return true
}

// missing returns a group that this one requires and that was not accepted, or "". It ignores groups that the
// selection left out.
func (t *groupScore) missing(root *groupScore) string {
	return t.group.Grading.Missing(func(name string) bool {
		required := root.find(name)
		return required == nil || !required.over || required.outcome.Verdict == verdict.AC
	})
}

func (i *item) settle(outcome verdict.Grade) {
	i.outcome = outcome
	i.group.add(outcome)
}

// add adds the result of an item or subgroup, and passes on the group's own result as soon as it is certain.
func (t *groupScore) add(outcome verdict.Grade) {
	t.settled = append(t.settled, outcome)
	// Only a rejection decides a group early.
	t.decided = t.decided || outcome.Verdict != verdict.AC && t.group.Grading.Decided(t.settled)
	if t.over || !t.decided && len(t.settled) < len(t.items)+len(t.groups) {
		return
	}
	if t.group.Grading.Custom {
		return // a custom grader is asked only at the end, so it decides nothing early
	}
	t.over, t.outcome = true, verdict.Aggregate(t.group.Grading, t.children())
	if t.parent != nil {
		t.parent.add(t.outcome)
	}
}

// children returns the known results of the group's items and subgroups.
func (t *groupScore) children() []verdict.Grade {
	var children []verdict.Grade
	for _, it := range t.items {
		children = append(children, it.outcome)
	}
	for _, child := range t.groups {
		children = append(children, child.outcome)
	}
	return children
}

// grader combines the results of a group whose grading is custom.
type grader func(*problem.Group, []verdict.Grade) verdict.Grade

// close ends judging. It combines the results of the group and all subgroups, given the root of all groups. It calls
// each with every group, the group itself last.
func (t *groupScore) close(root *groupScore, grade grader, each func(*groupScore)) {
	for _, child := range t.groups {
		child.close(root, grade, each)
	}
	t.over = true
	if missing := t.missing(root); missing == "" {
		t.outcome = verdict.AggregateBy(t.group.Grading, t.children(), func(counted []verdict.Grade) verdict.Grade {
			return grade(t.group, counted)
		})
	} else {
		t.outcome = verdict.Grade{Reason: "requires " + missing}
	}
	each(t)
}

// judged returns the result of a group for the user: a group of which the selection left out cases is not judged.
func (t *groupScore) judged() verdict.Grade {
	if !t.whole {
		return verdict.Grade{}
	}
	return t.outcome
}

// score returns what a case earns.
func (i *item) score(accepted bool, said checker.Verdict) (float64, error) {
	return i.group.group.Grading.CaseScore(i.group.group.CaseMaximum(i.static), accepted, said.Score, said.Multiplier)
}
