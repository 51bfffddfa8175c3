package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"grundy/internal/author/edit"
	"grundy/internal/author/killmutants"
	"grundy/internal/author/mutate"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/ui/terminal"
)

// defaultHuntTime is how long mutate searches for an input that kills a survivor.
const defaultHuntTime = 10 * time.Second

// huntTime is how long to hunt each survivor, 0 for not at all.
func huntTime(c *call) (time.Duration, error) {
	if !c.Bool("kill") {
		for _, flag := range []string{"kill-time", "add"} {
			if c.IsSet(flag) {
				return 0, hint.Errorf("grundy mutate PROBLEM --kill --"+flag+" …", "--%s works with --kill only", flag)
			}
		}
		return 0, nil
	}
	limit, err := timeFlag(c, "kill-time")
	return cmp.Or(limit, defaultHuntTime), err
}

// kill hunts the survivors of a solution and returns the exit code for those that remain.
func (m *mutating) kill(ctx context.Context, results []event.MutantResult, mutants []mutate.Mutant, out event.Sink) (int, error) {
	folder, err := m.workspace.Scratch()
	if err != nil {
		return exitJudge, judging(err)
	}
	options := killmutants.Options{Time: m.hunting, Folder: folder}
	if m.Bool("add") {
		named := m.solution.Problem.Dir
		options.Add = func(ctx context.Context, found killmutants.Found) (event.Added, error) {
			p, err := edit.Open(ctx, m.workspace, m.client, named) // with the cases added so far
			if err != nil {
				return event.Added{}, err
			}
			return p.Add(ctx, newKillingCase(found))
		}
	}
	var survivors []killmutants.Survivor
	for _, result := range results {
		i := slices.IndexFunc(mutants, func(other mutate.Mutant) bool {
			return other.ID == result.Mutant.ID && other.File == result.Mutant.File
		})
		survivors = append(survivors, killmutants.Survivor{Mutant: mutants[i], Result: result})
	}
	done, err := killmutants.Run(ctx, m.client, m.solution, survivors, options, out.Event)
	var fault *job.Fault
	switch {
	case done.Interrupted:
		return exitInterrupted, nil
	case errors.As(err, &fault):
		return exitUsage, hint.With("fix it, or search by hand with grundy stress", fault)
	case err != nil:
		return exitJudge, judging(err)
	case done.Covered < done.Survivors:
		return exitFailed, nil
	}
	return exitOK, nil
}

// shownChange bounds, in columns, how much of a line the description of a case quotes.
const shownChange = 50

// newKillingCase makes a test case of an input.
func newKillingCase(found killmutants.Found) edit.New {
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
