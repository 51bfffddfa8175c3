package cli

import (
	"math"
	"strconv"
	"strings"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/event"
)

// minScore is the score that is enough, in points or as a percentage of the maximum. Nil wants full credit.
type minScore struct {
	text    string
	points  float64
	percent bool
}

// minScore reads --min-score, which needs problems with scores and all of their tests.
func (c *call) minScore(session *practice.Session) (*minScore, error) {
	if !c.IsSet("min-score") {
		return nil, nil
	}
	wanted := minScore{text: c.String("min-score")}
	number, percent := strings.CutSuffix(wanted.text, "%")
	points, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(points >= 0) || math.IsInf(points, 0) || percent && points > 100 {
		return nil, hint.Errorf("such as --min-score 40 or --min-score 50%", "--min-score %q: want points, or a percentage up to 100%%", wanted.text)
	}
	wanted.points, wanted.percent = points, percent
	for _, flag := range []string{"samples", "filter", "failed", "input"} {
		if c.IsSet(flag) {
			return nil, hint.Errorf("leave out one of them", "--min-score: with --%s there is no score", flag)
		}
	}
	for _, e := range session.Entries {
		switch {
		case !e.Against.Type.Scoring:
			return nil, hint.Errorf("leave it out", "--min-score: %s is not a problem with scores", e.Against.ID)
		case percent && e.Against.Data.MaxScore() == nil:
			return nil, hint.Errorf("give a number of points", "--min-score %s: the maximum of %s is not known", wanted.text, e.Against.ID)
		}
	}
	return &wanted, nil
}

// exitOf is the exit code of one judgement.
func (m *minScore) exitOf(done event.Done) int {
	if m == nil || done.Score == nil {
		return exitOf(done)
	}
	least := m.points
	switch {
	case m.percent && done.MaxScore == nil: // the score exceeds the maximum that the package declares
		return exitOK
	case m.percent:
		least *= *done.MaxScore / 100
	}
	if *done.Score >= least*(1-1e-9) { // sums of scores have rounding errors
		return exitOK
	}
	return exitFailed
}
