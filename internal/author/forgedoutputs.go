package author

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"grundy/checker"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// Bounds of these tests: enough to find a faulty checker, at little cost beside judging the submissions.
const (
	trialCases      = 3
	trialSize       = 1 << 20          // bytes of an output that is meant to be huge
	trialAnswer     = 8 << 20          // bytes of an answer that is cut and shuffled
	trialValidation = 10 * time.Second // for a checker that loops
	trialRun        = 2 * time.Second  // for a submission that talks to an interactor
)

// checkTrials runs the output validator of a package on outputs that no submission should get away with. It must
// judge everything that can be printed, whichever way; a crash would become a judge error in a contest.
func (v *verification) checkTrials(ctx context.Context) (int, problem.Diagnostics, error) {
	if len(v.problem.Output.Programs) == 0 {
		return 0, nil, nil
	}
	p := *v.problem
	p.Limits.ValidationTime = min(p.Limits.ValidationTime, trialValidation)
	try := v.tryOutputs
	if p.Type.Interactive {
		try = v.tryUncooperative
	}
	var found []validatorTestResult
	var broken *job.PackageError
	results, err := try(ctx, &p)
	tried := len(results)
	if err == nil {
		var more int
		more, found, err = v.tryNumerals(ctx, &p)
		tried += more
	}
	if errors.As(err, &broken) {
		return 0, nil, nil // submissions meet it as well, so their judging reports it
	}
	if err != nil {
		return 0, nil, err
	}
	results = slices.DeleteFunc(results, func(r validatorTestResult) bool { return r.message == "" })
	return tried, v.trialFaults(append(results, found...)), nil
}

// TryChecker gives forged outputs to the checker of a problem, as Verify does, and returns the faults that it has.
func TryChecker(ctx context.Context, judge Judger, validator Validator, jobs int, p *problem.Problem) (problem.Diagnostics, error) {
	v := &verification{judge: judge, validator: validator, problem: p, options: Options{Jobs: max(jobs, 1)}}
	_, faults, err := v.checkTrials(ctx)
	return faults, err
}

// validatorTestResult is the result of one trial: a fault, or an empty message.
type validatorTestResult struct {
	level               problem.Level
	file, message, help string
}

// trialFaults merges the same fault on several cases into one.
func (v *verification) trialFaults(results []validatorTestResult) problem.Diagnostics {
	var faults problem.Diagnostics
	for i, r := range results {
		same := func(other validatorTestResult) bool { return other.message == r.message }
		if slices.IndexFunc(results, same) < i {
			continue
		}
		others := -1
		for _, other := range results {
			if same(other) {
				others++
			}
		}
		fault := problem.Diagnostic{Level: r.level, File: v.problem.Place(r.file), Message: r.message, Help: r.help}
		if others > 0 {
			fault.Message += fmt.Sprintf(" (and %d more)", others)
		}
		faults = append(faults, fault)
	}
	return faults
}

// forgedOutput is an output that no submission should get away with.
type forgedOutput struct {
	name string
	// wrong says that the output must be rejected. Accepting an output that may be right is only a note.
	wrong bool
	make  func(answer []byte) []byte // returns nil when the answer is not suited
}

var forgeries = []forgedOutput{
	{"an empty output", true, func([]byte) []byte { return []byte{} }},
	{"a binary output", true, func([]byte) []byte { return memoryDump(64 << 10) }},
	{"a huge number", true, func([]byte) []byte { return append(bytes.Repeat([]byte("9"), trialSize), '\n') }},
	{"a huge list", true, func([]byte) []byte { return append(bytes.Repeat([]byte("-1 "), trialSize/3), '\n') }},
	{"half of the answer", false, truncated},
	{"the answer shuffled", false, shuffled},
}

// memoryDump looks like raw memory rather than text. It is the same every time.
func memoryDump(size int) []byte {
	random := rand.New(rand.NewPCG(1, 1))
	data := make([]byte, size)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	return data
}

// truncated is the answer of a program that was stopped between two words.
func truncated(answer []byte) []byte {
	end := bytes.LastIndexAny(bytes.TrimSpace(answer[:len(answer)/2+1]), " \n")
	if end < 0 {
		return nil
	}
	return slices.Clone(answer[:end+1])
}

// shuffled reorders the lines of an answer, or its words if it has only one line.
func shuffled(answer []byte) []byte {
	separator := []byte("\n")
	parts := bytes.Split(bytes.TrimSpace(answer), separator)
	if len(parts) == 1 {
		separator = []byte(" ")
		parts = bytes.Fields(answer)
	}
	before := slices.Clone(parts)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	if slices.EqualFunc(before, parts, bytes.Equal) {
		slices.Reverse(parts)
	}
	if slices.EqualFunc(before, parts, bytes.Equal) {
		return nil
	}
	return append(bytes.Join(parts, separator), '\n')
}

// tryOutputs gives forged outputs to the checker.
func (v *verification) tryOutputs(ctx context.Context, p *problem.Problem) ([]validatorTestResult, error) {
	cases, err := casesToTry(p)
	if err != nil {
		return nil, err
	}
	results := make([]validatorTestResult, len(cases)*len(forgeries))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(v.options.Jobs)
	for i, f := range forgeries {
		for j, c := range cases {
			group.Go(func() error {
				answer, err := fsutil.ReadWithin(p.Dir, c.Answer)
				if err != nil {
					return err
				}
				k := i*len(cases) + j
				results[k], err = v.tryOutput(ctx, p, c, f, f.make(answer))
				return err
			})
		}
	}
	return results, group.Wait()
}

