package crashreport

import (
	"regexp"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// What is, in a line, what made the runtime end a process, given its words.
func What(words string) string {
	what := "it was aborted"
	for _, start := range starts {
		if message := start().FindStringSubmatch(words); message != nil {
			what = message[1]
			break
		}
	}
	if where := own().FindStringSubmatch(words); where != nil {
		what += ", in " + where[1]
	}
	return what
}

// starts are how the runtime begins to say what happened; it may have said more before.
var starts = []func() *regexp.Regexp{
	lazyregexp.New(`(?m)^(?:panic|fatal error): (?:runtime error: )?(.+)$`),
	lazyregexp.New(`(?m)^(SIG[A-Z]+: .+)$`),
	lazyregexp.New(`(?m)^runtime: (.+)$`),
}

// own is the innermost function of this module in a trace: its arguments follow in brackets.
var own = lazyregexp.New(`(?m)^grundy/([^\s]+)\([^()]*\)$`)

// Remedy says what to do about limits of the system, which end the runtime too; "" for faults.
func Remedy(words string) string {
	switch {
	case strings.Contains(words, "failed to create new OS thread"):
		return "the system allows no more threads: raise the limit of processes, ulimit -u, or end others of this user"
	case strings.Contains(words, "out of memory"), strings.Contains(words, "cannot allocate memory"), strings.Contains(words, "failed to reserve"):
		return "the system gives no more memory: raise the limit of address space, ulimit -v, or end other programs"
	}
	return ""
}
