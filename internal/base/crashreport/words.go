package crashreport

import (
	"bytes"
	"fmt"
	"regexp"

	"grundy/internal/base/lazyregexp"
)

// Words returns what the runtime would have said of a panic that was recovered with this value on this stack (debug.Stack).
func Words(value any, stack []byte) string {
	title, frames, _ := bytes.Cut(stack, []byte("\n"))
	if at := bytes.Index(frames, []byte("\npanic(")); at >= 0 { // before it stand the functions that recovered
		frames = frames[at+1:]
	}
	return fmt.Sprintf("panic: %v\n\n%s\n%s", value, title, frames)
}

// What is, in a line, what made the runtime end a process, given its words. Of faults that cannot be recovered from, such as concurrent
// writes to a map, the runtime writes the traces to a file of SetCrashOutput, but the line that names the fault to standard error alone.
func What(words string) string {
	what := "a fatal error of Go's runtime"
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
