package local

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"grundy/internal/job"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
	"grundy/runner"
)

// built builds one program.
func (e *Executor) built(ctx context.Context, p *problem.Problem, j job.Building) (built job.Built, err error) {
	switch {
	case j.Tool != nil:
		program, err := e.judge.Tool(ctx, p, j.Tool.Name, j.Tool.Source)
		if err != nil {
			return built, err
		}
		return job.Built{Key: program.Key}, nil
	case j.Solution != nil:
		submission, _, err := e.build(ctx, p, *j.Solution)
		if err != nil {
			return built, err
		}
		return job.Built{Key: submission.Key()}, nil
	}
	program, err := validatorOf(p, j.Validator)
	if err != nil {
		return built, err
	}
	validator, err := e.judge.Validator(ctx, p, program)
	if err != nil {
		return built, err
	}
	return job.Built{Key: validator.Key(), Placed: validator.Placed()}, nil
}

// generated does a Generation that returns its files.
func (e *Executor) generated(ctx context.Context, p *problem.Problem, j job.Generation) (result job.Generated, err error) {
	dir, err := readableDir(e.scratch, "generated-")
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if result, err = e.Generate(ctx, p, j, dir); err != nil || result.Fault != "" {
		return result, err
	}
	result.Files, err = job.Contents(dir, "the files of "+j.Tool.Name)
	return result, err
}

// Generate runs a generator and lays out its files in an existing directory.
func (e *Executor) Generate(ctx context.Context, p *problem.Problem, j job.Generation, dir string) (result job.Generated, err error) {
	program, err := e.judge.Tool(ctx, p, j.Tool.Name, j.Tool.Source)
	if err != nil {
		return result, err
	}
	var copies []sandbox.Copy
	if len(j.Beside) > 0 {
		above, err := readableDir(e.scratch, "beside-")
		if err != nil {
			return result, err
		}
		defer os.RemoveAll(above)
		beside := filepath.Join(above, "files")
		if err := layBeside(beside, j.Beside); err != nil {
			return result, err
		}
		for _, file := range j.Beside {
			copies = append(copies, sandbox.Copy{Host: filepath.Join(beside, filepath.FromSlash(file.Name)), To: file.Name, Mode: 0o644})
		}
	}
	err = e.judge.Lend(ctx, func(w *runner.Worker) error {
		ran, err := w.Generate(ctx, p, program, j.Args, copies, dir)
		result.Fault, result.Stderr, result.Broken = ran.Fault(), ran.Stderr, ran.Broken
		if result.Fault != "" {
			result.Fault += limitOf(ran.Breach, w.GeneratorLimits(p))
		}
		return err
	})
	return result, err
}

// limitOf is the size of a limit, for users: " of 1s".
func limitOf(breach sandbox.Breach, limits sandbox.Limits) string {
	switch breach {
	case sandbox.CPUBreach:
		return fmt.Sprintf(" of %v", limits.CPU)
	case sandbox.WallBreach:
		return fmt.Sprintf(" of %v", limits.Wall)
	case sandbox.IdleBreach:
		return fmt.Sprintf(" of %v", limits.Idle)
	case sandbox.MemoryBreach:
		return fmt.Sprintf(" of %v", limits.Memory)
	case sandbox.OutputBreach:
		return fmt.Sprintf(" of %v", limits.Output)
	}
	return ""
}
