// Package diagnose parses what programs print on standard error when they crash: tracebacks of Python, Java,
// JavaScript, Go and Rust, and reports of the address and undefined-behaviour sanitizers. It finds the reason, the
// line of the user's own source, and whether memory ran out. It also parses compilers' messages.
//
//	found, ok := diagnose.Find(stderr, []string{"a.cpp"})
//	fmt.Println(found) // index 5 of 5, a.cpp:17
//	for _, c := range diagnose.Complaints(log) { … } // c.File, c.Line, c.Column, c.Severity, c.Text
//
// It does not know how a program was built or run.
package diagnose
