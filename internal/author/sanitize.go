package author

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"grundy/checker"
	"grundy/internal/author/generate"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/ui/terminal"
)

// Limits of programs built with sanitizers, as multiples of their usual limits. Submissions get them on top of
// what the language's row grants.
const (
	sanitizedTime     = 3
	sanitizedToolTime = 12
	sanitizedMemory   = 4
)

// sanitizing is a second verification of the same package, with its C and C++ programs built with sanitizers. It
// keeps only the sanitizers' findings; the first verification has found everything else.
type sanitizing struct {
	*verification // the first verification, without sanitizers
	sanitized     *problem.Problem
	checker       bool // whether some output validator is in C or C++
	judging       bool // whether a program that judges submissions, such as the checker, is in C or C++

	found *programChecks

	mu      sync.Mutex
	unseen  map[string]int // runs that a limit ended before the sanitizers had seen all of them, by program
	unbuilt map[string]problem.Diagnostic
}

// checkSanitizers runs the programs that can be built with sanitizers on all cases once more.
func (v *verification) checkSanitizers(ctx context.Context, emit func(event.Event)) error {
	s := &sanitizing{verification: v, found: newHeard(v.problem), unseen: map[string]int{}, unbuilt: map[string]problem.Diagnostic{}}
	p := *v.problem
	p.Limits.ValidationTime *= sanitizedToolTime
	p.Limits.ValidationMemory *= sanitizedMemory
	some := false
	for _, programs := range []*[]problem.Program{&p.InputValidators, &p.AnswerValidators, &p.Output.Programs} {
		*programs = slices.Clone(*programs)
		for i := range *programs {
			program := &(*programs)[i]
			*program, _ = s.sanitize(*program)
			some = some || program.Sanitize
		}
	}
	s.checker = slices.ContainsFunc(p.Output.Programs, func(program problem.Program) bool { return program.Sanitize })
	s.judging = s.checker
	for _, single := range []**problem.Program{&p.StaticValidator, &p.Grader} {
		if *single != nil {
			program, built := s.sanitize(**single)
			*single, some, s.judging = &program, some || built, s.judging || built
		}
	}
	s.sanitized = &p

	if err := v.rerunPrograms(ctx, &p, s, emit); err != nil {
		return err
	}
	faults := append(s.found.faults(), s.remarks()...)
	if s.found.runs == 0 && !some && len(s.unbuilt) == 0 {
		faults = append(faults, problem.Diagnostic{Level: problem.Note, Message: "nothing to run under the sanitizers: no program is in C or C++, or languages.yaml leaves out sanitized in its row"})
	}
	emit(event.DataChecked{Problem: v.problem.ID, Check: event.Sanitizers, Checked: s.found.runs, Faults: faults})
	return nil
}

// sanitize returns the sanitized variant of a program, and reports whether there is one.
func (s *sanitizing) sanitize(program problem.Program) (problem.Program, bool) {
	source, err := job.ReadProgram(program)
	program.Sanitize = err == nil && s.options.Sanitizable(source)
	return program, program.Sanitize
}

// rehearsal selects the generators that can be built with sanitizers.
func (s *sanitizing) rehearsal() generate.Rehearsal { return generate.Rehearsal{Choose: s.sanitize} }

// rehearsed records the results of the generators.
func (s *sanitizing) rehearsed(runs int, faults problem.Diagnostics, err error) error {
	s.found.rehearsed(runs, faults)
	return s.dropReported(err)
}

// Validate runs a validator that can be built with sanitizers and ignores its judgement.
func (s *sanitizing) Validate(ctx context.Context, p *problem.Problem, j job.Validation) (job.Validated, error) {
	if !slices.ContainsFunc(slices.Concat(p.InputValidators, p.AnswerValidators), func(v problem.Program) bool {
		return v.Name == j.Program && v.Sanitize
	}) {
		return job.Validated{}, nil
	}
	validated, err := s.validator.Validate(ctx, p, j)
	return validated, s.recordError(err, job.File{Case: j.Case, Kind: j.Kind})
}

