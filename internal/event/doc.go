// Package event holds what happens while something is judged, verified, searched or made, as data: one struct a kind, with
// its form as a line of JSON in the tags of its fields. Whoever does the work emits events, and every face is a Sink of that
// stream and of nothing else. The package does not know how the work is done, or how it looks.
//
// Encoder and Decoder write and read the stream; docs/events.md is its reference. A Buffer keeps a slow Sink from slowing
// the work.
package event
