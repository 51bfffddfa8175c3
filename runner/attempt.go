package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"grundy/checker"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/diagnose"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// Submission is a built solution that is being judged, with everything that its cases have in common. It can run on
// any case of its problem, including cases that the package does not contain.
type Submission struct {
	judge           *Judge
	problem         *problem.Problem
	name            string
	source          language.Source
	language        *language.Language
	program         *language.Program // nil when the submission is the answer itself
	limits          limits
	options         job.Options
	checkers        []*language.Program // empty for the built-in comparison
	static          *language.Program   // the static validator, nil without one
	grader          *language.Program   // nil for the default grader
	reachedCPULimit *atomic.Bool        // a run has reached the CPU limit, overrun included
	graderFault     error               // the last sanitizer report about the grader
	fileHelp        func() string       // unnamedFiles, read from the source once
}

func (j *Judge) submission(p *problem.Problem, submitted job.Judgement, lang *language.Language, limits limits, built parts) *Submission {
	sub := &Submission{
		judge: j, problem: p, name: submitted.Name, source: submitted.Source, options: submitted.Options,
		language: lang, limits: limits, program: built.program, checkers: built.checkers, static: built.static, grader: built.grader,
		reachedCPULimit: &atomic.Bool{},
	}
	sub.fileHelp = sync.OnceValue(sub.unnamedFiles)
	return sub
}

// attempt is one judged run of a case.
type attempt struct {
	event.Test
	outcome checker.Verdict
}

// A case near its time limit is run again, and more often while all runs are too slow: other load on the machine
// slows programs down but hardly ever makes them faster.
const (
	reruns     = 2
	slowReruns = 4
)

// judgeItem judges a case in a slot, and releases the slot. Near the time limit the verdict depends on chance. The
// judge then reruns the case while none of its other slots is in use, and the fastest run counts. started is called
// before each run: with 0, then with the number of the rerun.
func (sub *Submission) judgeItem(ctx context.Context, s *slot, it *item, started func(rerun int)) (attempt, error) {
	started(0)
	if sub.options.Alone {
		sub.judge.slots.release(s)
		var only attempt
		err := sub.judge.slots.alone(ctx, func(s *slot) (err error) {
			only, err = sub.attempt(ctx, s, it)
			return err
		})
		return only, err
	}
	best, err := sub.attempt(ctx, s, it)
	// A run that hit the wall limit may have been slowed down by a second program on its core.
	slowed := best.Breach == sandbox.WallBreach && !sub.judge.slots.undisturbed(s)
	sub.judge.slots.release(s)
	if err != nil || !slowed && (sub.options.NoRerun || !sub.decidedByTime(best)) {
		return best, err
	}
	err = sub.judge.slots.alone(ctx, func(s *slot) error {
		began := time.Now()
		defer func() { sub.judge.used.alone.Add(int64(time.Since(began))) }()
		if slowed {
			if best, err = sub.attempt(ctx, s, it); err != nil || sub.options.NoRerun || !sub.decidedByTime(best) {
				return err
			}
		}
		runs := []time.Duration{best.CPU}
		for rerun := 1; rerun <= reruns || rerun <= slowReruns && best.Verdict == verdict.TLE; rerun++ {
			started(rerun)
			again, err := sub.attempt(ctx, s, it)
			if err != nil {
				return err
			}
			if again.Verdict == verdict.JE {
				best = again
				return nil
			}
			runs = append(runs, again.CPU)
			if again.CPU < best.CPU {
				best = again
			}
		}
		best.Runs = runs
		return nil
	})
	return best, err
}

// decidedByTime reports whether a run was allowed to finish and was so close to the time limit that another run could
// get a different verdict.
func (sub *Submission) decidedByTime(a attempt) bool {
	return (a.Verdict == verdict.AC || a.Verdict == verdict.TLE) && sub.limits.near(a.CPU)
}

// attempt judges an item once. An error means that ctx was cancelled; failures of the judge get the verdict JE.
func (sub *Submission) attempt(ctx context.Context, s *slot, it *item) (attempt, error) {
	tc := it.tc
	a := sub.newAttempt(tc)
	perform := sub.passes
	if it.static {
		perform = sub.validateStatically
	}
	err := perform(ctx, s, tc, &a)
	if a.Breach == sandbox.CPUBreach {
		sub.reachedCPULimit.Store(true)
	}
	if cancelled := context.Cause(ctx); cancelled != nil {
		return a, cancelled
	}
	if err != nil {
		a.fail(err)
	}
	if !it.static {
		if err := sub.repeat(ctx, s, tc, &a); err != nil {
			return a, err
		}
	}
	if a.Verdict != verdict.AC {
		a.Output = excerpt(s.output)
	}
	if a.Verdict != verdict.AC || sub.program != nil && !it.static {
		a.Stderr = sub.stderr(s)
	}
	sub.diagnose(ctx, s, &a)
	a.Verdict, a.Reason = refineVerdict(a.Test, sub.program)
	s.release()
	return a, nil
}

