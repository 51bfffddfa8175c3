// Package batch runs a program on many inputs in one process, which costs a hundredth of starting it for each. It is for
// programs that are compared on thousands of small inputs: the start of a process takes longer than what they do.
//
//	binary, err := batch.Build(ctx, root, dir, "problems/nim/submissions/accepted/nim.go")
//	program, err := batch.Start(exec.Command(binary, "problems/nim/submissions/accepted/nim.go"))
//	answer, err := program.Run(batch.Request{Stdin: []byte("1\n5\n")})
//
// A program in Go becomes a package whose main function is called again and again; its variables get their first values
// before each call, and os.Exit, also that of package testlib, ends the call alone (Rewrite). A program in Python is
// executed again and again by batch.py. What a program leaves in packages that are not its own, it finds the next time.
//
// The package knows nothing of problems.
package batch
