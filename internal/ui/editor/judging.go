package editor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// runParams say which test cases of a file to run; by default all.
type runParams struct {
	URI     string   `json:"uri"`
	Samples bool     `json:"samples"`
	Failed  bool     `json:"failed"` // those that failed the last time
	Tests   []string `json:"tests"`  // by name; null for all
}

// fileParams name a file.
type fileParams struct {
	URI string `json:"uri"`
}

// begun is the number of a run that has begun. Its events follow as grundy/event.
type begun struct {
	Run int `json:"run"`
}

// told is what grundy/event says: an event of a run, in the form of docs/events.md.
type told struct {
	URI   string          `json:"uri"`
	Run   int             `json:"run"`
	Event json.RawMessage `json:"event"`
}

func (s *Server) run(ctx context.Context, params runParams) (begun, error) {
	cases := practice.Cases{Samples: params.Samples, Failed: params.Failed, Names: params.Tests}
	d, err := s.named(params.URI)
	if err != nil {
		return begun{}, err
	}
	o, err := s.open(ctx, d, cases)
	if err != nil {
		return begun{}, err
	}
	return begun{s.judge(d, o)}, nil
}

func (s *Server) why(ctx context.Context, params fileParams) (begun, error) {
	d, err := s.named(params.URI)
	if err != nil {
		return begun{}, err
	}
	o, err := s.open(ctx, d, practice.Cases{})
	if err != nil {
		return begun{}, err
	}
	return begun{s.search(d, o)}, nil
}

func (s *Server) stopRun(_ context.Context, params fileParams) (any, error) {
	d, err := s.named(params.URI)
	if err == nil {
		d.cancel()
	}
	return nil, err
}

// named returns the document of a URI, or an error if that names no file.
func (s *Server) named(uri string) (*document, error) {
	d := s.document(uri)
	if d == nil {
		return nil, fmt.Errorf("%s: only files of this machine can be judged; save it first", uri)
	}
	return d, nil
}

// begin starts work with an opened document, and returns the number of the run. It begins when the present work has ended: a judgement
// stops that, a search waits for its result. The events of the work go to the editor and to the other sinks.
func (s *Server) begin(
	d *document, name string, o *opened, do func(ctx context.Context, client job.Client, emit func(event.Event)) error, sinks ...event.Sink,
) int {
	ctx, stop := context.WithCancel(s.lifetime)
	over := make(chan struct{})
	s.mutex.Lock()
	s.runs++
	number := s.runs
	s.mutex.Unlock()
	d.mutex.Lock()
	if name == testName {
		for _, stopBefore := range d.stops {
			stopBefore()
		}
	}
	before := d.over
	d.stops[number], d.over = stop, over
	d.mutex.Unlock()
	s.start(func() {
		defer close(over)
		if before != nil {
			<-before
		}
		shown := event.Tee{s.newProgress(number, workspace.ShortPath(d.path)), s.newNotifier(d, number)}
		all := append(event.Tee(sinks), event.NewBuffer(shown)) // a slow editor does not slow the judge
		all.Event(event.Begin{Version: s.Version, Command: name, Submissions: 1, Names: []string{workspace.ShortPath(d.path)}})
		for _, fault := range o.faults {
			all.Event(fault)
		}
		client, err := s.Workspace.Executor(s.lifetime)
		if err == nil {
			err = do(workspace.Following(ctx, all.Event), client, all.Event)
		}
		end := event.End{}
		if err != nil && ctx.Err() == nil {
			end.ExitCode = exitFault
			end.Error, end.Hint = err.Error(), hint.Of(err)
		}
		d.end(number)
		all.Event(end)
		if err := all.Close(); err != nil {
			s.Log.Warn(err.Error())
		}
		if s.editor.refreshes {
			s.ask("workspace/codeLens/refresh", nil)
		}
		if s.idle() {
			debug.FreeOSMemory() // the process stays as long as the editor, mostly waiting
		}
	})
	return number
}

// end takes note that a run has ended.
func (d *document) end(run int) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.stops[run]()
	delete(d.stops, run)
}

// idle reports whether nothing runs for any document.
func (s *Server) idle() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, d := range s.documents {
		if d.busy() {
			return false
		}
	}
	return true
}

// The names of runs, after the commands that do the same.
const (
	testName = "test"
	whyName  = "why"
)

// exitFault is the exit code in the end of a run that could not do its work.
const exitFault = 2

// newNotifier returns a sink that sends the events of a run to an editor that takes them.
func (s *Server) newNotifier(d *document, run int) event.Sink {
	if !s.editor.events {
		return event.Tee{}
	}
	return &notifier{s, d.uri, run}
}

// notifier sends the events of a run to the editor.
type notifier struct {
	server *Server
	uri    string
	run    int
}

func (n *notifier) Event(e event.Event) {
	line, err := event.Line(e)
	if err != nil {
		n.server.Log.Warn(err.Error())
		return
	}
	n.server.tell("grundy/event", told{n.uri, n.run, line})
}

func (n *notifier) Close() error { return nil }

