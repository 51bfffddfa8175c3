package bulk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"golang.org/x/sync/errgroup"

	"grundy/internal/author"
	"grundy/internal/author/mutate"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Labelled is a problem of a data set, with solutions that the data set calls right or wrong.
type Labelled struct {
	ID        string          `json:"id"`
	Problem   json.RawMessage `json:"problem"` // as in a Line
	Solutions []Solution      `json:"solutions"`
}

// Solution is a source as in a Line, with its label.
type Solution struct {
	Language string          `json:"language,omitempty"`
	Source   *text           `json:"source,omitempty"`
	Files    map[string]text `json:"files,omitempty"`
	Path     string          `json:"path,omitempty"`
	Right    *bool           `json:"right"`
}

// FindingKind says what is wrong with a problem.
type FindingKind string

// The kinds.
const (
	AnswerFinding   FindingKind = "answer"         // no right solution reaches the answer of a test
	RejectedFinding FindingKind = "right_rejected" // a right solution is not accepted
	AcceptedFinding FindingKind = "wrong_accepted" // a wrong solution is accepted
	IdleFinding     FindingKind = "idle_test"      // no wrong solution fails a test
	CheckerFinding  FindingKind = "checker"        // the checker accepts nonsense, or breaks on it
	MutantFinding   FindingKind = "mutant"         // a mutant of a right solution is accepted
	UnjudgedFinding FindingKind = "not_judged"     // a solution cannot be judged on this machine
)

// Finding is something that is wrong with a problem.
type Finding struct {
	Kind FindingKind `json:"kind"`
	// Solution is the number of a solution, from 1; 0 for none.
	Solution int    `json:"solution,omitempty"`
	Test     string `json:"test,omitempty"`
	Message  string `json:"message"`
}

// AuditRow is the line about a problem.
type AuditRow struct {
	ID string `json:"id"`
	// Right and Wrong count the solutions that were judged, and Mutants the mutants.
	Right    int       `json:"right"`
	Wrong    int       `json:"wrong"`
	Mutants  int       `json:"mutants"`
	Findings []Finding `json:"findings"`
}

// Inspection is what to audit.
type Inspection struct {
	Lines io.Reader
	// Name is that of the file of the lines, for errors; "" for none.
	Name string
	To   io.Writer
	// Mutants is how many mutants of a right solution are judged at most, 0 for none.
	Mutants int
}

// AuditSummary counts the problems.
type AuditSummary struct {
	// Sound have no findings, Unsound have some.
	Sound, Unsound int
	// Failures counts the lines that could not be audited, and Judge those of them where the judge failed.
	Failures, Judge int
}

// auditor is the work of Audit.
type auditor struct {
	Inspection
	client   job.Client
	table    *language.Table
	problems *problems
}

// Audit looks for what is wrong with problems that come as lines, one after the other, and adds to a summary. If the user
// cancels ctx, it stops. The error is that of reading or writing, or of a judge that cannot be opened.
func Audit(ctx context.Context, w *workspace.Workspace, client job.Client, request Inspection, sum *AuditSummary) error {
	builder, err := w.Builder()
	if err != nil {
		return err
	}
	problems, err := newProblems(w)
	if err != nil {
		return err
	}
	defer problems.close()
	a := &auditor{request, client, builder.Table, problems}
	for line, err := range readLines(ctx, a.Lines, MaxLine) {
		if err != nil {
			return err
		}
		text, err := a.line(ctx, line, sum)
		if ctx.Err() != nil {
			return nil
		}
		if err == nil {
			_, err = a.To.Write(text)
		}
		if err != nil {
			return fmt.Errorf("write a finding: %w", err)
		}
	}
	return nil
}

// line audits the problem of a line, and returns its row.
func (a *auditor) line(ctx context.Context, line lineOfText, sum *AuditSummary) ([]byte, error) {
	l, err := readLabelled(line)
	var found AuditRow
	if err == nil {
		found, err = a.audit(ctx, l)
	}
	switch {
	case err != nil:
		if a.Name != "" {
			err = fmt.Errorf("%s: %w", a.Name, err)
		}
		fault := errorRow(l.ID, int64(line.number), err)
		sum.Failures++
		if fault.Judge {
			sum.Judge++
		}
		return row(fault)
	case len(found.Findings) > 0:
		sum.Unsound++
	default:
		sum.Sound++
	}
	return row(found)
}

// readLabelled reads and checks a line. The result has an ID in any case if the text has one.
func readLabelled(line lineOfText) (*Labelled, error) {
	l := &Labelled{}
	if line.fault != nil {
		return l, line.fault
	}
	err := decode(line.text, l)
	if err == nil {
		err = l.check()
	}
	if err != nil {
		return l, hint.With("docs/bulk.md describes the lines", err)
	}
	return l, nil
}

// check says what is wrong with a line.
func (l *Labelled) check() error {
	switch {
	case l.ID == "":
		return errors.New("id: want a text")
	case len(l.Problem) == 0 || string(l.Problem) == "null":
		return errors.New("problem: want a name, a path or an object with cases")
	}
	for i, s := range l.Solutions {
		if s.Right == nil {
			return fmt.Errorf("solution %d: right: want true or false", i+1)
		}
		if err := s.line(l).check(); err != nil {
			return fmt.Errorf("solution %d: %w", i+1, err)
		}
	}
	return nil
}

// line is the solution as a submission.
func (s *Solution) line(of *Labelled) *Line {
	return &Line{ID: of.ID, Problem: of.Problem, Language: s.Language, Source: s.Source, Files: s.Files, Path: s.Path}
}

