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

// Plan opens a submission.
type Plan struct {
	Problem     string `json:"problem"` // its ID
	ProblemName string `json:"problem_name"`
	Submission  string `json:"submission"` // as the person named it: "a.cpp", "accepted/nim.go"
	// Path is where that file or folder lies, "" where it has no place of the person's.
	Path     string `json:"path,omitempty"`
	Language string `json:"language"` // the language's code, "" when it could not be told
	// Tests is how many test cases were selected, and Names are their names in judging order.
	Tests int      `json:"tests"`
	Names []string `json:"test_names,omitempty"`
	// LongestName is, in records of earlier versions, how many characters the longest of their names has.
	LongestName int           `json:"longest_test_name" event:"old"`
	TimeLimit   time.Duration `json:"time_limit_seconds"`
	// TimeLimitSource says where it comes from, for people.
	TimeLimitSource string        `json:"time_limit_source,omitempty"`
	MemoryLimit     bytesize.Size `json:"memory_limit_bytes"`
	OutputLimit     bytesize.Size `json:"output_limit_bytes"`
	// First are the tests that come before all others, which come in judging order.
	First []string     `json:"first_tests,omitempty"`
	Tier  sandbox.Tier `json:"tier"`
	Slots int          `json:"slots"`
}

// Saved tells that a solution was saved with another content, or that its problem has changed.
type Saved struct {
	Submission string `json:"submission"`
	// Changed is a file of the problem that was touched, "" when the solution was saved.
	Changed string `json:"changed,omitempty"`
}

// Preparing tells that a build waits until something of a language is compiled that all later builds share, such as its standard
// library. That happens once for a toolchain, and is told only where it takes long.
type Preparing struct {
	Submission string `json:"submission"`
	Language   string `json:"language"` // its name for people: "Go"
}

// Compile reports the build. Failed holds the reason in words when the source is at fault or cannot be built.
type Compile struct {
	Submission string        `json:"submission"`
	Language   string        `json:"language"`          // its name for people: "C++"
	Command    string        `json:"command,omitempty"` // "" for languages that are not compiled
	Cached     bool          `json:"cached"`
	Time       time.Duration `json:"wall_seconds"`
	Failed     string        `json:"reason,omitempty"`
	Log        string        `json:"log,omitempty"` // what the compiler printed, bounded
	// Skipped tells that the toolchain is missing: Missing names the tool, Failed says so in words, and Help how to install
	// it.
	Skipped bool   `json:"skipped"`
	Missing string `json:"missing,omitempty"`
	Help    string `json:"help,omitempty"`
}

func (c Compile) derived() any {
	return success{c.Failed == ""}
}

// Start tells that a case began to run; Rerun counts from 1 when it is run again because it was near its limit.
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
	// Unjudged tells that the case has no answer to judge by: it counts neither as passed nor as failed. Its verdict is "" when
	// the run ended well.
	Unjudged bool `json:"unjudged,omitempty"`
	// Reason is the judgement in words: "killed by the kernel at 256 MiB".
	Reason string `json:"reason"`
	// Score is the case's score; nil in pass-fail problems.
	Score *float64 `json:"score,omitempty"`
	// CPU and Wall are those of the deciding run; Runs lists the CPU times of all runs when there were several.
	CPU  time.Duration   `json:"cpu_seconds"`
	Wall time.Duration   `json:"wall_seconds"`
	Runs []time.Duration `json:"runs_seconds,omitempty"`
	// Instructions are the deciding run's, 0 where the hardware does not count them.
	Instructions int64 `json:"instructions,omitempty"`
	// Memory is the peak of all processes together, 0 where it is not known.
	Memory bytesize.Size `json:"peak_bytes,omitempty"`
	// Limits that held for this case in this language.
	TimeLimit   time.Duration `json:"time_limit_seconds"`
	MemoryLimit bytesize.Size `json:"memory_limit_bytes"`
	// How the run ended: the first process's exit code (-1 after a signal) and signal, the limit that ended the run,
	// processes that the kernel killed for want of memory, and those that were left and were killed.
	Exit      int            `json:"exit_code"`
	Signal    int            `json:"signal"`
	Breach    sandbox.Breach `json:"breach,omitempty"`
	OOMKills  int            `json:"oom_kills,omitempty"`
	Survivors int            `json:"survivors,omitempty"`
	Tier      sandbox.Tier   `json:"tier"`
	Passes    int            `json:"passes"` // of a multi-pass problem, else 1
	// Message and TeamMessage are the checker's, bounded.
	Message     string              `json:"message,omitempty"`
	TeamMessage string              `json:"team_message,omitempty"`
	Difference  *checker.Difference `json:"difference,omitempty"`
	// Forgiven is what the built-in comparison let pass that contest sites reject.
	Forgiven []checker.Forgiven `json:"forgiven,omitempty"`
	// Input and Answer are paths on the judge's machine. InputDigest and AnswerDigest name what they hold by its SHA-256 in
	// hexadecimal, for readers elsewhere; "" where there is no such file, or when a case was tried that no package has.
	Input        string `json:"input,omitempty"`
	InputDigest  string `json:"input_digest,omitempty"`
	Answer       string `json:"answer,omitempty"`
	AnswerDigest string `json:"answer_digest,omitempty"`
	Breakdown
	// Output, Stderr and Transcript are bounded beginnings, for people.
	Output     string     `json:"output,omitempty"`
	Stderr     string     `json:"stderr,omitempty"`
	Transcript []Exchange `json:"transcript,omitempty"`
	// Disagreement is what judging the same once more gave, where that was asked for and it was something else.
	Disagreement *Disagreement `json:"disagreement,omitempty"`
	// Earlier tells that the result comes from an earlier run.
	Earlier bool `json:"earlier,omitempty"`
}

