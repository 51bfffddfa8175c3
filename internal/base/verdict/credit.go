package verdict

import (
	"math"
	"strconv"
)

// Credit is how a judgement counts for the user. Every command and page that says whether a submission is solved, or
// chooses its mark or exit code by that, asks for the credit. The verdict is that of the package's format, which may
// accept a submission with few of the points.
type Credit string

// The credits. Uncredited is the zero value: nothing was judged.
const (
	Uncredited    Credit = ""
	NoCredit      Credit = "none"
	PartialCredit Credit = "partial"
	FullCredit    Credit = "full"
)

// CreditOf returns the credit of a judgement with a verdict. score is nil without points, and maximum is nil if it is
// unbounded or unknown: a submission then has full credit if it is accepted and no test failed.
func CreditOf(v Verdict, score, maximum *float64, failed int) Credit {
	switch {
	case v == None:
		return Uncredited
	case v == CE || v == JE:
		return NoCredit
	case score != nil && maximum != nil && snap(*score, *maximum) >= *maximum,
		v == AC && score == nil,
		v == AC && maximum == nil && failed == 0:
		return FullCredit
	case score != nil && *score > 0:
		return PartialCredit
	default:
		return NoCredit
	}
}

// Letters are the verdict of a judgement with a credit, in letters. Full credit is AC, and a judgement with a part of the
// points has only points. So has one that is accepted without a point.
func (c Credit) Letters(v Verdict) string {
	switch {
	case c == FullCredit:
		return AC.String()
	case c == PartialCredit || v == AC:
		return ""
	default:
		return v.String()
	}
}

// Points writes a score out of the maximum, "19/100", or alone if the maximum is unknown. It is "" without a score.
func Points(score, maximum *float64) string {
	switch {
	case score == nil:
		return ""
	case maximum == nil:
		return FormatScore(*score)
	default:
		return FormatScore(*score) + "/" + FormatScore(*maximum)
	}
}

// FormatScore writes a score without unnecessary digits: a third of 100 is "33.333333".
func FormatScore(score float64) string {
	const digits = 1e6
	return strconv.FormatFloat(math.Round(score*digits)/digits, 'f', -1, 64)
}
