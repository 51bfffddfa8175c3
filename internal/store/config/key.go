package config

import (
	"slices"
	"strings"
	"sync"
)

// Name is the name of a key in config.yaml, such as "jobs" or "plain.time-limit".
type Name string

// The keys.
const (
	Problems         Name = "problems"
	Solutions        Name = "solutions"
	Templates        Name = "templates"
	Language         Name = "language"
	Editor           Name = "editor"
	Jobs             Name = "jobs"
	Sandbox          Name = "sandbox"
	RequireIsolation Name = "require-isolation"
	Testlib          Name = "testlib"
	PlainTime        Name = "plain.time-limit"
	PlainMemory      Name = "plain.memory-limit"
	PlainOutput      Name = "plain.output-limit"
	PlainIgnoreCase  Name = "plain.ignore-case"
	HistoryKeep      Name = "history.keep"
	HideLevels       Name = "hide-levels"
	ServePort        Name = "serve.port"
	CompanionPort    Name = "companion.port"
	CompanionLayout  Name = "companion.layout"
	Profile          Name = "profile"
	Hub              Name = "hub"
)

// Languages and Libraries are the keys of config.yaml that contain rows of languages and the user's libraries by language,
// which package language reads.
const (
	Languages = "languages"
	Libraries = "libraries"
)

// Key is one setting.
type Key struct {
	Name Name
	// Flag is typed with two dashes; Variable is the environment variable.
	Flag, Variable string
	// Default describes the default value for users; Means describes the setting.
	Default, Means string
	// Switch reports whether the flag has no value.
	Switch bool
	// place reports whether the value names a file or a directory.
	place bool
	// check returns what is wrong with a value; nil if the user of the value checks it.
	check func(text string) error
}

// Keys lists all keys, in the order in which they are shown. The list is made once: every command asks for several keys at its start.
// Callers leave it as it is.
var Keys = sync.OnceValue(func() []Key {
	return []Key{
		{
			Name: Problems, Flag: "problems", Variable: "GRUNDY_PROBLEMS", place: true,
			Default: "./problems, or the built-in problems", Means: "the directory of the problem packages",
		},
		{
			Name: Solutions, Flag: "solutions", Variable: "GRUNDY_SOLUTIONS", place: true,
			Default: "./solutions", Means: "the directory for new solutions",
		},
		{
			Name: Templates, Flag: "templates", Variable: "GRUNDY_TEMPLATES", place: true,
			Default: "the directory of config.yaml", Means: "the directory of your own templates, such as template.cpp",
		},
		{Name: Language, Flag: "language", Variable: "GRUNDY_LANGUAGE", Default: "cpp", Means: "the language of new solutions"},
		{Name: Editor, Flag: "editor", Variable: "GRUNDY_EDITOR", Default: "$VISUAL, $EDITOR", Means: "the command that opens a file for editing"},
		{Name: Jobs, Flag: "jobs", Variable: "GRUNDY_JOBS", Default: "the number of cores", Means: "how many programs run at the same time", check: checked(Count)},
		{Name: Sandbox, Flag: "sandbox", Variable: "GRUNDY_SANDBOX", Default: "auto", Means: "the kind of sandbox"},
		{Name: RequireIsolation, Flag: "require-isolation", Variable: "GRUNDY_REQUIRE_ISOLATION", Default: "none", Means: "the weakest isolation in which programs may run"},
		{
			Name: Testlib, Flag: "testlib", Variable: "GRUNDY_TESTLIB", place: true,
			Default: "the package's own, or the one beside this file", Means: "the testlib.h that is copied into imported packages",
		},
		{Name: PlainTime, Flag: "time-limit", Variable: "GRUNDY_TIME_LIMIT", Default: "2 s", Means: "the CPU time per test in plain directories", check: checked(Time)},
		{Name: PlainMemory, Flag: "memory-limit", Variable: "GRUNDY_MEMORY_LIMIT", Default: "256 MiB", Means: "the memory limit in plain directories", check: checked(Size)},
		{Name: PlainOutput, Flag: "output-limit", Variable: "GRUNDY_OUTPUT_LIMIT", Default: "64 MiB", Means: "the size of outputs in plain directories", check: checked(Size)},
		{
			Name: PlainIgnoreCase, Flag: "ignore-case", Variable: "GRUNDY_IGNORE_CASE", Switch: true,
			Default: "false", Means: "whether to ignore case in outputs in plain directories", check: checked(Boolean),
		},
		{Name: HistoryKeep, Flag: "history-keep", Variable: "GRUNDY_HISTORY_KEEP", Default: "5000", Means: "how many judgements the history keeps; 0 for none", check: checked(Bound)},
		{
			Name: HideLevels, Flag: "hide-levels", Variable: "GRUNDY_HIDE_LEVELS", Switch: true,
			Default: "false", Means: "whether to hide the levels of problems until you solve them", check: checked(Boolean),
		},
		{Name: ServePort, Flag: "port", Variable: "GRUNDY_PORT", Default: "7117, or a free one", Means: "the port of the pages", check: checked(Port)},
		{
			Name: CompanionPort, Flag: "companion-port", Variable: "GRUNDY_COMPANION_PORT", Default: "10043, or another one that Competitive Companion knows",
			Means: "the port for problems from the browser extension", check: checked(Port),
		},
		{
			Name: CompanionLayout, Flag: "layout", Variable: "GRUNDY_COMPANION_LAYOUT", Default: "{problem}, in contests {contest}/{problem}",
			Means: "the directory of a problem from the browser, of {judge}, {contest}, {problem} and {letter}",
		},
		{
			Name: Profile, Flag: "profile", Variable: "GRUNDY_PROFILE", Default: "that of the problem's site, if known",
			Means: "the site by whose compilers and limits solutions are judged",
		},
		{Name: Hub, Flag: "on", Variable: "GRUNDY_HUB", place: true, Default: "this machine", Means: "the invitation to the hub whose workers judge"},
	}
})

// KeyOf finds a key by its name, which must be one of the constants.
func KeyOf(name Name) Key {
	keys := Keys()
	return keys[slices.IndexFunc(keys, func(k Key) bool { return k.Name == name })]
}

// checked turns a function that reads a value into a check.
func checked[T any](read func(string) (T, error)) func(string) error {
	return func(text string) error {
		_, err := read(text)
		return err
	}
}

// last returns the part of a name after its section.
func (n Name) last() string { return string(n)[strings.LastIndex(string(n), ".")+1:] }