// Breakdown is what broke a program down, and the line of its source, as far as it said so.
type Breakdown struct {
	// Fault has both in words: "index 5 of 5, a.cpp:17".
	Fault string `json:"fault,omitempty"`
	// FaultFile is the file as the submission names it; FaultLine counts from 1.
	FaultFile string `json:"fault_file,omitempty"`
	FaultLine int    `json:"fault_line,omitempty"`
	// Undefined tells that a sanitizer found what the language does not define, unlike a program that ended itself.
	Undefined bool `json:"undefined,omitempty"`
}

// Cause is Fault without the place.
func (b Breakdown) Cause() string {
	return strings.TrimSuffix(b.Fault, fmt.Sprintf(", %s:%d", b.FaultFile, b.FaultLine))
}

// Failed tells whether the test failed, by the submission's fault.
func (t Test) Failed() bool {
	return t.Verdict != verdict.AC && t.Verdict != verdict.JE && !t.Unjudged
}

// WithoutExcerpts is the test without what was printed and said, and what was made of that.
func (t Test) WithoutExcerpts() Test {
	t.Output, t.Stderr, t.Transcript, t.Difference = "", "", nil, nil
	return t
}

// Disagreement is what came of judging the same twice.
type Disagreement struct {
	// By is who was the first to do something else.
	By     Party `json:"by"`
	First  Word  `json:"first"`
	Second Word  `json:"second"`
}

// Word is what a program of a package says of a submission or of its output.
type Word struct {
	Verdict verdict.Verdict `json:"verdict"`
	// Score is what it gives, or the part of what there is.
	Score *float64 `json:"score,omitempty"`
	// Message is what it says for the judge and for the person.
	Message string `json:"message,omitempty"`
	// Line is what was said in the dialogue where the two parted.
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

// The two sides, and who judges outputs alone.
const (
	FromSubmission Party = "submission"
	FromInteractor Party = "interactor"
	FromChecker    Party = "checker"
)

// GroupDone is the outcome of a test group, for scoring problems.
type GroupDone struct {
	Submission string          `json:"submission"`
	Group      string          `json:"group"`
	Verdict    verdict.Verdict `json:"verdict"`
	Score      float64         `json:"score"`
	MaxScore   *float64        `json:"max_score,omitempty"`
}

// Done closes a submission.
type Done struct {
	Problem    string          `json:"problem"`
	Submission string          `json:"submission"`
	Language   string          `json:"language"`
	Verdict    verdict.Verdict `json:"verdict"`
	// Reason is the verdict in words, with the test that decided: "wrong answer on secret/17".
	Reason string `json:"reason"`
	// First is the first test that was not accepted, "" when there is none; Exit and Signal are how its run ended.
	First string   `json:"first,omitempty"`
	Score *float64 `json:"score,omitempty"`
	// Passed, Failed, Unjudged and NotRun add up to Tests. Unjudged are those without an answer, which were run.
	Tests    int `json:"tests"`
	Passed   int `json:"passed"`
	Failed   int `json:"failed"`
	Unjudged int `json:"unjudged,omitempty"`
	NotRun   int `json:"not_run"`
	// Earlier is how many of the results come from earlier runs.
	Earlier int `json:"earlier,omitempty"`
	// Slowest is the greatest CPU time, SlowestTest its case, and SlowestRuns are the times of that one's runs when there
	// were several; Memory is the greatest peak, 0 where none is known.
	Slowest     time.Duration   `json:"cpu_seconds"`
	SlowestTest string          `json:"slowest_test,omitempty"`
	SlowestRuns []time.Duration `json:"slowest_runs_seconds,omitempty"`
	TimeLimit   time.Duration   `json:"time_limit_seconds"`
	Wall        time.Duration   `json:"wall_seconds"` // of the whole judgement
	Memory      bytesize.Size   `json:"peak_bytes,omitempty"`
	Exit        int             `json:"exit_code"`
	Signal      int             `json:"signal"`
	Skipped     bool            `json:"skipped"`     // nothing was judged: the toolchain is missing
	Interrupted bool            `json:"interrupted"` // cancelled by the person
	Tier        sandbox.Tier    `json:"tier"`
	// Machine is the worker that judged, and Class those machines whose times compare with its own; "" when it was done here.
	Machine string `json:"machine,omitempty"`
	Class   string `json:"class,omitempty"`
	// Beside is what another machine measured that is slower than it was, nil unless one did: the least time counts.
	Beside *Beside `json:"beside,omitempty"`
}

// Beside is a judgement of the same by another machine, which does not count.
type Beside struct {
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
