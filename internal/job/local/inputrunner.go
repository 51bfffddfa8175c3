package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/runner"
)

// inputRunner works in one slot on one case after another, always in the same files: making and removing files for
// each case would take longer than some solutions do.
type inputRunner struct {
	trial  *preparedSetup
	worker *runner.Worker
	dir    string
	// input and answer are those of the current case.
	input, answer *os.File
	// writes are the generators that have written their input to a file instead of printing it.
	writes map[int]bool
}

func (b *inputRunner) close() error {
	return errors.Join(b.input.Close(), b.answer.Close(), os.RemoveAll(b.dir))
}

// inputOrigin is where an input comes from.
type inputOrigin struct {
	index int64
	seed  event.Seed
	size  int
	// generator is the command as the author wrote it, call as it ran; for a given input, call is its name.
	generator, call string
	name            string // of the case
}

// origin says how the input of a seed is made.
func (t *preparedSetup) origin(index int64, seed event.Seed) (inputOrigin, job.Making) {
	m := t.schedule.Of(seed)
	return inputOrigin{
		index: index, seed: seed, size: m.Size, generator: t.setup.Generators[m.Generator].String(), call: m.Call,
		name: fmt.Sprintf("seed %d", seed),
	}, m
}

// generatorTime bounds the CPU time of a generator: waiting longer would defeat a search.
const generatorTime = 10 * time.Second

// generate makes the input of a seed.
func (b *inputRunner) generate(ctx context.Context, o inputOrigin, m job.Making) error {
	if b.writes[m.Generator] {
		return b.generateFile(ctx, o, m)
	}
	limits := b.worker.GeneratorLimits(b.trial.problem)
	limits.CPU = min(limits.CPU, generatorTime)
	limits.Wall = 2*limits.CPU + 5*time.Second
	if err := fsutil.Renew(&b.input); err != nil {
		return err
	}
	ran, err := b.worker.Run(ctx, runner.ToolRun{Program: b.trial.programs[m.Generator], Args: m.Args, Stdout: b.input, Limits: limits})
	if err != nil {
		return err
	}
	if fault := ran.Fault(); fault != "" {
		return &job.Fault{Who: "the generator", Call: o.call, Seed: o.seed, Reason: fault, Detail: ran.Stderr}
	}
	if info, err := b.input.Stat(); err != nil || info.Size() > 0 {
		return err
	}
	// A generator that prints nothing may have written a file.
	return b.generateFile(ctx, o, m)
}

// generateFile is generate for a generator that writes files.
func (b *inputRunner) generateFile(ctx context.Context, o inputOrigin, m job.Making) error {
	dir := filepath.Join(b.dir, "generated")
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	ran, err := b.worker.Generate(ctx, b.trial.problem, b.trial.programs[m.Generator], m.Args, nil, dir)
	if err != nil {
		return err
	}
	if fault := ran.Fault(); fault != "" {
		return &job.Fault{Who: "the generator", Call: o.call, Seed: o.seed, Reason: fault, Detail: ran.Stderr}
	}
	data, err := os.ReadFile(filepath.Join(dir, generators.Base+".in"))
	if err != nil {
		return err
	}
	if len(data) > 0 {
		if b.writes == nil {
			b.writes = map[int]bool{}
		}
		b.writes[m.Generator] = true
	}
	return b.put(data)
}

// put makes data the input.
func (b *inputRunner) put(data []byte) error {
	if err := fsutil.Renew(&b.input); err != nil {
		return err
	}
	_, err := b.input.Write(data)
	return err
}

// validate runs all input validators on the input. It returns the name and the message of the first that rejects it.
func (b *inputRunner) validate(ctx context.Context) (by, message string, err error) {
	tc := b.present("")
	for _, v := range b.trial.validators {
		valid, message, err := b.worker.Validate(ctx, v.Validator, &tc)
		if err != nil || !valid {
			return v.name, message, err
		}
	}
	return "", "", nil
}