// casesToTry picks a few cases that have an answer, from the easy to the hard ones.
func casesToTry(p *problem.Problem) ([]*problem.Case, error) {
	answer := func(c *problem.Case) string {
		if c.Input == "" {
			return ""
		}
		return c.Answer
	}
	return smallCases(p, answer, trialAnswer, trialCases)
}

// smallCases picks at most n cases whose file is there, not empty, and of at most so many bytes.
func smallCases(p *problem.Problem, file func(*problem.Case) string, most int64, n int) ([]*problem.Case, error) {
	var cases []*problem.Case
	for _, c := range p.Data.AllCases() {
		if file(c) == "" {
			continue
		}
		info, err := os.Stat(file(c))
		if err != nil {
			return nil, err
		}
		if info.Size() > 1 && info.Size() <= most {
			cases = append(cases, c)
		}
	}
	return spread(cases, n), nil
}

// spread picks at most n elements of a list: both ends and some in between.
func spread[T any](list []T, n int) []T {
	if len(list) <= n {
		return list
	}
	var taken []T
	for i := range n {
		taken = append(taken, list[i*(len(list)-1)/(n-1)])
	}
	return taken
}

func (v *verification) tryOutput(ctx context.Context, p *problem.Problem, c *problem.Case, f forgedOutput, output []byte) (validatorTestResult, error) {
	if output == nil || ctx.Err() != nil {
		return validatorTestResult{}, context.Cause(ctx)
	}
	checked, err := v.validator.CheckOutput(ctx, p, job.OutputCheck{Case: c.Name, Output: job.File{Part: job.MadeUp, Content: output}})
	var failure *checker.JudgeError
	switch {
	case errors.As(err, &failure):
		return validatorTestResult{problem.Error, c.Input, f.name + ": " + failure.Reason + quotedMessage(failure.Detail), failureHelp}, nil
	case err != nil:
		return validatorTestResult{}, fmt.Errorf("%s: %w", v.problem.Place(c.Input), err)
	case !checked.Accepted || p.Type.MultiPass: // a single pass does not decide the verdict
		return validatorTestResult{}, nil
	case f.wrong:
		return validatorTestResult{wrongLevel(p), c.Input, f.name + ": the output validator accepts it", "let it read the output to its end, and reject what is not an answer"}, nil
	default:
		return validatorTestResult{problem.Note, c.Input, f.name + ": the output validator accepts it", "see whether it should"}, nil
	}
}

// wrongLevel is the severity of accepted nonsense. Where there are points, an accepted output may earn none of
// them.
func wrongLevel(p *problem.Problem) problem.Level {
	if p.Type.Scoring {
		return problem.Warning
	}
	return problem.Error
}

// uncooperative are submissions that do not converse as an interactor expects. Their language is installed nearly
// everywhere.
var uncooperative = []struct{ name, text string }{
	{"a submission that says nothing", "exit 0\n"},
	{"a submission that prints garbage", "printf '\\377\\000\\001 -1 999999999999999999999999 nan ?!\\n%0100000d\\n' 7\nexit 0\n"},
	{"a submission that prints a huge number", "printf '9%09999d\\n' 7\nexit 0\n"},
}

// tryUncooperative has the interactor talk to submissions that do not converse.
func (v *verification) tryUncooperative(ctx context.Context, p *problem.Problem) ([]validatorTestResult, error) {
	p.Languages, p.Includes, p.StaticValidator = nil, nil, nil
	p.Limits.Time = cmp.Or(min(p.Limits.Time, trialRun), trialRun)
	cases := spread(p.Data.AllCases(), trialCases)
	var results []validatorTestResult
	for _, submission := range uncooperative {
		judgement := job.Judgement{
			Name:    submission.name,
			Source:  language.Source{Files: []language.File{{Name: "trial.sh", Data: []byte(submission.text)}}},
			Options: job.Options{Cases: names(cases), NoRerun: true, Recall: true, Again: v.options.Again},
		}
		var tests []event.Test
		missing := ""
		_, err := v.judge.Judge(ctx, p, judgement, func(e event.Event) {
			switch e := e.(type) {
			case event.Compile:
				missing = e.Failed
			case event.Test:
				tests = append(tests, e)
			}
		})
		if err == nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return nil, fmt.Errorf("try %s: %w", submission.name, err)
		}
		if missing != "" {
			note := validatorTestResult{problem.Note, p.Output.Programs[0].Path, "not tried on submissions that do not converse: " + missing, ""}
			return []validatorTestResult{note}, nil
		}
		for _, t := range tests {
			results = append(results, uncooperativeResult(p, submission.name, inputOf(cases, t.Test), t))
		}
	}
	return results, nil
}

func names(cases []*problem.Case) []string {
	var names []string
	for _, c := range cases {
		names = append(names, c.Name)
	}
	return names
}

func inputOf(cases []*problem.Case, name string) string {
	for _, c := range cases {
		if c.Name == name {
			return c.Input
		}
	}
	return ""
}

func uncooperativeResult(p *problem.Problem, name, input string, t event.Test) validatorTestResult {
	switch t.Verdict {
	case verdict.JE:
		return validatorTestResult{problem.Error, input, name + ": " + t.Reason, failureHelp}
	case verdict.AC:
		return validatorTestResult{wrongLevel(p), input, name + ": the interactor accepts it", "let it demand every word of the conversation"}
	default:
		return validatorTestResult{}
	}
}
