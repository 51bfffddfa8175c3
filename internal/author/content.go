package author

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"grundy/internal/problem"
)

// checkDuplicates finds cases that give a submission the same input: equal standard input, arguments and files
// (2025-09, section "Test data"). Where the answer steers an interactor it counts as well. One case in several groups
// of a scoring problem is no duplicate.
func (v *verification) checkDuplicates(ctx context.Context) (int, problem.Diagnostics, error) {
	var faults problem.Diagnostics
	checked := 0
	first := map[[sha256.Size]byte]*problem.Case{}
	var visit func(group *problem.Group) error
	visit = func(group *problem.Group) error {
		if v.problem.Type.Scoring {
			clear(first)
		}
		for _, c := range group.Cases {
			if c.Input == "" {
				continue
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			checked++
			sum, err := v.digest(c)
			if err != nil {
				return fmt.Errorf("compare inputs: %w", err)
			}
			if same, found := first[sum]; found {
				faults = append(faults, problem.Diagnostic{
					Level: problem.Warning, File: v.place(c.Input),
					Message: "same input as " + same.Name, Help: "remove one of them",
				})
				continue
			}
			first[sum] = c
		}
		for _, child := range group.Groups {
			if err := visit(child); err != nil {
				return err
			}
		}
		return nil
	}
	err := visit(v.problem.Data)
	return checked, faults, err
}

// digest is equal for cases that give the same input.
func (v *verification) digest(c *problem.Case) ([sha256.Size]byte, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", c.Args)
	err := addFile(h, c.Input)
	if err == nil && v.problem.Type.Interactive && c.Answer != "" {
		err = addFile(h, c.Answer)
	}
	if err == nil && c.Files != "" {
		err = filepath.WalkDir(c.Files, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			name, err := filepath.Rel(c.Files, path)
			if err != nil {
				return err
			}
			fmt.Fprintf(h, "%q\n", name)
			return addFile(h, path)
		})
	}
	return [sha256.Size]byte(h.Sum(nil)), err
}

// addFile adds a file by the hash of its content, so that no two lists of files run together.
func addFile(h hash.Hash, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	content := sha256.New()
	if _, err := io.Copy(content, f); err != nil {
		return err
	}
	h.Write(content.Sum(nil))
	return nil
}

// checkEndings looks at how answers end: people see them, and 2025-09 wants text files to end in a newline.
func (v *verification) checkEndings(ctx context.Context) (int, problem.Diagnostics, error) {
	var faults problem.Diagnostics
	checked := 0
	for _, c := range v.problem.Data.AllCases() {
		if c.Answer == "" || v.problem.Type.Interactive {
			continue
		}
		if ctx.Err() != nil {
			return 0, nil, context.Cause(ctx)
		}
		checked++
		text, err := ending(c.Answer)
		if err != nil {
			return 0, nil, fmt.Errorf("look at the end of answers: %w", err)
		}
		if text != "" {
			faults = append(faults, problem.Diagnostic{
				Level: problem.Warning, File: v.place(c.Answer),
				Message: "the answer " + text, Help: "write it as a program does that prints whole lines",
			})
		}
	}
	return checked, faults, nil
}

// ending says what is odd about the end of a file, "" when nothing is.
func ending(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return "", err
	}
	last := make([]byte, min(size, 2))
	if _, err := f.ReadAt(last, size-int64(len(last))); err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	switch {
	case size == 0:
		return "is empty", nil
	case bytes.Equal(last, []byte("\r\n")):
		return "ends in CRLF", nil
	case bytes.Equal(last, []byte("\n\n")):
		return "ends in an empty line", nil
	case last[len(last)-1] != '\n':
		return "does not end in a newline", nil
	default:
		return "", nil
	}
}
