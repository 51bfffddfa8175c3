package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/judge/language"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/plot"
)

// judgements contains current and recent judgements.
type judgements struct {
	mutex   sync.Mutex
	begun   map[string]*attempt // the newest for each file, by path
	streams []*Stream           // the newest ones; the last one has the number told
	told    int
	closed  bool
	running sync.WaitGroup
}

// attempt is the judgement of a file.
type attempt struct {
	number int // of its stream
	stop   context.CancelFunc
	done   chan struct{} // closed when it is over
}

// keptStreams is how many judgements a page can follow from the beginning. Finished ones are in the history too.
const keptStreams = 64

// stream finds the stream with a number, or nil if it no longer exists.
func (j *judgements) stream(number int) *Stream {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	place := len(j.streams) - 1 - (j.told - number)
	if place < 0 || place >= len(j.streams) {
		return nil
	}
	return j.streams[place]
}

// newest returns the stream number of a file's newest judgement; 0 for none.
func (j *judgements) newest(path string) int {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if a := j.begun[path]; a != nil && j.told-a.number < len(j.streams) {
		return a.number
	}
	return 0
}

// begin cancels the current judgement of a file, and starts another one once it has ended. It returns the number of its
// stream.
func (j *judgements) begin(ctx context.Context, path string, work func(context.Context, *Stream)) (number int, err error) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.closed {
		return 0, errEnding
	}
	before := j.begun[path]
	if before != nil {
		before.stop()
	}
	stream := newStream()
	j.streams = append(j.streams, stream)
	j.streams = slices.Delete(j.streams, 0, max(0, len(j.streams)-keptStreams))
	j.told++
	a := &attempt{number: j.told, done: make(chan struct{})}
	var working context.Context
	working, a.stop = context.WithCancel(ctx)
	j.begun[path] = a
	j.running.Go(func() {
		defer close(a.done)
		defer stream.end()
		defer a.stop()
		if before != nil {
			<-before.done
		}
		if working.Err() == nil {
			work(working, stream)
		}
	})
	return a.number, nil
}

// stop cancels the judgement of a file.
func (j *judgements) stop(path string) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if a := j.begun[path]; a != nil {
		a.stop()
	}
}

// wait returns when all judgements have ended; no new one starts.
func (j *judgements) wait() {
	j.mutex.Lock()
	j.closed = true
	j.mutex.Unlock()
	j.running.Wait()
}

var errEnding = errors.New("grundy serve is ending; start it again")

// judgementStarted is what a page is told about a judgement that starts.
type judgementStarted struct {
	Stream int `json:"stream"`
}

// submit judges a file as it is on the disk: on the samples if the address says so, else on all cases.
func (s *Server) submit(w http.ResponseWriter, r *http.Request) {
	f, err := s.file(r.PathValue("id"), r.PathValue("name"))
	if err != nil {
		refuse(w, http.StatusNotFound, err)
		return
	}
	samples := r.URL.Query().Has("samples")
	s.begin(w, f, func(ctx context.Context, solution workspace.Solution, to *Stream) error {
		return s.judge(ctx, solution, practice.Cases{Samples: samples}, to)
	})
}

// begin starts work on a file as it is on the disk, instead of the present work on it.
func (s *Server) begin(w http.ResponseWriter, f file, work func(ctx context.Context, solution workspace.Solution, to *Stream) error) {
	number, err := s.judging.begin(s.lifetime, f.path, func(ctx context.Context, to *Stream) {
		solution, err := s.Workspace.Solution(ctx, s.search(f.problem), f.path)
		if err == nil {
			solution.Name = workspace.ShortPath(f.path)
			err = work(ctx, solution, to)
		}
		tellFault(ctx, to, err)
	})
	s.started(w, number, err)
}

// started answers the request that started a judgement.
func (s *Server) started(w http.ResponseWriter, number int, err error) {
	if err != nil {
		refuse(w, http.StatusServiceUnavailable, err)
		return
	}
	answer(w, http.StatusAccepted, judgementStarted{number})
}

// stop cancels the judgement of a file.
func (s *Server) stop(w http.ResponseWriter, r *http.Request) {
	f, err := s.file(r.PathValue("id"), r.PathValue("name"))
	if err != nil {
		refuse(w, http.StatusNotFound, err)
		return
	}
	s.judging.stop(f.path)
	w.WriteHeader(http.StatusNoContent)
}

