// Package edit adds, removes and renames test cases of a problem package. It knows where a case's files, its rule in
// generators.yaml and the record of generated files lie, how a folder numbers its cases, and what a new case must stand
// before it is taken: validators, the model solution, and all accepted submissions.
//
// Everything is done and tried in a draft, a copy of the package that shares its unchanged files, and put into the package
// at once at the end: whatever fails, the package stays as it was. It knows neither how packages are read nor how the
// outcome is shown.
//
//	p := &edit.Package{Problem: nim, Rules: rules, Judge: judge, Store: store, Load: load}
//	added, err := p.Add(ctx, edit.New{Input: []byte("1\n5\n"), Name: "single"})
//	…
//	moved, err := p.Move("secret/07-old", "new")
package edit
