package job

import (
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// Localize replaces the paths in an event of a job done elsewhere by those of the problem's cases on this machine.
func Localize(e event.Event, p *problem.Problem) event.Event {
	test, ok := e.(event.Test)
	if !ok {
		return e
	}
	test.Input, test.Answer = "", ""
	if c := p.Data.Case(test.Test); c != nil {
		test.Input, test.Answer = c.Input, c.Answer
	}
	return test
}
