//go:build !linux

package sandboxtest

func inMemory(string) bool { return false }
