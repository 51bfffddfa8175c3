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
	"grundy/internal/judge/resultcache"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/cache"
)

// ResultCache keeps the results of submissions on cases for later judgements by the same judge on the same machine. Its
// methods may be called concurrently. It ignores what it cannot read or write.
type ResultCache interface {
	// Known returns the stored results of a submission by case, or nil.
	Known(submission cache.Key) map[cache.Key]resultcache.Known
	// Keep replaces the stored results of a submission.
	Keep(submission cache.Key, cases map[cache.Key]resultcache.Known)
}

// knownResults holds what earlier judgements found out about a submission, and what this one adds.
type knownResults struct {
	verdicts ResultCache
	sub      *Submission
	key      cache.Key
	earlier  map[cache.Key]resultcache.Known // results of cases, by caseKey

	mu     sync.Mutex
	seen   map[cache.Key]resultcache.Known // results of this judgement, by caseKey
	learnt bool                            // seen has something new
}

// remember looks up earlier results of a submission. It returns nil where they must not be used.
func (j *Judge) remember(sub *Submission) *knownResults {
	if !sub.usesKnownResults() {
		return nil
	}
	return j.rememberAs(sub.verdictKey(), sub)
}

// usesKnownResults reports whether earlier results may be used.
func (sub *Submission) usesKnownResults() bool {
	return sub.judge.verdicts != nil && sub.options.Recall && sub.program != nil
}

// rememberAs looks up earlier results by a key.
func (j *Judge) rememberAs(key cache.Key, sub *Submission) *knownResults {
	m := &knownResults{verdicts: j.verdicts, sub: sub, key: key, seen: map[cache.Key]resultcache.Known{}}
	if !sub.options.Again {
		m.earlier = j.verdicts.Known(key)
	}
	return m
}

// verdictKey identifies everything that the verdicts of a submission depend on, except the cases, the judge and the
// machine.
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
	if files := sub.files(); files != (problem.NamedFiles{}) {
		hash.Text(files.Input).Text(files.Output)
	}
	return hash.Key()
}

// caseKey identifies everything about a case that its verdict depends on. It returns "" if that cannot be read.
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

// addFolder adds the content of a directory to the hash. It fails if the directory holds anything but files and
// directories.
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

// recall returns an earlier result for a case.
func (m *knownResults) recall(it *item) (attempt, bool) {
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
	blank := m.sub.newAttempt(it.tc)
	a.Submission, a.Test.Test, a.Sample, a.Input, a.Answer = blank.Submission, blank.Test.Test, blank.Sample, blank.Input, blank.Answer
	a.Earlier = true
	a.outcome.Score, a.outcome.Multiplier = known.Score, known.Multiplier
	return a, true
}

// learn records the result of a case that was judged now.
func (m *knownResults) learn(it *item, a attempt) {
	if m == nil || a.Earlier || !m.sub.certain(a.Test) {
		return
	}
	key := m.sub.caseKey(it)
	if key == "" {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen[key] = resultcache.Known{Test: a.Test.WithoutExcerpts(), Score: a.outcome.Score, Multiplier: a.outcome.Multiplier}
	m.learnt = true
}

// keep stores the results for later judgements. Results of other cases stay: a judgement need not run all cases.
func (m *knownResults) keep() {
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

// maxKnown bounds how many stored cases of a submission survive although recent judgements did not use them.
const maxKnown = 4096

// certain reports whether another run would give the same verdict as far as limits are concerned: the run was not
// close to any limit, or exceeded the time limit by far. A case that was rerun had been close to one.
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

// closeTo reports whether a measurement is close to a limit or beyond it.
func closeTo[T ~int64](measured, limit T) bool {
	return limit > 0 && float64(measured) >= (1-nearLimit)*float64(limit)
}
