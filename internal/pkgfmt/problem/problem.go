package problem

import (
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"grundy/checker"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
)

// Problem is everything the judge knows about a problem. Paths are absolute paths of the host unless said otherwise.
type Problem struct {
	ID     string // the package's folder name: "nim"
	Dir    string // the folder that holds the package, unpacked
	Format Format

	Names      map[string]string // by language code; "en" or the only one is shown
	UUID       string
	Version    string
	License    string
	Rights     string // rights_owner
	Credits    []string
	Sources    []string
	Keywords   []string
	Statements []Statement
	Editorials []Statement // explain the solution

	Type   Type
	Limits Limits

	// Languages are the codes of the ICPC list that submissions may use; empty allows all.
	Languages []string
	// AllowFileWriting lets submissions write to their working directory.
	AllowFileWriting bool
	// Idleness tells that the format knows the verdict ILE; elsewhere idling is TLE.
	Idleness bool

	Data *Group // "data", with the children "sample" and "secret"; a plain folder has its cases in "secret"
	// Shown are samples that statements show and nobody is judged on: conversations, or texts for the statement, without an input.
	Shown []*Case
	// ValidatorCases have a known judgement; verification tries the validators on them.
	ValidatorCases []ValidatorCase

	Output          OutputJudge
	InputValidators []Program
	// AnswerValidators check the .ans files (BAPCtools); their protocol is the input validators', but for the path of the input
	// before all arguments.
	AnswerValidators []Program
	StaticValidator  *Program
	// Grader adds up groups whose grading is custom (legacy), nil without one.
	Grader *Program
	// InputVisualizer draws a case and OutputVisualizer an output on one; nil without one.
	InputVisualizer, OutputVisualizer *Program
	// Includes are the folders below include/, by language code and "default".
	Includes map[string]string
	// Constants are substituted for {{name}} and {{name.variant}} in statements, validators, included files, submissions
	// and test_group.yaml.
	Constants   map[string]string
	Submissions []Submission
}

// Format is the package format that a problem was read from.
type Format string

// The formats. V2025 includes its earlier names 2023-07 and 2023-07-draft.
const (
	Legacy     Format = "legacy"
	LegacyICPC Format = "legacy-icpc"
	V2025      Format = "2025-09"
	Plain      Format = "plain"
)

// IsLegacy tells the formats before 2023-07.
func (f Format) IsLegacy() bool { return f == Legacy || f == LegacyICPC }

// Type is the set of a problem's types. Without Scoring it is pass-fail.
type Type struct {
	Scoring, MultiPass, Interactive, SubmitAnswer bool
}

// Limits are a problem's limits as submissions and validators meet them.
type Limits struct {
	// Time is the CPU time a test case, 0 when the package leaves it to be inferred (see InferTimeLimit).
	Time time.Duration
	// TimeSource names where Time comes from, for people: "problem.yaml", ".timelimit", "inferred", "default".
	TimeSource     string
	TimeResolution time.Duration
	// ACToTimeLimit and TimeLimitToTLE are the safety factors of inference.
	ACToTimeLimit, TimeLimitToTLE float64

	Memory bytesize.Size
	// MemoryStated tells that a plain folder states Memory, which is else as usual there.
	MemoryStated      bool
	Output            bytesize.Size
	Code              bytesize.Size
	CompilationTime   time.Duration
	CompilationMemory bytesize.Size
	ValidationTime    time.Duration
	ValidationMemory  bytesize.Size
	ValidationOutput  bytesize.Size
	ValidationPasses  int
}

// TimeText is the time limit for people, to the millisecond: "1.5 s". It is "inferred" for one that the package leaves open.
func (l Limits) TimeText() string {
	if l.Time == 0 {
		return "inferred"
	}
	return strconv.FormatFloat(float64(l.Time.Round(time.Millisecond).Milliseconds())/1000, 'f', -1, 64) + " s"
}

// Statement is one statement file.
type Statement struct {
	Language string // "en"
	Path     string
	Kind     string // "md", "tex" or "pdf"
}

// Group is a test group. Groups and cases are in judging order: sample first, then lexicographic.
type Group struct {
	// Name is the path below data: "", "sample", "secret", "secret/group1".
	Name    string
	Groups  []*Group
	Cases   []*Case
	Grading verdict.Grading
	// StaticValidation is the group's static validation test case, nil when there is none.
	StaticValidation *StaticValidation
}

