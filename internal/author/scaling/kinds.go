package scaling

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// kinds is how many kinds of large inputs are made smaller: what is hard for a solution need not be the largest of all.
const kinds = 3

// Make makes inputs of some kinds in an existing folder, none where the package has no generators or does not say how large inputs are
// made. What a generator or a validator refuses is left out. An error means that a program cannot be built, that the judge
// failed, or that ctx was cancelled.
func Make(ctx context.Context, executor Executor, p *problem.Problem, dir string) ([][]*problem.Case, error) {
	if p.Format == problem.Plain {
		return nil, nil
	}
	m, err := newMaker(executor, p, dir)
	if err != nil {
		return nil, err
	}
	var made [][]*problem.Case
	largest, err := m.largest(kinds, least)
	if err != nil {
		return nil, err
	}
	for _, large := range largest {
		cases, err := m.series(ctx, large)
		if err != nil {
			return nil, err
		}
		made = append(made, cases)
	}
	return made, nil
}

// Executor runs generators and validators; job.Client is one.
type Executor interface {
	Generate(ctx context.Context, p *problem.Problem, j job.Generation, dir string) (job.Generated, error)
	Explore(ctx context.Context, p *problem.Problem, j job.Exploration, save job.Save, emit func(event.Event)) (job.Explored, error)
}

// sample is a case and the rule that makes it, with its generator.
type sample struct {
	*problem.Case
	rule *generators.Case
	tool job.Tool
	size int64
}

// maker makes inputs of a problem.
type maker struct {
	executor Executor
	problem  *problem.Problem
	programs *problem.Problem // the problem as jobs need it
	rules    *generators.Rules
	dir      string
	made     int
}

func newMaker(executor Executor, p *problem.Problem, dir string) (*maker, error) {
	rules, faults := generators.Read(p)
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		return nil, &problem.FaultError{Package: p.Dir, Diagnostics: fatal}
	}
	return &maker{executor: executor, problem: p, programs: job.WithoutData(p), rules: rules, dir: dir}, nil
}

// largest are the largest cases that commands with numbers from least on make, at most so many, and one of each kind: the first
// argument says what an input is like.
func (m *maker) largest(most int, least int64) ([]sample, error) {
	var all []sample
	for _, tc := range m.problem.Data.AllCases() {
		rule := m.rules.Case(tc.Name)
		if rule == nil || rule.Command == nil {
			continue
		}
		if info, err := os.Stat(tc.Input); err == nil {
			all = append(all, sample{Case: tc, rule: rule, size: info.Size()})
		}
	}
	slices.SortStableFunc(all, func(a, b sample) int { return cmp.Compare(b.size, a.size) })
	var chosen []sample
	seen := map[string]bool{}
	for _, s := range all {
		words := strings.Fields(s.rule.Command.Text)
		kind := strings.Join(words[:min(2, len(words))], " ")
		if seen[kind] || len(chosen) == most || len(numbers(words, least)) == 0 {
			continue
		}
		seen[kind] = true
		program, err := m.rules.Program(*s.rule.Command)
		if err != nil {
			continue // reading the rules has said so
		}
		if s.tool, err = job.ReadTool(program); err != nil {
			return nil, err
		}
		chosen = append(chosen, s)
	}
	return chosen, nil
}

// series makes smaller inputs of the kind of a large one.
func (m *maker) series(ctx context.Context, large sample) ([]*problem.Case, error) {
	words := strings.Fields(large.rule.Command.Text)
	positions, err := m.sizes(ctx, large, words)
	if err != nil {
		return nil, err
	}
	var cases []*problem.Case
	for _, command := range steps(words, positions) {
		tc, _, err := m.make(ctx, large, command)
		if err != nil {
			return nil, err
		}
		if tc != nil {
			cases = append(cases, tc)
		}
	}
	return cases, nil
}

// sizes are the positions of those numbers on which the size of the input depends; all together where none does alone, since
// generators refuse, for instance, more marked vertices than there are.
func (m *maker) sizes(ctx context.Context, large sample, words []string) ([]int, error) {
	var found []int
	all := numbers(words, least)
	for _, i := range all {
		tc, size, err := m.make(ctx, large, scaled(words, []int{i}, 1.0/8))
		if err != nil {
			return nil, err
		}
		if tc != nil && size < large.size/2 {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		return all, nil
	}
	return found, nil
}

// make makes an input by a command, nil when it is refused.
func (m *maker) make(ctx context.Context, large sample, command string) (*problem.Case, int64, error) {
	m.made++
	dir := filepath.Join(m.dir, fmt.Sprintf("input%d", m.made))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, 0, err
	}
	args := generators.Command{Text: command}.Args(large.rule.Seed)
	ran, err := m.executor.Generate(ctx, m.programs, job.Generation{Tool: large.tool, Args: args}, dir)
	if err != nil || ran.Fault != "" {
		return nil, 0, err
	}
	tc := *large.Case
	tc.Name, tc.Input, tc.Answer = command, filepath.Join(dir, generators.Base+".in"), ""
	tc.AnswerWanted, tc.Sample = filepath.Join(dir, generators.Base+".ans"), false
	brought, err := job.MadeOf(&tc)
	if err != nil {
		return nil, 0, err
	}
	word, err := m.executor.Explore(ctx, m.programs, job.Exploration{Inputs: []job.Made{brought}, Validate: true}, nil, func(event.Event) {})
	if err != nil || word.Answers[0].Refused != "" {
		return nil, 0, err
	}
	info, err := os.Stat(tc.Input)
	if err != nil {
		return nil, 0, err
	}
	return &tc, info.Size(), nil
}