// diagnose finds out why the program crashed, or how to give it the files that it opens. A sanitizer report that it has read
// is then cut from the excerpt.
func (sub *Submission) diagnose(ctx context.Context, s *slot, a *attempt) {
	if sub.program == nil {
		return
	}
	if a.Verdict == verdict.WA {
		a.FaultHelp = sub.fileHelp()
	}
	if a.Verdict != verdict.RTE {
		return
	}
	found, ok := diagnose.Find(sub.userPaths(s, string(beginning(s.stderr))), sub.program.Files())
	if !ok {
		return
	}
	a.Breakdown = breakdown(found)
	a.FaultHelp = cmp.Or(sub.program.MissingLibrary(ctx, a.Stderr), sub.fileHelp())
	if len(found.Said) < len(a.Stderr) && sub.source.Sanitize {
		a.Stderr = a.Stderr[:len(found.Said)]
	}
}

func breakdown(found diagnose.Fault) event.Breakdown {
	return event.Breakdown{Fault: firstLine(found.String()), FaultFile: found.File, FaultLine: found.Line, Undefined: found.Undefined}
}

// inspect looks for sanitizer findings in the standard error of a package's program. It returns nil if there are
// none.
func inspect(program *language.Program, stderr []byte) *event.Breakdown {
	found, ok := diagnose.Find(string(stderr), program.Files())
	if !ok || !found.Undefined {
		return nil
	}
	broken := breakdown(found)
	return &broken
}

// stderr returns the beginning of the submission's standard error.
func (sub *Submission) stderr(s *slot) string { return sub.userPaths(s, excerpt(s.stderr)) }

// userPaths replaces the paths of the sandbox in the submission's text by the user's own.
func (sub *Submission) userPaths(s *slot, text string) string {
	if sub.program == nil || s.solutionBox.Box == nil {
		return text
	}
	return sub.program.OwnPaths(s.solutionBox.Path(sub.program.Mounts("program")[0]), text)
}

// newAttempt returns the attempt at a case before any run.
func (sub *Submission) newAttempt(tc *problem.Case) attempt {
	return attempt{Test: event.Test{
		Submission: sub.name, Test: tc.Name, Sample: tc.Sample, TimeLimit: sub.limits.time, MemoryLimit: sub.limits.memory,
		Input: tc.Input, Answer: tc.Answer, Unjudged: tc.AnswerWanted != "", Tier: sub.judge.host.Tier(), Passes: 1,
	}}
}

// passes runs a case until the validator asks for no further pass.
func (sub *Submission) passes(ctx context.Context, s *slot, tc *problem.Case, a *attempt) error {
	if len(sub.checkers) > 0 {
		if err := s.forget(); err != nil {
			return err
		}
	}
	input := tc.Input
	for pass := 1; ; pass++ {
		a.Passes = pass
		if err := sub.pass(ctx, s, tc, input, a); err != nil {
			return err
		}
		if !sub.problem.Type.MultiPass {
			return nil
		}
		next, err := sub.nextPass(s, pass, a)
		if next == "" || err != nil {
			return err
		}
		input = next
	}
}

// nextPassFile is the file that a validator writes to the feedback directory to ask for another pass (2025-09,
// section "Multi-pass").
const nextPassFile = "nextpass.in"

// nextPass moves the input of the next pass out of the feedback directory, so that the next pass cannot see it there.
// It returns "" when there is no further pass.
func (sub *Submission) nextPass(s *slot, pass int, a *attempt) (string, error) {
	asked := filepath.Join(s.feedback, nextPassFile)
	info, err := os.Lstat(asked)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case a.Verdict == verdict.WA:
		return "", &checker.JudgeError{Reason: "the output validator rejected and yet asked for another pass"}
	case a.Verdict != verdict.AC:
		return "", nil
	case !info.Mode().IsRegular():
		return "", &checker.JudgeError{Reason: nextPassFile + " is not a regular file"}
	case pass >= sub.problem.Limits.ValidationPasses:
		return "", &checker.JudgeError{Reason: fmt.Sprintf("the output validator asked for more than %d passes", pass)}
	}
	input := filepath.Join(s.dir, "pass.in")
	return input, os.Rename(asked, input)
}

