package language

import (
	"context"
	"io/fs"
	"os"
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
	Code   bytesize.Size // sum of all Files; 0 means no limit
	Time   time.Duration // CPU time of each step; wall time may be twice that and five seconds, times Load
	Memory bytesize.Size
	// Load is how many programs compete for a core of the machine; 0 counts as 1.
	Load float64
}

// wall returns the wall time of a step.
func (l Limits) wall() time.Duration {
	return time.Duration(max(1, l.Load) * float64(wallFactor*l.Time+wallExtra))
}

// Program is a built source, ready to run in any box.
type Program struct {
	Language *Language
	// Dir is the directory of the build's results. The first of Mounts shows it in a box.
	Dir string
	// Key identifies the build by everything that went into it: sources, libraries, commands and toolchain.
	Key cache.Key
	// Entry is the name of the main file or class, or "" if the language needs none.
	Entry string
	// Command is the compiler's command as a user would type it, or "" if nothing is compiled.
	Command string
	// Log is the compiler's output, bounded.
	Log string
	// Hides says which module of the language a source file hides from others that import it, with the remedy, or "".
	Hides string
	// Cached reports that the build came from the cache. Time is how long the build took, then or now.
	Cached bool
	Time   time.Duration

	// Sanitized reports that it was built with run-time checks.
	Sanitized bool
	// SpeaksTestlib reports that it is written with testlib.h and uses testlib's protocol for checkers and
	// interactors.
	SpeaksTestlib bool
	// Sources puts the files that it was made of into a working directory: the submitted ones, and those included
	// over them.
	Sources []sandbox.Copy

	tools     Toolchain
	libraries ownLibraries
	files     []File            // of the source
	renamed   map[string]string // names of the source's files → those that the compiler saw instead
	argument  string            // that makes the judge's executable the program; "" if it has an executable of its own
	// missingLibrary is MissingLibrary; nil if nothing is known of the source.
	missingLibrary func(ctx context.Context, said string) string
}

// Binary returns the path of a program that is one executable.
func (p *Program) Binary() string { return filepath.Join(p.Dir, binaryName) }

// Files returns the names of its source files, as their author knows them.
func (p *Program) Files() []string { return namesOf(p.files) }

// Mounts returns what the program needs to see in its box. The first mount, called name, is the program's own
// directory; the others, called name-tool1, name-library1 and so on, are toolchains and libraries outside the system's
// directories.
func (p *Program) Mounts(name string) []sandbox.Mount {
	return slices.Concat([]sandbox.Mount{{Name: name, Host: p.Dir}}, p.tools.mounts(name), p.libraries.mounts(name))
}

// Args returns the command that runs the program in a box. mount is the first of Mounts. memory is the limit of the
// run, which some runtimes need to know.
func (p *Program) Args(box sandbox.Box, mount sandbox.Mount, memory bytesize.Size) []string {
	if p.argument != "" {
		return []string{box.Path(mount, binaryName), p.argument}
	}
	return p.tools.resolve(p.Language.Run).expand(p.values(box.Path(mount), memory))
}

// KnowsMemory reports whether the command tells the runtime of the memory limit.
func (p *Program) KnowsMemory() bool {
	return slices.ContainsFunc(p.Language.Run, func(word string) bool { return strings.Contains(word, "{memory}") })
}

// Env returns the program's whole environment.
func (p *Program) Env() []string {
	env := p.tools.environ(p.Language.Env, values{"libraries": p.libraries.value()})
	if len(p.libraries.shown) > 0 {
		env = append(env, p.tools.Leading...)
	}
	return env
}

// MissingLibrary says how to get the program a library, given what the toolchain said when it did not find it: it lies outside
// the sandbox, or another language has it. It returns "" if neither is known.
func (p *Program) MissingLibrary(ctx context.Context, said string) string {
	if p.missingLibrary == nil {
		return ""
	}
	return p.missingLibrary(ctx, said)
}

// Limits extends the limits of a run by what the language's runtime itself needs.
func (p *Program) Limits(limits sandbox.Limits) sandbox.Limits { return p.Language.limits(limits) }

func (p *Program) values(dir string, memory bytesize.Size) values {
	var own []string
	if len(p.libraries.paths) > 0 {
		own = []string{""}
	}
	return values{
		"own":       own,
		"program":   {dir},
		"binary":    {binaryName},
		"main":      {p.Entry},
		"class":     {p.Entry},
		"name":      {stem(p.Entry)},
		"options":   p.Language.Options,
		"classpath": {strings.Join(append([]string{dir}, p.libraries.paths...), string(os.PathListSeparator))},
		"memory":    {strconv.FormatInt(int64(max(memory/bytesize.MiB, 16)), 10)},
	}
}

// CompileError means that the source is faulty.
type CompileError struct {
	Language *Language
	Command  string // "" if no compiler was started
	Log      string // the compiler's output, bounded
	Reason   string // such as "exit code 1", "the compiler was killed at 60 s of CPU time"
	Time     time.Duration
	Help     string // the remedy, or ""
}

func (e *CompileError) Error() string { return "compile error: " + e.Reason }

// Hint returns the remedy, if known.
func (e *CompileError) Hint() string { return e.Help }

// MissingError means that the language is known but its toolchain is missing from this machine or does not work.
type MissingError struct {
	Language string // its name for users
	Tool     string // the missing command or part: "a working rustc"
	Reason   string // such as "rustc was not found", "rustc does not work: no default toolchain is configured"
	Path     string // the command, if it exists but does not work
	Install  string // how to install it, or to make it work
}

func (e *MissingError) Error() string { return e.Language + ": " + e.Reason }

// Hint says how to install the toolchain.
func (e *MissingError) Hint() string { return e.Install }

// SourceError means that the language of a source is unclear: no file, no known language, or several languages.
type SourceError struct {
	Message string
	Help    string // the remedy
}

func (e *SourceError) Error() string { return e.Message }

// Hint returns the remedy.
func (e *SourceError) Hint() string { return e.Help }

// Libraries are Go packages, by import path, that Go sources may import besides the standard library. They are part
// of the binary, so that programs that use them build offline. All belong to the module "grundy".
type Libraries map[string]fs.FS
