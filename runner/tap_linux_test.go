package runner

// isFinished reports whether the end of the tapped pipe was passed on.
func isFinished(t *tap) bool { return t.finished }
