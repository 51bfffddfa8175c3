package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/job"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/checktestdata"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/cache"
)

// isChecktestdata reports whether an input validator is interpreted rather than built. The interpreter is part of the
// judge and bounded, so it needs no sandbox.
func isChecktestdata(program problem.Program) bool {
	return filepath.Ext(program.Path) == checktestdata.Ext
}

// script is an input validator in Checktestdata.
type script struct {
	program *checktestdata.Program
	key     cache.Key
}

// readScript reads a script and substitutes constants. The error is a *job.PackageError.
func readScript(p *problem.Problem, program problem.Program) (*script, error) {
	text, err := readBegin(program.Path, int64(checktestdata.MaxSource)+1)
	if err != nil {
		return nil, &job.PackageError{Program: program.Name, Err: err}
	}
	text = p.WithConstants(text)
	parsed, err := checktestdata.Parse(text)
	if err != nil {
		return nil, &job.PackageError{Program: program.Name, Err: err}
	}
	return &script{parsed, cache.NewHash("checktestdata").Bytes(text).Key()}, nil
}

func readBegin(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

// validate runs the script on an input; see Worker.Validate. Scripts ignore arguments.
func (s *script) validate(ctx context.Context, p *problem.Problem, input string) (valid bool, message string, err error) {
	message, err = s.over(ctx, p, input, s.program.Run)
	return err == nil && message == "", message, err
}

// over runs the script on an input, for at most the time limit of a validator. The message says why the input is
// invalid; it is "" for a valid input.
func (s *script) over(
	ctx context.Context, p *problem.Problem, input string, run func(context.Context, io.Reader, checktestdata.Limits) error,
) (message string, err error) {
	f, err := fsutil.OpenWithin(p.Dir, input)
	if err != nil {
		return "", err
	}
	defer f.Close()
	late := errors.New("late")
	ctx, cancel := context.WithTimeoutCause(ctx, p.Limits.ValidationTime, late)
	defer cancel()
	err = run(ctx, f, checktestdata.Limits{Memory: min(p.Limits.ValidationMemory, checktestdata.DefaultMemory)})
	var mismatch *checktestdata.MismatchError
	var fault *checktestdata.FaultError
	switch {
	case errors.Is(err, late):
		return fmt.Sprintf("hit its %s limit", sandbox.WallBreach), nil
	case errors.As(err, &mismatch), errors.As(err, &fault):
		return err.Error(), nil
	default:
		return "", err
	}
}

// overviewOfScript is Overview for a script, which writes no log but knows the bounds of what it reads.
func (j *Judge) overviewOfScript(ctx context.Context, p *problem.Problem, program problem.Program, input string) (log string, err error) {
	s, err := readScript(p, program)
	if err != nil {
		return "", err
	}
	var bounds []checktestdata.Bounds
	err = j.slots.with(ctx, urgent, func(*slot) error {
		_, err := s.over(ctx, p, input, func(ctx context.Context, data io.Reader, limits checktestdata.Limits) error {
			bounds, err = s.program.Survey(ctx, data, limits)
			return err
		})
		return err
	})
	return inWordsOfTestlib(bounds), err
}

func inWordsOfTestlib(bounds []checktestdata.Bounds) string {
	var log strings.Builder
	for _, b := range bounds {
		if b.Low != "" && b.High != "" {
			fmt.Fprintf(&log, "constant-bounds %q: %s %s\n", b.Name, b.Low, b.High)
		}
		fmt.Fprintf(&log, "%q:", b.Name)
		if b.Min {
			log.WriteString(" min-value-hit")
		}
		if b.Max {
			log.WriteString(" max-value-hit")
		}
		log.WriteString("\n")
	}
	return log.String()
}
