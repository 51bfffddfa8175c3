package author

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/yamldoc"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/terminal"
)

// Neighbour is one of the packages of a set.
type Neighbour struct {
	*problem.Problem
	// Place is its directory as findings name it, below the directory of the set.
	Place string
}

// Compare finds faults that show only when packages are compared; each may be correct by itself. The findings are
// about the set of that name.
func Compare(set string, packages []Neighbour) []event.DataChecked {
	var checks []event.DataChecked
	for _, check := range []struct {
		name event.Check
		run  func([]Neighbour) problem.Diagnostics
	}{
		{event.SetIDs, compareIDs},
		{event.SetNames, compareNames},
		{event.SetUUIDs, compareUUIDs},
		{event.SetFormats, compareFormats},
		{event.SetLimits, compareLimits},
		{event.SetLicenses, compareLicenses},
		{event.SetLanguages, compareLanguages},
	} {
		checks = append(checks, event.DataChecked{Problem: set, Check: check.name, Checked: len(packages), Faults: check.run(packages)})
	}
	return checks
}

// find returns the position of a key in problem.yaml, or the file alone if the key is missing.
func (n Neighbour) find(keys ...string) problem.Position {
	at := problem.Position{File: path.Join(n.Place, "problem.yaml")}
	text, err := os.ReadFile(filepath.Join(n.Dir, "problem.yaml"))
	if err != nil {
		return at
	}
	if root, err := yamldoc.Open(text); err == nil {
		if v, found := root.At(keys...); found {
			at.Line = v.Line()
		}
	}
	return at
}

// states reports whether problem.yaml has a key.
func (n Neighbour) states(keys ...string) bool { return n.find(keys...).Line > 0 }

// compareIDs finds packages that judges could not tell apart.
func compareIDs(packages []Neighbour) problem.Diagnostics {
	return duplicateValues(packages, func(n Neighbour) []string { return []string{strings.ToLower(n.ID)} },
		func(n, first Neighbour, _ string) problem.Diagnostic {
			return problem.Diagnostic{
				File: n.Place, Message: fmt.Sprintf("the directory has the same name as %s, and so has the problem", first.Place), Help: "rename one of the two",
			}
		})
}

func compareNames(packages []Neighbour) problem.Diagnostics {
	return duplicateValues(packages, func(n Neighbour) []string {
		var names []string
		for _, name := range n.Names {
			names = append(names, strings.ToLower(strings.TrimSpace(name)))
		}
		slices.Sort(names)
		return slices.Compact(names)
	}, func(n, first Neighbour, _ string) problem.Diagnostic {
		at := n.find("name")
		return problem.Diagnostic{
			File: at.File, Line: at.Line, Message: fmt.Sprintf("the name %q is also that of %s", n.Name(), first.Place), Help: "give one of the two another name",
		}
	})
}

func compareUUIDs(packages []Neighbour) problem.Diagnostics {
	return duplicateValues(packages, func(n Neighbour) []string {
		if n.UUID == "" {
			return nil
		}
		return []string{strings.ToLower(n.UUID)}
	}, func(n, first Neighbour, uuid string) problem.Diagnostic {
		at := n.find("uuid")
		return problem.Diagnostic{
			File: at.File, Line: at.Line, Message: fmt.Sprintf("the uuid %s is also that of %s", uuid, first.Place),
			Help: "give the copy one of its own, for example from the command uuidgen",
		}
	})
}

// duplicateValues finds values that several packages share though each must be unique.
func duplicateValues(
	packages []Neighbour, has func(Neighbour) []string, fault func(n, first Neighbour, what string) problem.Diagnostic,
) problem.Diagnostics {
	first := map[string]Neighbour{}
	var faults problem.Diagnostics
	for _, n := range packages {
		for _, what := range has(n) {
			if before, taken := first[what]; taken {
				found := fault(n, before, what)
				found.Level = problem.Error
				faults = append(faults, found)
				break
			}
			first[what] = n
		}
	}
	return faults
}

func compareFormats(packages []Neighbour) problem.Diagnostics {
	return outliers(packages, func(n Neighbour) string { return string(n.Format) }, func(n Neighbour, has, others string) problem.Diagnostic {
		at := n.find("problem_format_version")
		return problem.Diagnostic{
			Level: problem.Warning, File: at.File, Line: at.Line, Message: fmt.Sprintf("the package's format is %s; %s", has, others),
			Help: "grundy export --to, then grundy import, converts it",
		}
	})
}

