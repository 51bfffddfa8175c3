package editor

import (
	"context"
	"maps"
	"slices"
	"sync"

	"grundy/internal/app/practice"
	"grundy/internal/event"
	"grundy/internal/store/workspace"
)

// document is a file that is open in the editor, and what is known of its last run.
type document struct {
	path string
	uri  string // as the editor writes it

	mutex  sync.Mutex
	stops  map[int]context.CancelFunc // of the runs that have not ended, by their numbers
	over   chan struct{}              // closed when the latest run has ended
	done   *event.Done                // of the last judgement, nil before
	found  *event.Counterexample
	marks  marks
	closed bool // the editor closed the file, and shows no more diagnostics of it
}

// marks are the diagnostics of a document, by the URIs of their files.
type marks struct {
	asked  map[string][]diagnostic // of the search for the smallest failing input
	judged map[string][]diagnostic // of the last judgement
}

// of returns the diagnostics in a file.
func (m marks) of(uri string) []diagnostic { return slices.Concat(m.asked[uri], m.judged[uri]) }

// files returns the URIs of the files with diagnostics, in order.
func (m marks) files() []string {
	files := slices.AppendSeq(slices.Collect(maps.Keys(m.asked)), maps.Keys(m.judged))
	slices.Sort(files)
	return slices.Compact(files)
}

// stopRuns stops the wanted runs of the document.
func (d *document) stopRuns(wanted func(run int) bool) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for run, stop := range d.stops {
		if wanted(run) {
			stop()
		}
	}
}

// busy reports whether something runs for the document.
func (d *document) busy() bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return len(d.stops) > 0
}

// cancel stops all that runs for the document.
func (d *document) cancel() { d.stopRuns(func(int) bool { return true }) }

// document returns the document of a URI, which the editor need not have opened. It is nil if the URI names no file.
func (s *Server) document(uri string) *document {
	path := pathOf(uri)
	if path == "" {
		return nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	d, known := s.documents[path]
	if !known {
		d = &document{path: path, uri: uri, stops: map[int]context.CancelFunc{}}
		s.documents[path] = d
	}
	s.latest = d
	return d
}

func (s *Server) didOpen(params documentParams) { s.document(params.TextDocument.URI) }

func (s *Server) didClose(params documentParams) {
	d := s.document(params.TextDocument.URI)
	if d == nil {
		return
	}
	d.cancel()
	s.start(func() { s.mark(d, func() { d.marks, d.closed = marks{}, true }) })
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.documents, d.path)
	s.latest = nil
}

// didSave judges the file if the user wants that. A file that is no solution with tests is passed over in silence.
func (s *Server) didSave(params documentParams) {
	d := s.document(params.TextDocument.URI)
	s.mutex.Lock()
	wanted := enabled(s.settings.RunOnSave, true)
	s.mutex.Unlock()
	if d == nil || !wanted {
		return
	}
	s.start(func() {
		if o, err := s.open(s.lifetime, d, practice.Cases{}); err == nil {
			s.judge(d, o)
		}
	})
}

// solution finds the solution in the file of a document.
func (s *Server) solution(ctx context.Context, d *document) (workspace.Solution, error) {
	solution, err := s.Workspace.Solution(ctx, workspace.Search{}, d.path)
	solution.Name = workspace.ShortPath(d.path)
	return solution, err
}

// session opens the solution of a document for judging.
func (s *Server) session(ctx context.Context, d *document, cases practice.Cases) (*practice.Session, error) {
	solution, err := s.solution(ctx, d)
	if err != nil {
		return nil, err
	}
	return practice.Open(ctx, s.Workspace, practice.Options{Solutions: []workspace.Solution{solution}, Cases: cases, FailedFirst: true})
}

// opened is a session, and the faults of the package that were met when it was opened.
type opened struct {
	*practice.Session
	faults []event.Event
}

// open opens the solution of a document for a run.
func (s *Server) open(ctx context.Context, d *document, cases practice.Cases) (*opened, error) {
	o := &opened{}
	var err error
	o.Session, err = s.session(workspace.Following(ctx, func(e event.Event) { o.faults = append(o.faults, e) }), d, cases)
	return o, err
}

// mark changes the diagnostics of a document, and shows them.
func (s *Server) mark(d *document, change func()) {
	d.mutex.Lock()
	if d.closed {
		d.mutex.Unlock()
		return
	}
	before := d.marks.files()
	change()
	now := d.marks
	d.mutex.Unlock()
	for _, uri := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(before, now.files())))) {
		all := now.of(uri)
		if all == nil {
			all = []diagnostic{} // none, not null
		}
		s.tell("textDocument/publishDiagnostics", publishedDiagnostics{URI: uri, Diagnostics: all})
	}
}
