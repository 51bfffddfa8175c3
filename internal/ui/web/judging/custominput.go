package judging

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"grundy/internal/app/practice"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
	"grundy/internal/ui/web/results"
	"grundy/internal/ui/web/site"
	"grundy/internal/ui/web/work"
)

const (
	// maxPrinted bounds the shown part of an output, and of standard error, in bytes.
	maxPrinted = 64 << 10
	// printedLook is how often the server checks whether a program has printed more.
	printedLook = 100 * time.Millisecond
)

// errNoInput reports a problem whose solutions do not read an input, or talk to a judge.
var errNoInput = hint.Errorf("grundy test --input FILE in a terminal has the judge talk to it", "solutions of this problem are not run on an input alone")

// TakesInput reports whether a solution can be run on an input alone.
func TakesInput(p *problem.Problem) bool { return !p.Type.Interactive && !p.Type.SubmitAnswer }

// runOwn runs a file as it is on the disk on an input of the user's own. As in a terminal, the correct output is
// unknown.
func (s *Judging) runOwn(w http.ResponseWriter, r *http.Request) {
	f, err := s.File(r.PathValue("id"), r.PathValue("name"))
	if err != nil {
		site.Refuse(w, http.StatusNotFound, err)
		return
	}
	input, err := io.ReadAll(r.Body)
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		site.Refuse(w, http.StatusRequestEntityTooLarge,
			hint.Errorf("grundy test --input FILE in a terminal takes larger ones", "an input may take %s here", bytesize.Size(site.MaxBody)))
		return
	case err != nil:
		return // the browser is gone
	}
	if p, err := s.Open(r.Context(), f.Problem); err != nil || !TakesInput(p) {
		if err == nil {
			err = errNoInput
		}
		site.Refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	input = lineEnded(string(input))
	s.begin(w, r, f, func(ctx context.Context, solution workspace.Solution, to *work.Stream) error {
		return s.runOn(ctx, solution, input, to)
	})
}

// runSummary is what a page is told about the end of a run.
type runSummary struct {
	Verdict verdict.Verdict `json:"verdict"` // None if it ended well
	Reason  string          `json:"reason,omitempty"`
	CPU     time.Duration   `json:"cpu_seconds"`
	Wall    time.Duration   `json:"wall_seconds"`
	Memory  string          `json:"memory"`
}

// runOn runs a solution on an input, under the limits of its problem, and sends its output as it comes.
func (s *Judging) runOn(ctx context.Context, solution workspace.Solution, input []byte, to *work.Stream) (err error) {
	to.AddText("preparing", "Preparing the judge …")
	client, err := s.Workspace.Executor(s.Lifetime)
	if err != nil {
		return err
	}
	own, err := s.Workspace.OwnRun(input)
	if err != nil {
		return err
	}
	defer own.Close()
	session, err := practice.Open(ctx, s.Workspace, practice.Options{Solutions: []workspace.Solution{solution}, Input: own.Input})
	if err != nil {
		return err
	}
	e := &session.Entries[0]
	output, said := &printed{to: to, stream: "output"}, &printed{to: to, stream: "errors"}
	teller := &results.EventWriter{To: to}
	to.AddText("preparing", "Compiling …")
	stop := output.follow(own.Output)
	result, err := client.Execute(ctx, e.Against, e.Execution(), job.Streams{Out: own.Output, Err: said}, func(e event.Event) {
		if compile, ok := e.(event.Compile); ok {
			e = event.Compile{Log: compile.Log} // the page shows nothing else of the build
		}
		teller.Event(e)
	})
	stop()
	output.end()
	said.end()
	var rejected *language.CompileError
	switch {
	case errors.As(err, &rejected):
		teller.Pass(event.Compile{Log: rejected.Log, Help: rejected.Help})
		to.Add("ran", runSummary{Verdict: verdict.CE, Reason: terminal.Line(rejected.Reason)})
		return nil
	case err != nil:
		return err
	}
	reason := result.Reason
	if result.Verdict == verdict.None && output.size == 0 {
		reason = "nothing was printed"
	}
	to.Add("ran", runSummary{result.Verdict, reason, result.CPU, result.Wall, result.Memory.Measured()})
	return nil
}

// printed sends the output of a program: whole lines as they come, and the rest at the end.
type printed struct {
	to     *work.Stream
	stream string
	begun  []byte // not sent yet
	taken  int    // bytes that were sent or will be
	size   int64  // of the whole output
}

// printing is what a page is told about the output of a running program.
type printing struct {
	Stream string `json:"stream"`
	Text   string `json:"text"`
	Note   string `json:"note,omitempty"`
}

func (p *printed) Write(text []byte) (int, error) {
	p.size += int64(len(text))
	part := text[:min(len(text), maxPrinted-p.taken)]
	p.taken += len(part)
	p.begun = append(p.begun, part...)
	if whole := bytes.LastIndexByte(p.begun, '\n') + 1; whole > 0 {
		p.tell(whole, "")
	}
	return len(text), nil
}

// tell sends the first n unsent bytes.
func (p *printed) tell(n int, note string) {
	p.to.Add("printed", printing{p.stream, terminal.Text(string(p.begun[:n])), note})
	p.begun = p.begun[n:]
}

// end sends the rest, and says what is left out.
func (p *printed) end() {
	note := ""
	if p.size > maxPrinted {
		note = fmt.Sprintf("The first %s of %s; grundy test --input FILE in a terminal prints all.", bytesize.Size(maxPrinted), bytesize.Size(p.size))
	}
	if note != "" || len(p.begun) > 0 {
		p.tell(len(p.begun), note)
	}
}

// follow reads what a program writes into a file, until stop is called.
func (p *printed) follow(file *os.File) (stop func()) {
	text := io.NewSectionReader(file, 0, maxPrinted)
	take := func() { _, _ = io.Copy(p, text) } // unreadable output is not shown
	over := make(chan struct{})
	var looking sync.WaitGroup
	looking.Go(func() {
		look := time.NewTicker(printedLook)
		defer look.Stop()
		for {
			select {
			case <-over:
				return
			case <-look.C:
				take()
			}
		}
	})
	return func() {
		close(over)
		looking.Wait()
		take()
		if info, err := file.Stat(); err == nil {
			p.size = info.Size()
		}
	}
}
