// Package event describes what happens while something is judged, verified, searched or generated, as data: one struct
// per kind, whose field tags define its form as a line of JSON. The worker emits events; every renderer is a Sink of
// that stream and has no other source. The package does not know how the work is done, or how it is displayed.
//
// Encoder and Decoder write and read the stream; docs/events/fields.md is its reference. A Buffer keeps a slow Sink from slowing
// the work.
package event
