package plain

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
)

// Nearest describes the nearest thing to test cases if Load and Siblings find none: a subdirectory with tests, one of
// the two files of a case, a file whose name mentions tests, or the parent directory; "" for nothing.
func Nearest(dir string) string {
	t := openTree(dir)
	if inner := testsBelow(t); inner != "" {
		return fmt.Sprintf("the directory %s with tests: --problem %s", inner, filepath.Join(dir, inner))
	}
	names := visible(t, "")
	for _, l := range known() {
		for _, name := range names {
			if l.paired || l.input.dir != "" || t.isDir(name) {
				continue
			}
			if l.input.holds(name) {
				return fmt.Sprintf("%s, %s: --problem %s judges with all tests there", name, t.owner(l, name), hint.Quote(dir))
			}
			for _, answer := range l.answers[:min(2, len(l.answers))] {
				if called, ok := answer.cut(name); ok && name != "a.out" && !t.has(l.input.file(called)) {
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
		return fmt.Sprintf("the directory above with tests: --problem %s", filepath.Join(dir, ".."))
	}
	return ""
}

// owner says after which source the input of a layout is named.
func (t *tree) owner(l layout, input string) string {
	called, _ := l.input.cut(input)
	for _, name := range visible(t, "") {
		if !isData(name) && isNamedAfter(strings.Replace(called, between, ".", 1), stemOf(name)) {
			return "which belongs to " + name
		}
	}
	return "which is named after another file"
}

const (
	// mostLookedAt bounds how many files Nearest looks at.
	mostLookedAt = 1000
	// deepest is how many levels of subdirectories it searches.
	deepest = 3
)

// visible returns the files and directories in a directory, in their natural order, without hidden ones.
func visible(t *tree, dir string) []string {
	names := make([]string, 0, len(t.list(dir)))
	for name := range t.list(dir) {
		if !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, natural)
	return names[:min(len(names), mostLookedAt)]
}

// testsBelow returns the shallowest subdirectory with tests; "" for none.
func testsBelow(t *tree) string {
	level, looked := []string{""}, 0
	for range deepest {
		var next []string
		for _, dir := range level {
			for _, name := range visible(t, dir) {
				inner := filepath.Join(dir, name)
				if looked++; looked > mostLookedAt {
					return ""
				}
				if !t.isDir(inner) {
					continue
				}
				if Is(t.path(inner)) {
					return inner
				}
				next = append(next, inner)
			}
		}
		level = next
	}
	return ""
}

// holds reports whether a file name matches the pattern.
func (p pattern) holds(file string) bool {
	_, ok := p.cut(file)
	return ok
}

var speaksOfTests = lazyregexp.New(`(?i)(^|[^a-z])(in|inp|input|sample|example|test|case)([^a-z]|$)`)
