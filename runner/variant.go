package runner

import (
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/cache"
)

// Variant is what earlier judgements know of a submission that differs from a built one in the text of a file. Who asks it need
// not build that submission. It serves one goroutine; nil knows and learns nothing.
type Variant struct{ memory *memory }

// Variant asks what is known of the submission with another text in a file, judged with options of its own. It is nil where
// they do not say Recall, and where a verdict is of no case.
func (sub *Submission) Variant(file string, text []byte, options job.Options) *Variant {
	other := *sub
	other.options, other.limits = options, limitsFor(sub.problem, sub.language, options)
	if sub.static != nil || !other.recalls() {
		return nil
	}
	key := cache.NewHash("variant 1").Text(string(other.verdictKey())).Text(file).Bytes(text).Key()
	return &Variant{sub.judge.rememberAs(key, &other)}
}

// Recall gives what an earlier judgement found on a case.
func (v *Variant) Recall(tc *problem.Case) (event.Test, bool) {
	if v == nil {
		return event.Test{}, false
	}
	a, found := v.memory.recall(&item{tc: tc})
	return a.Test, found
}

// Learn takes note of a test on a case.
func (v *Variant) Learn(tc *problem.Case, test event.Test) {
	if v != nil {
		v.memory.learn(&item{tc: tc}, attempt{Test: test})
	}
}

// beforeCases stands in the place of a case for what became of a variant before it met any.
const beforeCases cache.Key = "-"

// Settled gives what Settle took note of.
func (v *Variant) Settled() (as verdict.Verdict, reason string) {
	if v == nil {
		return verdict.None, ""
	}
	known := v.memory.earlier[beforeCases].Test
	return known.Verdict, known.Reason
}

// Settle takes note that the cases need not be asked: CE, or the verdict that the submission itself gets.
func (v *Variant) Settle(as verdict.Verdict, reason string) {
	if v != nil {
		v.memory.seen[beforeCases] = Known{Test: event.Test{Verdict: as, Reason: reason}}
		v.memory.learnt = true
	}
}

// Keep leaves what was learnt to later judgements.
func (v *Variant) Keep() {
	if v != nil {
		v.memory.keep()
	}
}
