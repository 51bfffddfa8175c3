// Package store groups what grundy keeps on the disk of its user: settings, caches, digests, the history, and the workspace
// that wires these to the judge.
//
// Read workspace/workspace.go first.
package store
