package author

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"grundy/checker"
	"grundy/internal/author/generate"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/terminal"
	"grundy/internal/verdict"
)

// Generators runs the generators of a package.
type Generators interface {
	Rehearse(ctx context.Context, r generate.Rehearsal) (runs int, faults problem.Diagnostics, err error)
}

// What programs may take that were built with sanitizers, in multiples of what they may take otherwise. Submissions get it beside
// what the language's row grants.
const (
	sanitizedTime     = 3
	sanitizedToolTime = 12
	sanitizedMemory   = 4
)

// sanitizing is a second verification, of the same package with its programs in C and C++ built with sanitizers. It keeps what
// these say; everything else was found before.
type sanitizing struct {
	*verification // of the package as it is
	sanitized     *problem.Problem
	checker       bool // some output validator is in C or C++

	mu       sync.Mutex
	runs     int
	findings []sanitizerFinding
	unseen   map[string]int // runs that a limit ended before the sanitizers could see all, by program
	unbuilt  map[string]problem.Diagnostic
}

// sanitizerFinding is one word of the sanitizers. The run that they said it of was "on secret/1", "with accepted/a.cpp on secret/1".
type sanitizerFinding struct {
	fault problem.Diagnostic
	run   string
	order int // of the case
}

// checkSanitizers runs the programs that can be built with sanitizers on all cases once more.
func (v *verification) checkSanitizers(ctx context.Context, emit func(event.Event)) error {
	s := &sanitizing{verification: v, unseen: map[string]int{}, unbuilt: map[string]problem.Diagnostic{}}
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
	s.sanitized = &p

	again := &verification{judge: s, validator: s, problem: &p, options: v.options, emit: func(event.Event) {}}
	pieces := []piece{func(ctx context.Context, _ func(event.Event)) error {
		for _, check := range []func(context.Context) (int, problem.Diagnostics, error){
			again.checkInputs, again.checkInvalidInputs, again.checkAnswers, again.checkInvalidAnswers, again.judgeAnswers,
			again.checkKnownOutputs, again.checkTrials,
		} {
			if _, _, err := check(ctx); err != nil {
				return err
			}
		}
		return s.rehearse(ctx)
	}}
	for i := range v.problem.Submissions {
		pieces = append(pieces, func(ctx context.Context, emit func(event.Event)) error { return s.checkSubmission(ctx, i, emit) })
	}
	if err := overlap(ctx, v.width(), pieces, emit); err != nil {
		return err
	}
	if s.runs == 0 && !some && len(s.unbuilt) == 0 {
		s.findings = append(s.findings, sanitizerFinding{fault: problem.Diagnostic{
			Level: problem.Note, Message: "nothing to run under the sanitizers: no program is in C or C++",
		}})
	}
	emit(event.DataChecked{Problem: v.problem.ID, Check: event.Sanitizers, Checked: s.runs, Faults: s.faults()})
	return nil
}

// sanitize gives the program to build in the place of one, and tells whether it can be built with sanitizers.
func (s *sanitizing) sanitize(program problem.Program) (problem.Program, bool) {
	source, err := job.ReadProgram(program)
	program.Sanitize = err == nil && s.options.Sanitizable(source)
	return program, program.Sanitize
}

// rehearse runs the generators.
func (s *sanitizing) rehearse(ctx context.Context) error {
	if s.options.Generators == nil {
		return nil
	}
	runs, faults, err := s.options.Generators.Rehearse(ctx, generate.Rehearsal{
		Choose: s.sanitize,
	})
	if err := s.forgive(err); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runs += runs
	for _, fault := range faults {
		s.findings = append(s.findings, sanitizerFinding{fault: fault})
	}
	return nil
}

// Validate runs a validator that can be built with sanitizers. What it says of the file does not matter.
func (s *sanitizing) Validate(ctx context.Context, p *problem.Problem, j job.Validation) (job.Validated, error) {
	if !slices.ContainsFunc(slices.Concat(p.InputValidators, p.AnswerValidators), func(v problem.Program) bool {
		return v.Name == j.Program && v.Sanitize
	}) {
		return job.Validated{}, nil
	}
	validated, err := s.validator.Validate(ctx, p, j)
	return validated, s.take(err, job.File{Case: j.Case, Kind: j.Kind})
}

// Survey does nothing: validators read the same input again.
func (s *sanitizing) Survey(context.Context, *problem.Problem, job.Survey) (job.Surveyed, error) {
	return job.Surveyed{}, nil
}

// CheckOutput runs checkers of which some can be built with sanitizers.
func (s *sanitizing) CheckOutput(ctx context.Context, p *problem.Problem, j job.OutputCheck) (job.OutputChecked, error) {
	if !s.checker {
		return job.OutputChecked{}, nil
	}
	checked, err := s.validator.CheckOutput(ctx, p, j)
	of := job.File{Case: j.Case, Kind: j.Kind}
	if j.Output.Part == job.MadeUp {
		of.Part = job.MadeUp
	}
	return checked, s.take(err, of)
}

