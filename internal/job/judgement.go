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
	// Name is the submission's name in events: "a.cpp", "accepted/nim.go".
	Name string
	// Source is the submission's source. Its files may lie on this machine; their content is sent elsewhere.
	Source  language.Source
	Options Options
}

// Options change how a submission is judged; the zero value judges as the problem says and runs every case.
type Options struct {
	// TimeLimit, MemoryLimit and OutputLimit override the problem's limits and the language's multipliers; 0 keeps
	// them.
	TimeLimit   time.Duration
	MemoryLimit bytesize.Size
	OutputLimit bytesize.Size
	// ProblemTime replaces the problem's time limit, so that the language's multiplier applies; 0 keeps it.
	// ProblemTimeSource says where it comes from, for users.
	ProblemTime       time.Duration
	ProblemTimeSource string
	// Overrun is how far beyond its time limit, as a share of it, a program may run before it is killed. The share is
	// at least a quarter. Once the program has run that far on one case, it is a quarter for the others.
	Overrun float64
	// CheckerArgs replace the problem's and the cases' output validator arguments, nil keeps them.
	CheckerArgs []string
	// IgnoreCase makes the built-in comparison ignore case, whatever the problem says.
	IgnoreCase bool
	// Files replace the problem's files with the input and for the output, by their names; "" keeps them.
	Files problem.NamedFiles
	// StopAtFirst skips the cases that cannot change the result once one is not accepted.
	StopAtFirst bool
	// StopAt skips the cases after the first one with such a verdict.
	StopAt []verdict.Verdict
	// Cases are the names of the cases to run, as Group.Select returns them; nil runs all.
	Cases []string
	// First are the names of cases to run before all others, in this order; unselected ones are skipped.
	First []string
	// Idleness tells idling (ILE) from TLE even if the format does not.
	Idleness bool
	// NoRerun judges by the first run alone, even near the limit.
	NoRerun bool
	// Alone runs each case once, while this judge runs nothing else.
	Alone bool
	// Repeat is how often programs of the package repeat a judgement: checkers judge the same output, interactors a
	// new run of the submission. A Test's Disagreement reports differences. 0 and 1 mean once.
	Repeat int
	// Recall reuses the results of cases in earlier identical judgements, unless a limit was near, and keeps the
	// results of the others. The output of submissions is not kept.
	Recall bool
	// Again makes Recall repeat known cases and replace their results.
	Again bool
}

// ReadSubmission is the job that judges a submission of a package. Its sources have constants replaced by their
// values.
func ReadSubmission(p *problem.Problem, s *problem.Submission) (Judgement, error) {
	source, err := language.ReadSource(s.Path)
	if err != nil {
		return Judgement{}, err
	}
	source.Language, source.Entrypoint, source.Legacy = s.Language, s.Entrypoint, p.Format.IsLegacy()
	return Judgement{Name: s.Name, Source: source}, WithConstants(p, source.Files)
}

// ReadReference is ReadSubmission for a submission that provides answers and is not judged itself.
func ReadReference(p *problem.Problem, s *problem.Submission) (Judgement, error) {
	j, err := ReadSubmission(p, s)
	j.Source.Reference = true
	return j, err
}

func (Judgement) job() {}
