// Package diagnose parses what programs print on standard error when they crash: tracebacks of Python, Java,
// JavaScript, Go and Rust, and reports of the address and undefined-behaviour sanitizers. It finds the reason, the
// line of the user's own source, and whether memory ran out. It also parses compilers' messages.
//
// It does not know how a program was built or run.
package diagnose
