// Package generators is the model of generators/generators.yaml: which test cases a package generates, by which commands
// and with which seeds. It follows the format that BAPCtools made the custom; docs/generators.md lists its keys.
//
// It knows names, commands and programs, how generators.yaml is read and edited, and the record of what was generated. It
// runs nothing.
package generators
