// Package diagnose reads what programs say on standard error when they break down: tracebacks of Python, Java, JavaScript, Go and
// Rust, and the reports of the address and undefined-behaviour sanitizers. It finds the reason and the person's own line, and
// whether memory ran out. It reads what compilers complain of, too.
//
//	found, ok := diagnose.Find(stderr, []string{"a.cpp"})
//	fmt.Println(found) // index 5 of 5, a.cpp:17
//	for _, c := range diagnose.Complaints(log) { … } // c.File, c.Line, c.Column, c.Severity, c.Text
//
// It does not know how a program was built or run.
package diagnose
