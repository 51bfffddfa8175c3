package library_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"grundy/internal/ui/cli"
	"grundy/tests/suite"
)

// grundy is the name under which this binary is the program itself.
const grundy = "grundy"

// TestMain gives all tests one cache: each program of a package is compiled once.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == grundy {
		os.Exit(cli.Main())
	}
	dir, remove, err := suite.Begin()
	if err == nil {
		err = os.Setenv("GRUNDY_CACHE", dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := remove(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}
