// Package generators is the model of generators/generators.yaml: which test cases a package generates, by which
// commands and with which seeds. It follows the format introduced by BAPCtools; docs/generators.md lists its keys.
//
// It knows names, commands and programs, how to read and edit generators.yaml, and the record of what was generated. It
// runs nothing.
package generators
