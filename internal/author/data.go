package author

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"grundy/checker"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/diagnose"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// checkData runs all checks of the data and reports each that had something to check.
func (v *verification) checkData(ctx context.Context, emit func(event.Event)) error {
	var pieces []job.Piece
	for _, check := range []struct {
		name event.Check
		run  func(context.Context) (checked int, faults problem.Diagnostics, err error)
	}{
		{event.Package, v.checkPackage},
		{event.ValidInputs, v.checkInputs},
		{event.InvalidInputs, v.checkInvalidInputs},
		{event.InputTrials, v.checkInputTrials},
		{event.ValidAnswers, v.checkAnswers},
		{event.InvalidAnswers, v.checkInvalidAnswers},
		{event.AnswerTrials, v.checkAnswerTrials},
		{event.JudgeAnswers, v.judgeAnswers},
		{event.KnownOutputs, v.checkKnownOutputs},
		{event.Examples, v.checkExamples},
		{event.Trials, v.checkTrials},
		{event.Drift, v.checkDrift},
		{event.Bounds, v.checkBounds},
		{event.Duplicates, v.checkDuplicates},
		{event.Answers, v.checkAnswersDiffer},
		{event.Samples, v.checkSamples},
		{event.Statements, v.checkStatements},
		{event.Hints, v.checkHints},
		{event.Pictures, v.checkPictures},
		{event.Laboratory, v.checkLaboratory},
		{event.InputEndings, v.checkInputEndings},
		{event.AnswerEndings, v.checkAnswerEndings},
	} {
		pieces = append(pieces, func(ctx context.Context, emit func(event.Event)) error {
			checked, faults, err := check.run(ctx)
			if err == nil && (checked > 0 || len(faults) > 0) {
				emit(event.DataChecked{Problem: v.problem.ID, Check: check.name, Checked: checked, Faults: faults})
			}
			if err == nil && check.name == event.Bounds && v.bounds != nil {
				emit(*v.bounds)
			}
			return err
		})
	}
	return job.RunOrdered(ctx, len(pieces), pieces, emit)
}

// checkPackage reports the faults found while the package was opened.
func (v *verification) checkPackage(context.Context) (int, problem.Diagnostics, error) {
	return 0, v.options.Faults, nil
}

// validatorTest is a file that a validator is tested on.
type validatorTest struct {
	file string
	run  func(context.Context) (accepted bool, message string, err error)
	// fault turns an unwanted judgement into a finding. The message is the validator's.
	fault func(accepted bool, message string) (text, help string, isFault bool)
}

// failureHelp is the remedy for a checker that crashes on an output instead of judging it.
const failureHelp = "let it accept or reject any output"

// runValidatorTests runs the validators and returns a diagnostic for each fault, in the order of the trials. If a validator
// cannot be built, that is the only finding.
func (v *verification) runValidatorTests(ctx context.Context, trials []validatorTest) (problem.Diagnostics, error) {
	found := make(problem.Diagnostics, len(trials))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(v.options.Jobs)
	for i, t := range trials {
		group.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			accepted, message, err := t.run(ctx)
			var failure *checker.JudgeError
			if errors.As(err, &failure) {
				found[i] = problem.Diagnostic{
					Level: problem.Error, File: v.problem.Place(t.file), Message: failure.Reason + quotedMessage(failure.Detail), Help: failureHelp,
				}
				return nil
			}
			if err != nil {
				return fmt.Errorf("%s: %w", v.problem.Place(t.file), err)
			}
			if text, help, isFault := t.fault(accepted, message); isFault {
				found[i] = problem.Diagnostic{Level: problem.Error, File: v.problem.Place(t.file), Message: text, Help: help}
			}
			return nil
		})
	}
	err := group.Wait()
	var broken *job.PackageError
	if errors.As(err, &broken) {
		return problem.Diagnostics{buildFault(broken)}, nil
	}
	return slices.DeleteFunc(found, func(d problem.Diagnostic) bool { return d.Message == "" }), err
}

