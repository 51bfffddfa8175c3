// Package language is the table of toolchains: which language a source is in, how it is compiled and how the result is
// run. It builds sources into Programs inside a sandbox and keeps them in a cache by content. It does not know problems
// or test cases.
package language
