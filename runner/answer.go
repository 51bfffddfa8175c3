package runner

import (
	"fmt"
	"io"
	"path"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// placeAnswer puts the submitted answer of a case where a program's output would be (2025-09, type submit-answer). If
// there is no answer to judge, missing says why.
func (sub *Submission) placeAnswer(s *slot, tc *problem.Case) (missing string, err error) {
	answer, found := sub.answer(tc)
	if !found {
		return fmt.Sprintf("no answer was submitted: want a file %s.out", path.Base(tc.Name)), nil
	}
	source, err := answer.Open()
	if err != nil {
		return "", fmt.Errorf("submitted answer: %w", err)
	}
	defer source.Close()
	copied, err := s.fill(source, sub.limits.output)
	switch {
	case err != nil:
		return "", fmt.Errorf("submitted answer: %w", err)
	case copied > sub.limits.output:
		return fmt.Sprintf("the answer is larger than %s", sub.limits.output), nil
	}
	return "", s.checkSpace()
}

// answer finds the submitted answer of a case. Answers are named after their case: "secret/01.out", "01.out" or
// "01.ans". A problem with one case takes a single file of any name.
func (sub *Submission) answer(tc *problem.Case) (answer language.File, found bool) {
	files, base := sub.source.Files, path.Base(tc.Name)
	for _, name := range []string{tc.Name + ".out", tc.Name + ".ans", base + ".out", base + ".ans"} {
		for _, file := range files {
			if file.Name == name {
				return file, true
			}
		}
	}
	if len(files) == 1 && len(sub.problem.Data.AllCases()) == 1 {
		return files[0], true
	}
	return language.File{}, false
}

// fill copies a source to the output file, up to one byte more than the limit. A limit of 0 means no limit.
func (s *slot) fill(from io.Reader, limit bytesize.Size) (bytesize.Size, error) {
	return copyBounded(s.output, from, limit)
}

func copyBounded(to io.Writer, from io.Reader, limit bytesize.Size) (bytesize.Size, error) {
	if limit > 0 {
		from = io.LimitReader(from, int64(limit)+1)
	}
	copied, err := io.Copy(to, from)
	return bytesize.Size(copied), err
}
