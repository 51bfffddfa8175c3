package games_test

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"grundy/checker/games"
)

// TestSource checks that every file of the packages except their tests is embedded.
func TestSource(t *testing.T) {
	files, err := filepath.Glob("*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no packages: %v", err)
	}
	for _, file := range files {
		_, err := fs.Stat(games.Source, filepath.ToSlash(file))
		if isTest := strings.HasSuffix(file, "_test.go"); isTest == (err == nil) {
			t.Errorf("%s: embedded %v, a test %v", file, err == nil, isTest)
		}
	}
}
