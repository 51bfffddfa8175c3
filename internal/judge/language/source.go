package language

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"

	"grundy/internal/base/bytesize"
)

// Source is a submitted or package program: one file or several.
type Source struct {
	// Files are the sources. Names are slash-separated and local to the submission.
	Files []File
	// Language is the ID of a row ("cpp") if the language is known in advance, or "".
	Language string
	// Entrypoint is the main file or class if it is known in advance, or "".
	Entrypoint string
	// Beside are files next to a single file that it refers to. They lie where it is built, but the compiler is not told of
	// them and the program does not start with one of them.
	Beside []File
	// Includes are added after the check of the code size, and overwrite Files.
	Includes []File
	// Legacy says that the shebang of .py files distinguishes Python 2 from 3, as in the legacy package format.
	Legacy bool
	// Sanitize builds with run-time checks, if the language has any.
	Sanitize bool
	// Profile names the site whose options build it, "" for those of the row.
	Profile string
	// OfPackage reports that it is a program of a package, which brings what it needs: of the user's libraries it sees only
	// installed packages, and neither the user's flags nor a profile apply.
	OfPackage bool
	// Tool accepts an executable as a program if no file is a source. It is set for checkers, validators and
	// generators, but not for solutions.
	Tool bool
	// Reference is set for a solution that provides answers and is not judged itself.
	Reference bool
}

// File is one file of a source.
type File struct {
	Name string
	// Path is the file's path on the host.
	Path string
	// Data, if not nil, is used instead of Path.
	Data []byte
}

func namesOf(files []File) []string {
	var names []string
	for _, file := range files {
		names = append(names, file.Name)
	}
	return names
}

// Open opens a file, wherever its content is. The caller must close it.
func (f File) Open() (io.ReadCloser, error) {
	if f.Data != nil {
		return io.NopCloser(bytes.NewReader(f.Data)), nil
	}
	file, err := os.Open(f.Path)
	if err != nil {
		return nil, fmt.Errorf("read the source %s: %w", f.Name, err)
	}
	return file, nil
}

// Read returns the content of a file. The caller must not change it.
func (f File) Read() ([]byte, error) {
	if f.Data != nil {
		return f.Data, nil
	}
	data, err := os.ReadFile(f.Path)
	if err != nil {
		return nil, fmt.Errorf("read the source %s: %w", f.Name, err)
	}
	return data, nil
}

// Size returns the size of the content.
func (f File) Size() (bytesize.Size, error) {
	if f.Data != nil {
		return bytesize.Size(len(f.Data)), nil
	}
	info, err := os.Stat(f.Path)
	if err != nil {
		return 0, fmt.Errorf("read the source %s: %w", f.Name, err)
	}
	return bytesize.Size(info.Size()), nil
}

// size returns the sum of the sizes of Files, without Includes.
func (s Source) size() (bytesize.Size, error) {
	var sum bytesize.Size
	for _, file := range s.Files {
		size, err := file.Size()
		if err != nil {
			return 0, err
		}
		sum += size
	}
	return sum, nil
}

// All returns the files of a source with those that come along.
func (s Source) All() []File { return slices.Concat(s.Files, s.Beside, s.Includes) }

// InMemory returns a source without paths.
func (s Source) InMemory() (Source, error) {
	for _, files := range []*[]File{&s.Files, &s.Beside, &s.Includes} {
		*files = slices.Clone(*files)
		for i := range *files {
			file := &(*files)[i]
			data, err := file.Read()
			if err != nil {
				return s, err
			}
			if data == nil {
				data = []byte{}
			}
			file.Data, file.Path = data, ""
		}
	}
	return s, nil
}
