package language

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"grundy/internal/base/yamldoc"
)

// fault is an error in a key of a row.
type fault struct {
	key, message, help string
}

// The placeholders that may occur in each part of a row, besides the row's own flags.
var (
	compilePlaceholders = []string{"files", "modules", "toplevel", "main", "name", "class", "binary", "memory", "prepared", "options", "flags", "libraries", "crates"}
	runPlaceholders     = []string{"program", "main", "name", "class", "classpath", "binary", "memory", "options", "own"}
	preparePlaceholders = []string{"prepared", "options", "flags"}
	envPlaceholders     = []string{"libraries"}
)

// others returns the IDs of all other rows: a row without a name may have a misspelt ID.
func (t *Table) others(row *Language) (ids []string) {
	for _, other := range t.rows {
		if other != row {
			ids = append(ids, other.ID)
		}
	}
	return ids
}

// check finds faults that depend on a whole row.
func (t *Table) check(row *Language) []fault {
	var faults []fault
	report := func(key, help, format string, args ...any) {
		faults = append(faults, fault{key, fmt.Sprintf(format, args...), help})
	}
	words := func(key string, text Words, allowed []string) {
		for _, name := range text.placeholders() {
			if _, flag := row.Optional[name]; !flag && !slices.Contains(allowed, name) {
				report(key, "known placeholders are "+strings.Join(slices.Concat(allowed, slices.Sorted(maps.Keys(row.Optional))), ", "),
					"%s: unknown placeholder {%s}", key, name)
			}
		}
	}

	if row.Name == "" {
		report("name", yamldoc.Suggest(row.ID, t.others(row)), "name is missing")
	}
	if !validID().MatchString(row.Code) {
		report("code", "", "code: want a code of the ICPC list, got %q", row.Code)
	}
	if len(row.Run) == 0 {
		report("run", "give the command that starts a program, such as \"{program}/{binary}\"", "run is missing")
	}
	for key, endings := range map[string][]string{"extensions": row.Extensions, "also": row.Also} {
		for _, ending := range endings {
			if !strings.HasPrefix(ending, ".") || strings.ContainsAny(ending, "/*") || len(ending) < 2 {
				report(key, "write endings with their dot: .cpp", "%s: %q is not a file ending", key, ending)
			}
		}
	}
	for _, command := range row.Compile {
		words("compile", command, compilePlaceholders)
		if len(command) == 0 {
			report("compile", "leave the key out if nothing is compiled", "compile: a command is empty")
		}
	}
	words("run", row.Run, runPlaceholders)
	for _, value := range row.CompileEnv {
		words("compile-env", value, slices.Concat(preparePlaceholders, envPlaceholders))
	}
	for _, value := range row.Env {
		words("env", value, envPlaceholders)
	}
	for _, command := range row.Prepare.Command {
		words("prepare", command, preparePlaceholders)
		if len(command) == 0 {
			report("prepare", "leave the key out if nothing is prepared", "prepare: a command is empty")
		}
	}
	if len(row.Flags) > 0 && !slices.ContainsFunc(row.Compile, func(command Words) bool { return command.mentions("flags") }) {
		report("flags", "write {flags} where they belong in compile", "flags: the compile command has no place for them")
	}
	if len(row.Prepare.Command) == 0 && len(row.Prepare.Files) > 0 {
		report("prepare", "", "prepare: command is missing")
	}
	for name, choice := range row.Optional {
		if slices.Contains(slices.Concat(compilePlaceholders, runPlaceholders), name) || placeholder().FindString("{"+name+"}") == "" {
			report("optional", "use another name of small letters", "optional: %q cannot be the name of an option", name)
		}
		for _, flag := range choice {
			if slices.ContainsFunc(flag.When, func(p Probe) bool { return len(p.Command) == 0 }) {
				report("optional", "", "optional: %s: a probe has no command", name)
			}
		}
	}
	for name, probe := range row.Requires {
		if len(probe.Command) == 0 {
			report("requires", "", "requires: %s: command is missing", name)
		}
	}
	for name := range row.Install {
		if !slices.ContainsFunc(managers, func(m manager) bool { return m.name == name }) {
			report("install", "known are "+strings.Join(managerNames(), ", "), "install: unknown package manager %q", name)
		}
	}
	if row.TimeMultiplier <= 0 {
		report("time-multiplier", "", "time-multiplier: want a positive number, got %v", row.TimeMultiplier)
	}
	if row.MemoryMultiplier <= 0 {
		report("memory-multiplier", "", "memory-multiplier: want a positive number, got %v", row.MemoryMultiplier)
	}
	for key, other := range map[string]string{"otherwise": row.Otherwise, "sanitized": row.Sanitized} {
		if _, found := t.Lookup(other); other != "" && (!found || other == row.ID) {
			report(key, "give the ID of another row", "%s: there is no other language %q", key, other)
		}
	}
	return faults
}

// manager is a package manager: the command that shows its presence, and its install command.
type manager struct {
	name, command, install string
}

// managers are in the order in which the judge looks for them.
var managers = []manager{
	{"apt", "apt-get", "apt install"},
	{"dnf", "dnf", "dnf install"},
	{"pacman", "pacman", "pacman -S"},
	{"apk", "apk", "apk add"},
	{"zypper", "zypper", "zypper install"},
	{"brew", "brew", "brew install"},
	{"winget", "winget", "winget install"},
}

func managerNames() []string {
	var names []string
	for _, m := range managers {
		names = append(names, m.name)
	}
	return names
}
