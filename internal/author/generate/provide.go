package generate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/changeset"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// Provide makes cases that the package does not ship, and has them point into the cache. Their bytes must be those that the
// package keeps the hashes of.
func (g *Generator) Provide(ctx context.Context, cases []*problem.Case, emit func(event.Event)) error {
	var rules []*generators.Case
	for _, c := range cases {
		rule := g.rules.Case(c.Name)
		if rule == nil {
			return &FaultError{
				Message: fmt.Sprintf("%s: data/ does not hold it, and no rule of %s makes it", c.Name, generators.File),
				Help:    "run grundy generate, and commit " + generators.RecordFile,
			}
		}
		rules = append(rules, rule)
	}
	record, err := g.readRecord()
	if err != nil {
		return err
	}
	summary := event.Generation{Problem: g.problem.ID, Cases: len(rules)}
	results, err := g.make(ctx, rules, record, &summary, emit)
	if err != nil {
		return err
	}
	if summary.Failed > 0 {
		return &FaultError{Message: fmt.Sprintf("%d of %d cases that data/ does not hold cannot be made", summary.Failed, summary.Cases)}
	}
	for i, result := range results {
		for _, file := range []struct {
			extension string
			place     *string
		}{{".in", &cases[i].Input}, {".ans", &cases[i].Answer}} {
			extension := file.extension
			name := "data/" + cases[i].Name + extension
			if !slices.Contains(cases[i].Unshipped, extension) {
				continue
			}
			if result.sums[extension] != record.Sums[name] {
				return &FaultError{
					Message: fmt.Sprintf("%s: what was generated is not what the package was made with: %s wants a file whose SHA-256 begins with %s, got %s",
						name, generators.RecordFile, short(record.Sums[name]), short(result.sums[extension])),
					Help: "run grundy generate if a generator or solution was changed; otherwise it depends on the machine",
				}
			}
			*file.place = result.files[extension]
		}
		cases[i].Unshipped = nil
	}
	return nil
}

func short(sum string) string { return strings.ToLower(sum[:min(len(sum), 12)]) }

// Clean removes from data/ the generated files that were not edited since, and empties the record. It returns the
// names of the removed files.
func (g *Generator) Clean() ([]string, error) {
	change, err := changeset.Begin(g.problem.Dir)
	if err != nil {
		return nil, err
	}
	defer change.Close()
	record, err := g.readRecord()
	if err != nil {
		return nil, err
	}
	stale, err := g.stale(nil, record, Options{})
	if err != nil {
		return nil, err
	}
	todo := &plan{}
	for _, change := range stale {
		if change.Kind == event.FileRemoved {
			todo.remove = append(todo.remove, change.File)
		}
	}
	removed := slices.Clone(todo.remove)
	todo.addRecord(record)
	return removed, g.install(change, todo)
}

// FaultError reports a fault of the package that concerns more than single cases.
type FaultError struct {
	Message, Help string
}

func (e *FaultError) Error() string { return e.Message }

// Hint returns the remedy.
func (e *FaultError) Hint() string { return e.Help }
