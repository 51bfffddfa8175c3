package stress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"grundy/internal/disk"
	"grundy/internal/event"
	"grundy/internal/problem"
	"grundy/internal/problem/generators"
	"grundy/internal/verdict"
	"grundy/runner"
)

// desk is where one slot works on a case after another, always in the same files: making and removing some for each case
// would take longer than some solutions do.
type desk struct {
	trial  *Trial
	worker *runner.Worker
	dir    string
	// input and answer are those of the present case.
	input, answer *os.File
	// writes are the generators that were seen to leave their input in a file instead of printing it.
	writes map[int]bool
}

func (d *desk) close() error {
	return errors.Join(d.input.Close(), d.answer.Close(), os.RemoveAll(d.dir))
}

// origin is where an input comes from.
type origin struct {
	index           int64
	seed            event.Seed
	size            int
	generator, call string
	name            string // of the case
}

// origin says how the input of a seed is made.
func (t *Trial) origin(index int64, seed event.Seed) (o origin, generator int) {
	generator = t.schedule.choose(seed)
	g := t.setup.Generators[generator]
	o = origin{index: index, seed: seed, generator: g.String(), name: fmt.Sprintf("seed %d", seed)}
	size := t.setup.Sizes.of(seed)
	if g.Sized() {
		o.size = size
	}
	o.call = strings.Join(append([]string{g.Words[0]}, g.args(seed, size)...), " ")
	return o, generator
}

// generatorTime bounds the CPU time of a generator: a search that waits longer for an input is none.
const generatorTime = 10 * time.Second

// generate makes the input of a seed.
func (d *desk) generate(ctx context.Context, o origin, generator int) error {
	g := d.trial.setup.Generators[generator]
	args := g.args(o.seed, o.size)
	if d.writes[generator] {
		return d.generateFile(ctx, o, generator, args)
	}
	limits := d.worker.GeneratorLimits(d.trial.setup.Problem)
	limits.CPU = min(limits.CPU, generatorTime)
	limits.Wall = 2*limits.CPU + 5*time.Second
	if err := runner.Empty(d.input); err != nil {
		return err
	}
	ran, err := d.worker.Run(ctx, runner.Work{Program: d.trial.programs[generator], Args: args, Stdout: d.input, Limits: limits})
	if err != nil {
		return err
	}
	if fault := ran.Fault(); fault != "" {
		return &Fault{Who: "the generator", Call: o.call, Seed: o.seed, Reason: fault, Detail: ran.Stderr}
	}
	if info, err := d.input.Stat(); err != nil || info.Size() > 0 {
		return err
	}
	// Whoever prints nothing may have written a file.
	return d.generateFile(ctx, o, generator, args)
}

// generateFile is generate for a generator that leaves files.
func (d *desk) generateFile(ctx context.Context, o origin, generator int, args []string) error {
	dir := filepath.Join(d.dir, "generated")
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	ran, err := d.worker.Generate(ctx, d.trial.setup.Problem, d.trial.programs[generator], args, nil, dir)
	if err != nil {
		return err
	}
	if fault := ran.Fault(); fault != "" {
		return &Fault{Who: "the generator", Call: o.call, Seed: o.seed, Reason: fault, Detail: ran.Stderr}
	}
	data, err := os.ReadFile(filepath.Join(dir, generators.Base+".in"))
	if err != nil {
		return err
	}
	if len(data) > 0 {
		if d.writes == nil {
			d.writes = map[int]bool{}
		}
		d.writes[generator] = true
	}
	return d.put(data)
}

// put makes data the input.
func (d *desk) put(data []byte) error {
	if err := runner.Empty(d.input); err != nil {
		return err
	}
	_, err := d.input.Write(data)
	return err
}

// validate has every input validator look at the input. It gives the name of the first that refuses, and its message.
func (d *desk) validate(ctx context.Context) (by, message string, err error) {
	for _, v := range d.trial.validators {
		valid, message, err := d.worker.Validate(ctx, v.Validator, d.input.Name(), v.args)
		if err != nil || !valid {
			return v.name, message, err
		}
	}
	return "", "", nil
}

// judge tries the suspect on the input, and as many times more as a failure must be seen again that may be chance. A Fault
// tells that the trusted solution failed.
func (d *desk) judge(ctx context.Context, o origin, repeats int) (event.Test, error) {
	tc := d.present(o.name)
	switch d.trial.decision {
	case event.ByEnding:
		return certain(repeats, func() (event.Test, error) {
			if err := runner.Empty(d.answer); err != nil {
				return event.Test{}, err
			}
			test, err := d.worker.Answer(ctx, d.trial.suspect, &tc, d.answer)
			test.Output = text(d.answer)
			return test, err
		})
	case event.ByAnswer:
		test, err := d.answerTo(ctx, tc)
		if err := d.trust(o, test, err); err != nil {
			return test, err
		}
		tc.Answer = d.answer.Name()
	}
	test, err := certain(repeats, func() (event.Test, error) { return d.worker.Try(ctx, d.trial.suspect, &tc) })
	if err != nil || test.Verdict == verdict.AC {
		return test, err
	}
	if d.trial.trusted != nil && d.trial.external {
		// Whatever refuses the trusted solution too says nothing about this one.
		right, err := d.worker.Try(ctx, d.trial.trusted, &tc)
		if err := d.trust(o, right, err); err != nil {
			return test, err
		}
	}
	return test, nil
}

