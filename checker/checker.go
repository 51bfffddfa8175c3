package checker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"grundy/internal/base/fsutil"
)

// Case is an output and the files that it is judged by. Paths are absolute paths of the host.
type Case struct {
	// Within is the directory of the package. Links that lead out of it are not followed.
	Within string
	// Input and Answer are files. "" is an empty file, which interactive samples have.
	Input, Answer string
	// Output is the file with the submission's output.
	Output string
	// Args are the flags of the built-in comparison, or further arguments of an ICPC output validator.
	Args []string
	// Feedback is an existing directory that an ICPC output validator may write to. Other dialects ignore it.
	Feedback string
}

// JudgeError means that a checker or its arguments are at fault. Reason says why. Detail is the checker's own
// message, bounded, or "".
type JudgeError struct{ Reason, Detail string }

func (e *JudgeError) Error() string {
	if e.Detail == "" {
		return e.Reason
	}
	return e.Reason + ": " + e.Detail
}

// Builtin is the default output validator of the ICPC package format; see Compare for its rules.
type Builtin struct {
	// JSON takes the marks of JSON for tokens of their own, so that the space around them does not matter.
	JSON bool
}

// Check compares the output with the answer and ignores the input.
func (b Builtin) Check(ctx context.Context, c Case) (Verdict, error) {
	options, err := ParseOptions(c.Args)
	if err != nil {
		return Verdict{}, &JudgeError{Reason: err.Error()}
	}
	if c.Answer == "" {
		return Verdict{}, &JudgeError{Reason: "the test case has no answer to compare with"}
	}
	output, err := os.Open(c.Output)
	if err != nil {
		return Verdict{}, fmt.Errorf("open output: %w", err)
	}
	defer output.Close()
	answer, err := fsutil.OpenWithin(c.Within, c.Answer)
	if err != nil {
		return Verdict{}, fmt.Errorf("open answer: %w", err)
	}
	defer answer.Close()
	if b.JSON {
		for _, file := range []**os.File{&output, &answer} {
			if *file, err = spaced(ctx, *file); err != nil {
				return Verdict{}, fmt.Errorf("read JSON: %w", err)
			}
			defer discard(*file)
		}
	}

	mismatch, equal, err := walk(cancellable{ctx, output}, cancellable{ctx, answer}, options)
	if err != nil {
		return Verdict{}, fmt.Errorf("compare output with answer: %w", err)
	}
	if equal {
		return Verdict{Accepted: true}, nil
	}
	fromStart := func(file *os.File) io.Reader { return cancellable{ctx, io.NewSectionReader(file, 0, math.MaxInt64)} }
	if mismatch == nil {
		forgiven, err := findLeniencies(fromStart(output), fromStart(answer), options)
		if err != nil {
			return Verdict{}, fmt.Errorf("compare output with answer: %w", err)
		}
		return Verdict{Accepted: true, Forgiven: forgiven}, nil
	}
	difference, err := Explain(output, answer, mismatch, options)
	if err != nil {
		return Verdict{}, fmt.Errorf("explain the difference: %w", err)
	}
	if err := difference.excuse(output, answer, options, fromStart); err != nil {
		return Verdict{}, fmt.Errorf("compare output with answer: %w", err)
	}
	return Verdict{Message: difference.Reason, Difference: difference}, nil
}

// cancellable stops reading when its context ends, so that Ctrl-C need not wait for gigabytes.
type cancellable struct {
	ctx    context.Context
	reader io.Reader
}

func (c cancellable) Read(p []byte) (int, error) {
	if err := context.Cause(c.ctx); err != nil {
		return 0, err
	}
	n, err := c.reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		return n, fmt.Errorf("read: %w", err)
	}
	return n, err
}
