package job

import (
	"context"
	"io"
	"os"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// Execution compiles a program and runs it once on one input. No checker looks at what it prints. A Compile event tells of
// the build.
type Execution struct {
	Source language.Source
	// Within runs it as a submission of the problem: with the files that lie in the working directory in a judgement.
	Within bool
	// Build bounds the compilation. The others bound the run.
	Build       language.Limits
	TimeLimit   time.Duration
	MemoryLimit bytesize.Size
	OutputLimit bytesize.Size
	Args        []string
	// Input is what it reads, unless Streams have something else.
	Input language.File
}

// Streams are what a program reads and prints on this machine. They are no part of a job: another machine is sent what In gives, and
// what it sends back is written to the others.
type Streams struct {
	// In is read in place of the Execution's Input, nil for that. In and Out may be terminals.
	In, Out *os.File
	// Err gets lines as they come, with the paths of the source in place of the sandbox's; nil discards.
	Err io.Writer
}

// Executed is how a run ended.
type Executed struct {
	// Verdict is None when it ended well. Reason is the judgement in words.
	Verdict verdict.Verdict
	Reason  string
	// Exit is the program's exit code, and Signal what killed it, 0 for nothing.
	Exit, Signal int
	CPU, Wall    time.Duration
	Memory       bytesize.Size
	Tier         sandbox.Tier
	// Output and Errors are what it printed, as far as no stream took that.
	Output, Errors []byte
}

func (Execution) job() {}

// NoProblem is the problem of jobs that need none.
func NoProblem() *problem.Problem { return &problem.Problem{Data: &problem.Group{}} }

// Execute runs a program. The error is a *language.CompileError or a *language.MissingError when it cannot be built.
func (c Client) Execute(ctx context.Context, p *problem.Problem, j Execution, s Streams, emit func(event.Event)) (Executed, error) {
	if here, ok := c.Executor.(Attached); ok {
		return here.Execute(ctx, p, j, s, emit)
	}
	if s.In != nil {
		data, err := io.ReadAll(io.LimitReader(s.In, int64(MaxContent)+1))
		if err != nil {
			return Executed{}, err
		}
		j.Input = language.File{Name: "input", Data: orEmpty(data)}
	}
	result, err := do[Executed](ctx, c.Executor, p, j, emit)
	if s.Err != nil && err == nil {
		_, err = s.Err.Write(result.Errors)
	}
	if s.Out != nil && err == nil {
		_, err = s.Out.Write(result.Output)
	}
	result.Output, result.Errors = nil, nil
	return result, err
}
