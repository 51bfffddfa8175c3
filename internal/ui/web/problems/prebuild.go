package problems

import (
	"context"
	"strings"
	"sync"
	"time"

	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
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

// start does some work, unless it was started before.
func (b *prebuilds) start(key string, work func()) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.closed || b.begun[key] {
		return
	}
	if b.begun == nil {
		b.begun = map[string]bool{}
	}
	b.begun[key] = true
	b.running.Go(work)
}

// wait returns when no build is running; no new one starts.
func (b *prebuilds) wait() {
	b.mutex.Lock()
	b.closed = true
	b.mutex.Unlock()
	b.running.Wait()
}

// begin builds what a judgement of a file will need, once for each problem and language. Judgements take precedence, and
// report errors.
func (b *prebuilds) begin(lifetime context.Context, w *workspace.Workspace, p *problem.Problem, name, text, code string) {
	if code == "" || strings.TrimSpace(text) == "" {
		return
	}
	b.start(p.Dir+"\x00"+code, func() {
		select {
		case <-time.After(warmDelay):
		case <-lifetime.Done():
			return
		}
		client, err := w.Executor(lifetime)
		if err != nil {
			return
		}
		ctx, cancel := context.WithTimeout(lifetime, warmTime)
		defer cancel()
		source := language.Source{Files: []language.File{{Name: name, Data: []byte(text)}}, Legacy: p.Format.IsLegacy()}
		client.Prepare(ctx, p, job.Judgement{Name: name, Source: source})
		<-ctx.Done() // until then, running builds continue
	})
}
