// Package hint gives errors a remedy: what the user should do about them. An error that knows its remedy has a
// method Hint, and the code that shows errors finds it, however deep it is wrapped.
//
// The package also suggests known words for an unknown one. It does not know how errors are shown.
package hint
