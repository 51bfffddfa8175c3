package language

import (
	"io/fs"
	"time"

	"grundy/internal/bytesize"
	"grundy/internal/sandbox"
)

// Language is a row of the table of toolchains.
type Language struct {
	ID   string // the code of the ICPC list: "cpp"
	Name string // for people: "C++"
}

// Source is what someone wrote: one file or several.
type Source struct {
	// Files are the sources. Names are slash-separated and local to the submission.
	Files []File
	// Language is a code of the table when it is known beforehand ("cpp"), else "".
	Language string
	// Entrypoint is the main file or class when it is known beforehand, else "".
	Entrypoint string
	// Includes are laid over Files after the code size was checked, and overwrite.
	Includes []File
	// Legacy looks at the shebang of .py files to tell Python 2 from 3, as the legacy package format does.
	Legacy bool
}

// File is one file of a source.
type File struct {
	Name string
	// Path is where it lies on the host.
	Path string
	// Data, when not nil, is used instead of Path.
	Data []byte
}

// Limits bound a build.
type Limits struct {
	Code   bytesize.Size // sum of all Files; 0 is unbounded
	Time   time.Duration
	Memory bytesize.Size
}

// Program is a built source, ready to run in any box.
type Program struct {
	Language *Language
	// Dir is the folder of the build's results; Mount shows it in a box.
	Dir string
	// Entry is the entry point that was found: the main file's or class's name.
	Entry string
	// Command is the compiler's command as people would type it, "" when nothing is compiled.
	Command string
	// Log is what the compiler printed, bounded.
	Log string
	// Cached tells that the build came from the cache; Time is how long the build took (then or now).
	Cached bool
	Time   time.Duration
}

// Mount is the sandbox mount that shows the program under the given name.
func (p *Program) Mount(name string) sandbox.Mount {
	return sandbox.Mount{Name: name, Host: p.Dir}
}

// CompileError is returned by Build when the source is at fault.
type CompileError struct {
	Command string
	Log     string // what the compiler printed, bounded
	Reason  string // in words: "exit code 1", "killed at 60 s"
	Time    time.Duration
}

func (e *CompileError) Error() string { return "compile error: " + e.Reason }

// MissingError is returned when the language is known but its toolchain is not on this machine.
type MissingError struct {
	Language *Language
	Tool     string // the command that was not found
	Hint     string // how to install it
}

func (e *MissingError) Error() string {
	return e.Language.Name + ": " + e.Tool + " was not found"
}

// Libraries are Go packages that Go sources may import besides the standard library, by import path. They are part of
// the binary, so that programs which use them build offline.
type Libraries map[string]fs.FS
