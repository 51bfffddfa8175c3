package job

import (
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// Localize is an event of a job that was done elsewhere with the paths of this machine: those of the problem's cases.
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
