package diagnose_test

import (
	"testing"

	"grundy/internal/judge/diagnose"
)

// The reports are those of GCC 12 and 14, Python 3.11, OpenJDK 17, Rust 1.63 and 1.85, Go 1.24 and Node 18, cut in the middle.
func TestFind(t *testing.T) {
	for _, test := range []struct{ name, stderr, want, said string }{
		{"array", "before\nsub/a.cpp:4:154: runtime error: index 3 out of bounds for type 'int [3]'\n    #0 0x5 in main /box/work/sub/a.cpp:4\n", "index 3 of 3, sub/a.cpp:4", "before\n"},
		{"overflow", "sub/a.cpp:7:18: runtime error: signed integer overflow: 3 * 1000000000 cannot be represented in type 'int'\n", "signed integer overflow: 3 * 1000000000 cannot be represented in type 'int', sub/a.cpp:7", ""},
		{"in the library", "/usr/include/c++/12/bits/stl_algo.h:1:2: runtime error: division by zero\n    #0 0x1 in std::f(int) /usr/include/c++/12/bits/stl_algo.h:1\n    #1 0x2 in main /box/work/sub/a.cpp:9\n", "division by zero, sub/a.cpp:9", ""},
		{"vector", "index 5 of 5\nAddressSanitizer:DEADLYSIGNAL\n=================================================================\n==30832==ERROR: AddressSanitizer: ABRT on unknown address 0x000000007870 (pc 0x7f2 T0)\n    #0 0x7f2 in __pthread_kill_implementation nptl/pthread_kill.c:44\n    #5 0x55b in main /box/work/sub/a.cpp:9\n", "index 5 of 5, sub/a.cpp:9", ""},
		{"heap", "=====\n==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at pc 0x5\nREAD of size 4 at 0x602000000034 thread T0\n    #0 0x559 in main /box/work/sub/a.cpp:8\n\n0x602 is located 0 bytes to the right of 20-byte region [0x1,0x2)\n    #1 0x5 in main /box/work/sub/a.cpp:6\n", "index 5 of 5, sub/a.cpp:8", ""},
		{"before the heap", "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at pc 0x5\nWRITE of size 8 at 0x602000000034 thread T0\n    #0 0x559 in f(long) /box/work/sub/a.cpp:8:3\n\n0x602 is located 8 bytes before 24-byte region [0x1,0x2)\n", "index -1 of 3, sub/a.cpp:8", ""},
		{"global", "==7==ERROR: AddressSanitizer: global-buffer-overflow on address 0x602 at pc 0x5\nREAD of size 4 at 0x602000000034 thread T0\n    #0 0x559 in main /box/work/sub/a.cpp:8\n\n0x602 is located 4 bytes after global variable 'v' defined in 'a.cpp:2:5' (0x1) of size 20\n", "index 6 of 5, sub/a.cpp:8", ""},
		{"freed", "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x602 at pc 0x5\nREAD of size 4 at 0x602000000034 thread T0\n    #0 0x559 in main /box/work/sub/a.cpp:4\n", "memory that was freed is read, sub/a.cpp:4", ""},
		{"null", "AddressSanitizer:DEADLYSIGNAL\n==7==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000008 (pc 0x55 T0)\n    #0 0x559 in main /box/work/sub/a.cpp:4\n", "a null pointer is dereferenced, sub/a.cpp:4", ""},
		{"stack", "==7==ERROR: AddressSanitizer: stack-overflow on address 0x7ff (pc 0x5 T0)\n    #0 0x5 in depth(int) /box/work/sub/a.cpp:3\n", "stack overflow, sub/a.cpp:3", ""},
		{"thrown", "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check\nAddressSanitizer:DEADLYSIGNAL\n==7==ERROR: AddressSanitizer: ABRT on unknown address 0x0000ff (pc 0x5 T0)\n    #8 0x5 in main /box/work/sub/a.cpp:3\n", "std::out_of_range: vector::_M_range_check, sub/a.cpp:3", "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check\n"},
		{"Python", "Traceback (most recent call last):\n  File \"/home/me/b.py\", line 4, in <module>\n    f()\n  File \"/home/me/b.py\", line 2, in f\n    return 1 // 0\nZeroDivisionError: integer division or modulo by zero\n", "ZeroDivisionError: integer division or modulo by zero, b.py:2", "all"},
		{"Python in a library", "Traceback (most recent call last):\n  File \"/home/me/b.py\", line 4, in <module>\n    heappop([])\n  File \"/usr/lib/python3.11/heapq.py\", line 2, in heappop\nIndexError: index out of range\n", "IndexError: index out of range, b.py:4", "all"},
		{"Java", "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 5\n\tat java.base/java.util.ArrayList.get(ArrayList.java:427)\n\tat C.main(C.java:5)\n", "index 5 of 5, C.java:5", "all"},
		{"Java without a message", "Exception in thread \"main\" java.util.NoSuchElementException\n\tat java.base/java.util.Scanner.next(Scanner.java:1)\n\tat C.main(C.java:6)\n", "NoSuchElementException, C.java:6", "all"},
		{"Rust", "\nthread 'main' panicked at d.rs:4:20:\nindex out of bounds: the len is 5 but the index is 7\nnote: run with `RUST_BACKTRACE=1`\n", "index 7 of 5, d.rs:4", "all"},
		{"Rust of before", "thread 'main' panicked at 'attempt to divide by zero', d.rs:4:20\nnote: run with `RUST_BACKTRACE=1`\n", "attempt to divide by zero, d.rs:4", "all"},
		{"Go", "panic: runtime error: index out of range [5] with length 5\n\ngoroutine 1 [running]:\nslices.f()\n\t/usr/lib/go/src/slices/sort.go:9 +0x1d\nmain.main()\n\t/home/me/e.go:9 +0x1d\nexit status 2\n", "index 5 of 5, e.go:9", "all"},
		{"Go without memory of its own", "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\nmain.main()\n\t/home/me/e.go:4 +0x1d\n", "all goroutines are asleep - deadlock!, e.go:4", "all"},
		{"JavaScript", "/home/me/g.js:3\n  x.y.z\n      ^\n\nTypeError: Cannot read properties of undefined (reading 'z')\n    at f (/home/me/g.js:3:7)\n    at node:internal/main:1:1\n", "TypeError: Cannot read properties of undefined (reading 'z'), g.js:3", "all"},
		{"words of its own", "panic: not really\nError: no\n", "", ""},
		{"nothing", "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, ok := diagnose.Find(test.stderr, []string{"sub/a.cpp", "b.py", "C.java", "d.rs", "e.go", "g.js"})
			if ok != (test.want != "") || ok && found.String() != test.want {
				t.Errorf("got %q, %t, want %q", found, ok, test.want)
			}
			said := test.said
			if said == "all" {
				said = test.stderr
			}
			_, ended := map[string]bool{"stack": true, "thrown": true}[test.name]
			if ok && found.Undefined != (test.said != "all" && !ended) {
				t.Errorf("undefined: %t", found.Undefined)
			}
			if ok && found.Said != said {
				t.Errorf("before the report: got %q, want %q", found.Said, said)
			}
		})
	}
}