// answerTo has the trusted solution answer a case.
func (d *desk) answerTo(ctx context.Context, tc problem.Case) (event.Test, error) {
	if err := runner.Empty(d.answer); err != nil {
		return event.Test{}, err
	}
	return d.worker.Answer(ctx, d.trial.trusted, &tc, d.answer)
}

// present is the case of the present input, without an answer.
func (d *desk) present(name string) problem.Case {
	tc := d.trial.setup.Template
	tc.Name, tc.Input, tc.Answer = name, d.input.Name(), ""
	return tc
}

// repeats is how often a failure must be seen again that depends on the machine.
const repeats = 2

// certain tries, and repeats what may be chance: times and, where threads race, memory.
func certain(repeats int, try func() (event.Test, error)) (event.Test, error) {
	test, err := try()
	for range repeats {
		if err != nil || test.Verdict != verdict.TLE && test.Verdict != verdict.IE && test.Verdict != verdict.MLE {
			break
		}
		test, err = try()
	}
	if err == nil && test.Verdict == verdict.JE {
		return test, &JudgeError{test}
	}
	return test, err
}

// trust tells of a trusted solution that failed.
func (d *desk) trust(o origin, test event.Test, err error) error {
	switch {
	case err != nil || test.Verdict == verdict.AC:
		return err
	case test.Verdict == verdict.JE:
		return &JudgeError{test}
	}
	reason := test.Verdict.String()
	if test.Reason != "" {
		reason += ", " + test.Reason
	}
	return &Fault{
		Who: "the trusted solution " + d.trial.setup.Trusted.Name, Call: o.call, Seed: o.seed, Reason: reason,
		Detail: test.Stderr, Input: text(d.input),
	}
}

// try makes the case of a seed and tries the suspect on it. The finding is nil when it passes.
func (d *desk) try(ctx context.Context, index int64, seed event.Seed) (*event.Finding, error) {
	o, generator := d.trial.origin(index, seed)
	if err := d.generate(ctx, o, generator); err != nil {
		return nil, err
	}
	by, message, err := d.validate(ctx)
	if err != nil {
		return nil, err
	}
	if by != "" {
		return nil, &Fault{
			Who: "the generator", Call: o.call, Seed: seed, Reason: "the input validator " + by + " refuses its input",
			Detail: message, Input: text(d.input),
		}
	}
	test, err := d.judge(ctx, o, repeats)
	if err != nil || test.Verdict == verdict.AC {
		return nil, err
	}
	return d.finding(o, test)
}

// finding keeps the present case.
func (d *desk) finding(o origin, test event.Test) (*event.Finding, error) {
	p := d.trial.setup.Problem
	found := &event.Finding{
		Problem: p.ID, Solution: d.trial.setup.Suspect.Name, Index: o.index, Seed: o.seed, Size: o.size,
		Generator: o.generator, Call: o.call, Test: test,
	}
	var err error
	if found.Input, err = os.ReadFile(d.input.Name()); err != nil {
		return nil, err
	}
	found.Bytes, found.Tokens = len(found.Input), tokens(found.Input)
	dir, err := os.MkdirTemp(d.trial.setup.Folder, "failing-")
	if err != nil {
		return nil, err
	}
	found.Test.Input, found.Test.Answer = filepath.Join(dir, "failing.in"), ""
	if err := os.WriteFile(found.Test.Input, found.Input, 0o644); err != nil {
		return nil, err
	}
	if d.trial.decision != event.ByAnswer {
		return found, nil
	}
	found.Answer = text(d.answer)
	found.Test.Answer = filepath.Join(dir, "failing.ans")
	return found, disk.Copy(d.answer.Name(), found.Test.Answer, os.O_TRUNC, 0o644)
}

// textLimit bounds, in bytes, what is quoted of inputs and answers.
const textLimit = 4 << 10

// text is the beginning of a file, for people. What cannot be read is left out, since it only explains.
func text(file *os.File) string {
	data, _ := io.ReadAll(io.NewSectionReader(file, 0, textLimit+1))
	if len(data) <= textLimit {
		return strings.ToValidUTF8(string(data), string(utf8.RuneError))
	}
	return strings.ToValidUTF8(string(data[:textLimit]), string(utf8.RuneError)) + "…"
}