// StaticValidation configures the static validation test case of a group.
type StaticValidation struct {
	Args []string
	// Score is the most it may score, nil when it only passes or fails.
	Score *float64
}

// Case is a test case.
type Case struct {
	Name   string // the path below data without extension: "secret/group1/01"
	Input  string // "" for one of Problem.Shown
	Answer string // "" when the package has none
	// AnswerWanted is where the answer is missing, "" for nowhere: a plain folder may have inputs alone, which are run and not
	// judged.
	AnswerWanted string
	// Unshipped are the extensions ".in" and ".ans" of files that the package keeps the hash of only. Their paths name no
	// file before they were generated (package author/generate).
	Unshipped []string
	// Files is the folder NAME.files whose contents go into the working directory, or "".
	Files string
	// Args are given to the submission, InputArgs and OutputArgs to the validators (group and case merged).
	Args, InputArgs, OutputArgs []string
	// AnswerArgs are those of answer validators.
	AnswerArgs []string
	// InputArgsFor replaces InputArgs when the package gives input validators their arguments by name, nil otherwise.
	// AnswerArgsFor does so for AnswerArgs.
	InputArgsFor, AnswerArgsFor map[string][]string
	// InputVisualizerArgs and OutputVisualizerArgs are those of visualizers.
	InputVisualizerArgs, OutputVisualizerArgs []string
	FullFeedback                              bool
	Hint, Description                         string
	Sample                                    bool
	// Interaction is the .interaction file to show instead of a sample, or "".
	Interaction string
	// ShownInput and ShownAnswer replace the sample in the statement (.in.statement, .ans.statement, .out), or "".
	ShownInput, ShownAnswer string
	// Picture is the illustration that the package has of the case, or "".
	Picture string
	// DownloadInput and DownloadAnswer replace what is offered for download (.in.download, .ans.download), or "".
	DownloadInput, DownloadAnswer string
}

// InputValidatorArgs are the arguments that an input validator gets for a case: its own, then the submission's (2025-09,
// section "Input validators").
func (c *Case) InputValidatorArgs(validator Program) []string {
	return slices.Concat(argsOf(validator, c.InputArgs, c.InputArgsFor), c.Args)
}

// AnswerValidatorArgs are the arguments that an answer validator gets for a case, behind the path of the input.
func (c *Case) AnswerValidatorArgs(validator Program) []string {
	return argsOf(validator, c.AnswerArgs, c.AnswerArgsFor)
}

func argsOf(validator Program, all []string, byName map[string][]string) []string {
	if byName != nil {
		return byName[path.Base(validator.Name)]
	}
	return all
}

// ValidatorCase is a case with a known judgement, which tells whether the validators do their work.
type ValidatorCase struct {
	Case
	Kind ValidatorCaseKind
	// Output is the submission's output to be judged, "" for the kinds InvalidInput and InvalidAnswer.
	Output string
}

// ValidatorCaseKind is the folder below data/ that a ValidatorCase comes from.
type ValidatorCaseKind string

// The kinds say what must refuse the case: some input validator, some answer validator, the output validator. A
// ValidOutput must be accepted by all; the .out files of samples are such cases too.
const (
	InvalidInput  ValidatorCaseKind = "invalid_input"
	InvalidAnswer ValidatorCaseKind = "invalid_answer"
	InvalidOutput ValidatorCaseKind = "invalid_output"
	ValidOutput   ValidatorCaseKind = "valid_output"
)

// OutputJudge says how output is judged.
type OutputJudge struct {
	// Programs is empty for the built-in comparison. Of several (legacy output_validators/) all must accept.
	Programs []Program
	Dialect  checker.Dialect
	// IgnoreCase has the built-in comparison take upper for lower case in a problem without a package.
	IgnoreCase bool
}

// Program is source code inside a package: a validator, checker or interactor.
type Program struct {
	// Name is the path below Problem.Dir: "output_validator/check.go".
	Name string
	// Path is a file, or a folder of several files.
	Path string
	// Language is a code when the package fixes it, else "".
	Language string
	// Files are paths of the files that the program is made of, the main one first, when they are not those at Path.
	Files []string
	// Sanitize builds it with checks of what it does at run time, which its language must have.
	Sanitize bool
}

// Submission is a submission that comes with the package.
type Submission struct {
	// Name is the path below submissions/: "accepted/nim.go".
	Name string
	// Path is a file, or a folder of several files.
	Path       string
	Language   string // when submissions.yaml fixes it
	Entrypoint string // when submissions.yaml fixes it
	Authors    []string
	Model      bool // model_solution
	// Expect holds for the test cases; all of them must be met.
	Expect []Expectation
}

