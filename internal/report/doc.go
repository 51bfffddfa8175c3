// Package report turns the runner's stream of events into what people and scripts read: one file for each format, every
// format with the same two methods. It knows how a verdict looks and nothing about how one comes about.
//
//	text := report.NewText(os.Stdout, report.TextOptions{Live: true, Color: true, Width: 100})
//	for event := range events {
//		text.Event(event)
//	}
//	err := text.Close() // the first error of writing
//
// The formats are Text (a terminal, or lines of text), JSON (one object a line, see docs/events.md), JUnit and TAP.
// Events of one submission come together, from its Plan to its Done. VerifyText, VerifyJSON, VerifyJUnit and VerifyTAP do
// the same for the findings of a verification, package author's events; the pairs StressText and StressJSON, MutateText and
// MutateJSON, and so on, for what the packages below author find.
package report
