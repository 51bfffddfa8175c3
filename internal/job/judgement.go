package job

import (
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// Judgement judges a submission on the test cases of its problem.
type Judgement struct {
	// Name is how events call the submission: "a.cpp", "accepted/nim.go".
	Name string
	// Source is what somebody wrote. Its files may lie on this machine; what is sent elsewhere has their content.
	Source  language.Source
	Options Options
}

// Options change how a submission is judged; the zero value judges as the problem says and runs every case.
type Options struct {
	// TimeLimit, MemoryLimit and OutputLimit override the problem's limits and the language's multipliers; 0 leaves them.
	TimeLimit   time.Duration
	MemoryLimit bytesize.Size
	OutputLimit bytesize.Size
	// ProblemTime takes the place of the problem's time limit, so that the language's multiplier applies; 0 leaves it.
	// ProblemTimeSource says where it comes from, for people.
	ProblemTime       time.Duration
	ProblemTimeSource string
	// Overrun is how far beyond its time limit, as a share of it, a program may run before it is killed: at least a quarter, and no
	// more once it ran as far as that on one case.
	Overrun float64
	// CheckerArgs replace the problem's and the cases' output validator arguments, nil leaves them.
	CheckerArgs []string
	// IgnoreCase has the built-in comparison take upper for lower case, whatever the problem says.
	IgnoreCase bool
	// StopAtFirst leaves out the cases that cannot matter once one is not accepted.
	StopAtFirst bool
	// StopAt leaves out the cases behind the first one with such a verdict.
	StopAt []verdict.Verdict
	// Cases are the names of those to run, as Group.Select gives them; nil runs all.
	Cases []string
	// First are the names of cases that are run before all others, in this order; those that are not to be run are passed over.
	First []string
	// Idleness tells idling (ILE) from TLE even where the format does not.
	Idleness bool
	// NoRerun judges by the first run alone, also near the limit.
	NoRerun bool
	// Alone runs each case while this judge runs nothing else, once.
	Alone bool
	// Repeat is how often programs of the package judge the same: checkers an output, interactors a submission that they meet
	// anew. What differs is a Test's Disagreement. 0 and 1 are once.
	Repeat int
	// Recall takes what came of cases in earlier judgements that were made of the same, where no limit was near, and keeps
	// what comes of the others. What submissions printed is not kept.
	Recall bool
	// Again has Recall measure what is known as well; the new results take its place.
	Again bool
}

// ReadSubmission is the job of judging a submission of a package. Constants stand for their values in it.
func ReadSubmission(p *problem.Problem, s *problem.Submission) (Judgement, error) {
	source, err := language.ReadSource(s.Path)
	if err != nil {
		return Judgement{}, err
	}
	source.Language, source.Entrypoint, source.Legacy = s.Language, s.Entrypoint, p.Format.IsLegacy()
	return Judgement{Name: s.Name, Source: source}, WithConstants(p, source.Files)
}

func (Judgement) job() {}
