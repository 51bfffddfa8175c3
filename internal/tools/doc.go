// Package tools groups programs for this repository that are not part of the judge: release archives, pictures of
// terminals, and the programs of the library as a part of the binary.
//
// Read release/main.go first.
package tools
