package diagnose_test

import (
	"fmt"

	"grundy/internal/judge/diagnose"
)

func ExampleFind() {
	stderr := "Traceback (most recent call last):\n" +
		"  File \"/box/work/a.py\", line 3, in <module>\n    print(heaps[5])\nIndexError: list index out of range\n"
	fault, found := diagnose.Find(stderr, []string{"a.py"})
	fmt.Println(fault, found)
	// Output: IndexError: list index out of range, a.py:3 true
}

func ExampleComplaints() {
	for _, c := range diagnose.Complaints("a.cpp:3:12: error: expected ';' before 'return'\n") {
		fmt.Println(c.File, c.Line, c.Column, c.Severity, c.Text)
	}
	// Output: a.cpp 3 12 error expected ';' before 'return'
}
