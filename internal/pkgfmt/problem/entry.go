package problem

import (
	"fmt"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/yamldoc"
)

// Entry is a function that the judge calls with the values of an input, one as JSON in each line. Its result is the output, as
// JSON. It may be a method of the class Solution.
type Entry struct {
	Function string `json:"function"`
}

// Check says what is wrong with it.
func (e *Entry) Check() error {
	if !identifier().MatchString(e.Function) {
		return fmt.Errorf("want the name of a function, got %q", e.Function)
	}
	return nil
}

var identifier = lazyregexp.New(`^[A-Za-z_]\w*$`)

// TakeEntry reads the key entry, which says what solutions define; nil if there is none or if it is faulty.
func TakeEntry(keys *yamldoc.Mapping) *Entry {
	v, ok := keys.Take("entry")
	if !ok {
		return nil
	}
	m, ok := v.Mapping()
	if !ok {
		return nil
	}
	entry := &Entry{}
	m.Text("function", &entry.Function)
	m.Finish(nil)
	if err := entry.Check(); err != nil {
		v.Fault("write entry: {function: twoSum}", "%v", err)
		return nil
	}
	return entry
}
