package killmutants

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"grundy/internal/author/enumerate"
	"grundy/internal/author/scaling"
	"grundy/internal/author/stress"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/runner"
)

// Bounds of the inputs that every survivor meets.
const (
	smallInputs     = 1024 // that are made at most, valid or not
	smallTime       = 30 * time.Second
	generatedInputs = 120
	keptInput       = 1 << 20 // bytes of a generated input that every survivor meets
)

// pool is a stock of inputs with the answers of the original.
type pool struct {
	judge      *runner.Judge
	problem    *problem.Problem
	folder     string
	original   *runner.Submission
	validators []*runner.Validator
	template   problem.Case
	answered   bool // the judge needs answers
	made       atomic.Int64

	small, generated, large []*problem.Case
	// bound is the greatest n up to which all small inputs are in the pool.
	bound int
}

// newPool builds what makes inputs.
func newPool(ctx context.Context, judge *runner.Judge, p *problem.Problem, original job.Judgement, folder string) (*pool, error) {
	built, compiled, err := judge.Submission(ctx, p, original)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", original.Name, err)
	case built == nil:
		return nil, &job.CompileError{Solution: original.Name, Compile: compiled}
	}
	dir, err := os.MkdirTemp(folder, "pool-")
	if err != nil {
		return nil, err
	}
	// Checkers run as somebody else.
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, err
	}
	k := &pool{
		judge: judge, problem: p, folder: dir, original: built, template: stress.UsualCase(p),
		answered: !p.Type.Interactive && !p.Type.MultiPass,
	}
	k.validators, err = judge.InputValidators(ctx, p)
	return k, err
}

// fill makes inputs: some by the generators, where there are validators all small ones of the layouts that are known, and some as
// large as they may be.
func (k *pool) fill(ctx context.Context, made []job.Generator) error {
	generated, err := k.generate(ctx, made)
	if err != nil {
		return err
	}
	known, err := enumerate.Known(k.problem)
	if err != nil {
		return err
	}
	for _, input := range generated {
		if len(input) <= enumerate.MostKnown {
			known = append(known, input)
		}
	}
	seen := map[string]bool{}
	if len(k.validators) > 0 {
		if err := k.enumerate(ctx, enumerate.Learn(known), seen); err != nil {
			return err
		}
	}
	var others [][]byte
	for _, input := range generated {
		if !seen[string(input)] {
			seen[string(input)] = true
			others = append(others, input)
		}
	}
	if k.generated, err = k.valid(ctx, "generated", others); err != nil {
		return err
	}
	return k.enlarge(ctx)
}

// enlarge makes inputs as large as they may be.
func (k *pool) enlarge(ctx context.Context) error {
	dir, err := os.MkdirTemp(k.folder, "large-")
	if err != nil {
		return err
	}
	extremes, err := scaling.Extremes(ctx, k.judge, k.problem, dir)
	if err != nil {
		return err
	}
	for _, tc := range extremes {
		input, err := os.ReadFile(tc.Input)
		if err != nil {
			return err
		}
		cases, err := k.valid(ctx, fmt.Sprintf("large-%d", len(k.large)+1), [][]byte{input})
		if err != nil {
			return err
		}
		k.large = append(k.large, cases...)
	}
	return os.RemoveAll(dir)
}

// batch is how many inputs are tried at once, at least, so that all slots have something to do.
const batch = 64

// enumerate makes all inputs up to 1, then up to 2, and so on, as long as they are not too many and there is time.
func (k *pool) enumerate(ctx context.Context, g *enumerate.Grammar, seen map[string]bool) error {
	bounded, cancel := context.WithTimeout(ctx, smallTime)
	defer cancel()
	var fresh [][]byte
	for n := 1; n <= smallInputs && g.Size(n) <= smallInputs && g.Grows(n); n++ {
		g.Inputs(n, func(input []byte) bool {
			if !seen[string(input)] {
				seen[string(input)] = true
				fresh = append(fresh, input)
			}
			return true
		})
		if len(fresh) < batch && n < smallInputs && g.Size(n+1) <= smallInputs && g.Grows(n+1) {
			continue
		}
		cases, err := k.valid(bounded, fmt.Sprintf("up-to-%d", n), fresh)
		if bounded.Err() != nil && ctx.Err() == nil {
			return nil // the time is up
		}
		if err != nil {
			return err
		}
		fresh = nil
		if k.small = append(k.small, cases...); len(k.small) > 0 {
			k.bound = n
		}
	}
	return nil
}

