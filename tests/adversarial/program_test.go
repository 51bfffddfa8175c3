package adversarial

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
)

// testdata holds the programs and their problem. The rootless tier runs in a folder where it lies at the same place.
const testdata = "../testdata/adversarial"

// The folders of programs. In rows and same they are harmless: a file a language, and what must come to the same in each tier.
const (
	compile = "compile"
	rows    = "rows"
	run     = "run"
	same    = "same"
)

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

// hostile reads the programs that are judged in each tier that isolates.
func hostile(t *testing.T) []program { return programs(t, compile, rows, run) }

// programs reads all of some folders, in the order of their names.
func programs(t *testing.T, folders ...string) []program {
	t.Helper()
	var list []program
	for _, folder := range folders {
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
