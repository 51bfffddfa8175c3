package event

import (
	"fmt"
	"strings"
	"time"

	"grundy/checker"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/judge/sandbox"
)

// Plan starts a submission.
type Plan struct {
	Problem     string `json:"problem"` // its ID
	ProblemName string `json:"problem_name"`
	Submission  string `json:"submission"` // as the user named it: "a.cpp", "accepted/nim.go"
	// Path is where that file or directory is; "" if it is not among the user's files.
	Path     string `json:"path,omitempty"`
	Language string `json:"language"` // the language's code; "" if it could not be detected
	// Tests is how many test cases were selected, and Names are their names in judging order.
	Tests int      `json:"tests"`
	Names []string `json:"test_names,omitempty"`
	// LongestName is, in records of earlier versions, how many characters the longest of their names has.
	LongestName int           `json:"longest_test_name" event:"old"`
	TimeLimit   time.Duration `json:"time_limit_seconds"`
	// TimeLimitSource is where it comes from, for users.
	TimeLimitSource string        `json:"time_limit_source,omitempty"`
	MemoryLimit     bytesize.Size `json:"memory_limit_bytes"`
	OutputLimit     bytesize.Size `json:"output_limit_bytes"`
	// First are the tests that run before all others, which run in judging order.
	First []string     `json:"first_tests,omitempty"`
	Tier  sandbox.Tier `json:"tier"`
	Slots int          `json:"slots"`
}

// Saved reports that a solution was saved with new content, or that its problem has changed.
type Saved struct {
	Submission string `json:"submission"`
	// Changed is a file of the problem that was touched; "" if the solution was saved.
	Changed string `json:"changed,omitempty"`
}

// Preparing reports that a build waits for the compilation of something that all later builds of the language share,
// such as its standard library. That happens once per toolchain, and is reported only if it takes long.
type Preparing struct {
	Submission string `json:"submission"`
	Language   string `json:"language"` // its name for people: "Go"
}

// Printed reports what a program that runs on another machine printed, up to a bound. grundy run shows it at once.
type Printed struct {
	// ToErrors reports that it is part of the standard error, not of the standard output. Offset is where it begins
	// there, in bytes.
	ToErrors bool   `json:"to_errors"`
	Offset   int    `json:"offset"`
	Text     []byte `json:"text"`
}

// Compile reports the build. Failed is the reason in words if the source is faulty or cannot be built.
type Compile struct {
	Submission string        `json:"submission"`
	Language   string        `json:"language"`          // its name for people: "C++"
	Command    string        `json:"command,omitempty"` // "" for languages that are not compiled
	Cached     bool          `json:"cached"`
	Time       time.Duration `json:"wall_seconds"`
	Failed     string        `json:"reason,omitempty"`
	Log        string        `json:"log,omitempty"` // output of the compiler, bounded
	// Beside are the files beside a single source that went along, since it refers to them: "lib/graph.h".
	Beside []string `json:"beside,omitempty"`
	// Skipped reports that the toolchain is missing: Missing names the tool, Failed describes it, and Help says how to
	// install it, or how to mend what Failed describes.
	Skipped bool   `json:"skipped"`
	Missing string `json:"missing,omitempty"`
	Help    string `json:"help,omitempty"`
}

func (c Compile) derived() any {
	return success{c.Failed == ""}
}

// Start reports that a case began to run; Rerun counts from 1 if it is run again because it was near its limit.
type Start struct {
	Submission string `json:"submission"`
	Test       string `json:"test"`
	Rerun      int    `json:"rerun"`
}

