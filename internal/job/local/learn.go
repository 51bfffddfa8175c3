package local

import (
	"bytes"
	"context"
	"os"
	"time"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
)

// A profile is learned from this many generated inputs, or from those that are made in the time.
const (
	learnedInputs = 60
	learningTime  = 2 * time.Second
)

// compare learns what inputs have in common.
func (b *inputRunner) compare(ctx context.Context, j job.Comparison) (result job.Compared, err error) {
	l := &result.Likeness
	l.Learn(j.Input)
	started := time.Now()
	for i := range int64(learnedInputs) {
		if len(b.trial.setup.Generators) == 0 || time.Since(started) > learningTime {
			break
		}
		o, m := b.trial.origin(0, job.After(1, i))
		if err := b.generate(ctx, o, m); err != nil {
			return result, err
		}
		input, err := os.ReadFile(b.input.Name())
		if err != nil {
			return result, err
		}
		l.Learn(input)
	}
	if b.trial.decision != event.ByAnswer {
		return result, nil
	}
	if err := b.put(j.Input); err != nil {
		return result, err
	}
	if _, err := b.answerTo(ctx, b.present(j.Name)); err != nil {
		return result, err
	}
	l.Prompt, err = b.complete(ctx, j.Name)
	return result, err
}

// suffixes are appended to an input that may be incomplete: a program that reads on finds them.
var suffixes = []string{"\n7 7 7 7 7 7 7 7\n7\n", "\n1 2 1 3 1 2 1 3\n1\n", "\n-5 -4 -9 -4 -5 -9 -9\n-5\n"}

// complete reports whether the present input is complete: the reference solution gives the same answer whatever
// follows it. The answer must exist; the input and the answer stay as they are.
func (b *inputRunner) complete(ctx context.Context, name string) (bool, error) {
	input, err := os.ReadFile(b.input.Name())
	if err != nil {
		return false, err
	}
	answer, err := os.ReadFile(b.answer.Name())
	if err != nil {
		return false, err
	}
	same := true
	for _, suffix := range suffixes {
		if err := b.put(append(bytes.Clone(input), suffix...)); err != nil {
			return false, err
		}
		test, err := b.answerTo(ctx, b.present(name))
		if err != nil {
			return false, err
		}
		further, err := os.ReadFile(b.answer.Name())
		if err != nil {
			return false, err
		}
		same = same && test.Verdict == verdict.AC && bytes.Equal(answer, further)
	}
	if err := fsutil.Renew(&b.answer); err != nil {
		return false, err
	}
	if _, err := b.answer.Write(answer); err != nil {
		return false, err
	}
	return same, b.put(input)
}
