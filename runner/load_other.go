//go:build !linux

package runner

// load is 1 where it cannot be told.
func load() float64 { return 1 }