// Test is the judgement of one case.
type Test struct {
	Submission string          `json:"submission"`
	Test       string          `json:"test"`  // "secret/01"
	Index      int             `json:"index"` // position in judging order, from 1
	Sample     bool            `json:"sample"`
	Verdict    verdict.Verdict `json:"verdict"`
	// Unjudged reports that the case has no answer to judge by: it counts neither as passed nor as failed. Its verdict
	// is "" if the run ended well.
	Unjudged bool `json:"unjudged,omitempty"`
	// Reason is the judgement in words: "killed by the kernel at 256 MiB".
	Reason string `json:"reason"`
	// Score is the case's score; nil in pass-fail problems and groups.
	Score *float64 `json:"score,omitempty"`
	// CPU and Wall are the times of the deciding run; Runs lists the CPU times of all runs if there were several.
	CPU  time.Duration   `json:"cpu_seconds"`
	Wall time.Duration   `json:"wall_seconds"`
	Runs []time.Duration `json:"runs_seconds,omitempty"`
	// Instructions are those of the deciding run; 0 if the hardware does not count them.
	Instructions int64 `json:"instructions,omitempty"`
	// Memory is the peak of all processes together; 0 if unknown.
	Memory bytesize.Size `json:"peak_bytes,omitempty"`
	// The limits of this case in this language.
	TimeLimit   time.Duration `json:"time_limit_seconds"`
	MemoryLimit bytesize.Size `json:"memory_limit_bytes"`
	// How the run ended: the first process's exit code (-1 after a signal) and signal, the limit that ended the run,
	// processes that the kernel killed when memory ran out, and remaining processes that were killed.
	Exit      int            `json:"exit_code"`
	Signal    int            `json:"signal"`
	Breach    sandbox.Breach `json:"breach,omitempty"`
	OOMKills  int            `json:"oom_kills,omitempty"`
	Leftovers int            `json:"leftover_processes,omitempty" event:"was survivors"`
	Tier      sandbox.Tier   `json:"tier"`
	Passes    int            `json:"passes"` // of a multi-pass problem, else 1
	// Message and TeamMessage are the checker's, bounded.
	Message     string              `json:"message,omitempty"`
	TeamMessage string              `json:"team_message,omitempty"`
	Difference  *checker.Difference `json:"difference,omitempty"`
	// Leniencies lists what the built-in comparison accepted although contest sites reject it.
	Leniencies []checker.Leniency `json:"leniencies,omitempty" event:"was forgiven"`
	// Input and Answer are paths on the judge's machine. InputDigest and AnswerDigest are the hexadecimal SHA-256 of
	// their contents, for readers elsewhere; "" if there is no such file, or if the case belongs to no package.
	Input        string `json:"input,omitempty"`
	InputDigest  string `json:"input_digest,omitempty"`
	Answer       string `json:"answer,omitempty"`
	AnswerDigest string `json:"answer_digest,omitempty"`
	Breakdown
	// InputText is the whole input of a failed test if it is short.
	InputText string `json:"input_text,omitempty"`
	// Output, Stderr and Transcript are bounded beginnings, for users.
	Output     string     `json:"output,omitempty"`
	Stderr     string     `json:"stderr,omitempty"`
	Transcript []Exchange `json:"transcript,omitempty"`
	// Disagreement is the differing result of a repeated judgement, if repetition was requested.
	Disagreement *Disagreement `json:"disagreement,omitempty"`
	// Earlier reports that the result comes from an earlier run.
	Earlier bool `json:"earlier,omitempty"`
}

// Breakdown is the error that ended a program, and the line of its source, as far as the program reported them.
type Breakdown struct {
	// Fault contains both in words: "index 5 of 5, a.cpp:17".
	Fault string `json:"fault,omitempty"`
	// FaultHelp says how to mend it, if the judge knows.
	FaultHelp string `json:"fault_help,omitempty"`
	// FaultFile is the file as the submission names it; FaultLine counts from 1.
	FaultFile string `json:"fault_file,omitempty"`
	FaultLine int    `json:"fault_line,omitempty"`
	// Undefined reports that a sanitizer found undefined behaviour, unlike a program that ended itself.
	Undefined bool `json:"undefined,omitempty"`
}

