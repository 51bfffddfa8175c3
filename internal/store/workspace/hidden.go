package workspace

import (
	"cmp"
	"context"
	"slices"

	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// HidesModule returns a warning about a source with a file that hides a module of its language, none if it has no such
// file. Place is the place of the warning.
func (w *Workspace) HidesModule(ctx context.Context, place string, source language.Source) (problem.Diagnostics, error) {
	builder, err := w.Builder()
	if err != nil {
		return nil, err
	}
	hides := builder.Hides(ctx, source)
	if hides == "" {
		return nil, nil
	}
	return problem.Diagnostics{{
		Level: problem.Warning, File: place, Message: hides,
		Help: "programs that import the module, directly or through another one, get this file instead",
	}}, nil
}

// Hidden returns warnings about a package's programs with a file that hides a module of their language.
func (w *Workspace) Hidden(ctx context.Context, p *problem.Problem) (problem.Diagnostics, error) {
	var (
		found  problem.Diagnostics
		failed error
	)
	look := func(name string, source language.Source, err error) {
		if err != nil {
			return // the build reports it
		}
		hides, err := w.HidesModule(ctx, name, source)
		found, failed = append(found, hides...), cmp.Or(failed, err)
	}
	programs := slices.Concat(p.InputValidators, p.AnswerValidators, p.Output.Programs)
	rules, _ := generators.Read(p)
	for _, rule := range rules.Commands() {
		if program, err := rules.Program(*rule.Command); err == nil {
			programs = append(programs, program)
		}
	}
	seen := map[string]bool{}
	for _, program := range programs {
		if seen[program.Name] {
			continue
		}
		seen[program.Name] = true
		source, err := job.ReadProgram(program)
		look(program.Name, source, err)
	}
	for _, s := range p.Submissions {
		source, err := job.ReadProgram(problem.Program{Name: s.Name, Path: s.Path, Language: s.Language})
		look("submissions/"+s.Name, source, err)
	}
	return found, failed
}
