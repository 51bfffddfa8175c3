// Package tools groups programs for this repository that are not part of the judge: release archives and pictures of
// terminals.
//
// Read release/main.go first.
package tools