// Cause returns Fault without the position.
func (b Breakdown) Cause() string {
	return strings.TrimSuffix(b.Fault, fmt.Sprintf(", %s:%d", b.FaultFile, b.FaultLine))
}

// Failed reports whether the test failed through the submission's fault.
func (t Test) Failed() bool {
	return t.Verdict != verdict.AC && t.Verdict != verdict.JE && !t.Unjudged
}

// WithoutExcerpts returns the test without outputs and messages, and what was derived from them.
func (t Test) WithoutExcerpts() Test {
	t.Output, t.Stderr, t.Transcript, t.Difference = "", "", nil, nil
	return t
}

// Disagreement is the difference between two judgements of the same case.
type Disagreement struct {
	// By is the party that first behaved differently.
	By     Party          `json:"by"`
	First  CheckerVerdict `json:"first"`
	Second CheckerVerdict `json:"second"`
}

// CheckerVerdict is what a program of a package says of a submission or of its output.
type CheckerVerdict struct {
	Verdict verdict.Verdict `json:"verdict"`
	// Score is the score, or the part that exists.
	Score *float64 `json:"score,omitempty"`
	// Message is its message for the judge and for the user.
	Message string `json:"message,omitempty"`
	// Line is the line of the dialogue where the two runs diverged.
	Line string `json:"line,omitempty"`
}

// Exchange is a piece of an interactive run's transcript.
type Exchange struct {
	At   time.Duration `json:"at_seconds"` // since the start
	From Party         `json:"from"`
	Text string        `json:"text"`
}

// Party is one side of an interaction.
type Party string

// The two sides, and the party that judges outputs alone.
const (
	FromSubmission Party = "submission"
	FromInteractor Party = "interactor"
	FromChecker    Party = "checker"
)

// GroupDone is the outcome of a test group, for scoring problems. A group of which the selection left out cases is not
// judged, and one without a selected case is not reported.
type GroupDone struct {
	Submission string          `json:"submission"`
	Group      string          `json:"group"`
	Verdict    verdict.Verdict `json:"verdict"` // None if the group was not judged
	Score      float64         `json:"score"`
	// MaxScore is the most that the group may score; nil if that is unbounded or unknown, or the group has no points.
	MaxScore *float64 `json:"max_score,omitempty"`
}

// Credit is how the outcome counts.
func (g GroupDone) Credit() verdict.Credit {
	return verdict.CreditOf(g.Verdict, g.points(), g.MaxScore, 0)
}

// IsFull and IsPartial report whether the group has full credit, or a part of its points.
func (g GroupDone) IsFull() bool    { return g.Credit() == verdict.FullCredit }
func (g GroupDone) IsPartial() bool { return g.Credit() == verdict.PartialCredit }

// Word is the outcome in a word or two: "WA 0/31", "AC 19/19"; "" if the group was not judged.
func (g GroupDone) Word() string {
	return strings.TrimSpace(g.Credit().Letters(g.Verdict) + " " + g.Points())
}

// Points are the group's points out of the maximum, "" if it was not judged or has no points.
func (g GroupDone) Points() string {
	if g.Verdict == verdict.None {
		return ""
	}
	return verdict.Points(g.points(), g.MaxScore)
}

// points returns the score, nil for a group without points.
func (g GroupDone) points() *float64 {
	if g.MaxScore == nil && g.Score == 0 {
		return nil
	}
	return &g.Score
}

func (g GroupDone) derived() any { return credited{g.Credit()} }

// credited is what the outcomes of submissions and groups derive: how they count.
type credited struct {
	Credit verdict.Credit `json:"credit"`
}

