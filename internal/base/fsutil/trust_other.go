//go:build !unix

package fsutil

// Trusted returns no error: there a user's directories inherit permissions that exclude others.
func Trusted(string) error { return nil }

// ClosedToAll returns no error.
func ClosedToAll(string) error { return nil }
