package library_test

import (
	"fmt"
	"os"
	"testing"
)

// TestMain gives all tests one cache of their own, which begins empty: each program of a package is compiled once, and all
// data is made anew.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "grundy-library-")
	if err == nil {
		err = os.Setenv("GRUNDY_CACHE", dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := os.RemoveAll(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}
