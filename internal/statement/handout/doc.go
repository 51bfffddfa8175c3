// Package handout makes the statements that contestants receive, with samples, limits and figures, the explanations of
// their solutions, and slides of both, for a problem alone or for a problem set with a cover. It writes a self-contained
// HTML document, or the same as a LaTeX or Typst document, and prints each of them as PDF.
//
// The text comes from internal/statement. Whatever a source contains, the page has no script and no web address,
// and its policy allows none; the documents have only grundy's own commands. A browser reads only what Write made.
// LaTeX, Typst and all other tools that read files of packages run in a box.
package handout
