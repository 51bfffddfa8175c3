package event

import "time"

// Usage is the CPU time that programs took, reruns included, by what they are to a problem. Programs whose results came
// from earlier runs took none.
type Usage struct {
	Submissions time.Duration `json:"submissions_cpu_seconds"`
	// Programs are those of the package: validators, checkers, interactors, generators.
	Programs  time.Duration `json:"programs_cpu_seconds"`
	Compilers time.Duration `json:"compilers_cpu_seconds"`
	// Alone is how long the clock ran while one program had all slots, because it was near a limit.
	Alone time.Duration `json:"alone_seconds"`
}

// Plus adds what was used elsewhere.
func (u Usage) Plus(other Usage) Usage {
	return Usage{
		Submissions: u.Submissions + other.Submissions, Programs: u.Programs + other.Programs,
		Compilers: u.Compilers + other.Compilers, Alone: u.Alone + other.Alone,
	}
}

// Since is what was used since an earlier look.
func (u Usage) Since(earlier Usage) Usage {
	return Usage{
		Submissions: u.Submissions - earlier.Submissions, Programs: u.Programs - earlier.Programs,
		Compilers: u.Compilers - earlier.Compilers, Alone: u.Alone - earlier.Alone,
	}
}
