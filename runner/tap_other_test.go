//go:build !linux

package runner

// isFinished returns true, since taps on this system do not track that.
func isFinished(*tap) bool { return true }
