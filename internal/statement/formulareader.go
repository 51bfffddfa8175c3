package statement

import "strings"

// formulaReader rewrites a formula piece by piece.
type formulaReader struct {
	strings.Builder
	rest string // the unread part
}

// name reads the name of a command, and a star after it.
func (r *formulaReader) name() string {
	name := strings.TrimSuffix(commandName(r.rest), "*")
	r.rest = strings.TrimPrefix(r.rest[1+len(name):], "*")
	return name
}

// argument reads "{…}" verbatim.
func (r *formulaReader) argument() (string, bool) { return r.enclosed('{', '}') }

// enclosed reads the text between two brackets verbatim, if they come next.
func (r *formulaReader) enclosed(left, right byte) (string, bool) {
	inside, rest, ok := balanced(strings.TrimLeft(r.rest, " \t\n\r"), left, right)
	if ok {
		r.rest = rest
	}
	return inside, ok
}

// dropSpacing skips the bracketed length that may follow a line break.
func (r *formulaReader) dropSpacing() {
	if inside, rest, ok := balanced(r.rest, '[', ']'); ok && !strings.Contains(inside, "\n") {
		r.rest = rest
	}
}
