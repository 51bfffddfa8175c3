package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/sandbox"
	"grundy/runner"
)

// withInput replaces the test cases of the targets' problems by one: the given file, with the answer that lies beside
// it. It tells whether there is anything to judge by: an answer, or an interactor.
func withInput(file string, targets []target, problems *opener) (judged bool, err error) {
	input, err := filepath.Abs(file)
	if err != nil {
		return false, err
	}
	if err := readable(file); err != nil {
		return false, fmt.Errorf("--input %w", err)
	}
	tc := &problem.Case{Name: strings.TrimSuffix(filepath.Base(input), ".in"), Input: input}
	for _, ending := range []string{".ans", ".out"} {
		answer := strings.TrimSuffix(input, ".in") + ending
		if _, err := os.Stat(answer); err == nil {
			tc.Answer = answer
			break
		}
	}
	for _, t := range targets {
		p, err := problems.open(t)
		if err != nil {
			return false, err
		}
		single := *p
		single.Data = &problem.Group{Cases: []*problem.Case{tc}}
		problems.opened[t.key] = &single
		judged = judged || tc.Answer != "" || p.Type.Interactive
	}
	return judged, nil
}

// readable checks that a person's file can be read as one.
func readable(file string) error {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usageErrorf("", "%s: no such file", file)
	case err != nil:
		return &usageError{err.Error(), ""}
	case info.IsDir():
		return usageErrorf("", "%s: this is a folder, not a file", file)
	}
	opened, err := os.Open(file)
	if err != nil {
		return usageErrorf("", "%s: %v", file, errors.Unwrap(err))
	}
	return opened.Close()
}

// executeAll runs the targets on the one input that withInput left them, under their problem's limits, and shows what
// they print.
func (s *streams) executeAll(c *cli.Context, w *workshop, targets []target, problems *opener, options runner.Options) error {
	for _, t := range targets {
		p := problems.opened[t.key]
		limits := sandbox.Limits{
			CPU:    cmp.Or(options.TimeLimit, p.Limits.Time, runTime),
			Memory: cmp.Or(options.MemoryLimit, p.Limits.Memory),
			Output: cmp.Or(options.OutputLimit, p.Limits.Output),
		}
		err := s.execute(c, w, t.name, runner.Execution{
			Source: t.source,
			Build:  language.Limits{Code: p.Limits.Code, Time: p.Limits.CompilationTime, Memory: p.Limits.CompilationMemory},
			Limits: limits,
			Stdin:  sandbox.FromPath(p.Data.Cases[0].Input),
		})
		if err != nil {
			return err
		}
	}
	return nil
}
