package job

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"grundy/internal/base/bytesize"
	"grundy/internal/event"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/cache"
)

// MaxContent bounds what a job takes to another machine, and what its result brings back: inputs, outputs and the
// files of generators together.
const MaxContent = 64 * bytesize.MiB

// ContentError reports that a job or its result is too large for another machine.
type ContentError struct{ What string }

func (e *ContentError) Error() string {
	return fmt.Sprintf("%s: more than %s, which is too much for another machine", e.What, MaxContent)
}

// Hint says how to do without another machine.
func (e *ContentError) Hint() string {
	return "do it on this machine: leave --on out, and unset GRUNDY_HUB"
}

// Tool is a program that is not part of the problem's model: a generator, or a visualizer of generators.yaml.
type Tool struct {
	// Name is the program's name for users.
	Name   string
	Source language.Source
}

// ReadTool makes a tool of a package's program. The error is a *PackageError.
func ReadTool(program problem.Program) (Tool, error) {
	source, err := ReadProgram(program)
	if err != nil {
		return Tool{}, &PackageError{Program: program.Name, Err: err}
	}
	return Tool{program.Name, source}, nil
}

// Building builds one program: a Tool, a validator of the problem by its name, or a solution with its checkers. The
// error is a *PackageError or a *CompileError if a source is faulty or a toolchain is missing.
type Building struct {
	Tool      *Tool
	Validator string
	Solution  *Judgement
}

// Built names what was built.
type Built struct {
	// Key is the hash of everything that the program was made from, for results that depend on it.
	Key cache.Key
	// Placed reports that a validator asks for the test set and the group of a case.
	Placed bool
}

// Generation runs a generator or a visualizer, which writes the files of a case.
type Generation struct {
	Tool Tool
	Args []string
	// Beside are the files in its working directory.
	Beside []language.File
}

// Generated is the result of a generator.
type Generated struct {
	// Files are those that it wrote, named by their extension; if it wrote none, its output is ".in". The list is
	// empty if the files were laid out in a directory of this machine.
	Files []language.File
	// Fault says why its exit code was not 0, "" if it was. Stderr is the beginning of its error output.
	Fault, Stderr string
	// Broken is the report of the sanitizers, nil for none or for a generator built without them.
	Broken *event.Breakdown
}

func (Building) job()   {}
func (Generation) job() {}

// Attached is an executor on this machine, whose programs read and write files of this process: nothing is sent.
type Attached interface {
	Executor
	// Generate lays the files of a Generation out in an existing directory.
	Generate(ctx context.Context, p *problem.Problem, j Generation, dir string) (Generated, error)
	// Execute connects an Execution with streams.
	Execute(ctx context.Context, p *problem.Problem, j Execution, s Streams, emit func(event.Event)) (Executed, error)
	// Explore passes each output to save, in any order and one at a time.
	Explore(ctx context.Context, p *problem.Problem, j Exploration, save Save, emit func(event.Event)) (Explored, error)
	// Converse holds a Conversation.
	Converse(ctx context.Context, p *problem.Problem, j Conversation, talk Talk, emit func(event.Event)) (Conversed, error)
}

// Build builds a program.
func (c Client) Build(ctx context.Context, p *problem.Problem, j Building) (Built, error) {
	return do[Built](ctx, c.Executor, p, j, ignore)
}

// Generated runs a generator and returns its files, named by their extension.
func (c Client) Generated(ctx context.Context, p *problem.Problem, j Generation) (Generated, error) {
	return do[Generated](ctx, c.Executor, p, j, ignore)
}

// Generate runs a generator and lays out its files "testcase.*" in an existing directory.
func (c Client) Generate(ctx context.Context, p *problem.Problem, j Generation, dir string) (Generated, error) {
	if here, ok := c.Executor.(Attached); ok {
		return here.Generate(ctx, p, j, dir)
	}
	result, err := c.Generated(ctx, p, j)
	if err != nil {
		return result, err
	}
	return result, layOut(dir, result.Files)
}

// layOut writes the files from another machine, which are untrusted.
func layOut(dir string, files []language.File) error {
	for _, file := range files {
		if !slices.Contains(problem.CaseExtensions(), file.Name) || file.Path != "" {
			return fmt.Errorf("%q is not a file of a generator", file.Name)
		}
		if err := os.WriteFile(filepath.Join(dir, generators.Base+file.Name), file.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Contents reads the files of a generator in a directory.
func Contents(dir, of string) ([]language.File, error) {
	var (
		files []language.File
		room  = int64(MaxContent)
	)
	for _, extension := range problem.CaseExtensions() {
		path := filepath.Join(dir, generators.Base+extension)
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, os.ErrNotExist):
			continue
		case err != nil:
			return nil, err
		}
		if room -= info.Size(); room < 0 {
			return nil, &ContentError{of}
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files = append(files, language.File{Name: extension, Data: orEmpty(data)})
	}
	return files, nil
}

// checkContent rejects a job that is too large to send.
func checkContent(j Job) error {
	var size bytesize.Size
	_, err := withSources(j, func(source language.Source) (language.Source, error) {
		for _, file := range source.All() {
			of, err := file.Size()
			if err != nil {
				return source, err
			}
			size += of
		}
		return source, nil
	})
	if err == nil && size > MaxContent {
		err = &ContentError{"the input of a program"}
	}
	return err
}
