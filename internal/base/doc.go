// Package base groups what every package may use: sizes, files that are written whole or not at all, hints for people, the
// environment, YAML, verdicts. Nothing here knows what a judge is.
//
// Read hint/hint.go and fsutil/doc.go first: most packages use these two.
package base
