// Package report turns the stream of events into what users and scripts read: one file for each format, and for text
// one for each command. Every format is a Sink of the stream and has no other source, except what the terminal can
// show. It knows how a verdict looks, but not how it is decided.
//
// The formats are Text (a terminal, or lines of text), JSON (one object a line, see docs/events.md), JUnit, TAP,
// and GCC for editors. A Recording keeps the stream in a file.
package report
