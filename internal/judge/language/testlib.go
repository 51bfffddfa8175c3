package language

import (
	"os"
	"path"
	"regexp"
	"slices"

	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
)

// TestlibHeader is the header that generators, validators, checkers and interactors of Codeforces include. Authors
// keep it next to many programs of one file, or in one place for all.
const TestlibHeader = "testlib.h"

var includesTestlib = lazyregexp.New(`(?m)^[ \t]*#[ \t]*include[ \t]*["<]testlib\.h[">]`)

// UsesTestlib reports whether a file of a source includes testlib.h.
func (s Source) UsesTestlib() (bool, error) { return s.Mentions(includesTestlib()) }

// Mentions reports whether an expression matches in a file of a source, except testlib.h.
func (s Source) Mentions(expression *regexp.Regexp) (bool, error) {
	for _, file := range s.All() {
		if path.Base(file.Name) == TestlibHeader {
			continue
		}
		text, err := file.Read()
		if err != nil {
			return false, err
		}
		if expression.Match(text) {
			return true, nil
		}
	}
	return false, nil
}

// addTestlib adds the user's own testlib.h to sources that include it and bring none.
func (b *Builder) addTestlib(l *layout) error {
	if !l.lacksTestlib() || b.Testlib == "" {
		return nil
	}
	text, err := os.ReadFile(b.Testlib)
	if err != nil {
		return nil // the compiler may have its own, or reports that it has none
	}
	return l.add(TestlibHeader, text)
}

func (l *layout) lacksTestlib() bool {
	return l.data(TestlibHeader) == nil &&
		slices.ContainsFunc(l.files, func(file File) bool { return includesTestlib().Match(file.Data) })
}

// SpeaksTestlib reports whether sources, given with their data, make a checker or an interactor with testlib's own
// protocol. Some bring a modified testlib.h with the ICPC protocol, which has other exit codes.
func SpeaksTestlib(files []File) bool {
	uses := false
	for _, file := range files {
		if definesCodes().Match(file.Data) {
			return false
		}
		uses = uses || path.Base(file.Name) != TestlibHeader && includesTestlib().Match(file.Data)
	}
	return uses
}

var definesCodes = lazyregexp.New(`(?m)^[ \t]*#[ \t]*define[ \t]+OK_EXIT_CODE[ \t]+42\b`)

// TestlibRemedy says how to get testlib.h, given where the judge looks for the user's own, or returns "".
func TestlibRemedy(place string) string {
	if place == "" {
		return "put testlib.h beside the program; it is at " + testlibOrigin
	}
	return "put testlib.h beside the program, or fetch it once: " + FetchTestlib(place)
}

// FetchTestlib returns the command that downloads testlib.h to a path.
func FetchTestlib(place string) string {
	return "curl --create-dirs -fo " + hint.Quote(place) + " " + testlibOrigin
}

const testlibOrigin = "https://raw.githubusercontent.com/MikeMirzayanov/testlib/master/testlib.h"
