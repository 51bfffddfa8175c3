package editor

import (
	"fmt"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/report"
)

// progress shows how far a run is, as work-done progress of the protocol.
type progress struct {
	server *Server
	token  string
	title  string
	tests  int
	judged int
	last   string
}

// newProgress returns a sink that shows the progress of a run; it shows nothing in an editor that cannot.
func (s *Server) newProgress(run int, name string) event.Sink {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.editor.progress {
		return event.Tee{}
	}
	return &progress{server: s, token: tokenOf(run), title: name}
}

func (p *progress) Event(e event.Event) {
	switch e := e.(type) {
	case event.Begin:
		p.server.ask("window/workDoneProgress/create", progressToken{p.token}) // an editor that refuses shows nothing
		p.say(progressValue{Kind: "begin", Title: p.title, Cancellable: true})
	case event.Plan:
		p.tests = e.Tests
	case event.Preparing:
		p.say(progressValue{Kind: "report", Message: report.PreparingWords(e.Language)})
	case event.Test:
		p.judged++
		share := 100 * p.judged / max(1, p.tests)
		p.say(progressValue{Kind: "report", Message: fmt.Sprintf("%d/%d", p.judged, p.tests), Percentage: &share})
	case event.Done:
		p.last = outcome(&e)
	case event.Stressed:
		p.last = "no failing input found"
		if e.Verdict != verdict.AC {
			p.last = "found a failing input"
		}
	case event.End:
		if e.Error != "" {
			p.last = e.Error
		}
		p.say(progressValue{Kind: "end", Message: p.last})
	}
}

func (p *progress) Close() error { return nil }

func (p *progress) say(value progressValue) {
	p.server.tell("$/progress", progressParams{p.token, value})
}

// cancelProgress stops the run whose progress the user cancelled.
func (s *Server) cancelProgress(params progressToken) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, d := range s.documents {
		d.stopRuns(func(run int) bool { return tokenOf(run) == params.Token })
	}
}

// tokenOf is the token of the progress of a run.
func tokenOf(run int) string { return fmt.Sprintf("grundy/%d", run) }

// outcome is a judgement in a few words.
func outcome(done *event.Done) string {
	if done.Interrupted {
		return "stopped"
	}
	return report.Outcome(*done)
}
