package suite

import "os"

// cacheVariable names the folder that testlog makes for all packages of a run.
const cacheVariable = "GRUNDY_TESTS_CACHE"

// Cache is the folder in which judges under test keep what they compile, and what removes it. Builds are named by their
// content, so that all packages of a run can share them; the standard libraries alone take longer to compile than most tests.
// A package that is tested alone gets a folder of its own.
func Cache() (dir string, remove func() error, err error) {
	if dir := os.Getenv(cacheVariable); dir != "" {
		return dir, func() error { return nil }, nil
	}
	return newCache()
}

// ShareCache makes a folder for all packages that are tested by commands with this environment.
func ShareCache(environ []string) (with []string, remove func() error, err error) {
	dir, remove, err := newCache()
	return append(environ[:len(environ):len(environ)], cacheVariable+"="+dir), remove, err
}

func newCache() (dir string, remove func() error, err error) {
	dir, err = os.MkdirTemp("", "grundy-tests-cache-")
	return dir, func() error { return os.RemoveAll(dir) }, err
}
