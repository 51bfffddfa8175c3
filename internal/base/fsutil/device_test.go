package fsutil

import (
	"runtime"
	"testing"
)

func TestIsDevice(t *testing.T) {
	for path, windows := range map[string]bool{
		"aux.cpp": true, "some/nul.in": true, "CON": true, "com1.py": true,
		"a.cpp": false, "auxiliary.cpp": false, "con/a.cpp": false, ".": false, "..": false, "/": false, "": false,
	} {
		if got, want := IsDevice(path), windows && runtime.GOOS == "windows"; got != want {
			t.Errorf("%q: got %t, want %t", path, got, want)
		}
	}
}
