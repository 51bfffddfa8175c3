package runner

import (
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/resultcache"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/cache"
)

// Variant gives access to earlier results of a submission that differs from a built one in the text of a file, so
// that the caller need not build that submission. One goroutine may use it. A nil Variant knows and records nothing.
type Variant struct{ memory *knownResults }

// Variant looks up earlier results of the submission with another text in a file, under options of its own. It
// returns nil if the options do not say Recall, or if there is a static validator, whose verdict belongs to no case.
func (sub *Submission) Variant(file string, text []byte, options job.Options) *Variant {
	other := *sub
	other.options, other.limits = options, limitsFor(sub.problem, sub.language, options)
	if sub.static != nil || !other.usesKnownResults() {
		return nil
	}
	key := cache.NewHash("variant 1").Text(string(other.verdictKey())).Text(file).Bytes(text).Key()
	return &Variant{sub.judge.rememberAs(key, &other)}
}

// Recall returns an earlier result for a case.
func (v *Variant) Recall(tc *problem.Case) (event.Test, bool) {
	if v == nil {
		return event.Test{}, false
	}
	a, found := v.memory.recall(&item{tc: tc})
	return a.Test, found
}

// Learn records a result for a case.
func (v *Variant) Learn(tc *problem.Case, test event.Test) {
	if v != nil {
		v.memory.learn(&item{tc: tc}, attempt{Test: test})
	}
}

// beforeCases is the key, in place of a case, for the result of a variant that never reached a case.
const beforeCases cache.Key = "-"

// Settled returns what Settle recorded.
func (v *Variant) Settled() (as verdict.Verdict, reason string) {
	if v == nil {
		return verdict.None, ""
	}
	known := v.memory.earlier[beforeCases].Test
	return known.Verdict, known.Reason
}

// Settle records that no case need run: CE, or the verdict that the submission itself gets.
func (v *Variant) Settle(as verdict.Verdict, reason string) {
	if v != nil {
		v.memory.seen[beforeCases] = resultcache.Known{Test: event.Test{Verdict: as, Reason: reason}}
		v.memory.learnt = true
	}
}

// Keep stores what was learnt for later judgements.
func (v *Variant) Keep() {
	if v != nil {
		v.memory.keep()
	}
}
