//go:build !unix

package digest

import (
	"io/fs"
	"os"
)

// stampOf returns the stamp of a file, following links.
func stampOf(path string) (stamp, error) {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}, err
	}
	return ofInfo(info), nil
}

// Stamp returns a text that changes whenever a regular file was changed.
func Stamp(path string) (string, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", &fs.PathError{Op: "stat", Path: path, Err: fs.ErrInvalid}
	}
	return ofInfo(info).String(), nil
}

func ofInfo(info fs.FileInfo) stamp {
	return stamp{size: info.Size(), modified: info.ModTime().UnixNano()}
}
