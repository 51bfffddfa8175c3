package author

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// checkBounds asks the input validators which bounds of which variables the test cases reach, over all cases
// together, and compares the bounds with those that the statements state. The test data need not show anything that a
// validator does not log.
func (v *verification) checkBounds(ctx context.Context) (int, problem.Diagnostics, error) {
	var faults problem.Diagnostics
	checked := 0
	cases := slices.DeleteFunc(v.problem.Data.AllCases(), func(c *problem.Case) bool { return c.Input == "" })
	if len(cases) == 0 {
		return 0, nil, nil
	}
	stated, err := v.readBounds()
	if err != nil {
		return 0, nil, err
	}
	var rows []event.BoundRow
	for _, program := range v.problem.InputValidators {
		seen, err := v.overview(ctx, program, cases)
		var broken *job.PackageError
		if errors.As(err, &broken) {
			continue // checkInputs reports it
		}
		if err != nil {
			return 0, nil, fmt.Errorf("%s: %w", program.Name, err)
		}
		if seen == nil {
			faults = append(faults, problem.Diagnostic{
				Level: problem.Note, File: program.Name, Message: "bounds unknown: it keeps no log",
				Help: "validators written with grundy/checker/testlib or testlib.h keep one (--testOverviewLogFileName)",
			})
			continue
		}
		checked += 2 * len(seen.variables)
		compared, contradictions := stated.compareBounds(program, seen)
		rows = append(rows, compared...)
		faults = append(append(faults, seen.faults(program)...), contradictions...)
	}
	if v.options.Bounds {
		v.bounds, err = v.boundsTable(ctx, stated, rows)
	}
	return checked, faults, err
}

// overview collects what a validator logs about the cases. It returns nil when the validator logs nothing
// about the first one.
func (v *verification) overview(ctx context.Context, program problem.Program, cases []*problem.Case) (*overview, error) {
	look := func(ctx context.Context, c *problem.Case) (string, error) {
		surveyed, err := v.validator.Survey(ctx, v.problem, job.Survey{Program: program.Name, Case: c.Name})
		return surveyed.Log, err
	}
	log, err := look(ctx, cases[0])
	if err != nil || log == "" {
		return nil, err
	}
	seen := &overview{variables: map[string]*variable{}, features: map[string]bool{}}
	seen.add(log)
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(v.options.Jobs)
	for _, c := range cases[1:] {
		group.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			log, err := look(ctx, c)
			mu.Lock()
			defer mu.Unlock()
			seen.add(log)
			return err
		})
	}
	return seen, group.Wait()
}

// overview merges all logs of a validator.
type overview struct {
	variables map[string]*variable
	features  map[string]bool // true if some case has the feature
}

// variable is what the logs report about one variable.
type variable struct {
	min, max bool // whether some case reaches the bound
	// lo and hi are the bounds as written, "" when they differ between logs.
	lo, hi   string
	constant int // number of logs that give these bounds
	logs     int
}

// add reads a log. testlib writes one line per variable, `"n": min-value-hit max-value-hit`; one per bound that
// never changes, `constant-bounds "n": 1 9`; and one per feature, `feature "tree": hit`.
func (o *overview) add(log string) {
	for line := range strings.Lines(log) {
		kind, name, words := overviewLine(strings.TrimRight(line, "\r\n"))
		if name == "" {
			continue
		}
		switch kind {
		case "":
			v := o.variable(name)
			v.logs++
			v.min = v.min || slices.Contains(words, "min-value-hit")
			v.max = v.max || slices.Contains(words, "max-value-hit")
		case "constant-bounds":
			if len(words) == 2 {
				o.variable(name).bound(words[0], words[1])
			}
		case "feature":
			o.features[name] = o.features[name] || slices.Contains(words, "hit")
		}
	}
}

// overviewLine splits a line into its kind, the quoted name and the words after the colon.
func overviewLine(line string) (kind, name string, words []string) {
	kind, rest, found := strings.Cut(line, `"`)
	end := strings.LastIndex(rest, `":`)
	if !found || end < 0 {
		return "", "", nil
	}
	return strings.TrimSpace(kind), rest[:end], strings.Fields(rest[end+2:])
}

func (o *overview) variable(name string) *variable {
	v, known := o.variables[name]
	if !known {
		v = &variable{}
		o.variables[name] = v
	}
	return v
}

// bound records the bounds that one log gives.
func (v *variable) bound(lo, hi string) {
	if v.constant == 0 {
		v.lo, v.hi = lo, hi
	}
	if lo == v.lo && hi == v.hi {
		v.constant++
	}
}

// faults reports the bounds and features that no case reaches.
func (o *overview) faults(program problem.Program) problem.Diagnostics {
	var faults problem.Diagnostics
	add := func(message, help string) {
		faults = append(faults, problem.Diagnostic{Level: problem.Warning, File: program.Name, Message: message, Help: help})
	}
	for _, name := range slices.Sorted(maps.Keys(o.variables)) {
		v := o.variables[name]
		if !v.min {
			add(fmt.Sprintf("%s never reaches its minimum%s", name, v.value(v.lo)),
				unreachable(program, "~"+name))
		}
		if !v.max {
			add(fmt.Sprintf("%s never reaches its maximum%s", name, v.value(v.hi)),
				unreachable(program, name+"~"))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.features)) {
		if !o.features[name] {
			add(fmt.Sprintf("no test case has the feature %q", name), "add one")
		}
	}
	return faults
}

// unreachable returns the remedy for a bound that no case reaches. The name is testlib's spelling for a variable
// that need not reach the bound; Checktestdata has no such spelling.
func unreachable(program problem.Program, name string) string {
	const help = "add a test case that does; if none can, "
	if path.Ext(program.Name) == ".ctd" {
		return help + "write the bound that can be reached into the validator"
	}
	return help + "call it " + strconv.Quote(name) + " in the validator"
}

// value formats a bound for messages, as "" when it differs between cases.
func (v *variable) value(bound string) string {
	if v.constant == 0 || v.constant < v.logs {
		return ""
	}
	return " of " + bound
}
