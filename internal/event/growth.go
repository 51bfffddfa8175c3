package event

import "time"

// Growth describes how the time of a submission grows with its input. It comes before the Done of the submission; in a
// judgement, only if the growth is clear.
type Growth struct {
	Submission string `json:"submission"`
	// Function is the growth law, up to a constant: "n log n". It is "" if none fits; Reason says why.
	Function string `json:"function"`
	Reason   string `json:"reason,omitempty"`
	// Ties are other functions that fit almost as well.
	Ties []string `json:"ties,omitempty"`
	// Measure is what n counts: "tokens", "bytes" or "first number".
	Measure string `json:"measure,omitempty"`
	// Counted reports that the cost is in instructions; otherwise it is in seconds.
	Counted bool `json:"counted"`
	// Base + Factor·f(n) is the cost; Margin is the relative root mean square distance of the points from it.
	Base   float64 `json:"base"`
	Factor float64 `json:"factor"`
	Margin float64 `json:"margin"`
	// TimeLimit is the limit of the run. Falls is the n at which it is reached; 0 if there is no limit, or n is beyond
	// all bounds.
	TimeLimit    time.Duration `json:"time_limit_seconds"`
	LimitReached float64       `json:"limit_reached_at,omitempty" event:"was falls_at"`
	// Points are the runs that the curve was fitted to, by n.
	Points []GrowthPoint `json:"points,omitempty"`
}

// GrowthPoint is the most expensive run of a size.
type GrowthPoint struct {
	N    float64 `json:"n"`
	Cost float64 `json:"cost"`
}

// Kind returns "growth".
func (Growth) Kind() string { return "growth" }
