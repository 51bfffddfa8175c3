// Package addressspace finds processes that share their memory with another one, so that a watcher which sums the
// memory of all processes counts shared memory once. It does not know boxes or limits.
package addressspace
