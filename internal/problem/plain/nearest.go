package plain

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/lazyregexp"
)

// Nearest says what comes nearest to test cases where Load and Siblings find none: a folder below that has some, one of the
// two files of a case, a file whose name speaks of tests, or the folder above; "" for nothing.
func Nearest(dir string) string {
	t := openTree(dir)
	names := make([]string, 0, len(t.list("")))
	for name := range t.list("") {
		if !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, natural)
	names = names[:min(len(names), mostLookedAt)]
	for _, name := range names {
		if t.isDir(name) && Is(t.path(name)) {
			return fmt.Sprintf("the folder %s, which holds tests: name it with --problem", name)
		}
	}
	for _, l := range known() {
		for _, name := range names {
			if l.paired || l.input.dir != "" || t.isDir(name) {
				continue
			}
			if l.input.holds(name) {
				return fmt.Sprintf("%s, which is named after another file: name its folder with --problem", name)
			}
			for _, answer := range l.answers[:min(2, len(l.answers))] {
				if called, ok := answer.cut(name); ok && name != "a.out" {
					return fmt.Sprintf("%s, an answer without its input %s", name, l.input.file(called))
				}
			}
		}
	}
	for _, name := range names {
		if speaksOfTests().MatchString(name) && isData(name) && !t.isDir(name) {
			return fmt.Sprintf("%s: rename it, or name the pattern of such files with --pattern", name)
		}
	}
	if above := filepath.Dir(t.root); Is(above) {
		return fmt.Sprintf("the tests in the folder above: --problem %s", filepath.Join(dir, ".."))
	}
	return ""
}

// mostLookedAt bounds how many files Nearest looks at.
const mostLookedAt = 1000

// holds tells whether a file is named by the pattern.
func (p pattern) holds(file string) bool {
	_, ok := p.cut(file)
	return ok
}

var speaksOfTests = lazyregexp.New(`(?i)(^|[^a-z])(in|inp|input|sample|example|test|case)([^a-z]|$)`)
