// Package handout makes what contestants are handed: statements with their samples, limits and figures as one HTML document that
// needs nothing beside it, for a problem alone or for a problem set with a cover, the same as a document of LaTeX or Typst, and each as PDF.
//
// The text is that of internal/statement, so whatever a source holds, no script and no address of the web is in the page, and its
// policy allows none; and the document has no commands but grundy's own. A browser reads nothing but what Write made; LaTeX, Typst, and
// whatever else reads files of packages, runs in a box.
//
//	page, err := handout.Write(handout.Set{Problems: []handout.Problem{{Problem: p}}}, handout.Options{})
//	printers, err := handout.Printers(variables, "")
//	pdf, err := handout.Print(ctx, printers, bench, set, handout.Options{})
package handout
