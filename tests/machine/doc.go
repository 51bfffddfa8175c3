// Package machine is what tests of the whole program need to know of the machine they run on: its processes, and how to
// run a test again as somebody who has no privileges. Only Linux has what it looks at.
//
// It knows nothing of the judge.
package machine
