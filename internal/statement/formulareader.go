package statement

import "strings"

// formulaReader is a formula that is written anew, piece by piece.
type formulaReader struct {
	strings.Builder
	rest string // what was not read yet
}

// name reads the name of a command, and a star behind it.
func (r *formulaReader) name() string {
	name := strings.TrimSuffix(commandName(r.rest), "*")
	r.rest = strings.TrimPrefix(r.rest[1+len(name):], "*")
	return name
}

// argument reads "{…}" as it stands.
func (r *formulaReader) argument() (string, bool) { return r.enclosed('{', '}') }

// enclosed reads what stands between two brackets as it stands, if they come next.
func (r *formulaReader) enclosed(left, right byte) (string, bool) {
	inside, rest, ok := balanced(strings.TrimLeft(r.rest, " \t\n\r"), left, right)
	if ok {
		r.rest = rest
	}
	return inside, ok
}

// dropSpacing leaves out the length in brackets that a new line may have.
func (r *formulaReader) dropSpacing() {
	if inside, rest, ok := balanced(r.rest, '[', ']'); ok && !strings.Contains(inside, "\n") {
		r.rest = rest
	}
}
