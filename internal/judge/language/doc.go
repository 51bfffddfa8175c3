// Package language is the table of toolchains. It determines the language of a source, how to compile it and how to
// run the result. It builds sources into Programs inside a sandbox and caches them by content. It does not know
// problems or test cases and does not judge: a Program says how to run it, and the caller provides limits and input.
//
// A language is a row of languages.yaml, whose head explains the keys. A user's file of the same format changes rows
// and adds new ones. The rest of this package knows no particular language, except for Java's classes (java.go) and
// Go's modules (libraries.go).
//
// The package trusts toolchains on this machine: it asks for their version, and prepares them for fast compilation,
// outside any sandbox. It does not trust sources: only a compiler in a box ever reads them.
package language
