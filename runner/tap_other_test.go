//go:build !linux

package runner

// isFinished cannot be told where nothing is tapped.
func isFinished(*tap) bool { return true }
