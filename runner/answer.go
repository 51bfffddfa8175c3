package runner

import (
	"fmt"
	"io"
	"os"
	"path"

	"grundy/internal/bytesize"
	"grundy/internal/problem"
)

// present puts the submitted answer of a case where a program's output would be (2025-09, type submit-answer). It says
// in words when there is no answer to judge.
func (c *contest) present(s *slot, tc *problem.Case) (missing string, err error) {
	source := c.answer(tc)
	if source == "" {
		return fmt.Sprintf("no answer was submitted: want a file %s.out", path.Base(tc.Name)), nil
	}
	copied, err := s.fill(source, c.limits.output)
	switch {
	case err != nil:
		return "", fmt.Errorf("submitted answer: %w", err)
	case copied > c.limits.output:
		return fmt.Sprintf("the answer is larger than %s", c.limits.output), nil
	}
	return "", s.checkSpace()
}

// answer finds the submitted answer of a case, "" when there is none. Answers are named after their case,
// "secret/01.out", "01.out" or "01.ans"; a problem with one case takes a single file of any name.
func (c *contest) answer(tc *problem.Case) string {
	files, base := c.source.Files, path.Base(tc.Name)
	for _, name := range []string{tc.Name + ".out", tc.Name + ".ans", base + ".out", base + ".ans"} {
		for _, file := range files {
			if file.Name == name {
				return file.Path
			}
		}
	}
	if len(files) == 1 && len(c.problem.Data.AllCases()) == 1 {
		return files[0].Path
	}
	return ""
}

// fill copies a file, and at most a byte more than the limit, to where outputs are. A limit of 0 is none.
func (s *slot) fill(source string, limit bytesize.Size) (bytesize.Size, error) {
	file, err := os.Open(source)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	var from io.Reader = file
	if limit > 0 {
		from = io.LimitReader(file, int64(limit)+1)
	}
	copied, err := io.Copy(s.output, from)
	return bytesize.Size(copied), err
}