// judge judges the file of a document, and looks for the smallest failing input after a failure if the user wants that.
func (s *Server) judge(d *document, o *opened) int {
	s.mark(d, func() { d.marks = marks{} })
	found := newPlaces(d)
	return s.begin(d, testName, o, func(ctx context.Context, client job.Client, emit func(event.Event)) error {
		if err := o.Complete(ctx, emit); err != nil {
			return err
		}
		judged := o.Judge(ctx, client, emit)[0]
		s.mark(d, func() { d.done, d.found, d.marks = &judged.Done, nil, marks{judged: found.diagnostics()} })
		if err := judged.Fault(); err != nil {
			return err
		}
		s.mutex.Lock()
		wanted := enabled(s.settings.Why, false)
		s.mutex.Unlock()
		if !wanted || !practice.Asks(judged.Done) {
			return nil
		}
		return s.smallest(ctx, d, o.Session, client, emit)
	}, append(s.Workspace.History().Recorders(), found)...)
}

// search looks for the smallest input on which the file of a document fails.
func (s *Server) search(d *document, o *opened) int {
	return s.begin(d, whyName, o, func(ctx context.Context, client job.Client, emit func(event.Event)) error {
		return s.smallest(ctx, d, o.Session, client, emit)
	})
}

// smallest looks for the smallest failing input, remembers it, and shows it beside the failed tests.
func (s *Server) smallest(ctx context.Context, d *document, session *practice.Session, client job.Client, emit func(event.Event)) error {
	found := newPlaces(d)
	_, err := session.Why(ctx, client, &session.Entries[0], practice.WhyOptions{}, func(e event.Event) {
		found.Event(e)
		d.mutex.Lock()
		switch e := e.(type) {
		case event.Counterexample:
			d.found = &e
		case event.Shrunk:
			d.found = &e.Finding
		}
		d.mutex.Unlock()
		emit(e)
	})
	s.mark(d, func() { d.marks.asked = found.diagnostics() })
	return err
}

// inputParams are an input of the user's own for a file.
type inputParams struct {
	URI   string `json:"uri"`
	Input string `json:"input"`
}

// ran is how a program ran on an input of the user's own.
type ran struct {
	Verdict string  `json:"verdict"` // "" if it ended well; "CE" if there is no program
	Reason  string  `json:"reason"`
	Output  string  `json:"output"` // at most maxShown bytes of it
	Errors  string  `json:"errors"` // of standard error, or of the compiler
	CPU     float64 `json:"cpu_seconds"`
	Wall    float64 `json:"wall_seconds"`
	Memory  int64   `json:"peak_bytes"`
}

// maxShown bounds, in bytes, how much of an output or an input the editor gets.
const maxShown = 256 << 10

// runInput runs a file on an input of the user's own. The correct output is unknown, so there is no judgement.
func (s *Server) runInput(ctx context.Context, params inputParams) (ran, error) {
	d, err := s.named(params.URI)
	if err != nil {
		return ran{}, err
	}
	client, err := s.Workspace.Executor(s.lifetime)
	if err != nil {
		return ran{}, err
	}
	against, execution := job.NoProblem(), job.Execution{}
	session, err := s.session(ctx, d, practice.Cases{})
	switch {
	case errors.Is(err, workspace.ErrNoProblem):
		source, err := workspace.ReadSource(d.path, "")
		if err != nil {
			return ran{}, err
		}
		execution = practice.FreeExecution(source)
	case err != nil:
		return ran{}, err
	default:
		against, execution = session.Entries[0].Against, session.Entries[0].Execution()
	}
	said := &head{}
	result, output, err := s.execute(ctx, client, against, execution, []byte(params.Input), said)
	var rejected *language.CompileError
	switch {
	case errors.As(err, &rejected):
		return ran{Verdict: "CE", Reason: rejected.Reason, Errors: rejected.Log}, nil
	case err != nil:
		return ran{}, err
	}
	return ran{
		result.Verdict.String(), result.Reason, beginning(output), beginning(said.text),
		result.CPU.Seconds(), result.Wall.Seconds(), int64(result.Memory),
	}, nil
}

// execute runs a program on an input, and returns the beginning of its output. What it says on standard error goes to said.
func (s *Server) execute(
	ctx context.Context, client job.Client, against *problem.Problem, execution job.Execution, input []byte, said io.Writer,
) (result job.Executed, output []byte, err error) {
	own, err := s.Workspace.OwnRun(input)
	if err != nil {
		return result, nil, err
	}
	defer func() { err = errors.Join(err, own.Close()) }()
	execution.Input = language.File{Path: own.Input}
	if result, err = client.Execute(ctx, against, execution, job.Streams{Out: own.Output, Err: said}, func(event.Event) {}); err != nil {
		return result, nil, err
	}
	output, err = io.ReadAll(io.NewSectionReader(own.Output, 0, maxShown))
	return result, output, err
}

// head keeps the beginning of what is written to it.
type head struct{ text []byte }

func (h *head) Write(text []byte) (int, error) {
	h.text = append(h.text, text[:min(len(text), maxShown-len(h.text))]...)
	return len(text), nil
}

// beginning returns the part of a text that the editor gets.
func beginning(text []byte) string {
	return strings.ToValidUTF8(string(text[:min(len(text), maxShown)]), "\uFFFD")
}
