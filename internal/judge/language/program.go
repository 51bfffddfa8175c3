package language

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
	"grundy/internal/store/cache"
)

// Limits bound a build.
type Limits struct {
	Code   bytesize.Size // sum of all Files; 0 is unbounded
	Time   time.Duration // CPU time of each step; wall time may be twice that and five seconds, times Load
	Memory bytesize.Size
	// Load is how many programs compete for a core of the machine; 0 is taken for 1.
	Load float64
}

// wall is the wall time of a step.
func (l Limits) wall() time.Duration {
	return time.Duration(max(1, l.Load) * float64(wallFactor*l.Time+wallExtra))
}

// Program is a built source, ready to run in any box.
type Program struct {
	Language *Language
	// Dir is the folder of the build's results; the first of Mounts shows it in a box.
	Dir string
	// Key names the build by everything that it was made from: sources, libraries, commands and toolchain.
	Key cache.Key
	// Entry is the entry point that was found: the main file's or class's name, "" where a language needs none.
	Entry string
	// Command is the compiler's command as people would type it, "" when nothing is compiled.
	Command string
	// Log is what the compiler printed, bounded.
	Log string
	// Hides says which module of the language a file of the source hides from others that import it, and what to do, or "".
	Hides string
	// Cached tells that the build came from the cache; Time is how long the build took (then or now).
	Cached bool
	Time   time.Duration

	// Sanitized tells that it was built with checks of what it does at run time.
	Sanitized bool
	// SpeaksTestlib tells that it is written with testlib.h and has the protocol of that for checkers and interactors.
	SpeaksTestlib bool
	// Sources puts the files that it was made of into a working directory: those that somebody wrote, and those that were
	// included over them.
	Sources []sandbox.Copy

	tools Toolchain
	files []File // of the source
}

// Binary is the file of a program that is one executable.
func (p *Program) Binary() string { return filepath.Join(p.Dir, binaryName) }

// Files are the names of the files of its source, as their writer knows them.
func (p *Program) Files() []string {
	var names []string
	for _, file := range p.files {
		names = append(names, file.Name)
	}
	return names
}

// Mounts are what the program needs to see in its box. The first one, called name, is the program's own folder; the
// others, called name-tool1 and so on, are toolchains outside the system's folders.
func (p *Program) Mounts(name string) []sandbox.Mount {
	return append([]sandbox.Mount{{Name: name, Host: p.Dir}}, p.tools.mounts(name)...)
}

// Args is the command that runs the program in a box. Mount is the first of Mounts, memory the limit of the run, which
// some runtimes want to know.
func (p *Program) Args(box sandbox.Box, mount sandbox.Mount, memory bytesize.Size) []string {
	return p.tools.resolve(p.Language.Run).expand(p.values(box.Path(mount), memory))
}

// KnowsMemory reports whether the command tells the runtime of the memory limit.
func (p *Program) KnowsMemory() bool {
	return slices.ContainsFunc(p.Language.Run, func(word string) bool { return strings.Contains(word, "{memory}") })
}

// Env is the program's whole environment.
func (p *Program) Env() []string {
	return p.tools.environ(p.Language.Env, values{})
}

// Limits adjusts the limits of a run to what the language's runtime needs before it does anything.
func (p *Program) Limits(limits sandbox.Limits) sandbox.Limits { return p.Language.limits(limits) }

func (p *Program) values(dir string, memory bytesize.Size) values {
	return values{
		"program": {dir},
		"binary":  {binaryName},
		"main":    {p.Entry},
		"class":   {p.Entry},
		"name":    {stem(p.Entry)},
		"memory":  {strconv.FormatInt(int64(max(memory/bytesize.MiB, 16)), 10)},
	}
}

// CompileError is returned by Build when the source is at fault.
type CompileError struct {
	Language *Language
	Command  string // "" when no compiler was started
	Log      string // what the compiler printed, bounded
	Reason   string // in words: "exit code 1", "the compiler was killed at 60 s of CPU time"
	Time     time.Duration
	Help     string // what to do about it, or ""
}

func (e *CompileError) Error() string { return "compile error: " + e.Reason }

// Hint says what to do about it, where that is known.
func (e *CompileError) Hint() string { return e.Help }

// MissingError is returned when the language is known but its toolchain is not on this machine, or does not work.
type MissingError struct {
	Language string // its name for people
	Tool     string // the command, or the part, that was not found: "a working rustc"
	Reason   string // in words: "rustc was not found", "rustc does not work: no default toolchain is configured"
	Path     string // the command, where it is there and does not work
	Install  string // how to install it, or to make it work
}

func (e *MissingError) Error() string { return e.Language + ": " + e.Reason }

// Hint says how to install it.
func (e *MissingError) Hint() string { return e.Install }

// SourceError is returned when it cannot be told what a source is: no file, no known language, several languages.
type SourceError struct {
	Message string
	Help    string // what to do about it
}

func (e *SourceError) Error() string { return e.Message }

// Hint says what to do about it.
func (e *SourceError) Hint() string { return e.Help }

// Libraries are Go packages that Go sources may import besides the standard library, by import path. They are part of
// the binary, so that programs which use them build offline. All of them lie in the module "grundy".
type Libraries map[string]fs.FS