// Judge has an interactor that can be built with sanitizers talk to a submission that was made up.
func (s *sanitizing) Judge(ctx context.Context, p *problem.Problem, j job.Judgement, emit func(event.Event)) (event.Done, error) {
	if !s.checker {
		return event.Done{}, nil
	}
	done, err := s.judge.Judge(ctx, p, j, func(e event.Event) {
		if test, ok := e.(event.Test); ok {
			s.took(test, "with "+j.Name)
		}
		emit(e)
	})
	return done, s.forgive(err)
}

// checkSubmission judges a submission on the cases on which it met no limit before.
func (s *sanitizing) checkSubmission(ctx context.Context, index int, emit func(event.Event)) error {
	submission := &s.problem.Submissions[index]
	judgement, err := job.ReadSubmission(s.problem, submission)
	if err != nil {
		return fmt.Errorf("read submission %s: %w", submission.Name, err)
	}
	judgement.Source.Sanitize = s.options.Sanitizable(judgement.Source)
	before := s.verdictsOf(submission.Name)
	if !judgement.Source.Sanitize && !s.checker || len(before) == 0 {
		return nil
	}
	limit := s.summary.TimeLimit
	if limit == 0 {
		limit = s.options.Patience
	}
	judgement.Options = job.Options{
		Cases: []string{}, ProblemTime: limit * sanitizedTime, ProblemTimeSource: "for the sanitizers", NoRerun: true,
		Recall: true, Again: s.options.Again,
	}
	for _, c := range s.problem.Data.AllCases() {
		if before[c.Name] != verdict.None {
			judgement.Options.Cases = append(judgement.Options.Cases, c.Name)
		}
	}
	program := problem.Program{Name: "submissions/" + submission.Name, Path: submission.Path}
	_, err = s.judge.Judge(ctx, s.sanitized, judgement, func(e event.Event) {
		switch e := e.(type) {
		case event.Compile:
			if judgement.Source.Sanitize && e.Failed != "" {
				s.notBuilt(program.Name, "under the sanitizers: "+whyUncompiled(e), e.Help)
			}
		case event.Test:
			e.Output, e.Stderr, e.Transcript, e.Difference = "", "", nil, nil
			s.took(e, "with "+submission.Name)
			if judgement.Source.Sanitize {
				s.judged(submission, program, before[e.Test], e)
			}
		}
		emit(event.Running{
			Submission: submission.Name + " (sanitized)", Index: index + 1, Total: len(s.problem.Submissions), Event: e,
		})
	})
	if err = s.forgive(err); err == nil {
		err = context.Cause(ctx)
	}
	return err
}

// verdictsOf are those of a submission as it is, by case, where no limit ended it.
func (s *sanitizing) verdictsOf(submission string) map[string]verdict.Verdict {
	verdicts := map[string]verdict.Verdict{}
	for _, row := range s.matrix.Rows {
		if row.Submission != submission {
			continue
		}
		for _, cell := range row.Cells {
			switch cell.Verdict {
			case verdict.AC, verdict.WA, verdict.RTE:
				verdicts[cell.Case] = cell.Verdict
			}
		}
	}
	return verdicts
}

// judged looks at what came of a submission that was built with sanitizers. Before is its verdict without them.
func (s *sanitizing) judged(submission *problem.Submission, program problem.Program, before verdict.Verdict, t event.Test) {
	if t.Verdict == verdict.JE {
		return
	}
	level := unruly(submission, t.Test)
	switch {
	case t.Verdict == verdict.RTE && t.Undefined:
		if level == "" {
			return
		}
		fault := program.Fault(t.FaultFile, t.FaultLine)
		fault.Level, fault.Message = level, t.Cause()
		fault.Help = "grundy test --sanitize shows it; what such a program prints is chance"
		s.add(fault, t.Test, "")
	case t.Verdict == verdict.AC || t.Verdict == verdict.WA:
		if before == verdict.AC && t.Verdict != before {
			fault := program.Fault("", 0)
			fault.Level, fault.Message = problem.Warning, t.Verdict.String()+" when it is built with the sanitizers, and AC without"
			if level != problem.Error {
				fault.Level = problem.Note
			}
			fault.Help = "look for variables without a value: sanitizers do not see them"
			s.add(fault, t.Test, "")
		}
	case before != verdict.RTE:
		s.mu.Lock()
		s.unseen[program.Name]++
		s.mu.Unlock()
	}
}

