// Package machine is what tests of the whole program need to know of their machine: its processes, and how to run a
// test again as an unprivileged user. It works on Linux only.
//
// It knows nothing of the judge.
package machine
