// Package store groups what grundy keeps on the user's disk: settings, caches, digests, the history, and the workspace
// that connects them to the judge.
//
// Read workspace/workspace.go first.
package store
