package scaling

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/runner"
)

// kinds is how many kinds of large inputs are made smaller: what is hard for a solution need not be the largest of all.
const kinds = 3

// Make makes inputs of some kinds in an existing folder, none where the package has no generators or does not say how large inputs are
// made. What a generator or a validator refuses is left out. An error means that a program cannot be built, that the judge
// failed, or that ctx was cancelled.
func Make(ctx context.Context, judge *runner.Judge, p *problem.Problem, dir string) ([][]*problem.Case, error) {
	if p.Format == problem.Plain {
		return nil, nil
	}
	m, err := newMaker(ctx, judge, p, dir)
	if err != nil {
		return nil, err
	}
	var made [][]*problem.Case
	for _, large := range m.largest(kinds, least) {
		err := m.with(ctx, large, func(w *runner.Worker, program *language.Program) error {
			cases, err := m.series(ctx, w, program, large)
			made = append(made, cases)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return made, nil
}

// sample is a case and the rule that makes it.
type sample struct {
	*problem.Case
	rule *generators.Case
	size int64
}

// maker makes inputs of a problem.
type maker struct {
	judge      *runner.Judge
	problem    *problem.Problem
	rules      *generators.Rules
	validators []*runner.Validator
	dir        string
	made       int
}

func newMaker(ctx context.Context, judge *runner.Judge, p *problem.Problem, dir string) (*maker, error) {
	rules, faults := generators.Read(p)
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		return nil, &problem.FaultError{Package: p.Dir, Diagnostics: fatal}
	}
	validators, err := judge.InputValidators(ctx, p)
	return &maker{judge: judge, problem: p, rules: rules, validators: validators, dir: dir}, err
}

// largest are the largest cases that commands with numbers from least on make, at most so many, and one of each kind: the first
// argument says what an input is like.
func (m *maker) largest(most int, least int64) []sample {
	var all []sample
	for _, tc := range m.problem.Data.AllCases() {
		rule := m.rules.Case(tc.Name)
		if rule == nil || rule.Command == nil {
			continue
		}
		if info, err := os.Stat(tc.Input); err == nil {
			all = append(all, sample{tc, rule, info.Size()})
		}
	}
	slices.SortStableFunc(all, func(a, b sample) int { return cmp.Compare(b.size, a.size) })
	var chosen []sample
	seen := map[string]bool{}
	for _, s := range all {
		words := strings.Fields(s.rule.Command.Text)
		kind := strings.Join(words[:min(2, len(words))], " ")
		if !seen[kind] && len(chosen) < most && len(numbers(words, least)) > 0 {
			seen[kind] = true
			chosen = append(chosen, s)
		}
	}
	return chosen
}

// with builds the generator of a case and has something done with it.
func (m *maker) with(ctx context.Context, of sample, do func(*runner.Worker, *language.Program) error) error {
	program, err := m.rules.Program(*of.rule.Command)
	if err != nil {
		return nil // reading the rules has said so
	}
	built, err := m.judge.Program(ctx, m.problem, program)
	if err != nil {
		return err
	}
	return m.judge.Lend(ctx, func(w *runner.Worker) error { return do(w, built) })
}

// series makes smaller inputs of the kind of a large one.
func (m *maker) series(ctx context.Context, w *runner.Worker, program *language.Program, large sample) ([]*problem.Case, error) {
	words := strings.Fields(large.rule.Command.Text)
	positions, err := m.sizes(ctx, w, program, large, words)
	if err != nil {
		return nil, err
	}
	var cases []*problem.Case
	for _, command := range steps(words, positions) {
		tc, _, err := m.make(ctx, w, program, large, command)
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
func (m *maker) sizes(ctx context.Context, w *runner.Worker, program *language.Program, large sample, words []string) ([]int, error) {
	var found []int
	all := numbers(words, least)
	for _, i := range all {
		tc, size, err := m.make(ctx, w, program, large, scaled(words, []int{i}, 1.0/8))
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
func (m *maker) make(ctx context.Context, w *runner.Worker, program *language.Program, large sample, command string) (*problem.Case, int64, error) {
	m.made++
	dir := filepath.Join(m.dir, fmt.Sprintf("input%d", m.made))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, 0, err
	}
	ran, err := w.Generate(ctx, m.problem, program, generators.Command{Text: command}.Args(large.rule.Seed), nil, dir)
	if err != nil || ran.Fault() != "" {
		return nil, 0, err
	}
	tc := *large.Case
	tc.Name, tc.Input, tc.Answer = command, filepath.Join(dir, generators.Base+".in"), ""
	tc.AnswerWanted, tc.Sample = filepath.Join(dir, generators.Base+".ans"), false
	for _, v := range m.validators {
		if valid, _, err := w.Validate(ctx, v, &tc); err != nil || !valid {
			return nil, 0, err
		}
	}
	info, err := os.Stat(tc.Input)
	if err != nil {
		return nil, 0, err
	}
	return &tc, info.Size(), nil
}
