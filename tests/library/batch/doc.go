// Package batch runs a program on many inputs in one process, which costs a hundredth of starting it for each. It is
// for programs that are compared on thousands of small inputs: starting a process takes longer than their work.
//
//	binary, err := batch.Build(ctx, root, dir, "problems/nim/submissions/accepted/nim.go")
//	program, err := batch.Start(exec.Command(binary, "problems/nim/submissions/accepted/nim.go"))
//	answer, err := program.Run(batch.Request{Stdin: []byte("1\n5\n")})
//
// A program in Go becomes a package whose main function is called repeatedly. Its variables get their initial values
// before each call, and os.Exit, also in package testlib, ends only the call (Rewrite). A program in Python is
// executed repeatedly by batch.py. State that a program leaves in other packages persists.
//
// The package knows nothing of problems.
package batch
