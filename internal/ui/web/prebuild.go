package web

import (
	"context"
	"strings"
	"sync"
	"time"

	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// prebuilds builds things before they are needed: the first judgement of a problem would wait for its checker, and the
// first one in a language for what that language compiles once.
type prebuilds struct {
	mutex   sync.Mutex
	begun   map[string]bool // by problem and language
	closed  bool
	running sync.WaitGroup
}

const (
	// warmDelay lets a page be drawn and its editor start before builds take a core.
	warmDelay = time.Second
	// warmTime is how long it may take.
	warmTime = 5 * time.Minute
)

// begin does some work, unless it was started before.
func (w *prebuilds) begin(key string, work func()) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.closed || w.begun[key] {
		return
	}
	w.begun[key] = true
	w.running.Go(work)
}

// wait returns when no build is running; no new one starts.
func (w *prebuilds) wait() {
	w.mutex.Lock()
	w.closed = true
	w.mutex.Unlock()
	w.running.Wait()
}

// warm builds what a judgement of a file will need, once for each problem and language. Judgements take precedence, and
// report errors.
func (s *Server) warm(p *problem.Problem, name, text, code string) {
	if code == "" || strings.TrimSpace(text) == "" {
		return
	}
	s.warming.begin(p.Dir+"\x00"+code, func() {
		select {
		case <-time.After(warmDelay):
		case <-s.lifetime.Done():
			return
		}
		client, err := s.Workspace.Executor(s.lifetime)
		if err != nil {
			return
		}
		ctx, cancel := context.WithTimeout(s.lifetime, warmTime)
		defer cancel()
		source := language.Source{Files: []language.File{{Name: name, Data: []byte(text)}}, Legacy: p.Format.IsLegacy()}
		client.Prepare(ctx, p, job.Judgement{Name: name, Source: source})
		<-ctx.Done() // until then, running builds continue
	})
}
