package edit

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/author/generate"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/cache"
)

// Judge builds and runs the programs of a package, and judges its submissions; job.Client implements it.
type Judge interface {
	generate.Executor
	Judge(ctx context.Context, p *problem.Problem, j job.Judgement, emit func(event.Event)) (event.Done, error)
}

// Package is a problem with what is needed to edit it. Removing and renaming need neither Judge nor
// Store.
type Package struct {
	Problem *problem.Problem
	// Rules are those of generators.yaml.
	Rules *generators.Rules
	Judge Judge
	Store *cache.Cache
	// Load reads a changed copy of the package. The error reports faults that prevent judging.
	Load func(dir string) (*problem.Problem, *generators.Rules, error)
}

// Refusal says why the package stays as it is.
type Refusal struct {
	Message, Help string
	// Log is the output of a program.
	Log string
}

func (e *Refusal) Error() string {
	if log := strings.TrimSpace(e.Log); log != "" {
		return e.Message + "\n" + log
	}
	return e.Message
}

// Hint returns the remedy.
func (e *Refusal) Hint() string { return e.Help }

func refuse(help, format string, args ...any) error {
	return &Refusal{Message: fmt.Sprintf(format, args...), Help: help}
}

// names returns the cases of a package: those in data/, those to be generated, and those with a known judgement.
func names(p *problem.Problem, rules *generators.Rules) []string {
	var all []string
	for _, c := range p.Data.AllCases() {
		all = append(all, c.Name)
	}
	for i := range p.ValidatorCases {
		all = append(all, p.ValidatorCases[i].Name)
	}
	for _, c := range rules.Cases {
		all = append(all, c.Name)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// find resolves a name to the full name of a case. An ending of the name suffices, with or without the number, if
// only one case has it.
func (p *Package) find(name string) (string, error) {
	all := names(p.Problem, p.Rules)
	name = strings.TrimPrefix(strings.TrimSuffix(name, ".in"), "data/")
	if slices.Contains(all, name) {
		return name, nil
	}
	var found []string
	for _, known := range all {
		if strings.HasSuffix(known, "/"+name) || slug(known) == name && name != "" {
			found = append(found, known)
		}
	}
	switch len(found) {
	case 0:
		return "", &UnknownError{What: "case", Name: name, Problem: p.Problem.ID, Known: withBases(all)}
	case 1:
		return found[0], nil
	}
	return "", refuse("give the whole name", "%s is ambiguous: it may be any of %s", name, strings.Join(found, ", "))
}

func withBases(names []string) []string {
	all := slices.Clone(names)
	for _, name := range names {
		all = append(all, path.Base(name), slug(name))
	}
	return all
}

// slug returns the name of a case without its directory and number.
func slug(name string) string {
	base := path.Base(name)
	if m := numbered().FindStringSubmatch(base); m != nil && m[3] != "" {
		return strings.TrimLeft(m[3], "-_.")
	}
	return base
}

// UnknownError says that the package has no such case or group. Known are the names to suggest.
type UnknownError struct {
	What, Name, Problem string
	Known               []string
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("%s: no %s %q%s", e.Problem, e.What, e.Name, hint.DidYouMean(e.Name, e.Known))
}

// Hint says where the names are listed.
func (e *UnknownError) Hint() string { return "grundy show and grundy verify list the names" }

// folders returns the directories that may hold cases: groups, and directories that only order cases.
func folders(p *problem.Problem) []string {
	all := groups(p)
	for _, c := range p.Data.AllCases() {
		for folder := path.Dir(c.Name); folder != "."; folder = path.Dir(folder) {
			if !slices.Contains(all, folder) {
				all = append(all, folder)
			}
		}
	}
	return all
}

// groups returns the directories that define how their cases count.
func groups(p *problem.Problem) []string {
	var all []string
	var walk func(g *problem.Group)
	walk = func(g *problem.Group) {
		if g.Name != "" {
			all = append(all, g.Name)
		}
		for _, below := range g.Groups {
			walk(below)
		}
	}
	walk(p.Data)
	return all
}

// checkGroup rejects directories that cannot hold cases.
func checkGroup(p *problem.Problem, group string) error {
	if known := folders(p); !slices.Contains(known, group) {
		return &UnknownError{What: "group", Name: group, Problem: p.ID, Known: known}
	}
	var below []string
	for _, name := range groups(p) {
		if strings.HasPrefix(name, group+"/") {
			below = append(below, name)
		}
	}
	if len(below) > 0 && p.Format == problem.V2025 {
		return refuse("name one of them: "+strings.Join(below, ", "), "%s: %s has groups, so a case cannot lie beside them", p.ID, group)
	}
	return nil
}

// checkName rejects names that no case may have.
func checkName(name string) error {
	if len(name) > longestName || !nameCharacters().MatchString(name) || strings.HasSuffix(name, ".in") || name == "test_group" || name == "testdata" {
		return refuse("use letters, digits, _ . - only, and begin with a letter, digit or _", "%q is not a valid name of a test case", name)
	}
	return nil
}

// faulty classifies the error of reading a draft: a fault in the draft is a reason to refuse the
// change.
func faulty(err error) error {
	var faults *problem.FaultError
	if errors.As(err, &faults) && len(faults.Diagnostics) > 0 {
		d := faults.Diagnostics[0]
		place := d.File
		if d.Line > 0 {
			place = fmt.Sprintf("%s:%d", place, d.Line)
		}
		return refuse(d.Help, "the package would be faulty: %s: %s", place, d.Message)
	}
	return err
}
