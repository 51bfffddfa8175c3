package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"grundy/internal/language"
	"grundy/internal/problem"
)

// entry is the one build of a package's program, for whoever wants it.
type entry struct {
	mu      sync.Mutex
	program *language.Program
	err     error
}

// packageProgram builds a program of a package, or returns what came of it before.
func (j *Judge) packageProgram(ctx context.Context, p *problem.Problem, program problem.Program, want priority) (*language.Program, error) {
	found, _ := j.programs.LoadOrStore(program.Path, &entry{})
	e := found.(*entry)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.program != nil || e.err != nil {
		return e.program, e.err
	}
	built, err := j.buildPackageProgram(ctx, p, program, want)
	if cancelled := context.Cause(ctx); cancelled != nil {
		return nil, cancelled
	}
	if err != nil {
		err = &PackageError{Program: program.Name, Err: err}
	}
	e.program, e.err = built, err
	return built, err
}

func (j *Judge) buildPackageProgram(ctx context.Context, p *problem.Problem, program problem.Program, want priority) (*language.Program, error) {
	source, err := programSource(program)
	if err != nil {
		return nil, err
	}
	source.Language = program.Language
	source.Legacy = p.Format.IsLegacy()
	return j.compile(ctx, source, language.Limits{Time: p.Limits.CompilationTime, Memory: p.Limits.CompilationMemory}, want)
}

// programSource lists the files of a program. Of several that are named one by one the first is the main file.
func programSource(program problem.Program) (language.Source, error) {
	if program.Files == nil {
		return ReadSource(program.Path)
	}
	source := language.Source{Entrypoint: filepath.Base(program.Files[0])}
	for _, path := range program.Files {
		if _, err := os.Stat(path); err != nil {
			return source, err
		}
		source.Files = append(source.Files, language.File{Name: filepath.Base(path), Path: path})
	}
	return source, nil
}

// PackageError is a program of a package that cannot be built: the package is faulty, or its toolchain is missing.
type PackageError struct {
	Program string // below the package's folder
	Err     error
}

func (e *PackageError) Error() string {
	var compile *language.CompileError
	if errors.As(e.Err, &compile) && compile.Log != "" {
		return fmt.Sprintf("%s cannot be built: %v\n%s", e.Program, e.Err, compile.Log)
	}
	return fmt.Sprintf("%s cannot be built: %v", e.Program, e.Err)
}

func (e *PackageError) Unwrap() error { return e.Err }
