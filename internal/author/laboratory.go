package author

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"grundy/internal/games"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// SingleRunner runs a submission on one input. Its method may be called concurrently. The error is a *job.PackageError or
// a *job.CompileError when a program cannot be built, and a *job.Fault when the reference solution or the checker
// fails.
type SingleRunner interface {
	Try(ctx context.Context, p *problem.Problem, j job.SingleRun) (job.SingleRunResult, error)
}

const (
	// laboratoryInputs bounds the inputs of a grid that the validators and the model solution get. Where each position
	// is an input of its own, these are the first, the last and some between them.
	laboratoryInputs = 12
	// laboratoryGrids bounds the grids that they get: what the user sees first, and the positions farthest from it.
	laboratoryGrids = 2
)

// checkLaboratory checks the grids of small positions that a package describes: each grid must have positions for
// every choice of held values, and they must be inputs that the model solution answers. Grids do not affect
// judging, so every finding is a warning.
func (v *verification) checkLaboratory(ctx context.Context) (grids int, faults problem.Diagnostics, err error) {
	if v.options.Grids == nil {
		return 0, nil, nil
	}
	for inputs, err := range v.options.Grids.Inputs(v.problem) {
		if ctx.Err() != nil {
			return 0, nil, context.Cause(ctx)
		}
		var fault string
		if err == nil && grids < laboratoryGrids {
			fault, err = v.tryGrid(ctx, inputs)
		}
		var faulty *problem.FaultError
		switch {
		case errors.As(err, &faulty):
			faults = slices.Clone(faulty.Diagnostics)
			for i := range faults {
				faults[i].Level = problem.Warning
			}
		case err != nil:
			return 0, nil, err
		case fault != "":
			return grids, problem.Diagnostics{{
				Level: problem.Warning, File: games.GridFile, Message: fault, Help: "grundy lab " + v.problem.ID + " shows the grid",
			}}, nil // the other grids would fail in the same way
		default:
			grids++
		}
	}
	return grids, faults, nil
}

// tryGrid gives some inputs of a grid to the validators and the model solution. It returns what is wrong with the
// first input that fails.
func (v *verification) tryGrid(ctx context.Context, inputs []games.Input) (fault string, err error) {
	model := v.problem.Model("")
	if v.options.Trier == nil || model == nil {
		return "", nil
	}
	judgement, err := job.ReadReference(v.problem, model)
	if err != nil {
		return "", err
	}
	setup := job.Setup{Solution: judgement, Trusted: judgement}
	for i := range min(len(inputs), laboratoryInputs) {
		input := inputs[i*(len(inputs)-1)/max(1, min(len(inputs), laboratoryInputs)-1)]
		tried, err := v.options.Trier.Try(ctx, v.problem, job.SingleRun{Setup: setup, Name: "laboratory", Call: input.Place, Input: []byte(input.Text)})
		var (
			broken   *job.PackageError
			rejected *job.CompileError
			failed   *job.Fault
		)
		switch {
		case errors.As(err, &broken) || errors.As(err, &rejected):
			return "", nil // another check reports it
		case errors.As(err, &failed):
			return fmt.Sprintf("at %s %s fails: %s%s", input.Place, failed.Who, failed.Reason, quotedMessage(failed.Detail)), nil
		case err != nil:
			return "", fmt.Errorf("%s: %w", games.GridFile, err)
		case tried.Refused != "":
			return fmt.Sprintf("what it makes of %s is not a valid input: %s rejects it%s", input.Place, tried.Refused, quotedMessage(tried.Message)), nil
		case tried.Failed:
			return fmt.Sprintf("at %s the model solution %s fails: %s", input.Place, model.Name, tried.Found.Finding.Test.Verdict), nil
		}
	}
	return "", nil
}
