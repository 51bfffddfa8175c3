package problem

import (
	"cmp"
	"os"
	"slices"
	"strings"
)

// StaticValidationCase returns the case that represents the static validation of a group; nil if there is none. It has
// no input.
func (g *Group) StaticValidationCase() *Case {
	if g.StaticValidation == nil {
		return nil
	}
	return &Case{Name: g.Name + "/static_validation", OutputArgs: g.StaticValidation.Args}
}

// Named returns a filter for the named cases; it accepts all if names is nil.
func Named(names []string) func(*Case) bool {
	if names == nil {
		return func(*Case) bool { return true }
	}
	wanted := make(map[string]bool, len(names))
	for _, name := range names {
		wanted[name] = true
	}
	return func(c *Case) bool { return wanted[c.Name] }
}

// SortByInput sorts cases by the sizes of their inputs, the smallest first. Missing inputs count as empty.
func SortByInput(cases []*Case) {
	size := map[*Case]int64{}
	for _, c := range cases {
		if info, err := os.Stat(c.Input); err == nil {
			size[c] = info.Size()
		}
	}
	slices.SortStableFunc(cases, func(a, b *Case) int { return cmp.Compare(size[a], size[b]) })
}

// Select returns the names of the wanted cases of a group and the groups below it, including static validations, in
// judging order. The result is never nil.
func (g *Group) Select(wanted func(*Case) bool) []string {
	names := []string{}
	if static := g.StaticValidationCase(); static != nil && wanted(static) {
		names = append(names, static.Name)
	}
	for _, c := range g.Cases {
		if wanted(c) {
			names = append(names, c.Name)
		}
	}
	for _, child := range g.Groups {
		names = append(names, child.Select(wanted)...)
	}
	return names
}

// Case finds a test case of a group and the groups below it by its name; nil if there is none.
func (g *Group) Case(name string) *Case {
	for _, c := range g.Cases {
		if c.Name == name {
			return c
		}
	}
	for _, child := range g.Groups {
		if child.Name != "" && !strings.HasPrefix(name, child.Name) {
			continue
		}
		if c := child.Case(name); c != nil {
			return c
		}
	}
	return nil
}

// ValidatorCase finds a validator case by its kind and name; nil if there is none.
func (p *Problem) ValidatorCase(kind ValidatorCaseKind, name string) *ValidatorCase {
	for i := range p.ValidatorCases {
		if c := &p.ValidatorCases[i]; c.Kind == kind && c.Name == name {
			return c
		}
	}
	return nil
}
