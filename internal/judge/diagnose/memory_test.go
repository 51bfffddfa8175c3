package diagnose_test

import (
	"testing"

	"grundy/internal/judge/diagnose"
)

// The words are those of GCC 12, Python 3.11, OpenJDK 17, Go 1.24, Rust 1.63, Node 18, PHP 8.2, Ruby 3.1, SBCL 2.2, GHC 9.0, OCaml 4.13,
// Free Pascal 3.2, Lua 5.4, Perl 5.36, Erlang 25, Tcl 8.6 and Mono 6.8, and of .NET by its documentation.
func TestOutOfMemory(t *testing.T) {
	for _, test := range []struct{ name, stderr, want string }{
		{"C++", "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\n", "std::bad_alloc"},
		{"C++ with libc++", "libc++abi: terminating due to uncaught exception of type std::bad_alloc: std::bad_alloc\n", "std::bad_alloc: std::bad_alloc"},
		{"the system", "a.out: mmap: Cannot allocate memory\n", "Cannot allocate memory"},
		{"Python", "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nMemoryError\n", "MemoryError"},
		{"NumPy", "numpy.core._exceptions._ArrayMemoryError: Unable to allocate 7.45 GiB for an array\n", "_ArrayMemoryError: Unable to allocate 7.45 GiB for an array"},
		{"Java", "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n\tat Main.main(Main.java:4)\n", "OutOfMemoryError: Java heap space"},
		{"Java, collecting", "Exception in thread \"main\" java.lang.OutOfMemoryError: GC overhead limit exceeded\n", "OutOfMemoryError: GC overhead limit exceeded"},
		{"Java, classes", "Exception in thread \"main\" java.lang.OutOfMemoryError: Metaspace\n", "OutOfMemoryError: Metaspace"},
		{"Java, starting", "Error occurred during initialization of VM\nCould not reserve enough space for 8192000KB object heap\n", "Could not reserve enough space for 8192000KB object heap"},
		{".NET", "Unhandled exception. System.OutOfMemoryException: Exception of type 'System.OutOfMemoryException' was thrown.\n", "OutOfMemoryException: Exception of type 'System.OutOfMemoryException' was thrown."},
		{".NET, at once", "Out of memory.\n", "Out of memory."},
		{"Mono", "\nUnhandled Exception:\nSystem.OutOfMemoryException: Out of memory\n", "OutOfMemoryException: Out of memory"},
		{"Mono, collecting", "Error: Garbage collector could not allocate 16384 bytes of memory for major heap section.\n", "could not allocate 16384 bytes of memory for major heap section."},
		{"Go", "runtime: VirtualAlloc\nfatal error: runtime: cannot allocate memory\n", "cannot allocate memory"},
		{"Go, another", "fatal error: runtime: out of memory\n\nruntime stack:\n", "fatal error: runtime: out of memory"},
		{"Rust", "memory allocation of 1125899906842624 bytes failed\n", "memory allocation of 1125899906842624 bytes failed"},
		{"JavaScript", "\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n 1: 0xb7a 0\n", "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"},
		{"JavaScript, buffers", "a.js:2\nRangeError: Array buffer allocation failed\n    at new ArrayBuffer (<anonymous>)\n", "RangeError: Array buffer allocation failed"},
		{"PHP", "PHP Fatal error:  Allowed memory size of 67108864 bytes exhausted (tried to allocate 20480 bytes) in a.php on line 3\n", "Allowed memory size of 67108864 bytes exhausted"},
		{"Ruby", "a.rb:2:in `*': failed to allocate memory (NoMemoryError)\n", "failed to allocate memory (NoMemoryError)"},
		{"SBCL", "Heap exhausted during garbage collection: 0 bytes available, 16 requested.\n", "Heap exhausted during garbage collection: 0 bytes available, 16 requested."},
		{"SBCL, unhandled", "Unhandled SB-KERNEL::HEAP-EXHAUSTED-ERROR in thread #<SB-THREAD:THREAD \"main thread\" RUNNING>:\n", "HEAP-EXHAUSTED-ERROR in thread #<SB-THREAD:THREAD \"main thread\" RUNNING>:"},
		{"SBCL, starting", "fatal error encountered in SBCL pid 9 tid 9:\ndynamic space too small for core: 30432KiB required, 16384KiB available.\n", "dynamic space too small for core: 30432KiB required, 16384KiB available."},
		{"Haskell", "a: Heap exhausted;\na: Current maximum heap size is 67108864 bytes (64 MB).\n", "Heap exhausted;"},
		{"Haskell, an exception", "a: heap overflow\n", "heap overflow"},
		{"OCaml", "Fatal error: exception Out_of_memory\n", "Fatal error: exception Out_of_memory"},
		{"OCaml since 5", "Fatal error: exception Stdlib.Out_of_memory\n", "Fatal error: exception Stdlib.Out_of_memory"},
		{"Pascal", "Runtime error 203 at $0000000000401234\n  $0000000000401234\n", "Runtime error 203 at $0000000000401234"},
		{"Lua", "lua5.4: not enough memory\n", "not enough memory"},
		{"Perl", "Out of memory!\n", "Out of memory!"},
		{"Perl, later", "Out of memory in perl:repeat:1\n", "Out of memory in perl:repeat:1"},
		{"Erlang", "eheap_alloc: Cannot allocate 2600 bytes of memory (of type \"heap\").\r\n", "Cannot allocate 2600 bytes of memory (of type \"heap\")."},
		{"Tcl", "unable to realloc 1048577 bytes\n", "unable to realloc 1048577 bytes"},
		{"R", "Error: cannot allocate vector of size 7.5 Gb\n", "cannot allocate vector of size 7.5 Gb"},

		{"Java without threads", "Exception in thread \"main\" java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or process/resource limits reached\n", ""},
		{"a length below zero", "terminate called after throwing an instance of 'std::bad_array_new_length'\n  what():  std::bad_array_new_length\n", ""},
		{"another error of Pascal", "Runtime error 216 at $0000000000401234\n", ""},
		{"threads without memory", "std::system_error: Resource temporarily unavailable\n", ""},
		{"other words", "the memory of n bytes is allocated\n", ""},
		{"nothing", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if words, found := diagnose.OutOfMemory(test.stderr); words != test.want || found != (test.want != "") {
				t.Errorf("got %q, %t, want %q", words, found, test.want)
			}
		})
	}
}