// judge tries the solution on the input, and repeats a failure that may be chance. A Fault reports that the reference
// solution failed.
func (b *inputRunner) judge(ctx context.Context, o inputOrigin, repeats int) (event.Test, error) {
	tc := b.present(o.name)
	switch b.trial.decision {
	case event.ByEnding:
		return certain(repeats, func() (event.Test, error) {
			if err := fsutil.Renew(&b.answer); err != nil {
				return event.Test{}, err
			}
			test, err := b.worker.Answer(ctx, b.trial.solution, &tc, b.answer)
			test.Output = text(b.answer)
			return test, err
		})
	case event.ByAnswer:
		test, err := b.answerTo(ctx, tc)
		if err := b.trust(o, test, err); err != nil {
			return test, err
		}
		tc.Answer = b.answer.Name()
	}
	test, err := certain(repeats, func() (event.Test, error) { return b.worker.Try(ctx, b.trial.solution, &tc) })
	if err != nil || test.Verdict == verdict.AC {
		return test, err
	}
	if b.trial.trusted != nil && b.trial.external {
		// A failure that the reference solution shares says nothing about this one.
		right, err := b.worker.Try(ctx, b.trial.trusted, &tc)
		if err := b.trust(o, right, err); err != nil {
			return test, err
		}
	}
	return test, nil
}

// answerTo runs the reference solution on a case.
func (b *inputRunner) answerTo(ctx context.Context, tc problem.Case) (event.Test, error) {
	if err := fsutil.Renew(&b.answer); err != nil {
		return event.Test{}, err
	}
	return b.worker.Answer(ctx, b.trial.trusted, &tc, b.answer)
}

// present is the case of the current input, without an answer.
func (b *inputRunner) present(name string) problem.Case {
	tc := b.trial.setup.Template
	tc.Name, tc.Input, tc.Answer = name, b.input.Name(), ""
	return tc
}

// certain tries, and repeats failures that may be chance: of time and, since threads race, of memory.
func certain(repeats int, try func() (event.Test, error)) (event.Test, error) {
	test, err := try()
	for range repeats {
		if err != nil || test.Verdict != verdict.TLE && test.Verdict != verdict.ILE && test.Verdict != verdict.MLE {
			break
		}
		test, err = try()
	}
	if err == nil && test.Verdict == verdict.JE {
		return test, &job.JudgeError{Test: test}
	}
	return test, err
}

// trust reports a reference solution that failed.
func (b *inputRunner) trust(o inputOrigin, test event.Test, err error) error {
	switch {
	case err != nil || test.Verdict == verdict.AC:
		return err
	case test.Verdict == verdict.JE:
		return &job.JudgeError{Test: test}
	}
	reason := test.Verdict.String()
	if test.Reason != "" {
		reason += ", " + test.Reason
	}
	return &job.Fault{
		Who: "the trusted solution " + b.trial.setup.Trusted.Name, Call: o.call, Seed: o.seed, Reason: reason,
		Detail: test.Stderr, Input: text(b.input),
	}
}

// try tries the solution on the generated input. Found is nil if it passes.
func (b *inputRunner) try(ctx context.Context, o inputOrigin) (*job.Found, error) {
	by, message, err := b.validate(ctx)
	if err != nil {
		return nil, err
	}
	if by != "" {
		return nil, &job.Fault{
			Who: "the generator", Call: o.call, Seed: o.seed, Reason: "the input validator " + by + " refuses its input",
			Detail: message, Input: text(b.input),
		}
	}
	test, err := b.judge(ctx, o, job.Repeats)
	if err != nil || test.Verdict == verdict.AC {
		return nil, err
	}
	return b.found(o, test)
}

// found keeps the current case.
func (b *inputRunner) found(o inputOrigin, test event.Test) (*job.Found, error) {
	test.Input, test.Answer = "", "" // files of this runner
	found := &job.Found{Finding: event.Counterexample{
		Problem: b.trial.problem.ID, Solution: b.trial.setup.Solution.Name, Index: o.index, Seed: o.seed, Size: o.size,
		Generator: o.generator, Call: o.call, Test: test,
	}}
	var err error
	if found.Finding.Input, err = os.ReadFile(b.input.Name()); err != nil {
		return nil, err
	}
	found.Finding.Bytes, found.Finding.Tokens = len(found.Finding.Input), len(bytes.Fields(found.Finding.Input))
	if b.trial.decision != event.ByAnswer {
		return found, nil
	}
	found.Finding.Answer = text(b.answer)
	found.Answer, err = os.ReadFile(b.answer.Name())
	return found, err
}

// textLimit bounds how much of inputs and answers is quoted, in bytes.
const textLimit = 4 << 10

// text is the beginning of a file, for users. Unreadable text is left out, since it only explains.
func text(file *os.File) string {
	data, _ := io.ReadAll(io.NewSectionReader(file, 0, textLimit+1))
	if len(data) <= textLimit {
		return strings.ToValidUTF8(string(data), string(utf8.RuneError))
	}
	return strings.ToValidUTF8(string(data[:textLimit]), string(utf8.RuneError)) + "…"
}
