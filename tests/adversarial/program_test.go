package adversarial

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// testdata holds the programs and their problem. The rootless tier runs in a folder where it lies at the same place.
const testdata = "../testdata/adversarial"

// program is one file of testdata.
type program struct {
	name string // "run/spin.c"
	text string
	header
}

// programs reads all of them, in the order of their names.
func programs(t *testing.T) []program {
	t.Helper()
	var list []program
	for _, folder := range []string{"compile", "run"} {
		entries, err := os.ReadDir(filepath.Join(testdata, folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			name := folder + "/" + entry.Name()
			text, err := os.ReadFile(filepath.Join(testdata, name))
			if err != nil {
				t.Fatal(err)
			}
			line, _, _ := strings.Cut(string(text), "\n")
			h, err := parseHeader(line)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			list = append(list, program{name, string(text), h})
		}
	}
	return list
}
