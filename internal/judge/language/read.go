package language

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
)

// maxSourceFiles bounds the files of a submission; a directory with more is not a submission.
const maxSourceFiles = 2000

// ReadSource lists the files of a submission: one file, or all files in a directory except hidden ones. It adds a
// testlib.h next to a file that includes it.
func ReadSource(path string) (Source, error) { return readSource(path, testlibBeside) }

// readSource lists the files of a submission. beside finds what goes along with a single file.
func readSource(path string, beside func(source File) ([]File, error)) (Source, error) {
	if fsutil.IsDevice(path) {
		return Source{}, hint.Errorf(fsutil.DeviceHelp, "this file cannot be read")
	}
	info, err := os.Stat(path)
	if err != nil {
		return Source{}, err
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return Source{}, err
	}
	switch mode := info.Mode(); {
	case !mode.IsDir() && !mode.IsRegular(): // it can be read once, or never
		return Source{}, hint.Errorf("save the source in a file", "this is a pipe or a device, not a file")
	case mode.IsRegular():
		file := File{Name: filepath.Base(path), Path: path}
		along, err := beside(file)
		return Source{Files: []File{file}, Beside: along}, err
	}
	files, err := FolderFiles(path)
	return Source{Files: files}, err
}

// FolderFiles lists the regular files below a directory, without hidden files and directories.
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
		// Follow links to files: the user who runs the judge could read those anyway.
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			return err
		}
		if len(files) == maxSourceFiles {
			return fmt.Errorf("%s holds more than %d files: give one file, or a directory with the files of one solution", dir, maxSourceFiles)
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
