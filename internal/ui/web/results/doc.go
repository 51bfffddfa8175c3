// Package results turns what a judgement came to into parts of pages: its events into messages, and its failures into
// positions of games, pictures and excerpts.
package results