// buildFault is the finding about a validator that cannot be built. If this machine lacks the toolchain, the package
// is not to blame.
func buildFault(broken *job.PackageError) problem.Diagnostic {
	// The error contains the program's name and the compiler's output.
	message := strings.TrimPrefix(broken.Error(), broken.Program+" ")
	fault := problem.Diagnostic{Level: problem.Error, File: broken.Program, Message: message, Help: "fix the program"}
	var missing *language.MissingError
	if errors.As(broken, &missing) {
		fault.Level = problem.Warning
		fault.Message = "not run: " + missing.Error()
		fault.Help = missing.Install
	}
	return fault
}

// checkInputs runs all input validators on all inputs (2025-09, section "Input validators").
func (v *verification) checkInputs(ctx context.Context) (int, problem.Diagnostics, error) {
	var trials []validatorTest
	seen := map[string]bool{}
	for _, c := range v.casesWithValidInput() {
		if c.Input == "" || seen[c.Input] {
			continue
		}
		seen[c.Input] = true
		for _, program := range v.problem.InputValidators {
			trials = append(trials, validatorTest{c.Input, v.validated(program, &c), func(valid bool, message string) (string, string, bool) {
				return program.Name + " refuses the input" + quotedMessage(message), "correct the input or the validator", !valid
			}})
		}
	}
	faults, err := v.runValidatorTests(ctx, trials)
	return len(trials), faults, err
}

// casesWithValidInput returns the judged cases and those that show what the output validator accepts.
func (v *verification) casesWithValidInput() []problem.ValidatorCase {
	var cases []problem.ValidatorCase
	for _, c := range v.problem.Data.AllCases() {
		cases = append(cases, testCase(c))
	}
	for _, c := range v.problem.ValidatorCases {
		if c.Kind != problem.InvalidInput {
			cases = append(cases, c)
		}
	}
	return cases
}

// testCase wraps a judged case as a ValidatorCase of kind "".
func testCase(c *problem.Case) problem.ValidatorCase { return problem.ValidatorCase{Case: *c} }

// part refers to a file of a case.
func part(c *problem.ValidatorCase, part job.Part) job.File {
	return job.File{Case: c.Name, Kind: c.Kind, Part: part}
}

func (v *verification) validated(program problem.Program, c *problem.ValidatorCase) validation {
	return func(ctx context.Context) (bool, string, error) {
		validated, err := v.validator.Validate(ctx, v.problem, job.Validation{Program: program.Name, Case: c.Name, Kind: c.Kind})
		return validated.Valid, validated.Message, err
	}
}

// checkInvalidInputs requires that some input validator rejects each file of invalid_input.
func (v *verification) checkInvalidInputs(ctx context.Context) (int, problem.Diagnostics, error) {
	var trials []validatorTest
	for i := range v.problem.ValidatorCases {
		c := &v.problem.ValidatorCases[i]
		if c.Kind == problem.InvalidInput {
			trials = append(trials, validatorTest{c.Input, acceptedByAll(v.problem.InputValidators, func(program problem.Program) validation {
				return v.validated(program, c)
			}), acceptedThoughInvalid("no input validator refuses the input")})
		}
	}
	faults, err := v.runValidatorTests(ctx, trials)
	return len(trials), faults, err
}

type validation = func(context.Context) (bool, string, error)

// acceptedByAll is a validation that every program must pass. The message is that of the first program that
// rejects.
func acceptedByAll(programs []problem.Program, of func(problem.Program) validation) validation {
	return func(ctx context.Context) (bool, string, error) {
		for _, program := range programs {
			if valid, message, err := of(program)(ctx); err != nil || !valid {
				return valid, message, err
			}
		}
		return true, "", nil
	}
}

func acceptedThoughInvalid(text string) func(bool, string) (string, string, bool) {
	return func(valid bool, _ string) (string, string, bool) {
		return text, "make the validator stricter, or move the file to where it is valid", valid
	}
}

