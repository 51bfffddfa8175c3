package plain

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grundy/internal/pkgfmt/problem"
)

// Siblings loads the cases beside a source file: for a.cpp those named after it (a.in, a1.in, a-2.in), or those in a
// directory of its name (a/1.in, tests/a/1.in). Without any, it takes those not named after another file there (1.in, but not b.in if there is a b.py), or of another layout, or
// those in test/ and similar directories. It returns nil if there are neither cases nor settings.
func Siblings(source string) (*problem.Problem, problem.Diagnostics) {
	t := openTree(filepath.Dir(source))
	found := t.among(namedLayouts(), namedAfter(source))
	if len(found) == 0 {
		found = t.findBelow(foldersOf(filepath.Base(source)))
	}
	if len(found) == 0 {
		found = t.find(t.unclaimed())
	}
	if len(found) == 0 && len(t.faults) == 0 && !HasSettings(t.root) {
		return nil, nil
	}
	p, faults := t.load(found)
	return p, faults
}

// namedAfter selects the cases that are named after a source.
func namedAfter(source string) func(name string) bool {
	stem := stemOf(filepath.Base(source))
	return func(name string) bool { return isNamedAfter(name, stem) }
}

// unclaimed selects the cases that are not named after a file of the directory.
func (t *tree) unclaimed() func(name string) bool {
	var others []string
	for file := range t.list("") {
		if !isData(file) && !strings.HasPrefix(file, ".") {
			others = append(others, stemOf(file))
		}
	}
	return func(name string) bool {
		return !slices.ContainsFunc(others, func(other string) bool { return isNamedAfter(name, other) })
	}
}

func stemOf(file string) string { return strings.TrimSuffix(file, path.Ext(file)) }

// isData distinguishes test data from sources by the extension; files without one are data or built programs.
func isData(file string) bool {
	switch strings.ToLower(strings.TrimRight(path.Ext(file), "0123456789")) {
	case ".in", ".out", ".ou", ".ans", ".a", ".ok", ".sol", ".i", ".o", ".inp", ".oup", ".dat", ".input", ".output", ".answer", ".expected", ".exp", ".diff", ".txt", ".", "":
		return true
	default:
		return false
	}
}

// isNamedAfter reports whether a name is the stem, or the stem followed by something that does not continue a word:
// "a", "a1", "a-1" and "a.sample" are named after "a"; "ab" is not, and "a10" is not named after "a1".
func isNamedAfter(name, stem string) bool {
	rest, ok := strings.CutPrefix(name, stem)
	if !ok || stem == "" {
		return false
	}
	next, _ := utf8.DecodeRuneInString(rest)
	last, _ := utf8.DecodeLastRuneInString(stem)
	return rest == "" || !unicode.IsLetter(next) && !(unicode.IsDigit(next) && unicode.IsDigit(last))
}
