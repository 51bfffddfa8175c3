// Package yamldoc reads and edits YAML files that people write. It is the only one that knows the YAML package, whose
// parser may panic and takes long for what is nested deeply: both are caught here.
//
// Values are read from the syntax tree rather than decoded into structs, so that every fault has its line, misspelt keys
// get a suggestion, and numbers keep the text that was written. Faults are reported as they are found, and reading goes on.
//
//	root, ok := yamldoc.Parse("problem.yaml", text, func(f yamldoc.Fault) { … })
//	m, ok := root.Mapping()
//	m.Text("name", &name)
//	if limits, ok := m.Take("limits"); ok { … }
//	m.Finish(nil) // unknown keys
package yamldoc