// judged is a solution with what the judge said about it.
type judged struct {
	*Solution
	number   int
	source   language.Source
	unjudged string // why there is no verdict, "" if there is one
	done     event.Done
	tests    []event.Test
}

// audit looks for what is wrong with a problem.
func (a *auditor) audit(ctx context.Context, l *Labelled) (AuditRow, error) {
	r := AuditRow{ID: l.ID, Findings: []Finding{}}
	against, release := a.problems.use(ctx, l.Problem)
	defer release()
	if against.err != nil {
		return r, against.err
	}
	solutions := make([]judged, len(l.Solutions))
	group, judging := errgroup.WithContext(ctx)
	group.SetLimit(max(a.client.Slots(), 1))
	for i := range l.Solutions {
		group.Go(func() (err error) {
			solutions[i], err = a.judge(judging, against.p, l, i)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return r, err
	}
	r.look(against.p, solutions)
	faults, err := author.TryChecker(ctx, a.client, a.client, a.client.Slots(), against.p)
	if err != nil {
		return r, err
	}
	for _, fault := range faults {
		if fault.Level == problem.Error || fault.Level == problem.Warning {
			r.Findings = append(r.Findings, Finding{Kind: CheckerFinding, Message: fault.Message})
		}
	}
	return r, a.mutate(ctx, against.p, solutions, &r)
}

// judge judges the solution with an index.
func (a *auditor) judge(ctx context.Context, p *problem.Problem, l *Labelled, index int) (judged, error) {
	s := judged{Solution: &l.Solutions[index], number: index + 1}
	var err error
	if s.source, err = s.line(l).source(a.table); err != nil {
		s.unjudged = err.Error()
		return s, nil
	}
	s.source.Legacy = p.Format.IsLegacy()
	var compile event.Compile
	s.done, err = a.client.Judge(ctx, p, job.Judgement{Name: s.source.Files[0].Name, Source: s.source}, func(e event.Event) {
		switch e := e.(type) {
		case event.Compile:
			compile = e
		case event.Test:
			s.tests = append(s.tests, e.WithoutExcerpts())
		}
	})
	switch {
	case err != nil:
		return s, err
	case s.done.Skipped:
		s.unjudged = compile.Failed
	case s.done.Verdict == verdict.JE:
		return s, fmt.Errorf("solution %d: %w", s.number, &errUnjudged{s.done.Reason})
	}
	return s, nil
}

// look compares the verdicts with the labels.
func (r *AuditRow) look(p *problem.Problem, solutions []judged) {
	type count struct{ reached, missed, passed, failed int }
	counts := map[string]*count{}
	for _, c := range p.Data.AllCases() {
		counts[c.Name] = &count{}
	}
	for _, s := range solutions {
		accepted := s.done.Verdict == verdict.AC
		switch {
		case s.unjudged != "":
			r.Findings = append(r.Findings, Finding{UnjudgedFinding, s.number, "", s.unjudged})
			continue
		case *s.Right:
			r.Right++
			if !accepted {
				r.Findings = append(r.Findings, Finding{RejectedFinding, s.number, s.done.First, s.done.Verdict.String() + ": " + s.done.Reason})
			}
		default:
			r.Wrong++
			if accepted {
				r.Findings = append(r.Findings, Finding{AcceptedFinding, s.number, "", "a solution that is labelled wrong is accepted"})
			}
		}
		for _, t := range s.tests {
			c := counts[t.Test]
			switch {
			case c == nil || t.Unjudged:
			case *s.Right && t.Verdict == verdict.WA:
				c.missed++
			case *s.Right:
				c.reached++
			case t.Verdict == verdict.AC:
				c.passed++
			default:
				c.failed++
			}
		}
	}
	for _, tc := range p.Data.AllCases() {
		c := counts[tc.Name]
		if c.missed > 0 && c.reached == 0 {
			r.Findings = append(r.Findings, Finding{AnswerFinding, 0, tc.Name, "no solution that is labelled right reaches the answer"})
		}
		if c.passed > 0 && c.failed == 0 {
			r.Findings = append(r.Findings, Finding{IdleFinding, 0, tc.Name, "no solution that is labelled wrong fails the test"})
		}
	}
}

// mutate judges mutants of the first right solution that has any.
func (a *auditor) mutate(ctx context.Context, p *problem.Problem, solutions []judged, r *AuditRow) error {
	i := slices.IndexFunc(solutions, func(s judged) bool {
		detected, err := a.table.Detect(s.source)
		return *s.Right && s.unjudged == "" && s.done.Verdict == verdict.AC && err == nil && mutate.Mutable(detected.ID)
	})
	if i < 0 || a.Mutants == 0 || p.Entry != nil {
		return nil
	}
	s := solutions[i]
	explanations, err := mutate.ReadExplanations(p)
	if err != nil {
		return err
	}
	solution := mutate.Solution{Problem: p, Name: s.source.Files[0].Name, Source: s.source, Explanations: explanations}
	summary, err := mutate.Run(ctx, a.client, solution, mutate.Options{Jobs: a.client.Slots(), Sample: a.Mutants, Seed: 1}, func(event.Event) {})
	if err != nil {
		return err
	}
	total := summary.Total()
	r.Mutants = total.Outcomes.Killed + total.Outcomes.Survived
	for _, m := range summary.Survivors {
		message := fmt.Sprintf("all tests accept it with line %d changed from %q to %q", m.Mutant.Line, m.Mutant.Before, m.Mutant.After)
		r.Findings = append(r.Findings, Finding{MutantFinding, s.number, "", message})
	}
	return nil
}
