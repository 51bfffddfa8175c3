// Package yamldoc reads and edits hand-written YAML files. It is the only package that uses the YAML library,
// whose parser may panic and takes long for deep nesting. It guards against both.
//
// It reads values from the syntax tree rather than decode them into structs, so that every fault has its line,
// misspelt keys get a suggestion, and numbers keep their spelling. It reports faults as it finds them, and reading
// goes on.
package yamldoc
