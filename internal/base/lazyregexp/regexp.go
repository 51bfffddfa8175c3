// Package lazyregexp has regular expressions that are compiled when they are first used. Every start of the program, and every box
// that it opens by executing itself, would wait for all of them otherwise.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New gives an expression that is known to be valid: one that is not panics at its first use.
func New(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
