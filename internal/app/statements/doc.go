// Package statements writes the statements of problems and contests, the explanations of their solutions, and slides,
// as documents for people to read or print.
//
// Package internal/statement/handout makes the documents. Package internal/app/practice reads the texts that a terminal
// or a page shows.
package statements
