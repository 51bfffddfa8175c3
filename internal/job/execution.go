package job

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// Execution compiles a program and runs it once on one input. No checker judges its output. A Compile event reports
// the build.
type Execution struct {
	Source language.Source
	// Within runs the program as a submission of the problem, with the same files in its working directory.
	Within bool
	// Build bounds the compilation. The others bound the run.
	Build       language.Limits
	TimeLimit   time.Duration
	MemoryLimit bytesize.Size
	OutputLimit bytesize.Size
	Args        []string
	// Input is the program's input, unless Streams replace it.
	Input language.File
	// Follow reports what the program prints as it prints, as Printed events, up to MaxPrinted of each stream.
	Follow bool
}

// MaxPrinted bounds, in bytes, how much of a stream Printed events report. The result has the whole.
const MaxPrinted = 1 << 20

// Streams are what a program reads and prints on this machine. They are not part of the job: In is read here and sent
// to another machine, and what the program prints there is written to the others as it comes.
type Streams struct {
	// In replaces the Execution's Input unless it is nil. In and Out may be terminals.
	In, Out *os.File
	// Err receives lines as they come, with the paths of the source instead of the sandbox's; nil discards them.
	Err io.Writer
}

// Executed is how a run ended.
type Executed struct {
	// Verdict is None if the run ended well. Reason is the judgement in words.
	Verdict verdict.Verdict
	Reason  string
	// Exit is the program's exit code, and Signal the signal that killed it, 0 for none.
	Exit, Signal int
	CPU, Wall    time.Duration
	Memory       bytesize.Size
	Tier         sandbox.Tier
	// Output and Errors are the output that no stream received.
	Output, Errors []byte
}

func (Execution) job() {}

// NoProblem is the problem of jobs that need none.
func NoProblem() *problem.Problem { return &problem.Problem{Data: &problem.Group{}} }

// Execute runs a program. The error is a *language.CompileError or a *language.MissingError if it cannot be built.
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
	out, said := follower{}, follower{to: s.Err}
	if s.Out != nil {
		out.to = s.Out
	}
	j.Follow = true
	result, err := do[Executed](ctx, c.Executor, p, j, func(e event.Event) {
		switch printed, is := e.(event.Printed); {
		case !is:
			emit(e)
		case printed.ToErrors:
			said.follow(printed)
		default:
			out.follow(printed)
		}
	})
	if err == nil {
		err = errors.Join(said.end(result.Errors), out.end(result.Output))
	}
	result.Output, result.Errors = nil, nil
	return result, err
}

// follower writes what a program prints on another machine, each byte once, even if another worker runs the program
// again because the first one was lost.
type follower struct {
	to      io.Writer // nil discards it
	written []byte    // at most MaxPrinted
	err     error
}

// follow writes what is new of a part. A part after one that is missing waits for the end.
func (f *follower) follow(e event.Printed) {
	if known := len(f.written) - e.Offset; known >= 0 && known < len(e.Text) && len(f.written) < MaxPrinted {
		f.write(e.Text[known:])
		f.written = append(f.written, e.Text[known:]...)
	}
}

// end writes the rest of the whole.
func (f *follower) end(whole []byte) error {
	rest, same := bytes.CutPrefix(whole, f.written)
	if !same {
		return hint.Errorf("run it again", "the program printed something else when another worker ran it again, since the first one was lost")
	}
	f.write(rest)
	return f.err
}

func (f *follower) write(text []byte) {
	if f.to != nil && f.err == nil && len(text) > 0 {
		_, f.err = f.to.Write(text)
	}
}
