package runner

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/store/cache"
)

// Verdicts keeps what came of submissions on cases, for later judgements on the same machine by the same judge. Its methods
// may be called concurrently. What cannot be read or written it does without.
type Verdicts interface {
	// Known gives what is kept of a submission, by case; nil for nothing.
	Known(submission cache.Key) map[cache.Key]Known
	// Keep replaces what is kept of a submission.
	Keep(submission cache.Key, cases map[cache.Key]Known)
}

// Known is what came of a case, without excerpts of what the submission printed, and the checker's points.
type Known struct {
	Test              event.Test
	Score, Multiplier *float64
}

// memory is what earlier judgements know of a submission, and what this one adds.
type memory struct {
	verdicts Verdicts
	sub      *Submission
	key      cache.Key
	earlier  map[cache.Key]Known // of the cases, by caseKey

	mu     sync.Mutex
	seen   map[cache.Key]Known // those of this judgement
	learnt bool                // something of seen is new
}

// remember asks what is known of a submission. It is nil where nothing may be taken from earlier judgements.
func (j *Judge) remember(sub *Submission) *memory {
	if !sub.recalls() {
		return nil
	}
	return j.rememberAs(sub.verdictKey(), sub)
}

// recalls tells whether something may be taken from earlier judgements.
func (sub *Submission) recalls() bool {
	return sub.judge.verdicts != nil && sub.options.Recall && sub.program != nil
}

// rememberAs asks what is known by a key.
func (j *Judge) rememberAs(key cache.Key, sub *Submission) *memory {
	m := &memory{verdicts: j.verdicts, sub: sub, key: key, seen: map[cache.Key]Known{}}
	if !sub.options.Again {
		m.earlier = j.verdicts.Known(key)
	}
	return m
}

// verdictKey names everything that the verdicts of a submission depend on, except the cases, the judge and the machine.
func (sub *Submission) verdictKey() cache.Key {
	p, limits := sub.problem, sub.problem.Limits
	hash := cache.NewHash("verdicts 2").Text(string(sub.judge.host.Tier()))
	for _, program := range slices.Concat([]*language.Program{sub.program}, sub.checkers) {
		hash.Text(string(program.Key)).Texts(program.Env())
		hash.Text(fmt.Sprint(program.Language.Run, program.Limits(sandbox.Limits{})))
	}
	hash.Text(fmt.Sprint(sub.limits, limits.ValidationTime, limits.ValidationMemory, limits.ValidationOutput, limits.ValidationPasses))
	hash.Text(fmt.Sprint(p.Type, p.Format, p.AllowFileWriting, p.Output.Dialect))
	hash.Text(strconv.FormatBool(sub.options.NoRerun))
	return hash.Key()
}

// caseKey names everything about a case that verdicts depend on; "" where that cannot be told.
func (sub *Submission) caseKey(it *item) cache.Key {
	tc := it.tc
	if it.static {
		return ""
	}
	hash := cache.NewHash("case 1").Texts(tc.Args).Texts(sub.args(tc))
	for _, path := range []string{tc.Input, tc.Answer} {
		sum := sub.judge.digest(sub.problem, path)
		if path != "" && sum == "" {
			return ""
		}
		hash.Text(sum)
	}
	if tc.Files != "" && !sub.addFolder(hash, tc.Files) {
		return ""
	}
	return hash.Key()
}

// addFolder adds what a folder holds. It fails where there is anything but files and folders.
func (sub *Submission) addFolder(hash *cache.Hash, dir string) bool {
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		sum := sub.judge.digest(sub.problem, path)
		if !info.Mode().IsRegular() || sum == "" {
			return fs.ErrInvalid
		}
		below, err := filepath.Rel(dir, path)
		hash.Text(below).Text(info.Mode().String()).Text(sum)
		return err
	})
	return err == nil
}

// recall gives what an earlier judgement found on a case.
func (m *memory) recall(it *item) (attempt, bool) {
	if m == nil {
		return attempt{}, false
	}
	key := m.sub.caseKey(it)
	known, found := m.earlier[key]
	if !found || !m.sub.certain(known.Test) {
		return attempt{}, false
	}
	m.mu.Lock()
	m.seen[key] = known
	m.mu.Unlock()
	a := attempt{Test: known.Test}
	blank := m.sub.blank(it.tc)
	a.Submission, a.Test.Test, a.Sample, a.Input, a.Answer = blank.Submission, blank.Test.Test, blank.Sample, blank.Input, blank.Answer
	a.Earlier = true
	a.outcome.Score, a.outcome.Multiplier = known.Score, known.Multiplier
	return a, true
}

// learn takes note of a case that was judged now.
func (m *memory) learn(it *item, a attempt) {
	if m == nil || a.Earlier || !m.sub.certain(a.Test) {
		return
	}
	key := m.sub.caseKey(it)
	if key == "" {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen[key] = Known{a.Test.WithoutExcerpts(), a.outcome.Score, a.outcome.Multiplier}
	m.learnt = true
}

// keep leaves what was seen to later judgements. What they knew of other cases stays: a judgement need not take all.
func (m *memory) keep() {
	if m == nil || !m.learnt {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, known := range m.earlier {
		if _, again := m.seen[key]; !again && len(m.seen) < maxKnown {
			m.seen[key] = known
		}
	}
	m.verdicts.Keep(m.key, m.seen)
}

// maxKnown bounds the cases of one submission that are kept though no judgement asked for them of late.
const maxKnown = 4096

// certain tells that another run would give the same verdict, as far as limits are concerned: none was reached, nor nearly,
// but for time limits that were exceeded by far. What was run again was near one.
func (sub *Submission) certain(t event.Test) bool {
	spec := sub.limits.spec(1)
	switch {
	case t.Verdict == verdict.JE || t.Verdict == verdict.None || len(t.Runs) > 0 || t.OOMKills > 0:
		return false
	case sub.limits.near(t.CPU) || closeTo(t.Memory, spec.Memory):
		return false
	case t.Breach == sandbox.CPUBreach:
		return true
	}
	return t.Breach == sandbox.NoBreach && !closeTo(t.Wall, spec.Wall) && !closeTo(t.Wall-t.CPU, spec.Idle)
}

// closeTo tells that a measure is near a limit or beyond it.
func closeTo[T ~int64](measured, limit T) bool {
	return limit > 0 && float64(measured) >= (1-nearLimit)*float64(limit)
}
