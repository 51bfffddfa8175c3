// Package sandbox is the contract between the judge and whatever runs untrusted programs. Spec says what to run and
// under which limits; Result holds the facts of the run. The package makes no judgement: verdicts belong to the
// runner.
//
// The backends are the packages namespaces (Linux) and process (everywhere, not isolated).
package sandbox
