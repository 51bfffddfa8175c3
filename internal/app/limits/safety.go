package limits

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// SetOptions say which packages to measure, and how.
type SetOptions struct {
	Packages *workspace.Selection
	// Options are those for each package; its Problem is set by RunSet.
	Options
	// Complete generates the test cases of a problem that its package does not ship.
	Complete func(ctx context.Context, p *problem.Problem) error
	// Fault receives what kept a package from being measured. The others are measured all the same.
	Fault func(error)
}

// Result is the worst result of the packages.
type Result int

// The results, the worst last.
const (
	Safe        Result = iota
	Unsafe             // for a package no limit follows, or it states one that contradicts its submissions
	NotMeasured        // the judge failed on a submission
)

// RunSet measures the packages of a set and reports how safe their limits are.
func RunSet(ctx context.Context, w *workspace.Workspace, client job.Client, o SetOptions, emit func(event.Event)) (Result, error) {
	worst := Safe
	report := event.SafetyReport{Set: o.Packages.Name}
	var rows []event.SafetyRow
	outcomes, err := o.Packages.Each(ctx, o.Fault, func(member workspace.Selected) (event.PackageOutcome, error) {
		rows = append(rows, event.SafetyRow{})
		options := o.Options
		var err error
		if options.Problem, err = Open(ctx, w.Problems(), member.Path, o.Write); err != nil {
			return event.PackageOutcome{}, &workspace.UnusableError{Err: err}
		}
		outcome := event.PackageOutcome{Problem: options.Problem.ID}
		if err := o.Complete(ctx, options.Problem); err != nil {
			return outcome, err
		}
		var measured []event.Measured
		found, err := Run(ctx, client, options, func(e event.Event) {
			if m, ok := e.(event.Measured); ok {
				measured = append(measured, m)
			}
			emit(e)
		})
		var unwritten *WriteError
		if errors.As(err, &unwritten) {
			err = &workspace.UnusableError{Err: err}
		}
		rows[len(rows)-1] = safety(found, measured)
		outcome.OK = found.OK() && err == nil
		switch {
		case found.JudgeErrors > 0:
			worst = max(worst, NotMeasured)
		case !outcome.OK:
			worst = max(worst, Unsafe)
		}
		return outcome, err
	})
	if err != nil {
		return worst, err
	}
	for i, outcome := range outcomes {
		rows[i].PackageOutcome = outcome
	}
	report.Packages = rows
	emit(report)
	return worst, nil
}

// safety tells how far the limit of a package is from what was measured, on each class of machines.
func safety(found event.LimitsFound, measured []event.Measured) event.SafetyRow {
	row := event.SafetyRow{Limit: found.Given}
	if row.Limit == 0 || found.Written {
		row.Limit, row.Inferred = found.Limit, !found.Written
	}
	for _, m := range measured {
		if len(m.Runs) == 0 {
			continue
		}
		i := slices.IndexFunc(row.Classes, func(c event.SafetyClass) bool { return c.Class == m.Class })
		if i < 0 {
			i = len(row.Classes)
			row.Classes = append(row.Classes, event.SafetyClass{Class: m.Class})
		}
		note(&row.Classes[i], m)
	}
	for i := range row.Classes {
		class := &row.Classes[i]
		slices.SortFunc(class.Languages, func(a, b event.LanguageTiming) int { return strings.Compare(a.Language, b.Language) })
		if class.Slowest != nil {
			class.Below = ratio(row.Limit, class.Slowest.Time)
		}
		if class.Fastest != nil {
			class.Above = ratio(class.Fastest.Time, row.Limit)
		}
	}
	return row
}

// note adds a measurement to those of its class.
func note(class *event.SafetyClass, m event.Measured) {
	took := problem.Timing{Submission: m.Submission, Case: m.Case, Time: m.Median()}
	if m.Use == problem.UpperBound {
		if class.Fastest == nil || took.Time < class.Fastest.Time {
			class.Fastest, class.Stopped = &took, m.Stopped
		}
		return
	}
	if class.Slowest == nil || took.Time > class.Slowest.Time {
		class.Slowest = &took
	}
	i := slices.IndexFunc(class.Languages, func(l event.LanguageTiming) bool { return l.Language == m.Language })
	switch {
	case i < 0:
		class.Languages = append(class.Languages, event.LanguageTiming{Language: m.Language, Slowest: took})
	case took.Time > class.Languages[i].Slowest.Time:
		class.Languages[i].Slowest = took
	}
}

// ratio is 0 if one of the times is unknown.
func ratio(a, b time.Duration) float64 {
	if b == 0 {
		return 0
	}
	return a.Seconds() / b.Seconds()
}
