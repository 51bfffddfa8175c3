package problem

import (
	"cmp"
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
	"grundy/internal/base/fsutil"
	"grundy/internal/base/verdict"
	"grundy/internal/statement/svgsafe"
)

// Problem is everything the judge knows about a problem. Paths are absolute paths of the host unless stated otherwise.
type Problem struct {
	ID     string // the name of the package's directory: "nim"
	Dir    string // the directory of the unpacked package
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
	// Files are the files through which submissions may read and write, beside the standard streams.
	Files NamedFiles
	// Idleness tells that the format knows the verdict ILE; elsewhere idling is TLE.
	Idleness bool

	// Entry is what submissions define in place of a whole program; nil if they are programs.
	Entry *Entry

	Data *Group // "data", with the children "sample" and "secret"; a plain directory has its cases in "secret"
	// Shown are samples for display only: conversations, or texts for the statement, without an input.
	Shown []*Case
	// ValidatorCases have a known judgement; verification runs the validators on them.
	ValidatorCases []ValidatorCase

	Output          OutputJudge
	InputValidators []Program
	// AnswerValidators check the .ans files (BAPCtools). Their protocol is that of input validators, with the path of
	// the input before all other arguments.
	AnswerValidators []Program
	StaticValidator  *Program
	// Grader grades groups with custom grading (legacy); nil without one.
	Grader *Program
	// InputVisualizer draws a case, and OutputVisualizer an output on one; nil without one.
	InputVisualizer, OutputVisualizer *Program
	// Includes are the directories below include/, by language code and "default".
	Includes map[string]string
	// Constants are substituted for {{name}} and {{name.variant}} in statements, validators, included files, submissions
	// and test_group.yaml.
	Constants   map[string]string
	Submissions []Submission
}

// NamedFiles are the names of the files in the working directory with the input and for the output; "" for none.
type NamedFiles struct {
	Input, Output string
}

// Or returns the names, with those of others where there is none.
func (f NamedFiles) Or(others NamedFiles) NamedFiles {
	return NamedFiles{cmp.Or(f.Input, others.Input), cmp.Or(f.Output, others.Output)}
}

// Format is the package format of a problem.
type Format string

// The formats. V2025 includes its earlier names 2023-07 and 2023-07-draft.
const (
	Legacy     Format = "legacy"
	LegacyICPC Format = "legacy-icpc"
	V2025      Format = "2025-09"
	Plain      Format = "plain"
)

// IsLegacy reports whether the format is older than 2023-07.
func (f Format) IsLegacy() bool { return f == Legacy || f == LegacyICPC }

// Type is the set of a problem's types. Without Scoring it is pass-fail.
type Type struct {
	Scoring, MultiPass, Interactive, SubmitAnswer bool
}

// Limits are a problem's limits as submissions and validators meet them.
type Limits struct {
	// Time is the CPU time per test case; 0 if the package leaves it to be inferred (see InferTimeLimit).
	Time time.Duration
	// TimeSource names where Time comes from: "problem.yaml", ".timelimit", "inferred", "default".
	TimeSource     string
	TimeResolution time.Duration
	// ACToTimeLimit and TimeLimitToTLE are the safety factors of inference.
	ACToTimeLimit, TimeLimitToTLE float64

	Memory bytesize.Size
	// MemoryStated reports that a plain directory sets Memory; otherwise it is the default.
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

// TimeText returns the time limit with milliseconds: "1.5 s"; "inferred" if the package leaves it open.
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
	// Template has the settings of a case that has none of its own; nil if the format has no groups.
	Template *Case
	// StaticValidation is the group's static validation test case; nil if there is none.
	StaticValidation *StaticValidation
}

// StaticValidation configures the static validation test case of a group.
type StaticValidation struct {
	Args []string
	// Score is its maximal score; nil if it only passes or fails.
	Score *float64
}

// Case is a test case.
type Case struct {
	Name   string // the path below data without extension: "secret/group1/01"
	Input  string // "" for one of Problem.Shown
	Answer string // "" if the package has none
	// AnswerWanted is where the answer is missing; "" for nowhere: a plain directory may have inputs alone, which are
	// run but not judged.
	AnswerWanted string
	// Unshipped are the extensions ".in" and ".ans" of files of which the package has only the hash. Their paths do not
	// exist until they are generated (package author/generate).
	Unshipped []string
	// Files is the directory NAME.files whose contents go into the working directory, or "".
	Files string
	// Args are given to the submission, InputArgs and OutputArgs to the validators (group and case merged).
	Args, InputArgs, OutputArgs []string
	// AnswerArgs are those of answer validators.
	AnswerArgs []string
	// InputArgsFor replaces InputArgs if the package gives input validators their arguments by name; nil otherwise.
	// AnswerArgsFor does the same for AnswerArgs.
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
	// Picture is the package's illustration of the case, or "".
	Picture string
	// DownloadInput and DownloadAnswer replace the files offered for download (.in.download, .ans.download), or "".
	DownloadInput, DownloadAnswer string
}

// InputValidatorArgs returns the arguments of an input validator for a case: its own, then the submission's (2025-09,
// section "Input validators").
func (c *Case) InputValidatorArgs(validator Program) []string {
	return slices.Concat(argsOf(validator, c.InputArgs, c.InputArgsFor), c.Args)
}

// AnswerValidatorArgs returns the arguments of an answer validator for a case, after the path of the input.
func (c *Case) AnswerValidatorArgs(validator Program) []string {
	return argsOf(validator, c.AnswerArgs, c.AnswerArgsFor)
}

