package killmutants

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"grundy/internal/author/enumerate"
	"grundy/internal/author/scaling"
	"grundy/internal/author/stress"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// Bounds of the inputs that every survivor meets.
const (
	smallInputs     = 1024 // that are made at most, valid or not
	smallTime       = 30 * time.Second
	generatedInputs = 120
	variedInputs    = 512     // that are made at most, valid or not
	keptInput       = 1 << 20 // bytes of a generated input that every survivor meets
)

// pool is a stock of inputs with the answers of the original.
type pool struct {
	client   job.Client
	problem  *problem.Problem
	programs *problem.Problem // the problem as jobs need it
	folder   string
	original job.Judgement // without a name where the judge needs no answers
	template problem.Case
	made     int

	small, varied, generated, large []*problem.Case
	// bound is the greatest n up to which all small inputs are in the pool.
	bound int
}

// newPool makes a pool in a directory of its own below folder. The original must be one that can be built.
func newPool(ctx context.Context, client job.Client, p *problem.Problem, original job.Judgement, folder string) (*pool, error) {
	k := &pool{client: client, problem: p, programs: job.WithoutData(p), template: stress.UsualCase(p)}
	if _, err := client.Build(ctx, k.programs, job.Building{Solution: &original}); err != nil {
		return nil, err
	}
	if !p.Type.Interactive && !p.Type.MultiPass {
		k.original = original
	}
	var err error
	if k.folder, err = os.MkdirTemp(folder, "pool-"); err != nil {
		return nil, err
	}
	// Checkers run as another user.
	return k, os.Chmod(k.folder, 0o755)
}

// fill makes inputs: some by the generators, where there are validators all small ones of the layouts that are known and some
// that resemble known ones, and some as large as they may be.
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
	if len(k.problem.InputValidators) > 0 {
		if err := k.enumerate(ctx, enumerate.Learn(known), seen); err != nil {
			return err
		}
		if k.varied, err = k.fresh(ctx, "varied", enumerate.Varied(known, variedInputs), seen); err != nil {
			return err
		}
	}
	if k.generated, err = k.fresh(ctx, "generated", generated, seen); err != nil {
		return err
	}
	return k.enlarge(ctx)
}

// fresh makes cases of those valid inputs that were not seen before.
func (k *pool) fresh(ctx context.Context, name string, inputs [][]byte, seen map[string]bool) ([]*problem.Case, error) {
	var others [][]byte
	for _, input := range inputs {
		if !seen[string(input)] {
			seen[string(input)] = true
			others = append(others, input)
		}
	}
	return k.valid(ctx, name, others)
}

// enlarge makes inputs as large as they may be.
func (k *pool) enlarge(ctx context.Context) error {
	dir, err := os.MkdirTemp(k.folder, "large-")
	if err != nil {
		return err
	}
	extremes, err := scaling.Extremes(ctx, k.client, k.problem, dir)
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

// generate makes inputs of the first seeds. What a generator fails on, a search tells of.
func (k *pool) generate(ctx context.Context, made []job.Generator) ([][]byte, error) {
	if len(made) == 0 {
		return nil, nil
	}
	schedule := job.NewSchedule(made, job.Sizes{})
	inputs := make([][]byte, generatedInputs)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(k.client.Slots())
	for i := range inputs {
		group.Go(func() (err error) {
			making := schedule.Of(event.Seed(i + 1))
			inputs[i], err = k.generateOne(ctx, made[making.Generator], making.Args)
			return err
		})
	}
	err := group.Wait()
	return slices.DeleteFunc(inputs, func(input []byte) bool { return input == nil }), err
}

// generateOne makes an input, nil where the generator fails or the input is too large to be kept.
func (k *pool) generateOne(ctx context.Context, g job.Generator, args []string) (input []byte, err error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	dir, err := os.MkdirTemp(k.folder, "made-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	ran, err := k.client.Generate(ctx, k.programs, job.Generation{Tool: job.Tool{Name: g.Program, Source: g.Source}, Args: args}, dir)
	if err != nil || ran.Fault != "" {
		return nil, err
	}
	file := filepath.Join(dir, generators.Base+".in")
	if info, err := os.Stat(file); err != nil || info.Size() > keptInput {
		return nil, nil
	}
	return os.ReadFile(file)
}

// valid makes cases of those inputs that all validators accept and the original answers, in the same order.
func (k *pool) valid(ctx context.Context, name string, inputs [][]byte) ([]*problem.Case, error) {
	if len(inputs) == 0 {
		return nil, nil
	}
	asked := job.Exploration{Program: k.original, Validate: true}
	cases := make([]*problem.Case, len(inputs))
	for i, input := range inputs {
		tc := k.template
		tc.Name, tc.Sample = fmt.Sprintf("secret/%s-%d", name, i+1), false
		asked.Inputs = append(asked.Inputs, job.MadeInput(tc, input))
		k.made++
		tc.Input, tc.Answer = filepath.Join(k.folder, fmt.Sprintf("%d.in", k.made)), ""
		cases[i] = &tc
	}
	answer := func(i int) string { return strings.TrimSuffix(cases[i].Input, ".in") + ".ans" }
	explored, err := k.client.Explore(ctx, k.programs, asked, func(i int, output io.Reader) error {
		return fsutil.Replace(answer(i), 0o644, func(to io.Writer) error {
			_, err := io.Copy(to, output)
			return err
		})
	}, func(event.Event) {})
	if err != nil {
		return nil, err
	}
	var valid []*problem.Case
	for i, came := range explored.Answers {
		answered := k.original.Name != ""
		if came.Refused != "" || answered && came.Test.Verdict != verdict.AC {
			continue
		}
		if answered {
			cases[i].Answer = answer(i)
		}
		if err := os.WriteFile(cases[i].Input, inputs[i], 0o644); err != nil {
			return nil, err
		}
		valid = append(valid, cases[i])
	}
	return valid, nil
}

// rounds are all cases, in the order in which mutants meet them.
func (k *pool) rounds() [][]*problem.Case {
	return [][]*problem.Case{k.small, k.varied, k.generated, k.large}
}

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
	for _, round := range []*[]*problem.Case{&k.small, &k.varied, &k.generated, &k.large} {
		*round = slices.DeleteFunc(*round, refused)
	}
}

// read gives the input of a case of the pool.
func (k *pool) read(tc *problem.Case) ([]byte, error) { return os.ReadFile(tc.Input) }
