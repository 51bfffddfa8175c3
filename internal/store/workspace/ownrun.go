package workspace

import (
	"errors"
	"os"
	"path/filepath"

	"grundy/internal/base/fsutil"
)

// OwnRun has the files of a run on an input of the user's own.
type OwnRun struct {
	// Input is the path of the input. Output is an empty file for what the program prints.
	Input  string
	Output *os.File
	dir    string
}

// OwnRun writes an input into a directory of its own. The caller must close the result.
func (w *Workspace) OwnRun(input []byte) (*OwnRun, error) {
	scratch, err := w.Scratch()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(scratch, "own-")
	if err != nil {
		return nil, err
	}
	r := &OwnRun{Input: filepath.Join(dir, "own.in"), dir: dir}
	if err = os.WriteFile(r.Input, input, 0o644); err == nil {
		r.Output, err = fsutil.Fresh(filepath.Join(dir, "own.out"))
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return r, nil
}

// Close removes the files.
func (r *OwnRun) Close() error { return errors.Join(r.Output.Close(), os.RemoveAll(r.dir)) }