// checkAnswers runs the answer validators on the answers of all cases.
func (v *verification) checkAnswers(ctx context.Context) (int, problem.Diagnostics, error) {
	var trials []validatorTest
	for _, c := range v.problem.Data.AllCases() {
		if c.Answer == "" {
			continue
		}
		known := testCase(c)
		for _, program := range v.problem.AnswerValidators {
			trials = append(trials, validatorTest{c.Answer, v.validated(program, &known), func(valid bool, message string) (string, string, bool) {
				return program.Name + " refuses the answer" + quotedMessage(message), "correct the answer or the validator", !valid
			}})
		}
	}
	faults, err := v.runValidatorTests(ctx, trials)
	return len(trials), faults, err
}

// checkInvalidAnswers requires that some answer validator rejects each answer of invalid_answer.
func (v *verification) checkInvalidAnswers(ctx context.Context) (int, problem.Diagnostics, error) {
	var trials []validatorTest
	for i := range v.problem.ValidatorCases {
		c := &v.problem.ValidatorCases[i]
		if c.Kind == problem.InvalidAnswer {
			trials = append(trials, validatorTest{c.Answer, acceptedByAll(v.problem.AnswerValidators, func(program problem.Program) validation {
				return v.validated(program, c)
			}), acceptedThoughInvalid("no answer validator refuses the answer")})
		}
	}
	faults, err := v.runValidatorTests(ctx, trials)
	return len(trials), faults, err
}

// judgeAnswers has the checker judge each answer as an output. It skips interactive and multi-pass problems, where
// an answer is not an output, and samples that show another answer instead (2025-09, section "Samples").
func (v *verification) judgeAnswers(ctx context.Context) (int, problem.Diagnostics, error) {
	if v.problem.Type.Interactive || v.problem.Type.MultiPass {
		return 0, nil, nil
	}
	var trials []validatorTest
	for _, c := range v.problem.Data.AllCases() {
		if c.Answer == "" || c.ShownAnswer != "" {
			continue
		}
		known := testCase(c)
		trials = append(trials, validatorTest{c.Answer, v.output(&known, job.Answer), func(accepted bool, message string) (string, string, bool) {
			return "the answer is not accepted as an output" + quotedMessage(message), "correct the answer or the output validator", !accepted
		}})
	}
	faults, err := v.runValidatorTests(ctx, trials)
	if err != nil {
		return 0, faults, err
	}
	idle, err := v.idleTolerance(ctx)
	return len(trials), append(faults, idle...), err
}

func (v *verification) output(c *problem.ValidatorCase, output job.Part) validation {
	return func(ctx context.Context) (bool, string, error) {
		checked, err := v.validator.CheckOutput(ctx, v.problem, job.OutputCheck{Case: c.Name, Kind: c.Kind, Output: part(c, output)})
		return checked.Accepted, checked.Message, err
	}
}

// checkKnownOutputs runs the output validator on valid_output and invalid_output, which exist only in problems
// whose output is one file.
func (v *verification) checkKnownOutputs(ctx context.Context) (int, problem.Diagnostics, error) {
	if v.problem.Type.Interactive || v.problem.Type.MultiPass {
		return 0, nil, nil
	}
	var trials []validatorTest
	for _, c := range v.problem.ValidatorCases {
		switch c.Kind {
		case problem.ValidOutput:
			trials = append(trials, validatorTest{c.Output, v.output(&c, job.Output), func(accepted bool, message string) (string, string, bool) {
				return "the valid output is not accepted" + quotedMessage(message), "correct the output or the output validator", !accepted
			}})
		case problem.InvalidOutput:
			trials = append(trials, validatorTest{c.Output, v.output(&c, job.Output), acceptedThoughInvalid("the invalid output is accepted")})
		}
	}
	faults, err := v.runValidatorTests(ctx, trials)
	return len(trials), faults, err
}

// quotedMessage appends the first line of what a program of the package printed. For a traceback it appends the reason,
// since its first line says little.
func quotedMessage(message string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(message), "\n")
	if found, ok := diagnose.Find(message, nil); ok {
		line = found.String()
	}
	const longest = 200
	if runes := []rune(line); len(runes) > longest {
		line = string(runes[:longest]) + "…"
	}
	if line == "" {
		return ""
	}
	return ": " + line
}
