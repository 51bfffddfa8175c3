// Package addressspace finds processes that share their memory with another one, so that a watcher which adds up the memory of
// all processes counts it once. It does not know boxes or limits.
package addressspace