// compareLimits requires that all packages state limits in the same form: all or none, and in the same file.
func compareLimits(packages []Neighbour) problem.Diagnostics {
	faults := outliers(packages, func(n Neighbour) string {
		if n.Limits.Time == 0 {
			return "inferred from the submissions"
		}
		return "stated in " + n.Limits.TimeSource
	}, func(n Neighbour, has, others string) problem.Diagnostic {
		at := n.find("limits", "time_limit")
		return problem.Diagnostic{
			Level: problem.Warning, File: at.File, Line: at.Line, Message: fmt.Sprintf("the time limit is %s; %s", has, others),
			Help: "grundy limits --write measures it and states it in problem.yaml",
		}
	})
	stated := outliers(packages, func(n Neighbour) string {
		if n.states("limits", "memory") {
			return "stated"
		}
		return "not stated"
	}, func(n Neighbour, has, others string) problem.Diagnostic {
		at := n.find("limits", "memory")
		return problem.Diagnostic{
			Level: problem.Warning, File: at.File, Line: at.Line,
			Message: fmt.Sprintf("limits.memory is %s (it is %s); %s", has, n.Limits.Memory, others),
			Help:    "state it in all packages or in none: what judges take without it differs",
		}
	})
	memory := outliers(packages, func(n Neighbour) string { return n.Limits.Memory.String() }, func(n Neighbour, has, others string) problem.Diagnostic {
		at := n.find("limits", "memory")
		return problem.Diagnostic{
			Level: problem.Note, File: at.File, Line: at.Line, Message: fmt.Sprintf("the memory limit is %s; %s", has, others),
			Help: "see whether that is meant",
		}
	})
	return slices.Concat(faults, stated, memory)
}

func compareLicenses(packages []Neighbour) problem.Diagnostics {
	return outliers(packages, func(n Neighbour) string { return n.License }, func(n Neighbour, has, others string) problem.Diagnostic {
		at := n.find("license")
		return problem.Diagnostic{
			Level: problem.Warning, File: at.File, Line: at.Line, Message: fmt.Sprintf("the licence is %q; %s", has, others),
			Help: "say the same license in all of problem.yaml, unless the authors want it so",
		}
	})
}

// compareLanguages requires statements in the same languages. A language that few packages have is reported for
// those; a language that most have is reported as missing in the others.
func compareLanguages(packages []Neighbour) problem.Diagnostics {
	have := map[string][]Neighbour{}
	for _, n := range packages {
		for _, language := range n.languages() {
			have[language] = append(have[language], n)
		}
	}
	var faults problem.Diagnostics
	for _, language := range slices.Sorted(maps.Keys(have)) {
		with := have[language]
		if len(with) == len(packages) {
			continue
		}
		if 2*len(with) < len(packages) {
			for _, n := range with {
				faults = append(faults, problem.Diagnostic{
					Level: problem.Note, File: n.Place, Message: fmt.Sprintf("there is a statement in %s, unlike %s", language, terminal.Count(len(packages)-len(with), "other package")),
					Help: "see whether that is meant",
				})
			}
			continue
		}
		for _, n := range packages {
			if !slices.Contains(n.languages(), language) {
				faults = append(faults, problem.Diagnostic{
					Level: problem.Warning, File: n.Place, Message: fmt.Sprintf("there is no statement in %s, unlike %s", language, terminal.Count(len(with), "other package")),
					Help: "translate it, or take out those of the others",
				})
			}
		}
	}
	return faults
}

// languages returns the languages of the statements.
func (n Neighbour) languages() []string {
	var languages []string
	for _, statement := range n.Statements {
		languages = append(languages, statement.Language)
	}
	slices.Sort(languages)
	return slices.Compact(languages)
}

// outliers finds the packages that differ from the majority, or from the first package if there is no
// majority.
func outliers(packages []Neighbour, has func(Neighbour) string, fault func(n Neighbour, has, others string) problem.Diagnostic) problem.Diagnostics {
	values := make([]string, len(packages))
	count := map[string]int{}
	usual := 0
	for i, n := range packages {
		values[i] = has(n)
		count[values[i]]++
	}
	if len(count) < 2 {
		return nil
	}
	for i, value := range values {
		if count[value] > count[values[usual]] {
			usual = i
		}
	}
	others := fmt.Sprintf("that of %s is %s", packages[usual].Place, values[usual])
	if more := count[values[usual]] - 1; more > 0 {
		others = fmt.Sprintf("those of %s and %s are %s", packages[usual].Place, terminal.Count(more, "more package"), values[usual])
	}
	var faults problem.Diagnostics
	for i, n := range packages {
		if values[i] != values[usual] {
			faults = append(faults, fault(n, values[i], others))
		}
	}
	return faults
}