// again judges the source of an earlier run against the present problem.
func (s *Server) again(w http.ResponseWriter, r *http.Request) {
	run, err := s.runOf(r)
	if err != nil {
		refuse(w, http.StatusNotFound, err)
		return
	}
	if s.placeOf(&run) == "" {
		refuse(w, http.StatusNotFound, s.Workspace.Problems().Unknown(run.Problem))
		return
	}
	files, err := s.Workspace.History().Source(r.Context(), run.ID)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	// It belongs to no file, so no judgement of a file cancels it, but another repetition of the same run does.
	number, err := s.judging.begin(s.lifetime, repetition(run.ID), func(ctx context.Context, to *Stream) {
		solution, err := s.earlier(run, files)
		if err == nil {
			err = s.judge(ctx, solution, practice.Cases{}, to)
		}
		tellFault(ctx, to, err)
	})
	s.started(w, number, err)
}

// earlier returns the solution of an earlier run.
func (s *Server) earlier(run history.Run, files []event.SourceFile) (workspace.Solution, error) {
	solution := workspace.Solution{Name: run.Submission, Path: run.Path, Repeats: cmp.Or(run.Repeats, run.ID), Source: language.Source{Language: run.Language}}
	for _, file := range files {
		solution.Source.Files = append(solution.Source.Files, language.File{Name: file.Name, Data: []byte(file.Text)})
	}
	place, err := s.packageOf(s.placeOf(&run))
	if err != nil {
		return solution, err
	}
	return s.Workspace.Earlier(place, solution)
}

// tellFault tells the page why a judgement failed, unless it was cancelled.
func tellFault(ctx context.Context, to *Stream, err error) {
	if err != nil && ctx.Err() == nil {
		to.add("fault", encoded(faultOf(err)))
	}
}

// judge judges a solution, stores the result in the history, tells the page everything, and searches for the reason of
// a failure. It reads everything again each time, because the package may have changed.
func (s *Server) judge(ctx context.Context, solution workspace.Solution, cases practice.Cases, to *Stream) error {
	w := s.Workspace
	to.add("preparing", encoded(progress{"Preparing the judge …"})) // this takes long if nothing is compiled yet
	client, err := w.Executor(s.lifetime)
	if err != nil {
		return err
	}
	teller := &eventWriter{to: to}
	ctx = workspace.Following(ctx, teller.Event)
	session, err := practice.Open(ctx, w, practice.Options{Solutions: []workspace.Solution{solution}, Cases: cases, FailedFirst: true})
	if err != nil {
		return err
	}
	e := &session.Entries[0]
	teller.ground = s.groundOf(ctx, e.Against)
	if err := session.Complete(ctx, teller.Event); err != nil {
		return err
	}
	for _, tc := range e.Against.Data.AllCases() {
		if e.Job.Options.Cases == nil || slices.Contains(e.Job.Options.Cases, tc.Name) {
			teller.cases = append(teller.cases, plot.Case{Name: tc.Name})
		}
	}
	sinks := event.Tee{teller}
	recorder := w.History().Recorder()
	if w.History().Keeps() {
		sinks = append(sinks, recorder)
	}
	sinks.Event(event.Begin{Version: s.Version, Command: "test", Directory: s.Folder, Submissions: 1})
	judged := session.Judge(ctx, client, sinks.Event)[0]
	if err := sinks.Close(); err != nil {
		return err
	}
	if run := recorder.Last(); run > 0 {
		to.add("kept", encoded(judgementStored{run}))
	}
	if err := judged.Fault(); err != nil {
		return err
	}
	if cases.Samples || !practice.Asks(judged.Done) {
		return nil
	}
	to.add("asking", []byte("{}"))
	if _, err := session.Why(ctx, client, e, practice.WhyOptions{}, teller.Event); err != nil && ctx.Err() == nil {
		to.add("unknown", encoded(faultOf(err)))
	}
	return nil
}

// judgementStored is what a page is told about a judgement in the history.
type judgementStored struct {
	Run int64 `json:"run"`
}

// errNoHistory reports a missing run.
var errNoHistory = hint.Errorf("the submissions are those that are kept", "there is no such run")

// runOf finds the run that a request names.
func (s *Server) runOf(r *http.Request) (history.Run, error) {
	id, err := strconv.ParseInt(r.PathValue("run"), 10, 64)
	if err != nil {
		return history.Run{}, errNoHistory
	}
	return s.Workspace.History().Run(r.Context(), id)
}
