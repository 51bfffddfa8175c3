package generate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// moveFiles moves the files of a directory into another one and replaces files there.
func moveFiles(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := os.Rename(filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}

// different returns the name of a file that differs between two directories, or "" if they are equal.
func different(a, b string) (string, error) {
	for _, dirs := range [][2]string{{a, b}, {b, a}} {
		entries, err := os.ReadDir(dirs[0])
		if err != nil {
			return "", err
		}
		for _, entry := range entries {
			same, err := equal(filepath.Join(dirs[0], entry.Name()), filepath.Join(dirs[1], entry.Name()))
			if err != nil || !same {
				return entry.Name(), err
			}
		}
	}
	return "", nil
}

// equal compares two files. A missing file equals nothing.
func equal(a, b string) (bool, error) {
	first, err := os.Open(a)
	if err != nil {
		return false, err
	}
	defer first.Close()
	second, err := os.Open(b)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer second.Close()
	const size = 64 << 10
	left, right := make([]byte, size), make([]byte, size)
	for {
		n, err := io.ReadFull(first, left)
		m, otherErr := io.ReadFull(second, right)
		if !bytes.Equal(left[:n], right[:m]) {
			return false, nil
		}
		ended := func(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }
		switch {
		case ended(err) && ended(otherErr):
			return true, nil
		case err != nil && !ended(err):
			return false, err
		case otherErr != nil && !ended(otherErr):
			return false, otherErr
		case ended(err) != ended(otherErr):
			return false, nil
		}
	}
}

func sumText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