// unruly is how bad it is that a submission does on a case what its language does not define: "" where it may break down there.
func unruly(s *problem.Submission, name string) problem.Level {
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

// took counts a run of a submission with programs of the package, and takes what the sanitizers say of these.
func (s *sanitizing) took(t event.Test, with string) {
	s.mu.Lock()
	s.runs++
	s.mu.Unlock()
	if t.Verdict != verdict.JE || !t.Undefined {
		return
	}
	for _, program := range s.sanitized.Output.Programs {
		if found := (&job.SanitizerError{Program: program.Name, Breakdown: t.Breakdown}); t.Reason == found.Error() {
			s.broke(found, t.Test, with+" ")
		}
	}
}

// take counts a run of a validator or checker, and takes what came of it; other errors than those of the package stay.
func (s *sanitizing) take(err error, of job.File) error {
	s.mu.Lock()
	s.runs++
	s.mu.Unlock()
	var found *job.SanitizerError
	if !errors.As(err, &found) {
		return s.forgive(err)
	}
	name, with := of.Case, ""
	if of.Kind != "" && !strings.HasPrefix(name, string(of.Kind)+"/") {
		name = string(of.Kind) + "/" + name
	}
	if of.Part == job.MadeUp {
		with = "with an output that was made up "
	}
	s.broke(found, name, with)
	return nil
}

// broke takes what the sanitizers say of a program that came with the package and is no submission.
func (s *sanitizing) broke(found *job.SanitizerError, on, with string) {
	p := s.sanitized
	for _, program := range slices.Concat(p.InputValidators, p.AnswerValidators, p.Output.Programs) {
		if program.Name == found.Program {
			fault := program.Fault(found.FaultFile, found.FaultLine)
			fault.Message, fault.Help = found.Cause(), "mend the program: until then its word is chance"
			s.add(fault, on, with)
			return
		}
	}
}

func (s *sanitizing) add(fault problem.Diagnostic, on, with string) {
	fault.Test = on
	order := slices.IndexFunc(s.problem.Data.AllCases(), func(c *problem.Case) bool { return c.Name == on })
	if order < 0 {
		order = len(s.problem.Data.AllCases())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.findings = append(s.findings, sanitizerFinding{fault, with + "on " + on, order})
}

// forgive takes errors that are told of elsewhere, or that mean that a program cannot be built with sanitizers.
func (s *sanitizing) forgive(err error) error {
	var (
		broken *job.PackageError
		failed *checker.JudgeError
		source *language.SourceError
	)
	switch {
	case errors.As(err, &broken):
		fault := unbuilt(broken)
		s.notBuilt(broken.Program, fault.Message, fault.Help)
		return nil
	case errors.As(err, &failed), errors.As(err, &source):
		return nil
	}
	return err
}

// notBuilt notes that a program did not run.
func (s *sanitizing) notBuilt(program, why, help string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unbuilt[program] = problem.Diagnostic{Level: problem.Warning, File: program, Program: program, Message: why, Help: help}
}

// faults says once what was found in a place.
func (s *sanitizing) faults() problem.Diagnostics {
	slices.SortStableFunc(s.findings, func(a, b sanitizerFinding) int {
		return cmp.Or(strings.Compare(a.fault.Program, b.fault.Program), cmp.Compare(a.fault.Line, b.fault.Line),
			cmp.Compare(a.order, b.order), strings.Compare(a.run, b.run))
	})
	var faults problem.Diagnostics
	for i := 0; i < len(s.findings); {
		first := s.findings[i].fault
		runs := map[string]bool{}
		same := func(f problem.Diagnostic) bool {
			return f.Program == first.Program && f.File == first.File && f.Line == first.Line && f.Level == first.Level
		}
		run := s.findings[i].run
		for ; i < len(s.findings) && same(s.findings[i].fault); i++ {
			runs[s.findings[i].run] = true
		}
		if run != "" {
			first.Message += ", " + run
		}
		if len(runs) > 1 {
			first.Message += fmt.Sprintf(" (and %d more)", len(runs)-1)
		}
		faults = append(faults, first)
	}
	for _, program := range slices.Sorted(maps.Keys(s.unbuilt)) {
		faults = append(faults, s.unbuilt[program])
	}
	for _, program := range slices.Sorted(maps.Keys(s.unseen)) {
		faults = append(faults, problem.Diagnostic{
			Level: problem.Note, File: program, Program: program,
			Message: terminal.Count(s.unseen[program], "run") + " not seen to the end: under the sanitizers it took more than it may",
		})
	}
	slices.SortStableFunc(faults, func(a, b problem.Diagnostic) int { return cmp.Compare(weight(a.Level), weight(b.Level)) })
	return faults
}

// weight orders levels from the heavy to the light ones.
func weight(l problem.Level) int {
	return slices.Index([]problem.Level{problem.Error, problem.Warning, problem.Note}, l)
}
