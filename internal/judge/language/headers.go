package language

import (
	"os"
	"path/filepath"
	"slices"

	"grundy/internal/base/lazyregexp"
)

// includes matches the names of files that C and C++ look for in the directory of the source. It also matches
// <testlib.h>, which some include as if it were installed.
var includes = lazyregexp.New(`(?m)^[ \t]*#[ \t]*include[ \t]*(?:"([^"/\\\n]+)"|<(testlib\.h)>)`)

// headersBeside returns the files next to a source of one file that it includes, directly or through others, as far
// as wanted says so.
func headersBeside(source File, wanted func(name string) bool) ([]File, error) {
	var headers []File
	for unread := []File{source}; len(unread) > 0; unread = unread[1:] {
		text, err := unread[0].Read()
		if err != nil {
			return nil, err
		}
		for _, match := range includes().FindAllSubmatch(text, -1) {
			name := string(match[1]) + string(match[2])
			header := File{Name: name, Path: filepath.Join(filepath.Dir(source.Path), name)}
			if !wanted(name) || header.Path == source.Path || !isRegular(header.Path) ||
				slices.ContainsFunc(headers, func(known File) bool { return known.Name == name }) {
				continue
			}
			headers, unread = append(headers, header), append(unread, header)
		}
	}
	return headers, nil
}

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// testlibBeside returns the testlib.h next to a source of one file, if that includes it.
func testlibBeside(source File) ([]File, error) {
	if !isRegular(filepath.Join(filepath.Dir(source.Path), TestlibHeader)) {
		return nil, nil // as in most cases; then nothing is read
	}
	return headersBeside(source, func(name string) bool { return name == TestlibHeader })
}

// ReadProgram is ReadSource for a program of a package: it adds the files next to a single file that it includes.
// Authors keep validators like that, in one directory with a shared header.
func ReadProgram(path string) (Source, error) {
	source, err := ReadSource(path)
	if err != nil || len(source.Files) != 1 || source.Files[0].Path != path {
		return source, err
	}
	source.Includes, err = headersBeside(source.Files[0], func(string) bool { return true })
	return source, err
}