// pass runs the submission once and has its output judged.
func (sub *Submission) pass(ctx context.Context, s *slot, tc *problem.Case, input string, a *attempt) error {
	if err := s.rewind(); err != nil {
		return err
	}
	switch {
	case sub.problem.Type.Interactive:
		return sub.interact(ctx, s, tc, input, a)
	case sub.program == nil:
		missing, err := sub.placeAnswer(s, tc)
		if err != nil {
			return err
		}
		if missing != "" {
			a.Verdict, a.Reason = verdict.WA, missing
			return nil
		}
	default:
		if err := sub.execute(ctx, s, tc, input, s.output, a); err != nil || a.Verdict != verdict.None {
			return err
		}
	}
	if tc.AnswerWanted != "" {
		a.Reason = "no answer to judge by"
		return nil
	}
	missing := a.Reason
	if err := sub.check(ctx, s, tc, input, a); err != nil || a.Verdict == verdict.AC || missing == "" {
		return err
	}
	a.Message = strings.TrimSuffix(missing+"\n"+a.Message, "\n")
	return nil
}

// execute runs the submission. The verdict stays None if the run ended well.
func (sub *Submission) execute(ctx context.Context, s *slot, tc *problem.Case, input string, output *os.File, a *attempt) error {
	box, err := s.pass(ctx, a.Passes)
	if err != nil {
		return err
	}
	opened, err := fsutil.OpenWithin(sub.problem.Dir, input)
	if err != nil {
		return fmt.Errorf("open the input: %w", err)
	}
	defer opened.Close()
	spec := sub.spec(box, tc)
	spec.Stdin = sandbox.FromFile(opened)
	spec.Stdout, spec.Stderr = output, s.stderr
	written, err := sub.offerFiles(&spec, s, input)
	if err != nil {
		return err
	}
	defer written.remove()
	result, err := box.Run(ctx, spec)
	if err != nil {
		return err
	}
	if err := s.checkSpace(); err != nil {
		return err
	}
	a.record(result)
	if a.Verdict, a.Reason = classify(result, sub.limits); a.Verdict != verdict.None {
		return nil
	}
	return sub.takeFile(written, output, a)
}

// spec describes a run of the submission, except for its standard streams. The working directory holds the submitted
// and included files, overlaid with the files of the case (2025-09, section "Working directory").
func (sub *Submission) spec(box sandbox.Box, tc *problem.Case) sandbox.Spec {
	limits := sub.limits
	if sub.reachedCPULimit.Load() {
		limits.overrun = nearLimit
	}
	spec := describe(box, sub.program, "program", limits.spec(sub.judge.load()))
	spec.Args = append(spec.Args, tc.Args...)
	spec.ReadOnlyWork = sub.problem.Format == problem.V2025 && !sub.problem.AllowFileWriting && sub.files().Output == ""
	spec.Copies = sub.program.Sources
	if tc.Files != "" {
		spec.Copies = append(slices.Clone(spec.Copies), filesOf(sub.problem, tc))
	}
	return spec
}

// record stores the facts of a run. Over several passes it keeps the maximum of each measurement, the sum of the wall
// times, and the end of the last pass.
func (a *attempt) record(result sandbox.Result) {
	a.CPU = max(a.CPU, result.CPU)
	a.Wall += result.Wall
	a.Instructions = max(a.Instructions, result.Instructions)
	a.Memory = max(a.Memory, result.Memory)
	a.Exit, a.Signal, a.Breach = result.Exit, result.Signal, result.Breach
	a.OOMKills, a.Leftovers, a.Tier = result.OOMKills, result.Survivors, result.Tier
}

// fail records a failure of the judge, or of a checker on its behalf.
func (a *attempt) fail(err error) {
	a.Verdict, a.Reason = verdict.JE, err.Error()
	if found := (*job.SanitizerError)(nil); errors.As(err, &found) {
		a.Breakdown = found.Breakdown
	}
	if fault := (*checker.JudgeError)(nil); errors.As(err, &fault) {
		a.Reason, a.Message = fault.Reason, fault.Detail
		if fault.Detail != "" {
			a.Reason += ": " + firstLine(fault.Detail)
		}
	}
}