// Done ends a submission.
type Done struct {
	Problem    string          `json:"problem"`
	Submission string          `json:"submission"`
	Language   string          `json:"language"`
	Verdict    verdict.Verdict `json:"verdict"`
	// Reason is the verdict in words, with the test that decided: "wrong answer on secret/17".
	Reason string `json:"reason"`
	// First is the first test that was not accepted, or ""; Exit and Signal are how its run ended.
	First string `json:"first,omitempty"`
	// Score is that of a scoring problem; nil if cases were left out. MaxScore is the most that can be scored; nil if
	// that is unbounded or unknown.
	Score    *float64 `json:"score,omitempty"`
	MaxScore *float64 `json:"max_score,omitempty"`
	// Passed, Failed, Unjudged and NotRun add up to Tests. Unjudged counts those that were run but have no answer.
	Tests    int `json:"tests"`
	Passed   int `json:"passed"`
	Failed   int `json:"failed"`
	Unjudged int `json:"unjudged,omitempty"`
	NotRun   int `json:"not_run"`
	// Earlier is how many of the results come from earlier runs.
	Earlier int `json:"earlier,omitempty"`
	// Slowest is the greatest CPU time, SlowestTest its case, and SlowestRuns the times of its runs if there were
	// several; Memory is the greatest peak, or 0 if none is known.
	Slowest     time.Duration   `json:"cpu_seconds"`
	SlowestTest string          `json:"slowest_test,omitempty"`
	SlowestRuns []time.Duration `json:"slowest_runs_seconds,omitempty"`
	TimeLimit   time.Duration   `json:"time_limit_seconds"`
	Wall        time.Duration   `json:"wall_seconds"` // of the whole judgement
	Memory      bytesize.Size   `json:"peak_bytes,omitempty"`
	Exit        int             `json:"exit_code"`
	Signal      int             `json:"signal"`
	Skipped     bool            `json:"skipped"`     // nothing was judged, because the toolchain is missing
	Interrupted bool            `json:"interrupted"` // cancelled by the user
	Tier        sandbox.Tier    `json:"tier"`
	// Profile is the site by whose compilers and limits the submission was judged, "" for none.
	Profile string `json:"profile,omitempty"`
	// Machine is the worker that judged, and Class the class of machines with comparable times; "" if this machine
	// judged.
	Machine string `json:"machine,omitempty"`
	Class   string `json:"class,omitempty"`
	// CrossCheck is the measurement of another machine that is slower than when it joined, or nil: the smaller time counts.
	CrossCheck *CrossCheck `json:"cross_check,omitempty" event:"was beside"`
}

// Credit is how the judgement counts. Verdict is the verdict of the package's format, and Credit decides marks and exit
// codes.
func (d Done) Credit() verdict.Credit {
	return verdict.CreditOf(d.Verdict, d.Score, d.MaxScore, d.Failed)
}

// Points are the points out of the maximum, "" without a score.
func (d Done) Points() string { return verdict.Points(d.Score, d.MaxScore) }

// PointsWords are the points in words: "19/100 points".
func (d Done) PointsWords() string {
	if d.Score == nil {
		return ""
	}
	return d.Points() + " points"
}

func (d Done) derived() any { return credited{d.Credit()} }

// CrossCheck is a judgement by another machine, which does not count.
type CrossCheck struct {
	Machine string          `json:"machine"`
	Class   string          `json:"class"`
	Verdict verdict.Verdict `json:"verdict"`
	Slowest time.Duration   `json:"cpu_seconds"`
	// Reason says why another machine was asked: "slower by 12 % than when it joined: integers".
	Reason string `json:"reason"`
}

// Kind returns "plan".
func (Plan) Kind() string { return "plan" }

// Kind returns "saved".
func (Saved) Kind() string { return "saved" }

// Kind returns "compile".
func (Compile) Kind() string { return "compile" }

// Kind returns "printed".
func (Printed) Kind() string { return "printed" }

// Kind returns "preparing".
func (Preparing) Kind() string { return "preparing" }

// Kind returns "start".
func (Start) Kind() string { return "start" }

// Kind returns "test".
func (Test) Kind() string { return "test" }

// Kind returns "group".
func (GroupDone) Kind() string { return "group" }

// Kind returns "done".
func (Done) Kind() string { return "done" }
