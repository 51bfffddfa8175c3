package workspace

import (
	"context"
	"slices"

	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// WarnOfHidden warns of solutions with a file that hides a module of their language.
func (w *Workspace) WarnOfHidden(ctx context.Context, solutions []Solution) error {
	builder, err := w.Builder()
	if err != nil {
		return err
	}
	for _, s := range solutions {
		if hides := builder.Hides(ctx, s.Source); hides != "" {
			w.log.Warn(hides)
		}
	}
	return nil
}

// Hidden returns warnings about a package's programs with a file that hides a module of their language.
func (w *Workspace) Hidden(ctx context.Context, p *problem.Problem) (problem.Diagnostics, error) {
	builder, err := w.Builder()
	if err != nil {
		return nil, err
	}
	var found problem.Diagnostics
	look := func(name string, source language.Source, err error) {
		if err != nil {
			return // the build reports it
		}
		if hides := builder.Hides(ctx, source); hides != "" {
			found = append(found, problem.Diagnostic{
				Level: problem.Warning, File: name, Message: hides,
				Help: "programs that import the module, directly or through another one, get this file instead",
			})
		}
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
	return found, nil
}
