package runner

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"

	"grundy/internal/problem"
)

// present puts the submitted answer of a case where a program's output would be (2025-09, type submit-answer). Answers
// are named after their case, "secret/01.out", "01.out" or "01.ans"; a problem with one case takes a single file of any
// name.
func (c *contest) present(s *slot, tc *problem.Case) error {
	files := c.source.Files
	base := path.Base(tc.Name)
	for _, file := range files {
		for _, name := range []string{tc.Name + ".out", tc.Name + ".ans", base + ".out", base + ".ans"} {
			if file.Name == name {
				return s.fill(file.Path, int64(c.limits.output))
			}
		}
	}
	if len(files) == 1 && len(c.problem.Data.AllCases()) == 1 {
		return s.fill(files[0].Path, int64(c.limits.output))
	}
	return fmt.Errorf("no answer was submitted: want a file %s.out", base)
}

// fill copies a file to where outputs are.
func (s *slot) fill(source string, limit int64) error {
	file, err := os.Open(source)
	if err != nil {
		return errors.New("the answer cannot be read")
	}
	defer file.Close()
	copied, err := io.Copy(s.output, io.LimitReader(file, limit+1))
	if err != nil {
		return err
	}
	if copied > limit {
		return errors.New("the answer is larger than the output limit")
	}
	return nil
}
