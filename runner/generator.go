package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"grundy/internal/base/bytesize"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// maxGenerated bounds the output of a generator: far more than any input needs, yet little for a disk.
const maxGenerated = 256 * bytesize.MiB

// GeneratorLimits returns the limits of generators and visualizers: those of validators, except for the output.
func (w *Worker) GeneratorLimits(p *problem.Problem) sandbox.Limits {
	limits := w.judge.toolLimits(p.Limits)
	limits.Output = maxGenerated
	return limits
}

// Generate runs a generator in a working directory that holds the given copies. It leaves the files testcase.* that
// the generator wrote in dir, an existing directory of the host. If the generator wrote none, its standard output
// becomes testcase.in. All other files are dropped. The directory's content is valid only if ToolResult.Fault is empty.
func (w *Worker) Generate(ctx context.Context, p *problem.Problem, program *language.Program, args []string, copies []sandbox.Copy, dir string) (ToolResult, error) {
	const printed = ".printed" // a name under which no generator's file is kept
	stdout, err := os.Create(filepath.Join(dir, printed))
	if err != nil {
		return ToolResult{}, fmt.Errorf("make a file for the input: %w", err)
	}
	ran, err := w.Run(ctx, ToolRun{
		Program: program, Args: args, Stdout: stdout, Copies: copies, Export: dir, Limits: w.GeneratorLimits(p),
	})
	if err := errors.Join(err, stdout.Close()); err != nil {
		return ran, err
	}
	if ran.Fault() != "" {
		return ran, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return ran, err
	}
	written := false
	for _, entry := range entries {
		switch name := entry.Name(); {
		case name == printed:
		case !entry.Type().IsRegular() || !strings.HasPrefix(name, generators.Base+"."):
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, name)))
		case name == generators.Base+".in":
			written = true
		}
	}
	if err != nil {
		return ran, err
	}
	if written {
		return ran, os.Remove(filepath.Join(dir, printed))
	}
	return ran, os.Rename(filepath.Join(dir, printed), filepath.Join(dir, generators.Base+".in"))
}