func argsOf(validator Program, all []string, byName map[string][]string) []string {
	if byName != nil {
		return byName[path.Base(validator.Name)]
	}
	return all
}

// ValidatorCase is a case with a known judgement, which tests the validators.
type ValidatorCase struct {
	Case
	Kind ValidatorCaseKind
	// Output is the submission's output to judge; "" for the kinds InvalidInput and InvalidAnswer.
	Output string
}

// ValidatorCaseKind is the directory below data/ of a ValidatorCase.
type ValidatorCaseKind string

// The kinds say which program must reject the case: some input validator, some answer validator, the output validator.
// All must accept a ValidOutput; the .out files of samples are such cases too.
const (
	InvalidInput  ValidatorCaseKind = "invalid_input"
	InvalidAnswer ValidatorCaseKind = "invalid_answer"
	InvalidOutput ValidatorCaseKind = "invalid_output"
	ValidOutput   ValidatorCaseKind = "valid_output"
)

// OutputJudge says how output is judged.
type OutputJudge struct {
	// Programs is empty for the built-in comparison. If there are several (legacy output_validators/), all must accept.
	Programs []Program
	Dialect  checker.Dialect
	// IgnoreCase makes the built-in comparison ignore case in a problem without a package.
	IgnoreCase bool
}

// Program is source code inside a package: a validator, checker or interactor.
type Program struct {
	// Name is the path below Problem.Dir: "output_validator/check.go".
	Name string
	// Path is a file, or a directory of several files.
	Path string
	// Language is a code if the package sets it, else "".
	Language string
	// Files are the files of the program, the main one first, if they are not those at Path.
	Files []string
	// Sanitize builds it with run-time checks, which its language must support.
	Sanitize bool
}

// Submission is a submission that comes with the package.
type Submission struct {
	// Name is the path below submissions/: "accepted/nim.go".
	Name string
	// Path is a file, or a directory of several files.
	Path       string
	Language   string // when submissions.yaml fixes it
	Entrypoint string // when submissions.yaml fixes it
	Authors    []string
	Model      bool // model_solution
	// Expect applies to the test cases; all expectations must be met.
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

// Expectation is the expected result on the cases that Pattern matches.
type Expectation struct {
	// Pattern is a glob over case and group names below data ("secret/group1"); "" is everything.
	Pattern string
	// Permitted lists the verdicts that may occur (nil: any); of Required at least one must occur (nil: none must).
	Permitted, Required []verdict.Verdict
	// Whole demands the required verdict for the submission as a whole, which is that of its first failed case.
	Whole bool
	// Score is the range that the score must lie in, nil for any.
	Score *Range
	// Message must match some judge or team message, nil for no demand.
	Message *regexp.Regexp
	// UseForTimeLimit is the bound set by the slowest of the matched cases, after applying all defaults.
	UseForTimeLimit TimeLimitUse
}

// Range is a closed interval.
type Range struct{ Min, Max float64 }

// difficultyKeyword begins the keyword for the difficulty of a problem; the formats have no key for it.
const difficultyKeyword = "difficulty:"

// MostDifficult is the greatest Difficulty; 1 is the least.
const MostDifficult = 10

// Difficulty returns the difficulty of the problem, from 1 to MostDifficult, or 0 if its keywords do not contain it.
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

// Tags returns the keywords about the topics of the problem.
func (p *Problem) Tags() []string {
	return slices.DeleteFunc(slices.Clone(p.Keywords), func(word string) bool { return strings.HasPrefix(word, difficultyKeyword) })
}

// Model returns the submission that is known to be right: the one that the package names, else the first in accepted/;
// nil if there is none. It skips the one at the path except.
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

// Submission finds a submission by its name below submissions/, or by its file's name if that is unique; nil if there
// is none.
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

// Samples returns those that a statement shows, in its order.
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

// Place returns a file's path below the package, for messages.
func (p *Problem) Place(file string) string {
	below, err := filepath.Rel(p.Dir, file)
	if err != nil || !filepath.IsLocal(below) {
		return file
	}
	return filepath.ToSlash(below)
}

// FilesOf returns the reader of files that a statement or a solution includes, by their names below its directory. It
// reads none outside of the package.
func (p *Problem) FilesOf(text Statement) func(name string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		file := filepath.Join(filepath.Dir(text.Path), filepath.FromSlash(name))
		if !fsutil.IsBelow(p.Dir, file) {
			return nil, fsutil.ErrOutside
		}
		return fsutil.ReadWithin(p.Dir, file)
	}
}

// Figure finds the file of an image that a statement names, "" if the package has none beside the statement.
func (p *Problem) Figure(text Statement, image string) string {
	local := filepath.FromSlash(path.Clean(image))
	if !filepath.IsLocal(local) {
		return ""
	}
	for _, name := range svgsafe.Names(local) {
		file := filepath.Join(filepath.Dir(text.Path), name)
		if _, _, err := fsutil.ResolveWithin(p.Dir, file); err == nil {
			return file
		}
	}
	return ""
}

// Name returns the problem's name: the English one, or the first by language code, or the ID.
func (p *Problem) Name() string {
	if name := p.Names["en"]; name != "" {
		return name
	}
	for _, code := range slices.Sorted(maps.Keys(p.Names)) {
		return p.Names[code]
	}
	return p.ID
}