// everywhere has things done in all slots at the same time, each with a folder of its own.
func (k *pool) everywhere(ctx context.Context, count int, do func(ctx context.Context, w *runner.Worker, dir string, i int) error) error {
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(count, k.judge.Slots()) {
		group.Go(func() error {
			return k.judge.Lend(ctx, func(w *runner.Worker) error {
				dir, err := os.MkdirTemp(k.folder, "slot-")
				if err != nil {
					return err
				}
				for i := int(next.Add(1)) - 1; i < count; i = int(next.Add(1)) - 1 {
					if ctx.Err() != nil {
						return context.Cause(ctx)
					}
					if err := do(ctx, w, dir, i); err != nil {
						return err
					}
				}
				return os.RemoveAll(dir)
			})
		})
	}
	return group.Wait()
}

// generate makes inputs of the first seeds. What a generator fails on, a search tells of.
func (k *pool) generate(ctx context.Context, made []job.Generator) ([][]byte, error) {
	if len(made) == 0 {
		return nil, nil
	}
	var programs []*language.Program
	for _, g := range made {
		built, err := k.judge.Tool(ctx, k.problem, g.Program, g.Source)
		if err != nil {
			return nil, err
		}
		programs = append(programs, built)
	}
	schedule := job.NewSchedule(made, job.Sizes{})
	inputs := make([][]byte, generatedInputs)
	err := k.everywhere(ctx, len(inputs), func(ctx context.Context, w *runner.Worker, dir string, i int) error {
		making := schedule.Of(event.Seed(i + 1))
		ran, err := w.Generate(ctx, k.problem, programs[making.Generator], making.Args, nil, dir)
		if err != nil || ran.Fault() != "" {
			return err
		}
		file := filepath.Join(dir, generators.Base+".in")
		if info, err := os.Stat(file); err != nil || info.Size() > keptInput {
			return os.RemoveAll(file)
		}
		if inputs[i], err = os.ReadFile(file); err != nil {
			return err
		}
		return os.Remove(file)
	})
	return slices.DeleteFunc(inputs, func(input []byte) bool { return input == nil }), err
}

// valid makes cases of those inputs that all validators accept and the original answers, in the same order.
func (k *pool) valid(ctx context.Context, name string, inputs [][]byte) ([]*problem.Case, error) {
	cases := make([]*problem.Case, len(inputs))
	err := k.everywhere(ctx, len(inputs), func(ctx context.Context, w *runner.Worker, _ string, i int) (err error) {
		cases[i], err = k.one(ctx, w, fmt.Sprintf("secret/%s-%d", name, i+1), inputs[i])
		return err
	})
	return slices.DeleteFunc(cases, func(tc *problem.Case) bool { return tc == nil }), err
}

// one makes a case of an input, nil when it is not valid.
func (k *pool) one(ctx context.Context, w *runner.Worker, name string, input []byte) (*problem.Case, error) {
	tc := k.template
	tc.Name, tc.Sample = name, false
	base := filepath.Join(k.folder, fmt.Sprint(k.made.Add(1)))
	tc.Input, tc.Answer = base+".in", ""
	if err := os.WriteFile(tc.Input, input, 0o644); err != nil {
		return nil, err
	}
	for _, v := range k.validators {
		if valid, _, err := w.Validate(ctx, v, &tc); err != nil || !valid {
			return nil, errors.Join(err, os.Remove(tc.Input))
		}
	}
	if !k.answered {
		return &tc, nil
	}
	answer, err := fsutil.Fresh(base + ".ans")
	if err != nil {
		return nil, err
	}
	test, err := w.Answer(ctx, k.original, &tc, answer)
	if err := errors.Join(err, answer.Close()); err != nil || test.Verdict != verdict.AC {
		return nil, err
	}
	tc.Answer = base + ".ans"
	return &tc, nil
}

// rounds are all cases, in the order in which mutants meet them.
func (k *pool) rounds() [][]*problem.Case { return [][]*problem.Case{k.small, k.generated, k.large} }

// cases are those of all rounds.
func (k *pool) cases() []*problem.Case { return slices.Concat(k.rounds()...) }

// of is the problem with other cases.
func (k *pool) of(cases []*problem.Case) *problem.Problem {
	with := *k.problem
	with.Type.Scoring, with.Grader = false, nil
	grading := verdict.Grading{Mode: verdict.PassFail}
	with.Data = &problem.Group{Grading: grading, Groups: []*problem.Group{{Name: "secret", Grading: grading, Cases: cases}}}
	return &with
}

// keep drops the cases that a judgement of the original did not accept.
func (k *pool) keep(accepted map[string]bool) {
	refused := func(tc *problem.Case) bool { return !accepted[tc.Name] }
	k.small, k.generated = slices.DeleteFunc(k.small, refused), slices.DeleteFunc(k.generated, refused)
	k.large = slices.DeleteFunc(k.large, refused)
}

// read gives the input of a case of the pool.
func (k *pool) read(tc *problem.Case) ([]byte, error) { return os.ReadFile(tc.Input) }
