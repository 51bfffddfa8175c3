package diagnose

import (
	"strings"

	"grundy/internal/base/lazyregexp"
)

// memoryWords matches the messages of runtimes when memory runs out. The rest of the line belongs to the message,
// except PHP's position. A negative length in C++ (std::bad_array_new_length) does not count.
var memoryWords = lazyregexp.New(`(?im)\bAllowed memory size of \d+ bytes exhausted|(?:` +
	`\bstd::bad_alloc\b|` + // C++
	`\bcannot allocate memory\b|` + // the system's message: C, Python's OSError, Fortran
	`\bOutOfMemory(?:Error|Exception)\b|` + // Java, .NET, Mono, D, Julia
	`\bCould not reserve enough space for|` + // Java, at its start
	`\bfatal error: .*out.of.memory\b|` + // Go, JavaScript, OCaml
	`\bout of memory\b|` + // Perl, Tcl, Nim, Octave
	`\bRangeError: Array buffer allocation failed|` + // JavaScript
	`\b\w*MemoryError\b|` + // Python, NumPy, Ruby
	`\bmemory allocation of \d+ bytes failed|` + // Rust
	`\bfailed to allocate memory\b|` + // Ruby
	`\bheap[ -](?:exhausted|overflow)\b|` + // SBCL, Haskell
	`\bdynamic space too small for core\b|` + // SBCL, at its start
	`\bRuntime error 203\b|\bEOutOfMemory\b|` + // Pascal
	`\bnot enough memory\b|` + // Lua
	`\bcannot (?:re)?allocate (?:vector of size|\d+ bytes)|` + // Erlang, Elixir, R, Bash
	`\bcould not allocate \d+ bytes|` + // Mono
	`\bunable to (?:re)?alloc(?:ate)? \d|` + // Tcl
	`\binsufficient memory\b` + // Java, Fortran
	`)[^\n]*`)

// threads appears in Java's message about memory if in fact threads ran out.
const threads = "native thread"

// OutOfMemory finds a runtime's message that memory ran out, in its own words: "OutOfMemoryError: Java heap space".
func OutOfMemory(stderr string) (words string, found bool) {
	for _, words := range memoryWords().FindAllString(stderr, -1) {
		if !strings.Contains(words, threads) {
			return strings.TrimRight(words, " \t\r'"), true
		}
	}
	return "", false
}
