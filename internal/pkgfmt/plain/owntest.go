package plain

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"grundy/internal/base/fsutil"
	"grundy/internal/pkgfmt/problem"
)

// mostOwnTests bounds how many tests of one's own get names.
const mostOwnTests = 10_000

// AddTest keeps a test beside those of a source, under the first free name that begins with a label. It returns nothing if a
// test there has the same input, or if the tests are not named NAME.in: then the names of others cannot be told.
func AddTest(source, label string, input, answer []byte) (inputFile, answerFile string, err error) {
	p, _ := Siblings(source)
	if p == nil {
		return "", "", nil
	}
	beside := filepath.Join(filepath.Dir(source), "samples", label)
	ending := ".ans"
	if cases := p.Data.AllCases(); len(cases) > 0 {
		first := cases[0]
		if filepath.Ext(first.Input) != ".in" || hasInput(cases, input) {
			return "", "", nil
		}
		if first.Answer != "" {
			ending = filepath.Ext(first.Answer)
		}
		if stem := stemOf(filepath.Base(source)); isNamedAfter(stemOf(filepath.Base(first.Input)), stem) {
			label = stem + "." + label
		}
		beside = filepath.Join(filepath.Dir(first.Input), label)
	}
	for n := 1; n <= mostOwnTests; n++ {
		inputFile, answerFile = fmt.Sprintf("%s-%d.in", beside, n), fmt.Sprintf("%s-%d%s", beside, n, ending)
		if exists(inputFile) || exists(answerFile) {
			continue
		}
		if _, _, err = fsutil.Add(answerFile, 0o644, answer); err == nil {
			_, _, err = fsutil.Add(inputFile, 0o644, input)
		}
		return inputFile, answerFile, err
	}
	return "", "", nil
}

// hasInput reports whether a case has an input already.
func hasInput(cases []*problem.Case, input []byte) bool {
	for _, tc := range cases {
		if info, err := os.Stat(tc.Input); err != nil || info.Size() != int64(len(input)) {
			continue
		}
		if known, err := os.ReadFile(tc.Input); err == nil && bytes.Equal(known, input) {
			return true
		}
	}
	return false
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
