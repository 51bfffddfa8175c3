package generate

import (
	"context"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/runner"
)

// tools are the programs that cases need, built.
type tools struct {
	generators  map[string]*language.Program // by the command's program
	visualizers map[string]*language.Program // by the path below the package
	solutions   map[string]*runner.Submission
	inputs      []*runner.Validator
	answers     []*runner.Validator
}

// build builds everything that the cases need, side by side. What cannot be built is told of all at once, the programs in
// the order in which they are used: generators, visualizers, solutions, validators.
func (g *Generator) build(ctx context.Context, rules []*generators.Case) error {
	var makers, visualizers, solutions []string
	for _, c := range rules {
		rule := origin(c)
		if rule.Command != nil {
			makers = append(makers, rule.Command.Program())
		}
		if rule.Visualizer != nil {
			visualizers = append(visualizers, rule.Visualizer.Program())
		}
		if g.needsSolution(rule) {
			solutions = append(solutions, rule.Solution)
		}
	}
	g.tools = tools{
		inputs:  make([]*runner.Validator, len(g.problem.InputValidators)),
		answers: make([]*runner.Validator, len(g.problem.AnswerValidators)),
	}
	var built builds
	g.tools.generators = buildAll(&built, makers, func(name string) (*language.Program, error) {
		program, err := g.rules.Program(generators.Command{Text: name})
		if err != nil {
			return nil, &FaultError{Message: err.Error()}
		}
		return g.judge.Program(ctx, g.problem, program)
	})
	g.tools.visualizers = buildAll(&built, visualizers, func(name string) (*language.Program, error) {
		file := filepath.Join(g.problem.Dir, filepath.FromSlash(path.Clean(name)))
		return g.judge.Program(ctx, g.problem, problem.Program{Name: path.Clean(name)[1:], Path: file})
	})
	g.tools.solutions = buildAll(&built, solutions, func(name string) (*runner.Submission, error) {
		return g.buildSolution(ctx, name)
	})
	for _, kind := range []struct {
		programs []problem.Program
		built    []*runner.Validator
	}{{g.problem.InputValidators, g.tools.inputs}, {g.problem.AnswerValidators, g.tools.answers}} {
		for i, program := range kind.programs {
			built.start(func() (err error) {
				kind.built[i], err = g.judge.Validator(ctx, g.problem, program)
				return err
			})
		}
	}
	err := built.wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// builds are programs that are being built side by side. One that fails does not stop the others.
type builds struct {
	running sync.WaitGroup
	mu      sync.Mutex
	errs    []*error // in the order in which they were started
}

func (b *builds) start(build func() error) {
	failed := new(error)
	b.errs = append(b.errs, failed)
	b.running.Go(func() { *failed = build() })
}

// buildAll builds those of some names, each once. The map is complete when wait returns.
func buildAll[T any](b *builds, names []string, build func(name string) (T, error)) map[string]T {
	built := map[string]T{}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			continue
		}
		b.start(func() error {
			made, err := build(name)
			b.mu.Lock()
			defer b.mu.Unlock()
			built[name] = made
			return err
		})
	}
	return built
}

// wait gives all errors, that of a program which has two names only once.
func (b *builds) wait() error {
	b.running.Wait()
	var errs []error
	for _, failed := range b.errs {
		said := func(err error) bool { return err.Error() == (*failed).Error() }
		if *failed != nil && !slices.ContainsFunc(errs, said) {
			errs = append(errs, *failed)
		}
	}
	return errors.Join(errs...)
}

// buildSolution builds the solution that makes answers; "" is the package's model solution. It is nil when there is none, which
// matters to the cases alone that have no answer otherwise.
func (g *Generator) buildSolution(ctx context.Context, name string) (*runner.Submission, error) {
	solution, err := g.solution(name)
	if err != nil || solution == nil {
		return nil, err
	}
	// The machine may be busy with the other slots: whether it is fast enough is for verify to say.
	solution.Options.TimeLimit = max(answerTime, 2*g.problem.Limits.Time)
	submission, compiled, err := g.judge.Submission(ctx, g.problem, *solution)
	if err == nil && submission == nil {
		err = &job.PackageError{Program: solution.Name, Err: &language.CompileError{Reason: compiled.Failed, Log: compiled.Log}}
		if compiled.Skipped {
			err = &job.PackageError{Program: solution.Name, Err: &language.MissingError{Language: compiled.Language, Tool: compiled.Missing, Reason: compiled.Failed, Install: compiled.Help}}
		}
	}
	return submission, err
}

// answerTime is the CPU time that a solution may take for an answer, at least.
const answerTime = 10 * time.Second

// solution reads the solution that makes answers, see buildSolution.
func (g *Generator) solution(name string) (*job.Judgement, error) {
	if name == "" {
		model := g.problem.Model("")
		if model == nil {
			return nil, nil
		}
		solution, err := job.ReadSubmission(g.problem, model)
		solution.Name = "submissions/" + model.Name
		return &solution, err
	}
	source, err := language.ReadSource(filepath.Join(g.problem.Dir, filepath.FromSlash(name)))
	source.Legacy = g.problem.Format.IsLegacy()
	return &job.Judgement{Name: name, Source: source}, err
}
