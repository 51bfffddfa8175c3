package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/checker"
	"grundy/internal/base/bytesize"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// The flags that make a validator of testlib, or of BAPCtools, log which bounds an input reaches, and the name of the log.
const (
	overviewFlag    = "--testOverviewLogFileName"
	constraintsFlag = "--constraints_file"
	overviewFile    = "overview.log"
)

// overviewLimit bounds the part of the log that the judge reads. The log has a line for each variable, and no problem
// has thousands of variables.
const overviewLimit = bytesize.MiB

// Overview has an input validator read an input and log which bounds of its variables the input reaches, in the words
// of testlib. The log is "" if the input is invalid or the validator writes no log.
func (j *Judge) Overview(ctx context.Context, p *problem.Problem, program problem.Program, tc *problem.Case) (log string, err error) {
	if isChecktestdata(program) {
		return j.overviewOfScript(ctx, p, program, tc.Input)
	}
	validator, err := j.Validator(ctx, p, program)
	if err != nil {
		return "", err
	}
	err = j.slots.with(ctx, urgent, func(s *slot) error {
		if err := errors.Join(s.forget(), s.rewind()); err != nil {
			return err
		}
		box, err := s.judge(ctx)
		if err != nil {
			return err
		}
		work, read, refusal, err := validator.work(s, box, tc, j.toolLimits(p.Limits))
		if err != nil || refusal != "" {
			return err
		}
		defer read.Close()
		// The same mount as that of checkers, which the box keeps.
		view := checker.View{Box: box, Scratch: s.checker}
		folder := view.Folder("feedback", s.feedback)
		flag := overviewFlag
		if validator.constraints {
			flag = constraintsFlag
		}
		work.Args = slices.Concat(work.Args, []string{flag, filepath.Join(folder, overviewFile)})
		work.Mounts = slices.Concat(work.Mounts, view.Mounts())
		ran, err := s.run(ctx, work)
		if err != nil || ran.Breach != sandbox.NoBreach || !validator.accepts(ran.Exit) {
			return err
		}
		if log, err = readOverview(s.feedback); validator.constraints {
			log = overviewOfConstraints(log)
		}
		return errors.Join(err, s.forget())
	})
	return log, err
}

// readOverview reads the log in a directory that a program could write to. It follows no link out of it.
func readOverview(dir string) (string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	info, err := root.Lstat(overviewFile)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	file, err := root.Open(overviewFile)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, int64(overviewLimit)))
	return string(text), err
}

// overviewOfConstraints writes a log of BAPCtools in the words of testlib. Its lines have a place, the name of a variable,
// whether the input has its least and its greatest value, the extreme values of the input, and the bounds.
func overviewOfConstraints(log string) string {
	var lines strings.Builder
	for line := range strings.Lines(log) {
		words := strings.Fields(line)
		if len(words) != 8 {
			continue
		}
		fmt.Fprintf(&lines, "%q:", words[1])
		if words[2] == "1" {
			lines.WriteString(" min-value-hit")
		}
		if words[3] == "1" {
			lines.WriteString(" max-value-hit")
		}
		fmt.Fprintf(&lines, "\nconstant-bounds %q: %s %s\n", words[1], words[6], words[7])
	}
	return lines.String()
}
