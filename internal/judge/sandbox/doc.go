// Package sandbox is the contract between the judge and whatever runs untrusted programs: Spec says what to run and
// under which limits, Result holds the facts of the run. It makes no judgement: verdicts are the runner's business.
//
// The backends live in folders of their own: namespaces (Linux) and process (everywhere, not isolated).
//
//	box, err := host.Open(ctx, sandbox.Config{Core: 0})
//	result, err := box.Run(ctx, sandbox.Spec{Args: []string{"/bin/cat"}, Stdin: sandbox.FromPath("1.in"), Stdout: out})
package sandbox
