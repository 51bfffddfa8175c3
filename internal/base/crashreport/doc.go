// Package crashreport reads the traces of a judge that broke down and says in a line what happened. It knows the words of Go's runtime,
// not where they are kept.
package crashreport
