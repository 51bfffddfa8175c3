// Package base groups what every package may use: sizes, atomic file writes, hints for errors, the environment,
// YAML, verdicts. Nothing here knows about judging.
//
// Read hint/hint.go and fsutil/doc.go first: most packages use these two.
package base
