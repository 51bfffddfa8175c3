package config

import (
	"slices"
	"strings"
	"sync"
)

// Name is that of a key in config.yaml: "jobs", "plain.time-limit".
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
	Hub              Name = "hub"
)

// Languages is the key of config.yaml below which rows of languages stand.
const Languages = "languages"

// Key is something that can be set.
type Key struct {
	Name Name
	// Flag is typed with two dashes; Variable is that of the environment.
	Flag, Variable string
	// Default says for people what holds when nobody sets it, Means what it is.
	Default, Means string
	// Switch tells that the flag has no value.
	Switch bool
	// place tells that the value names a file or a folder.
	place bool
	// check says what is wrong with a value; nil where whoever uses it knows.
	check func(text string) error
}

// Keys lists all keys, in the order in which they are shown. The list is made once: every command asks for several keys at its start.
// Callers leave it as it is.
var Keys = sync.OnceValue(func() []Key {
	return []Key{
		{
			Name: Problems, Flag: "problems", Variable: "GRUNDY_PROBLEMS", place: true,
			Default: "./problems, or those that are built in", Means: "the folder of the problem packages",
		},
		{
			Name: Solutions, Flag: "solutions", Variable: "GRUNDY_SOLUTIONS", place: true,
			Default: "./solutions", Means: "the folder in which solutions are started",
		},
		{
			Name: Templates, Flag: "templates", Variable: "GRUNDY_TEMPLATES", place: true,
			Default: "the folder of config.yaml", Means: "the folder of your own templates, template.cpp and so on",
		},
		{Name: Language, Flag: "language", Variable: "GRUNDY_LANGUAGE", Default: "cpp", Means: "the language in which solutions are started"},
		{Name: Editor, Flag: "editor", Variable: "GRUNDY_EDITOR", Default: "$VISUAL, $EDITOR", Means: "the command that opens a file to be edited"},
		{Name: Jobs, Flag: "jobs", Variable: "GRUNDY_JOBS", Default: "the number of cores", Means: "how many programs run at a time", check: checked(Count)},
		{Name: Sandbox, Flag: "sandbox", Variable: "GRUNDY_SANDBOX", Default: "auto", Means: "the kind of isolation"},
		{Name: RequireIsolation, Flag: "require-isolation", Variable: "GRUNDY_REQUIRE_ISOLATION", Default: "none", Means: "the weakest isolation in which anything is run"},
		{
			Name: Testlib, Flag: "testlib", Variable: "GRUNDY_TESTLIB", place: true,
			Default: "the package's own", Means: "the testlib.h that imported packages get",
		},
		{Name: PlainTime, Flag: "time-limit", Variable: "GRUNDY_TIME_LIMIT", Default: "2 s", Means: "the CPU time a test in plain folders", check: checked(Time)},
		{Name: PlainMemory, Flag: "memory-limit", Variable: "GRUNDY_MEMORY_LIMIT", Default: "256 MiB", Means: "the memory in plain folders", check: checked(Size)},
		{Name: PlainOutput, Flag: "output-limit", Variable: "GRUNDY_OUTPUT_LIMIT", Default: "64 MiB", Means: "the size of outputs in plain folders", check: checked(Size)},
		{
			Name: PlainIgnoreCase, Flag: "ignore-case", Variable: "GRUNDY_IGNORE_CASE", Switch: true,
			Default: "false", Means: "whether outputs in plain folders may differ in upper and lower case", check: checked(Boolean),
		},
		{Name: HistoryKeep, Flag: "history-keep", Variable: "GRUNDY_HISTORY_KEEP", Default: "5000", Means: "how many judgements are kept in the history, 0 for none", check: checked(Bound)},
		{
			Name: HideLevels, Flag: "hide-levels", Variable: "GRUNDY_HIDE_LEVELS", Switch: true,
			Default: "false", Means: "whether the levels of problems are hidden until they are solved", check: checked(Boolean),
		},
		{Name: ServePort, Flag: "port", Variable: "GRUNDY_PORT", Default: "7117, or a free one", Means: "the port at which the pages are served", check: checked(Port)},
		{
			Name: CompanionPort, Flag: "companion-port", Variable: "GRUNDY_COMPANION_PORT", Default: "10043, or another one that Competitive Companion knows",
			Means: "the port at which problems are heard", check: checked(Port),
		},
		{Name: Hub, Flag: "on", Variable: "GRUNDY_HUB", place: true, Default: "this machine", Means: "the invitation of the hub whose workers judge"},
	}
})

// KeyOf finds a key by its name, which must be one of the constants.
func KeyOf(name Name) Key {
	keys := Keys()
	return keys[slices.IndexFunc(keys, func(k Key) bool { return k.Name == name })]
}

// checked makes a check of what reads a value.
func checked[T any](read func(string) (T, error)) func(string) error {
	return func(text string) error {
		_, err := read(text)
		return err
	}
}

// last is the part of a name behind its section.
func (n Name) last() string { return string(n)[strings.LastIndex(string(n), ".")+1:] }
