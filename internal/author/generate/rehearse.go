package generate

import (
	"context"
	"fmt"
	"os"

	"golang.org/x/sync/errgroup"

	"grundy/internal/job"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// Rehearsals runs the generators of a package in a folder for what they make.
type Rehearsals struct {
	*Generator
	scratch string
}

// Rehearsals makes Rehearsals in an existing folder.
func (g *Generator) Rehearsals(scratch string) Rehearsals { return Rehearsals{g, scratch} }

// Rehearsal runs the generators of a package by its rules and keeps nothing of what they make.
type Rehearsal struct {
	// Choose gives the program to build in the place of one, and whether to run it at all; nil runs all as they are.
	Choose func(problem.Program) (problem.Program, bool)
	// Times is how often each command runs with the same arguments, at least once. Its results must be the same.
	Times int
}

// Rehearse tells how many runs there were, and what was wrong with them: what the sanitizers say, and results that differ. An
// error is a *job.PackageError when a program cannot be built.
func (g Rehearsals) Rehearse(ctx context.Context, r Rehearsal) (runs int, faults problem.Diagnostics, err error) {
	type command struct {
		rule    *generators.Case
		program problem.Program
		built   tool
	}
	var commands []command
	seen := map[string]bool{}
	for _, rule := range g.rules.Commands() {
		program, err := g.rules.Program(*rule.Command)
		wanted := true
		if r.Choose != nil {
			program, wanted = r.Choose(program)
		}
		if text := rule.Command.With(rule.Seed); err == nil && wanted && !seen[text] { // what is wrong with rules is told elsewhere
			seen[text] = true
			commands = append(commands, command{rule: rule, program: program})
		}
	}
	for i := range commands {
		if commands[i].built, err = g.buildTool(ctx, commands[i].program); err != nil {
			return 0, nil, err
		}
	}
	found := make(problem.Diagnostics, len(commands))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(g.executor.Slots())
	for i, c := range commands {
		group.Go(func() error {
			fault, err := g.rehearse(ctx, c.rule, c.program, c.built, r)
			if fault != nil {
				found[i] = *fault
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return 0, nil, err
	}
	for _, fault := range found {
		if fault.Message != "" {
			faults = append(faults, fault)
		}
	}
	return len(commands) * max(r.Times, 1), faults, nil
}

// rehearse runs one command as often as it is wanted.
func (g Rehearsals) rehearse(
	ctx context.Context, rule *generators.Case, program problem.Program, built tool, r Rehearsal,
) (*problem.Diagnostic, error) {
	parent, err := os.MkdirTemp(g.scratch, "rehearsal-")
	if err != nil {
		return nil, fmt.Errorf("make a directory for generators: %w", err)
	}
	defer os.RemoveAll(parent)
	text := rule.Command.With(rule.Seed)
	first := ""
	for range max(r.Times, 1) {
		dir, err := os.MkdirTemp(parent, "run-")
		if err != nil {
			return nil, fmt.Errorf("make a directory for a generator: %w", err)
		}
		ran, err := g.executor.Generate(ctx, g.programs, job.Generation{Tool: built.Tool, Args: rule.Command.Args(rule.Seed)}, dir)
		if err != nil {
			return nil, err
		}
		switch {
		case ran.Broken != nil:
			fault := program.Fault(ran.Broken.FaultFile, ran.Broken.FaultLine)
			fault.Message, fault.Test = fmt.Sprintf("%s, by %s for data/%s", ran.Broken.Cause(), text, rule.Name), rule.Name
			fault.Help = "mend the generator: until then its inputs are chance"
			return &fault, nil
		case ran.Fault != "":
			return nil, nil // filling data/ reports it
		case first == "":
			first = dir
			continue
		}
		name, err := different(first, dir)
		if err != nil || name == "" {
			if err = os.RemoveAll(dir); err != nil {
				return nil, err
			}
			continue
		}
		fault := program.Fault("", 0)
		fault.Message, fault.Test = fmt.Sprintf("%s is not deterministic: its %s is another one when it runs again", text, name), rule.Name
		fault.Help = undeterminedHelp
		return &fault, nil
	}
	return nil, nil
}

// undeterminedHelp is what to do about a generator whose results differ.
const undeterminedHelp = "let all its random numbers depend on its arguments: neither on the time nor on the order of a hash table"
