package language

import (
	"os"
	"path/filepath"
	"slices"

	"grundy/internal/base/lazyregexp"
)

// includes finds the names of files that C and C++ look for in the folder of the source. There is testlib.h, too, which some
// include as if it was installed.
var includes = lazyregexp.New(`(?m)^[ \t]*#[ \t]*include[ \t]*(?:"([^"/\\\n]+)"|<(testlib\.h)>)`)

// headersBeside are the files in the folder of a source of one file that it includes, and those that these include, as far as
// they are wanted.
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

// testlibBeside is the testlib.h in the folder of a source of one file, if it includes it.
func testlibBeside(source File) ([]File, error) {
	if !isRegular(filepath.Join(filepath.Dir(source.Path), TestlibHeader)) {
		return nil, nil // as in most cases, so that nothing is read
	}
	return headersBeside(source, func(name string) bool { return name == TestlibHeader })
}

// ReadProgram is ReadSource for a program of a package: whatever lies beside a single file and is included by it is included.
// Authors keep validators so, in one folder with the header that they share.
func ReadProgram(path string) (Source, error) {
	source, err := ReadSource(path)
	if err != nil || len(source.Files) != 1 || source.Files[0].Path != path {
		return source, err
	}
	source.Includes, err = headersBeside(source.Files[0], func(string) bool { return true })
	return source, err
}
