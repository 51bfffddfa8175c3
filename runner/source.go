package runner

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/language"
	"grundy/internal/problem"
)

// maxSourceFiles bounds the files of one submission: a folder with more is not one.
const maxSourceFiles = 2000

// ReadSource lists the files of a submission: one file, or all in a folder but hidden ones.
func ReadSource(path string) (language.Source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return language.Source{}, err
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return language.Source{}, err
	}
	if !info.IsDir() {
		return language.Source{Files: []language.File{{Name: filepath.Base(path), Path: path}}}, nil
	}
	files, err := folderFiles(path)
	return language.Source{Files: files}, err
}

// ReadSubmission is the job of judging a submission of a package.
func ReadSubmission(p *problem.Problem, s *problem.Submission) (Job, error) {
	source, err := ReadSource(s.Path)
	if err != nil {
		return Job{}, err
	}
	source.Language, source.Entrypoint, source.Legacy = s.Language, s.Entrypoint, p.Format.IsLegacy()
	return Job{Problem: p, Name: s.Name, Source: source}, nil
}

// folderFiles lists the regular files below a folder, without hidden files and folders.
func folderFiles(dir string) ([]language.File, error) {
	var files []language.File
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if strings.HasPrefix(entry.Name(), ".") && path != dir {
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if entry.IsDir() {
			return nil
		}
		// Links are followed to files: whoever runs the judge could read them anyway.
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			return err
		}
		if len(files) == maxSourceFiles {
			return fmt.Errorf("%s holds more than %d files: this is no submission", dir, maxSourceFiles)
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		files = append(files, language.File{Name: filepath.ToSlash(name), Path: path})
		return nil
	})
	return files, err
}

// includes lists the files that a problem lays over submissions in a language: those for all languages, then those for
// this one, with constants substituted.
func includes(p *problem.Problem, lang *language.Language) ([]language.File, error) {
	var files []language.File
	for _, key := range []string{"default", lang.Code} {
		dir, found := p.Includes[key]
		if !found {
			continue
		}
		more, err := folderFiles(dir)
		if err != nil {
			return nil, fmt.Errorf("include: %w", err)
		}
		for i := range more {
			if err := substitute(&more[i], p.Constants); err != nil {
				return nil, fmt.Errorf("include: %w", err)
			}
		}
		files = slices.DeleteFunc(files, func(f language.File) bool {
			return slices.ContainsFunc(more, func(m language.File) bool { return m.Name == f.Name })
		})
		files = append(files, more...)
	}
	return files, nil
}

// substitute replaces {{name}} by the constants of the problem (2025-09, section "Constants").
func substitute(file *language.File, constants map[string]string) error {
	if len(constants) == 0 {
		return nil
	}
	data, err := file.Read()
	if err != nil {
		return err
	}
	for name, value := range constants {
		data = bytes.ReplaceAll(data, []byte("{{"+name+"}}"), []byte(value))
	}
	file.Data = data
	return nil
}
