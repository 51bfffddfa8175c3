package runner

import (
	"time"

	"grundy/internal/bytesize"
	"grundy/internal/language"
	"grundy/internal/problem"
)

// Job is one submission to judge.
type Job struct {
	Problem *problem.Problem
	// Name is how events call the submission: "a.cpp", "accepted/nim.go".
	Name    string
	Source  language.Source
	Options Options
}

// Options change how a job is judged; the zero value judges as the problem says and runs every case.
type Options struct {
	// TimeLimit and MemoryLimit override the problem's and the language's multipliers; 0 leaves them.
	TimeLimit   time.Duration
	MemoryLimit bytesize.Size
	// CheckerArgs replace the problem's and the cases' output validator arguments, nil leaves them.
	CheckerArgs []string
	// StopAtFirst leaves out the cases after the first that is not accepted.
	StopAtFirst bool
	// Select tells which cases to run, nil for all.
	Select func(*problem.Case) bool
	// Idleness tells idling (IE) from TLE even where the format does not.
	Idleness bool
	// NoRerun judges by the first run alone, also near the limit.
	NoRerun bool
}
