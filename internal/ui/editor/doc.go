// Package editor serves editors. One process, started by an editor, speaks JSON-RPC over its standard input and output:
// the Language Server Protocol (version 3.17) for errors in the source, code lenses and actions, and requests of its own for
// panels: the problem of a file, its test cases, runs with their events, the smallest failing input, the history.
// docs/internals/editor.md describes these requests.
//
// Read first server.go, then judging.go. The editor is trusted, as the user is who started it; the programs of the files run
// in the sandbox as everywhere.
package editor
