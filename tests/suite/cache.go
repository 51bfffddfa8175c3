package suite

import (
	"errors"
	"os"
)

// cacheVariable names the directory that testlog makes for all packages of a run.
const cacheVariable = "GRUNDY_TESTS_CACHE"

// Cache returns the directory in which judges under test keep their builds, and what removes it. Builds are named by
// their content, so that all packages of a run can share them; the standard libraries alone take longer to compile
// than most tests. A package that is tested alone gets a directory of its own.
func Cache() (dir string, remove func() error, err error) {
	if dir := os.Getenv(cacheVariable); dir != "" {
		return dir, func() error { return nil }, nil
	}
	return newCache()
}

// Share makes a cache and a PATH (see SetPath) for all packages that are tested by commands with this environment.
func Share(environ []string) (with []string, remove func() error, err error) {
	dir, removeCache, err := newCache()
	if err != nil {
		return nil, removeCache, err
	}
	with, removePath, err := sharePath(append(environ[:len(environ):len(environ)], cacheVariable+"="+dir))
	return with, func() error { return errors.Join(removePath(), removeCache()) }, err
}

// Begin prepares the tests of a package that judge: it sets PATH (see SetPath), and returns the cache (see Cache).
func Begin() (cache string, end func() error, err error) {
	removePath, err := SetPath()
	if err != nil {
		return "", removePath, err
	}
	cache, removeCache, err := Cache()
	return cache, func() error { return errors.Join(removePath(), removeCache()) }, err
}

func newCache() (dir string, remove func() error, err error) {
	dir, err = os.MkdirTemp("", "grundy-tests-cache-")
	return dir, func() error { return os.RemoveAll(dir) }, err
}
