// Package event holds what happens while something is judged, verified, searched or made, as data: one struct a kind.
// Whoever does the work emits them, and every face is a sink of that stream. It does not know how the work is done.
package event
