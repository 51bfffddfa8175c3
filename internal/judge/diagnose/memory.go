package diagnose

import (
	"strings"

	"grundy/internal/base/lazyregexp"
)

// memoryWords are how runtimes say that memory ran out. What follows in their line belongs to it, but PHP's place. A C++ program's length
// below zero (std::bad_array_new_length) is not among them.
var memoryWords = lazyregexp.New(`(?im)\bAllowed memory size of \d+ bytes exhausted|(?:` +
	`\bstd::bad_alloc\b|` + // C++
	`\bcannot allocate memory\b|` + // the system's own words: C, Python's OSError, Fortran
	`\bOutOfMemory(?:Error|Exception)\b|` + // Java, .NET, Mono, D, Julia
	`\bCould not reserve enough space for|` + // Java, as it starts
	`\bfatal error: .*out.of.memory\b|` + // Go, JavaScript, OCaml
	`\bout of memory\b|` + // Perl, Tcl, Nim, Octave
	`\bRangeError: Array buffer allocation failed|` + // JavaScript
	`\b\w*MemoryError\b|` + // Python, NumPy, Ruby
	`\bmemory allocation of \d+ bytes failed|` + // Rust
	`\bfailed to allocate memory\b|` + // Ruby
	`\bheap[ -](?:exhausted|overflow)\b|` + // SBCL, Haskell
	`\bRuntime error 203\b|\bEOutOfMemory\b|` + // Pascal
	`\bnot enough memory\b|` + // Lua
	`\bcannot (?:re)?allocate (?:vector of size|\d+ bytes)|` + // Erlang, Elixir, R, Bash
	`\bcould not allocate \d+ bytes|` + // Mono
	`\bunable to (?:re)?alloc(?:ate)? \d|` + // Tcl
	`\binsufficient memory\b` + // Java, Fortran
	`)[^\n]*`)

// threads are what Java's runtime calls a want of memory, and is one of threads.
const threads = "native thread"

// OutOfMemory finds what a runtime says on standard error when memory runs out, in its own words: "OutOfMemoryError: Java heap
// space". It tells false where none does.
func OutOfMemory(stderr string) (words string, found bool) {
	for _, words := range memoryWords().FindAllString(stderr, -1) {
		if !strings.Contains(words, threads) {
			return strings.TrimRight(words, " \t\r'"), true
		}
	}
	return "", false
}
