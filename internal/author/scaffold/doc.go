// Package scaffold writes the beginning of a problem package: small but complete, so that the author can verify it
// at once and then change it step by step. It knows what belongs into a package. It neither reads nor runs
// anything.
package scaffold
