package library_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"grundy/tests/library/exhaust"
	"grundy/tests/suite"
)

// mostInputs bounds the inputs of one size held in memory.
const mostInputs = 3_000_000

// TestSmallest proves, by trying them all, that no valid input with fewer bytes than the floor of a wrong submission
// is a counterexample. With -why-write it continues from the known floors and raises them, for -why-time in each
// package.
func TestSmallest(t *testing.T) {
	smallest := readKnown(t)
	for _, name := range packages(t) {
		if isDialogue(t, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			suite.NeedsCampaign(t, "gives every small input to each wrong submission")
			c := newContest(t, name)
			if *whyWrite {
				c.raise(t, smallest)
				writeKnown(t, smallest)
			} else {
				c.prove(t, smallest)
			}
		})
	}
}

// prove tries all inputs below the floors.
func (c *contest) prove(t *testing.T, known map[wrong]counterexample) {
	t.Helper()
	challenged := c.challenged(t)
	inputs := c.inputsFrom(t, t.Context(), 1)
	for size := 1; ; size++ {
		below := maps.Clone(challenged)
		maps.DeleteFunc(below, func(w wrong, _ *called) bool { return known[w].floor <= size })
		if len(below) == 0 {
			return
		}
		e, err := c.exercises(inputs)
		if err != nil {
			t.Fatal(err)
		}
		for w, program := range below {
			if input, fails := c.firstFailure(t.Context(), t, program, e); fails {
				t.Errorf("%s has the floor %d, and fails on %q", w.submission, known[w].floor, input)
			}
		}
	}
}

// raise raises floors until they meet the sizes, or the time is over.
func (c *contest) raise(t *testing.T, known map[wrong]counterexample) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), *whyTime)
	defer cancel()
	open := c.challenged(t)
	var inputs *exhaust.Inputs
	for size := 1; ; size++ {
		maps.DeleteFunc(open, func(w wrong, _ *called) bool { return known[w].floor == known[w].size })
		if len(open) == 0 {
			return
		}
		lowest := known[slices.MinFunc(slices.Collect(maps.Keys(open)), func(a, b wrong) int { return known[a].floor - known[b].floor })].floor
		if inputs == nil {
			size = max(size, lowest)
			inputs = c.inputsFrom(t, ctx, size)
		}
		e, err := c.exercises(inputs)
		if err != nil {
			t.Logf("%d bytes: %v", size, err)
			return
		}
		t.Logf("%d bytes: %d inputs", size, len(e))
		for w, program := range open {
			k := known[w]
			if max(1, k.floor) != size {
				continue
			}
			input, fails := c.firstFailure(ctx, t, program, e)
			switch {
			case fails:
				t.Logf("%s fails on %q, before %d bytes", w.submission, input, k.size)
				k.size, k.floor = size, size
			case ctx.Err() == nil:
				k.floor = size + 1
			}
			known[w] = k
		}
	}
}

// challenged are the wrong submissions of the package that can be called often.
func (c *contest) challenged(t *testing.T) map[wrong]*called {
	t.Helper()
	programs := map[wrong]*called{}
	for _, submission := range failing(t, c.name) {
		if program := c.call(t, "submissions/"+submission); program != nil {
			programs[wrong{c.name, submission}] = program
		}
	}
	return programs
}

// inputsFrom are the valid inputs of the package from a size on.
func (c *contest) inputsFrom(t *testing.T, ctx context.Context, size int) *exhaust.Inputs {
	t.Helper()
	binary, err := exhaust.Build(t.Context(), root, t.TempDir(), c.dir+"/"+validator)
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := exhaust.Start(ctx, binary, size)
	if err != nil {
		t.Fatal(err)
	}
	return inputs
}

// exercise is a valid input with the model's answer.
type exercise struct{ input, answer string }

// exercises are those of the next size.
func (c *contest) exercises(from *exhaust.Inputs) ([]exercise, error) {
	inputs, err := from.Next(mostInputs)
	if err != nil {
		return nil, err
	}
	valid := inputs[:0]
	c.validator.all(inputs, func(i int, said outcome, ok bool) bool {
		if ok && said.exit == 42 {
			valid = append(valid, inputs[i])
		}
		return true
	})
	exercises := make([]exercise, len(valid))
	c.model.all(valid, func(i int, said outcome, ok bool) bool {
		if !ok || said.exit != 0 {
			err = fmt.Errorf("the model has no answer to %q: %v", valid[i], said)
		}
		exercises[i] = exercise{valid[i], said.stdout}
		return err == nil
	})
	return exercises, err
}

// firstFailure is the first of the inputs on which a program fails by itself, not because of earlier calls.
func (c *contest) firstFailure(ctx context.Context, t *testing.T, program *called, exercises []exercise) (input string, fails bool) {
	t.Helper()
	inputs := make([]string, len(exercises))
	for i, e := range exercises {
		inputs[i] = e.input
	}
	isRight := func(e exercise, said outcome, ok bool) bool {
		return ok && said.exit == 0 && !c.isWrong(t, e.input, e.answer, said.stdout)
	}
	program.all(inputs, func(i int, said outcome, ok bool) bool {
		if !isRight(exercises[i], said, ok) {
			program.stop()
			said, ok = program.run(inputs[i])
			fails = !isRight(exercises[i], said, ok)
		}
		if fails {
			input = inputs[i]
		}
		return !fails && ctx.Err() == nil
	})
	return input, fails
}
