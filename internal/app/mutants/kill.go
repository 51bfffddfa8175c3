package mutants

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"grundy/internal/author/edit"
	"grundy/internal/author/killmutants"
	"grundy/internal/author/mutate"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/ui/terminal"
)

// kill searches for inputs that kill the survivors.
func (m *mutating) kill(ctx context.Context, results []event.MutantResult) (Result, error) {
	scratch, err := m.workspace.Scratch()
	if err != nil {
		return Killed, err
	}
	options := killmutants.Options{Time: m.KillTime, Folder: scratch}
	if m.Add {
		options.Add = func(ctx context.Context, found killmutants.Found) (event.Added, error) {
			p, err := m.open(ctx)
			if err != nil {
				return event.Added{}, err
			}
			return p.Add(ctx, newCase(found))
		}
	}
	var survivors []killmutants.Survivor
	for _, result := range results {
		i := slices.IndexFunc(m.survivors, func(other mutate.Mutant) bool {
			return other.ID == result.Mutant.ID && other.File == result.Mutant.File
		})
		survivors = append(survivors, killmutants.Survivor{Mutant: m.survivors[i], Result: result})
	}
	done, err := killmutants.Run(ctx, m.client, m.solution, survivors, options, m.emit)
	var fault *job.Fault
	switch {
	case done.Interrupted:
		return Interrupted, nil
	case errors.As(err, &fault):
		return Killed, hint.With("fix it, or search by hand with grundy stress", fault)
	case err != nil:
		return Killed, err
	case done.Covered < done.Survivors:
		return Surviving, nil
	}
	return Killed, nil
}

// shownChange bounds, in columns, how much of a line the description of a case quotes.
const shownChange = 50

// newCase makes a test case of an input.
func newCase(found killmutants.Found) edit.New {
	m := found.Result.Mutant
	side := func(text string) string {
		line, _, _ := strings.Cut(text, "\n")
		return terminal.Clip(terminal.Line(line), shownChange)
	}
	return edit.New{
		Input: found.Input, Source: "kills " + string(m.Operator), Label: true,
		Description: fmt.Sprintf("kills the mutant of %s that has %q instead of %q", found.Result.Place, side(m.After), side(m.Before)),
	}
}
