package runner

// isFinished tells whether the end of what is tapped was passed on.
func isFinished(t *tap) bool { return t.finished }
