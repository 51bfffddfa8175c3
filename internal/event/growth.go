package event

import "time"

// Growth tells how the time of a submission grows with its input, before the Done of the submission. Of a judgement it is
// told only when something can be said.
type Growth struct {
	Submission string `json:"submission"`
	// Function is what time is proportional to, but for a start: "n log n". It is "" when nothing can be said; Reason says why.
	Function string `json:"function"`
	Reason   string `json:"reason,omitempty"`
	// Ties are other functions that fit hardly worse.
	Ties []string `json:"ties,omitempty"`
	// Measure is what n counts: "tokens", "bytes" or "first number".
	Measure string `json:"measure,omitempty"`
	// Counted tells that the cost is in instructions; otherwise it is in seconds.
	Counted bool `json:"counted"`
	// Base + Factor·f(n) is the cost; Margin is how far the points are from it, relatively, in the root mean square.
	Base   float64 `json:"base"`
	Factor float64 `json:"factor"`
	Margin float64 `json:"margin"`
	// TimeLimit is the limit that held, and Falls the n at which it is reached, 0 when there is none or it is beyond all bounds.
	TimeLimit time.Duration `json:"time_limit_seconds"`
	Falls     float64       `json:"falls_at,omitempty"`
	// Points are the runs that the curve goes through, by n.
	Points []GrowthPoint `json:"points,omitempty"`
}

// GrowthPoint is the run that cost most at a size.
type GrowthPoint struct {
	N    float64 `json:"n"`
	Cost float64 `json:"cost"`
}

// Kind returns "growth".
func (Growth) Kind() string { return "growth" }
