package language

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxSourceFiles bounds the files of one submission: a folder with more is not one.
const maxSourceFiles = 2000

// ReadSource lists the files of a submission: one file, or all in a folder but hidden ones. A testlib.h beside a file that
// includes it is included.
func ReadSource(path string) (Source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Source{}, err
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return Source{}, err
	}
	if !info.IsDir() {
		file := File{Name: filepath.Base(path), Path: path}
		headers, err := testlibBeside(file)
		return Source{Files: []File{file}, Includes: headers}, err
	}
	files, err := FolderFiles(path)
	return Source{Files: files}, err
}

// FolderFiles lists the regular files below a folder, without hidden files and folders.
func FolderFiles(dir string) ([]File, error) {
	var files []File
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
		files = append(files, File{Name: filepath.ToSlash(name), Path: path})
		return nil
	})
	return files, err
}