// Survey does nothing: Validate already runs validators on the same input.
func (s *sanitizing) Survey(context.Context, *problem.Problem, job.Survey) (job.Surveyed, error) {
	return job.Surveyed{}, nil
}

// CheckOutput runs the checkers if some of them can be built with sanitizers.
func (s *sanitizing) CheckOutput(ctx context.Context, p *problem.Problem, j job.OutputCheck) (job.OutputChecked, error) {
	if !s.checker {
		return job.OutputChecked{}, nil
	}
	checked, err := s.validator.CheckOutput(ctx, p, j)
	return checked, s.recordError(err, outputOf(j))
}

// Judge has an interactor that can be built with sanitizers talk to a made-up submission.
func (s *sanitizing) Judge(ctx context.Context, p *problem.Problem, j job.Judgement, emit func(event.Event)) (event.Done, error) {
	if !s.checker {
		return event.Done{}, nil
	}
	done, err := s.judge.Judge(ctx, p, j, func(e event.Event) {
		if test, ok := e.(event.Test); ok {
			s.recordRun(test, "with "+j.Name)
		}
		emit(e)
	})
	return done, s.dropReported(err)
}

// checkSubmission judges a submission on the cases on which it met no limit in the first verification.
func (s *sanitizing) checkSubmission(ctx context.Context, index int, emit func(event.Event)) error {
	submission := &s.problem.Submissions[index]
	judgement, err := job.ReadSubmission(s.problem, submission)
	if err != nil {
		return fmt.Errorf("read submission %s: %w", submission.Name, err)
	}
	judgement.Source.Sanitize = s.options.Sanitizable(judgement.Source)
	before := s.verdictsOf(submission.Name, verdict.AC, verdict.WA, verdict.RTE)
	if !judgement.Source.Sanitize && !s.judging || len(before) == 0 {
		return nil
	}
	limit := s.summary.TimeLimit
	if limit == 0 {
		limit = s.options.Patience
	}
	judgement.Options = job.Options{
		Cases: s.inOrder(before), ProblemTime: limit * sanitizedTime, ProblemTimeSource: "for the sanitizers", NoRerun: true,
		Recall: true, Again: s.options.Again,
	}
	program := problem.Program{Name: "submissions/" + submission.Name, Path: submission.Path}
	_, err = s.judge.Judge(ctx, s.sanitized, judgement, func(e event.Event) {
		switch e := e.(type) {
		case event.Compile:
			if judgement.Source.Sanitize && e.Failed != "" {
				s.notBuilt(program.Name, "under the sanitizers: "+whyUncompiled(e), e.Help)
			}
		case event.Test:
			s.recordRun(e, "with "+submission.Name)
			if judgement.Source.Sanitize {
				s.judged(submission, program, before[e.Test], e)
			}
		}
		emit(event.Running{
			Submission: submission.Name + " (sanitized)", Index: index + 1, Total: len(s.problem.Submissions), Event: e,
		})
	})
	if found := (*job.SanitizerError)(nil); errors.As(err, &found) { // a grader's error, which concerns no single case
		s.recordReport(found, "", "with "+submission.Name)
		err = nil
	}
	if err = s.dropReported(err); err == nil {
		err = context.Cause(ctx)
	}
	return err
}

// judged examines the result of a submission built with sanitizers. Before is its verdict without them.
func (s *sanitizing) judged(submission *problem.Submission, program problem.Program, before verdict.Verdict, t event.Test) {
	if t.Verdict == verdict.JE {
		return
	}
	level := undefinedBehaviourLevel(submission, t.Test)
	switch {
	case t.Verdict == verdict.RTE && t.Undefined:
		if level == "" {
			return
		}
		fault := program.Fault(t.FaultFile, t.FaultLine)
		fault.Level, fault.Message = level, t.Cause()
		fault.Help = "grundy test --sanitize shows it; the output of such a program is unpredictable"
		s.found.add(fault, t.Test, "")
	case t.Verdict == verdict.AC || t.Verdict == verdict.WA:
		if before == verdict.AC && t.Verdict != before {
			fault := program.Fault("", 0)
			fault.Level, fault.Message = problem.Warning, t.Verdict.String()+" when it is built with the sanitizers, and AC without"
			if level != problem.Error {
				fault.Level = problem.Note
			}
			fault.Help = "look for variables without a value: sanitizers do not see them"
			s.found.add(fault, t.Test, "")
		}
	case before != verdict.RTE:
		s.mu.Lock()
		s.unseen[program.Name]++
		s.mu.Unlock()
	}
}

