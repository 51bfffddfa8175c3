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
	"grundy/internal/store/cache"
)

// tools are the programs that cases need, built.
type tools struct {
	generators  map[string]tool     // by the command's program
	visualizers map[string]tool     // by the path below the package
	solutions   map[string]solution // by their path below the package
	inputs      []job.Built         // the validators of the problem, in its order
	answers     []job.Built
}

// tool is a program that was built.
type tool struct {
	job.Tool
	key cache.Key
}

// solution is one that was built. There is none where the key is "".
type solution struct {
	job.Judgement
	key cache.Key
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
		inputs:  make([]job.Built, len(g.problem.InputValidators)),
		answers: make([]job.Built, len(g.problem.AnswerValidators)),
	}
	var built builds
	g.tools.generators = buildAll(&built, makers, func(name string) (tool, error) {
		program, err := g.rules.Program(generators.Command{Text: name})
		if err != nil {
			return tool{}, &FaultError{Message: err.Error()}
		}
		return g.buildTool(ctx, program)
	})
	g.tools.visualizers = buildAll(&built, visualizers, func(name string) (tool, error) {
		file := filepath.Join(g.problem.Dir, filepath.FromSlash(path.Clean(name)))
		return g.buildTool(ctx, problem.Program{Name: path.Clean(name)[1:], Path: file})
	})
	g.tools.solutions = buildAll(&built, solutions, func(name string) (solution, error) {
		return g.buildSolution(ctx, name)
	})
	for _, kind := range []struct {
		programs []problem.Program
		built    []job.Built
	}{{g.problem.InputValidators, g.tools.inputs}, {g.problem.AnswerValidators, g.tools.answers}} {
		for i, program := range kind.programs {
			built.start(func() (err error) {
				kind.built[i], err = g.executor.Build(ctx, g.programs, job.Building{Validator: program.Name})
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

func (g *Generator) buildTool(ctx context.Context, program problem.Program) (tool, error) {
	read, err := job.ReadTool(program)
	if err != nil {
		return tool{}, err
	}
	built, err := g.executor.Build(ctx, g.programs, job.Building{Tool: &read})
	return tool{read, built.Key}, err
}

// buildSolution builds the solution that makes answers; "" is the package's model solution. There may be none, which matters to the
// cases alone that have no answer otherwise.
func (g *Generator) buildSolution(ctx context.Context, name string) (solution, error) {
	read, err := g.solution(name)
	if err != nil || read == nil {
		return solution{}, err
	}
	// The machine may be busy with the other slots: whether it is fast enough is for verify to say.
	read.Options.TimeLimit = max(answerTime, 2*g.problem.Limits.Time)
	built, err := g.executor.Build(ctx, g.programs, job.Building{Solution: read})
	var failed *job.CompileError
	if errors.As(err, &failed) {
		compiled := failed.Compile
		err = &job.PackageError{Program: read.Name, Err: &language.CompileError{Reason: compiled.Failed, Log: compiled.Log}}
		if compiled.Skipped {
			err = &job.PackageError{Program: read.Name, Err: &language.MissingError{Language: compiled.Language, Tool: compiled.Missing, Reason: compiled.Failed, Install: compiled.Help}}
		}
	}
	return solution{*read, built.Key}, err
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
		solution, err := job.ReadReference(g.problem, model)
		solution.Name = "submissions/" + model.Name
		return &solution, err
	}
	source, err := language.ReadSource(filepath.Join(g.problem.Dir, filepath.FromSlash(name)))
	source.Legacy, source.Reference = g.problem.Format.IsLegacy(), true
	return &job.Judgement{Name: name, Source: source}, err
}
