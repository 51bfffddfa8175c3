package local

import (
	"errors"
	"os"
	"path/filepath"

	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// lay returns the case that a job brings along. It writes content without a file on this machine to a directory,
// which clear removes.
func (e *Executor) lay(m *job.Made) (tc *problem.Case, clear func(), err error) {
	made := m.Case
	dir := ""
	clear = func() {
		if dir != "" {
			_ = os.RemoveAll(dir) // leftovers go with the scratch directory
		}
	}
	needsDir := func() error {
		if dir != "" {
			return nil
		}
		var err error
		dir, err = readableDir(e.scratch, "made-")
		return err
	}
	for _, file := range m.Files {
		path := file.Path
		if file.Data != nil {
			if err := needsDir(); err != nil {
				return nil, clear, err
			}
			path = filepath.Join(dir, "made"+file.Name)
			if err := os.WriteFile(path, file.Data, 0o644); err != nil {
				return nil, clear, err
			}
		}
		switch file.Name {
		case ".in":
			made.Input = path
		case ".ans":
			made.Answer = path
		}
	}
	if len(m.Beside) > 0 {
		if err := needsDir(); err != nil {
			return nil, clear, err
		}
		made.Files = filepath.Join(dir, filepath.Base(filepath.FromSlash(made.Name))+".files") // named as in messages
		err = layBeside(made.Files, m.Beside)
	}
	return &made, clear, err
}

// readableDir makes a directory below scratch that programs in the sandbox can read.
func readableDir(scratch, pattern string) (string, error) {
	dir, err := os.MkdirTemp(scratch, pattern)
	if err != nil {
		return "", err
	}
	// Checkers run as another user.
	return dir, os.Chmod(dir, 0o755)
}

// layBeside writes files to a new directory. Their names cannot lead out of it.
func layBeside(dir string, files []language.File) (err error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	for _, file := range files {
		name := filepath.FromSlash(file.Name)
		if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		data, err := file.Read()
		if err != nil {
			return err
		}
		if err := root.WriteFile(name, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
