package runner

import (
	"bytes"
	"context"
	"slices"
	"sync"

	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// preparations are the builds that were begun before their judgement.
type preparations struct {
	mu    sync.Mutex
	begun []*preparation
}

// preparation is a build in the background.
type preparation struct {
	problem *problem.Problem
	job     job.Judgement
	done    chan struct{} // closed when parts is set
	parts   parts
}

// Prepare begins to build a submission as soon as a slot is free that no judgement waits for. Judge continues from
// there if it gets the same submission before ctx ends.
func (j *Judge) Prepare(ctx context.Context, p *problem.Problem, submitted job.Judgement) {
	lang, err := j.detect(p, submitted)
	if err != nil {
		return // Judge will report it
	}
	begun := &preparation{problem: p, job: submitted, done: make(chan struct{})}
	j.prepared.add(begun)
	context.AfterFunc(ctx, func() { j.prepared.remove(begun) })
	j.background.Go(func() {
		defer close(begun.done)
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(j.closing, cancel)()
		begun.parts = j.build(ctx, p, submitted, lang, background)
	})
}

// assemble builds a submission, or waits for the build that Prepare has begun.
func (j *Judge) assemble(ctx context.Context, p *problem.Problem, submitted job.Judgement, lang *language.Language) parts {
	begun := j.prepared.take(p, submitted)
	if begun == nil {
		return j.build(ctx, p, submitted, lang, urgent)
	}
	select {
	case <-begun.done:
		return begun.parts
	case <-ctx.Done():
		return parts{err: context.Cause(ctx)}
	}
}

func (ps *preparations) add(begun *preparation) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.begun = append(ps.begun, begun)
}

func (ps *preparations) remove(begun *preparation) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.begun = slices.DeleteFunc(ps.begun, func(other *preparation) bool { return other == begun })
}

// take hands the preparation of a submission to its one judgement. It returns nil if there is none.
func (ps *preparations) take(p *problem.Problem, submitted job.Judgement) *preparation {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	i := slices.IndexFunc(ps.begun, func(b *preparation) bool {
		return b.problem == p && b.job.Name == submitted.Name && sameSource(b.job.Source, submitted.Source)
	})
	if i < 0 {
		return nil
	}
	found := ps.begun[i]
	ps.begun = slices.Delete(ps.begun, i, i+1)
	return found
}

func sameSource(a, b language.Source) bool {
	return a.Language == b.Language && a.Entrypoint == b.Entrypoint && a.Legacy == b.Legacy && a.Sanitize == b.Sanitize &&
		slices.EqualFunc(a.All(), b.All(), func(f, g language.File) bool {
			return f.Name == g.Name && f.Path == g.Path && bytes.Equal(f.Data, g.Data)
		})
}
