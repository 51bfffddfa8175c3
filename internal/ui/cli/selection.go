package cli

import (
	"os"
	"path/filepath"

	"grundy/internal/app/verify"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problemset"
	"grundy/internal/store/workspace"
)

// comparedSet is the set whose packages verify compares, nil for a single package.
func comparedSet(s *workspace.Selection) *verify.Set {
	if !s.IsSet() {
		return nil
	}
	return &verify.Set{Name: s.Name, Dir: fsutil.Absolute(s.Dir), Listed: s.Listed > 0, Faults: s.Faults}
}

// noting returns a function that reports what went wrong with a package of a set, and raises the exit code accordingly.
func (c *call) noting(exit *int) func(error) {
	return func(err error) {
		err = judging(err)
		c.complain(err)
		*exit = max(*exit, exitCode(err))
	}
}

// wantedPackages are the names on the command line, none for all of the library. Without a name they are the packages
// in the current directory: verifying the whole library takes an hour, which a forgotten name must not start.
func wantedPackages(c *call) ([]string, error) {
	names := c.words()
	switch {
	case c.Bool("all") && len(names) > 0:
		return nil, hint.Errorf("leave out one of them", "verify: --all excludes the problem %s", names[0])
	case c.Bool("all") || len(names) > 0:
		return names, nil
	}
	if !holdsPackages(".") {
		return nil, hint.Errorf("grundy verify PROBLEM; --all verifies all of grundy list", "verify: name a problem; the current directory is not a package")
	}
	return []string{"."}, nil
}

// holdsPackages reports whether a directory is a package or holds some.
func holdsPackages(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "problem.yaml"))
	return err == nil || problemset.Is(dir)
}
