package event

import "time"

// Usage is the CPU time that programs used, including reruns, by their role. Programs whose results came from earlier
// runs used none.
type Usage struct {
	Submissions time.Duration `json:"submissions_cpu_seconds"`
	// Programs is the time of the package's validators, checkers, interactors and generators.
	Programs  time.Duration `json:"programs_cpu_seconds"`
	Compilers time.Duration `json:"compilers_cpu_seconds"`
	// Alone is the wall time during which one program had all slots, because it was near a limit.
	Alone time.Duration `json:"alone_seconds"`
}

// Plus adds other usage.
func (u Usage) Plus(other Usage) Usage {
	return Usage{
		Submissions: u.Submissions + other.Submissions, Programs: u.Programs + other.Programs,
		Compilers: u.Compilers + other.Compilers, Alone: u.Alone + other.Alone,
	}
}

// Since returns what was used since an earlier reading.
func (u Usage) Since(earlier Usage) Usage {
	return Usage{
		Submissions: u.Submissions - earlier.Submissions, Programs: u.Programs - earlier.Programs,
		Compilers: u.Compilers - earlier.Compilers, Alone: u.Alone - earlier.Alone,
	}
}
