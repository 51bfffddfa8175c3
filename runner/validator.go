package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/checker"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// Validator is a built input or answer validator, or a parsed script.
type Validator struct {
	problem *problem.Problem
	source  problem.Program
	program *language.Program
	script  *script // or nil
	// answers reports that it validates answers.
	answers bool
	// testlib reports that the validator is written with testlib.h, whose validators exit with 0 or 3. placed reports
	// that it uses the test set and the group of a test.
	testlib, placed bool
	// constraints reports that the validator logs its bounds as BAPCtools' validators do.
	constraints bool
}

// Validator builds an input or answer validator. The error is a *job.PackageError when that fails.
func (j *Judge) Validator(ctx context.Context, p *problem.Problem, program problem.Program) (*Validator, error) {
	v := &Validator{problem: p, source: program}
	v.answers = slices.ContainsFunc(p.AnswerValidators, func(other problem.Program) bool { return other.Name == program.Name })
	if isChecktestdata(program) {
		var err error
		v.script, err = readScript(p, program)
		return v, err
	}
	source, err := job.ReadValidator(p, program)
	if err != nil {
		return nil, &job.PackageError{Program: program.Name, Err: err}
	}
	if v.program, err = j.tool(ctx, p, program.Name, source, urgent); err != nil {
		return nil, err
	}
	if v.testlib, err = source.UsesTestlib(); err == nil && v.testlib {
		v.placed, err = source.Mentions(asksForPlace())
	} else if err == nil {
		v.constraints, err = source.Mentions(logsConstraints())
	}
	return v, err
}

// InputValidators builds the input validators of a problem, in order. Errors are those of Validator.
func (j *Judge) InputValidators(ctx context.Context, p *problem.Problem) ([]*Validator, error) {
	var all []*Validator
	for _, program := range p.InputValidators {
		v, err := j.Validator(ctx, p, program)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// asksForPlace matches the calls by which a testlib validator uses --testset and --group.
var asksForPlace = lazyregexp.New(`\b(validator\s*\.\s*(testset|group)|getTestset|getGroup)\s*\(`)

// logsConstraints matches the flag by which BAPCtools' validators are asked for a log of their bounds.
var logsConstraints = lazyregexp.New(constraintsFlag)

// accepts reports whether a validator's exit code accepts a file.
func (v *Validator) accepts(exit int) bool { return exit == validCode || exit == 0 && v.testlib }

// validCode is the exit code of an input validator that accepts (ICPC, section "Input validators").
const validCode = 42

// Args returns the arguments for a case, without the input path that an answer validator gets first.
func (v *Validator) Args(tc *problem.Case) []string {
	args := tc.InputValidatorArgs(v.source)
	if v.answers {
		args = tc.AnswerValidatorArgs(v.source)
	}
	testset, rest, inGroup := strings.Cut(tc.Name, "/")
	if !v.placed || !inGroup {
		return args
	}
	args = slices.Clone(args)
	if !slices.Contains(args, "--testset") {
		args = append(args, "--testset", testset)
	}
	if group, _, found := strings.Cut(rest, "/"); found && !slices.Contains(args, "--group") {
		args = append(args, "--group", group)
	}
	return args
}

// work describes a run of the validator on a case, in a directory with its own files and those of the case (2025-09,
// section "Working directory"). The caller must close read. A refusal means that the run cannot take place.
func (v *Validator) work(s *slot, box sandbox.Box, tc *problem.Case, limits sandbox.Limits) (work ToolRun, read *os.File, refusal string, err error) {
	work = ToolRun{Program: v.program, Args: v.Args(tc), Stdout: s.output, Copies: v.program.Sources, Limits: limits}
	if v.answers {
		view := checker.View{Box: box, Scratch: s.checker, Within: v.problem.Dir}
		shown, err := view.File("input", tc.Input)
		if err != nil {
			return work, nil, "", err
		}
		work.Args, work.Mounts = slices.Concat([]string{shown}, work.Args), view.Mounts()
	}
	if tc.Files != "" && !v.answers {
		for _, own := range v.program.Sources {
			if _, err := os.Lstat(filepath.Join(tc.Files, filepath.FromSlash(own.To))); err == nil {
				return work, nil, fmt.Sprintf("%s/%s has the name of a file of the validator", filepath.Base(tc.Files), own.To), nil
			}
		}
		work.Copies = append(slices.Clone(work.Copies), filesOf(v.problem, tc))
	}
	read, err = fsutil.OpenWithin(v.problem.Dir, v.file(tc))
	if err != nil {
		return work, nil, "", fmt.Errorf("open the file to validate: %w", err)
	}
	work.Stdin = sandbox.FromFile(read)
	return work, read, "", nil
}

// filesOf mounts the files of NAME.files in a working directory.
func filesOf(p *problem.Problem, tc *problem.Case) sandbox.Copy {
	return sandbox.Copy{Host: tc.Files, To: ".", Within: confines(p, tc.Files)}
}

// confines is the directory out of which links of a case's file may not lead: that of the package, "" for a case that
// the judge made elsewhere.
func confines(p *problem.Problem, file string) string {
	if fsutil.IsBelow(p.Dir, file) {
		return p.Dir
	}
	return ""
}

// Validate runs a validator on a case: an input validator on its input, an answer validator on its answer. The
// message is the validator's. An error means that it could not run.
func (w *Worker) Validate(ctx context.Context, v *Validator, tc *problem.Case) (valid bool, message string, err error) {
	if v.script != nil {
		return v.script.validate(ctx, v.problem, v.file(tc))
	}
	s, err := w.slotOf(v.program)
	if err != nil {
		return false, "", err
	}
	if err := s.rewind(); err != nil {
		return false, "", err
	}
	box, err := s.judge(ctx)
	if err != nil {
		return false, "", err
	}
	work, read, refusal, err := v.work(s, box, tc, w.judge.toolLimits(v.problem.Limits))
	if err != nil || refusal != "" {
		return false, refusal, err
	}
	defer read.Close()
	ran, err := s.run(ctx, work)
	if err != nil {
		return false, "", err
	}
	if ran.Broken != nil {
		return false, "", &job.SanitizerError{Program: v.source.Name, Breakdown: *ran.Broken}
	}
	message = strings.TrimSpace(ran.Stderr)
	if message == "" {
		message = strings.TrimSpace(excerpt(s.output))
	}
	fault := ran.Fault()
	switch {
	case ran.Breach == sandbox.NoBreach && v.accepts(ran.Exit):
		return true, message, nil
	case fault == "":
		// Authors who know other judges may expect 0 to mean acceptance.
		fault = fmt.Sprintf("exit code 0, but a validator accepts with %d", validCode)
		message = strings.TrimSuffix(fault+": "+message, ": ")
	case ran.Breach != sandbox.NoBreach || message == "":
		message = fault
	}
	return false, message, nil
}

// file returns the file that the validator reads.
func (v *Validator) file(tc *problem.Case) string {
	if v.answers {
		return tc.Answer
	}
	return tc.Input
}

// Validate runs a validator on a case; see Worker.Validate.
func (j *Judge) Validate(ctx context.Context, p *problem.Problem, program problem.Program, tc *problem.Case) (valid bool, message string, err error) {
	validator, err := j.Validator(ctx, p, program)
	if err != nil {
		return false, "", err
	}
	err = j.Lend(ctx, func(w *Worker) error {
		valid, message, err = w.Validate(ctx, validator, tc)
		return err
	})
	return valid, message, err
}
