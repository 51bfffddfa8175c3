// Package edit adds, removes and renames test cases of a problem package. It knows where a case's files, its rule
// in generators.yaml and the record of generated files lie, how a directory numbers its cases, and which checks a
// new case must pass: the validators, the model solution, and all accepted submissions.
//
// Every change is made and tried in a draft, a copy of the package that shares its unchanged files, and is
// installed at the end in one step. If anything fails, the package stays as it was. The package knows neither how
// packages are read nor how the result is shown.
package edit
