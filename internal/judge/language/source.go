package language

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"

	"grundy/internal/base/bytesize"
)

// Source is what someone wrote: one file or several.
type Source struct {
	// Files are the sources. Names are slash-separated and local to the submission.
	Files []File
	// Language is the ID of a row when it is known beforehand ("cpp"), else "".
	Language string
	// Entrypoint is the main file or class when it is known beforehand, else "".
	Entrypoint string
	// Includes are laid over Files after the code size was checked, and overwrite.
	Includes []File
	// Legacy looks at the shebang of .py files to tell Python 2 from 3, as the legacy package format does.
	Legacy bool
	// Sanitize builds it with checks of what the program does at run time, where its language has such.
	Sanitize bool
	// Tool takes a file that was built elsewhere for a program, where no source is among the files: it is a checker, a
	// validator or a generator, and no solution.
	Tool bool
}

// File is one file of a source.
type File struct {
	Name string
	// Path is where it lies on the host.
	Path string
	// Data, when not nil, is used instead of Path.
	Data []byte
}

// Open gives the content of a file, wherever it is. It must be closed.
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

// Read gives the content of a file, which must not be changed.
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

// Size is the size of the content.
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

// size is the sum of the sizes of the files, without those that are included.
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

// InMemory is a source that has no paths.
func (s Source) InMemory() (Source, error) {
	for _, files := range []*[]File{&s.Files, &s.Includes} {
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
