// Package sheet makes what contestants are handed: statements with their samples, limits and figures as one HTML document that
// needs nothing beside it, for a problem alone or for a problem set with a cover, and the same as PDF.
//
// The text is that of internal/statement, so whatever a source holds, no script and no address of the web is in the document, and its
// policy allows none. PDF is the document printed by Chromium, which therefore reads nothing but what Write made.
//
//	page, err := sheet.Write(sheet.Set{Problems: []sheet.Problem{{Problem: p}}}, sheet.Options{})
//	err = sheet.Print(ctx, printer, page.HTML, to)
package sheet
