package adversarial

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/internal/bytesize"
	"grundy/internal/verdict"
)

// testdata holds the programs and their problem. The rootless tier runs in a folder where it lies at the same place.
const testdata = "../testdata/adversarial"

// rows is the folder of harmless programs, a file a language.
const rows = "rows"

var accepted = []verdict.Verdict{verdict.AC}

// harmless is what holds for these, however slowly their runtimes begin.
var harmless = header{
	settings: settings{limit: 10 * time.Second, memory: bytesize.GiB, compileLimit: 2 * time.Minute},
	general:  clause{verdicts: accepted},
}

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
	for _, folder := range []string{"compile", rows, "run"} {
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
			h := harmless
			if folder != rows {
				line, _, _ := strings.Cut(string(text), "\n")
				if h, err = parseHeader(line); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			list = append(list, program{name, string(text), h})
		}
	}
	return list
}