// undefinedBehaviourLevel returns how severe undefined behaviour of a submission on a case is, "" where the submission may crash.
func undefinedBehaviourLevel(s *problem.Submission, name string) problem.Level {
	free := true
	for _, e := range s.Expect {
		if !problem.Match(e.Pattern, name) {
			continue
		}
		if slices.Contains(e.Required, verdict.RTE) || slices.Contains(e.Permitted, verdict.RTE) {
			return ""
		}
		free = free && e.Permitted == nil && e.Required == nil
	}
	if free || mustFail(s) {
		return problem.Note
	}
	return problem.Error
}

// recordRun counts a run of a submission together with programs of the package, and records what the sanitizers
// report about the latter.
func (s *sanitizing) recordRun(t event.Test, with string) {
	s.found.ran(1)
	if t.Verdict != verdict.JE || !t.Undefined {
		return
	}
	for _, program := range s.programs() {
		if found := (&job.SanitizerError{Program: program.Name, Breakdown: t.Breakdown}); t.Reason == found.Error() {
			s.recordReport(found, t.Test, with+" ")
		}
	}
}

// recordError counts a run of a validator or checker that was built, and records its sanitizer error. It returns errors
// that the package did not cause.
func (s *sanitizing) recordError(err error, of job.File) error {
	if broken := (*job.PackageError)(nil); !errors.As(err, &broken) {
		s.found.ran(1)
	}
	var found *job.SanitizerError
	if !errors.As(err, &found) {
		return s.dropReported(err)
	}
	name, with := nameOf(of)
	s.recordReport(found, name, with)
	return nil
}

// programs returns the programs of the package that are neither submissions nor generators; generators are
// checked elsewhere.
func (s *sanitizing) programs() []problem.Program {
	p := s.sanitized
	programs := slices.Concat(p.InputValidators, p.AnswerValidators, p.Output.Programs)
	for _, single := range []*problem.Program{p.StaticValidator, p.Grader} {
		if single != nil {
			programs = append(programs, *single)
		}
	}
	return programs
}

// recordReport records a sanitizer report about a program of the package that is not a submission.
func (s *sanitizing) recordReport(found *job.SanitizerError, on, with string) {
	for _, program := range s.programs() {
		if program.Name == found.Program {
			fault := program.Fault(found.FaultFile, found.FaultLine)
			fault.Message, fault.Help = found.Cause(), "fix the program: until then its judgements are unreliable"
			s.found.add(fault, on, with)
			return
		}
	}
}

// dropReported drops errors that other checks report, and records programs that cannot be built with sanitizers.
func (s *sanitizing) dropReported(err error) error {
	var (
		broken *job.PackageError
		failed *checker.JudgeError
		source *language.SourceError
	)
	switch {
	case errors.As(err, &broken):
		fault := buildFault(broken)
		s.notBuilt(broken.Program, fault.Message, fault.Help)
		return nil
	case errors.As(err, &failed), errors.As(err, &source):
		return nil
	}
	return err
}

// notBuilt records that a program did not run.
func (s *sanitizing) notBuilt(program, why, help string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unbuilt[program] = problem.Diagnostic{Level: problem.Warning, File: program, Program: program, Message: why, Help: help}
}

// remarks reports the runs that the sanitizers could not see in full.
func (s *sanitizing) remarks() problem.Diagnostics {
	var faults problem.Diagnostics
	for _, program := range slices.Sorted(maps.Keys(s.unbuilt)) {
		faults = append(faults, s.unbuilt[program])
	}
	for _, program := range slices.Sorted(maps.Keys(s.unseen)) {
		faults = append(faults, problem.Diagnostic{
			Level: problem.Note, File: program, Program: program,
			Message: terminal.Count(s.unseen[program], "run") + " not seen to the end: under the sanitizers it took more than it may",
		})
	}
	return faults
}
