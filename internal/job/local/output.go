package local

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"grundy/internal/base/fsutil"
)

// outputFile is a file for what a program prints, in a directory of its own.
type outputFile struct {
	*os.File
	dir string
}

// newOutput makes an empty file. The caller must remove it.
func (e *Executor) newOutput() (*outputFile, error) {
	dir, err := readableDir(e.scratch, "output-")
	if err != nil {
		return nil, err
	}
	file, err := fsutil.Fresh(filepath.Join(dir, "out"))
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return &outputFile{file, dir}, nil
}

// content is all that was printed so far.
func (o *outputFile) content() (*io.SectionReader, error) {
	info, err := o.Stat()
	if err != nil {
		return nil, err
	}
	return io.NewSectionReader(o, 0, info.Size()), nil
}

// remove closes the file and removes it with its directory.
func (o *outputFile) remove() error { return errors.Join(o.Close(), os.RemoveAll(o.dir)) }