// TimeLimitUse says which bound of the time limit a submission sets.
type TimeLimitUse string

// A lower bound comes from the slowest case of a submission that must not time out, an upper bound from one that must.
const (
	NoBound    TimeLimitUse = ""
	LowerBound TimeLimitUse = "lower"
	UpperBound TimeLimitUse = "upper"
)

// Expectation says what must come out on the cases that Pattern matches.
type Expectation struct {
	// Pattern is a glob over case and group names below data ("secret/group1"); "" is everything.
	Pattern string
	// Permitted lists the verdicts that may occur (nil: any); of Required at least one must occur (nil: none must).
	Permitted, Required []verdict.Verdict
	// Whole demands the required verdict of the submission as a whole, which is that of the first case that it fails.
	Whole bool
	// Score is the range that the score must lie in, nil for any.
	Score *Range
	// Message must match some judge or team message, nil for no demand.
	Message *regexp.Regexp
	// UseForTimeLimit is the bound that the slowest of the matched cases sets, after all defaults were applied.
	UseForTimeLimit TimeLimitUse
}

// Range is a closed interval.
type Range struct{ Min, Max float64 }

// difficultyKeyword begins the keyword that tells how hard a problem is, since the formats have no key for that.
const difficultyKeyword = "difficulty:"

// MostDifficult is the greatest Difficulty; 1 is the least.
const MostDifficult = 10

// Difficulty is how hard the problem is, from 1 to MostDifficult, or 0 when its keywords do not tell.
func (p *Problem) Difficulty() int {
	for _, word := range p.Keywords {
		if text, found := strings.CutPrefix(word, difficultyKeyword); found {
			if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil && n >= 1 && n <= MostDifficult {
				return n
			}
		}
	}
	return 0
}

// Tags are the keywords that tell what the problem is about.
func (p *Problem) Tags() []string {
	return slices.DeleteFunc(slices.Clone(p.Keywords), func(word string) bool { return strings.HasPrefix(word, difficultyKeyword) })
}

// Model is the submission that is known to be right: the one that the package names, else the first in accepted/, nil when
// there is none. One that lies at the path except is passed over.
func (p *Problem) Model(except string) *Submission {
	var first *Submission
	for i := range p.Submissions {
		s := &p.Submissions[i]
		switch {
		case s.Path == except:
		case s.Model:
			return s
		case first == nil && path.Dir(s.Name) == "accepted":
			first = s
		}
	}
	return first
}

// Submission finds a submission by its name below submissions/, or by its file's name where only one has it; nil when
// there is none.
func (p *Problem) Submission(name string) *Submission {
	var found []*Submission
	for i := range p.Submissions {
		s := &p.Submissions[i]
		if s.Name == strings.TrimPrefix(filepath.ToSlash(name), "submissions/") {
			return s
		}
		if path.Base(s.Name) == name {
			found = append(found, s)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return nil
}

// AllCases returns the cases of a group and the groups below it, in judging order.
func (g *Group) AllCases() []*Case {
	var cases []*Case
	cases = append(cases, g.Cases...)
	for _, child := range g.Groups {
		cases = append(cases, child.AllCases()...)
	}
	return cases
}

// SubmissionNames are the names of the submissions, in their order.
func (p *Problem) SubmissionNames() []string {
	var names []string
	for i := range p.Submissions {
		names = append(names, p.Submissions[i].Name)
	}
	return names
}

// Samples are those that a statement shows, in its order.
func (p *Problem) Samples() []*Case {
	samples := slices.Clone(p.Shown)
	for _, tc := range p.Data.AllCases() {
		if tc.Sample {
			samples = append(samples, tc)
		}
	}
	slices.SortStableFunc(samples, func(a, b *Case) int { return strings.Compare(a.Name, b.Name) })
	return samples
}

// Place is a file's path below the package, for people.
func (p *Problem) Place(file string) string {
	below, err := filepath.Rel(p.Dir, file)
	if err != nil || !filepath.IsLocal(below) {
		return file
	}
	return filepath.ToSlash(below)
}

// Name is the problem's name for people: the English one, or the first by language code, or the ID.
func (p *Problem) Name() string {
	if name := p.Names["en"]; name != "" {
		return name
	}
	for _, code := range slices.Sorted(maps.Keys(p.Names)) {
		return p.Names[code]
	}
	return p.ID
}
