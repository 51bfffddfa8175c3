package language

import (
	"os"
	"path"
	"regexp"
	"slices"

	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
)

// TestlibHeader is the header that generators, validators, checkers and interactors of Codeforces include. Their authors keep
// it beside many programs of one file, or in one place for all.
const TestlibHeader = "testlib.h"

var includesTestlib = lazyregexp.New(`(?m)^[ \t]*#[ \t]*include[ \t]*["<]testlib\.h[">]`)

// UsesTestlib tells whether a file of a source includes testlib.h.
func (s Source) UsesTestlib() (bool, error) { return s.Mentions(includesTestlib()) }

// Mentions tells whether a file of a source, testlib.h left out, holds what an expression finds.
func (s Source) Mentions(expression *regexp.Regexp) (bool, error) {
	for _, file := range slices.Concat(s.Files, s.Includes) {
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

// addTestlib adds the person's own testlib.h to sources that include it and bring none.
func (b *Builder) addTestlib(l *layout) error {
	if !l.lacksTestlib() || b.Testlib == "" {
		return nil
	}
	text, err := os.ReadFile(b.Testlib)
	if err != nil {
		return nil // the compiler may have one of its own, and says so if not
	}
	return l.add(TestlibHeader, text)
}

func (l *layout) lacksTestlib() bool {
	return l.data(TestlibHeader) == nil &&
		slices.ContainsFunc(l.files, func(file File) bool { return includesTestlib().Match(file.Data) })
}

// SpeaksTestlib tells whether sources, given with their data, make a checker or an interactor with testlib's own protocol. Some
// have a testlib.h that was changed to speak the ICPC's, which takes other exit codes.
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

// TestlibRemedy says how to get testlib.h, given where a person's own is looked for, or "".
func TestlibRemedy(place string) string {
	if place == "" {
		return "put testlib.h beside the program; it is at " + testlibOrigin
	}
	return "put testlib.h beside the program, or fetch it once: " + FetchTestlib(place)
}

// FetchTestlib is the command that puts testlib.h in a place.
func FetchTestlib(place string) string {
	return "curl --create-dirs -fo " + hint.Quote(place) + " " + testlibOrigin
}

const testlibOrigin = "https://raw.githubusercontent.com/MikeMirzayanov/testlib/master/testlib.h"
