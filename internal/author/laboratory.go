package author

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"grundy/internal/games/laboratory"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// SingleRunner runs a submission on one input. Its method may be called concurrently. The error is a *job.PackageError or
// a *job.CompileError when a program cannot be built, and a *job.Fault when the reference solution or the checker
// fails.
type SingleRunner interface {
	Try(ctx context.Context, p *problem.Problem, j job.SingleRun) (job.SingleRunResult, error)
}

// laboratoryInputs bounds the inputs of a grid that the validators and the model solution get. Where each position
// is an input of its own, these are the first, the last and some between them.
const laboratoryInputs = 12

// checkLaboratory checks the grids of small positions that a package describes: each grid must have positions for
// every choice of held values, and they must be inputs that the model solution answers. Grids do not affect
// judging, so every finding is a warning.
func (v *verification) checkLaboratory(ctx context.Context) (int, problem.Diagnostics, error) {
	lab, err := laboratory.Read(v.problem)
	var faulty *problem.FaultError
	switch {
	case errors.Is(err, laboratory.ErrNone):
		return 0, nil, nil
	case errors.As(err, &faulty):
		faults := slices.Clone(faulty.Diagnostics)
		for i := range faults {
			faults[i].Level = problem.Warning
		}
		return 0, faults, nil
	case err != nil:
		return 0, nil, err
	}
	var faults problem.Diagnostics
	grids := 0
	for i, held := range lab.Choices() {
		if ctx.Err() != nil {
			return 0, nil, context.Cause(ctx)
		}
		inputs, fault := gridInputs(lab, held)
		if fault == "" && i < 2 { // test what the user sees first, and the position farthest from it
			if fault, err = v.tryGrid(ctx, inputs); err != nil {
				return 0, nil, err
			}
		}
		if fault != "" {
			faults = append(faults, problem.Diagnostic{
				Level: problem.Warning, File: laboratory.File, Message: fault, Help: "grundy lab " + v.problem.ID + " shows the grid",
			})
			break // the others would fail in the same way
		}
		grids++
	}
	return grids, faults, nil
}

// gridInput is an input that asks about some positions; place names the first of them.
type gridInput struct{ place, text string }

// gridInputs writes the inputs of a grid, or returns what is wrong with it.
func gridInputs(lab *laboratory.Laboratory, held map[string]string) (inputs []gridInput, fault string) {
	grid, err := lab.Grid(held)
	var cells []laboratory.Cell
	if err == nil {
		cells, err = grid.Cells()
	}
	if err == nil && len(cells) == 0 {
		var words []string
		for _, name := range slices.Sorted(maps.Keys(grid.Held)) {
			words = append(words, name+" = "+grid.Held[name].String())
		}
		return nil, strings.TrimSuffix("there are no positions for "+strings.Join(words, ", "), " for ")
	}
	for some := range slices.Chunk(cells, grid.Most()) {
		var text string
		if err == nil {
			text, err = grid.Input(some)
		}
		if err != nil {
			break
		}
		inputs = append(inputs, gridInput{grid.Place(some[0]), text})
	}
	if err != nil {
		return nil, strings.TrimPrefix(err.Error(), laboratory.File+": ")
	}
	return inputs, ""
}

// tryGrid gives some inputs of a grid to the validators and the model solution. It returns what is wrong with the
// first input that fails.
func (v *verification) tryGrid(ctx context.Context, inputs []gridInput) (fault string, err error) {
	model := v.problem.Model("")
	if v.options.Trier == nil || model == nil {
		return "", nil
	}
	judgement, err := job.ReadSubmission(v.problem, model)
	if err != nil {
		return "", err
	}
	setup := job.Setup{Solution: judgement, Trusted: judgement}
	for i := range min(len(inputs), laboratoryInputs) {
		input := inputs[i*(len(inputs)-1)/max(1, min(len(inputs), laboratoryInputs)-1)]
		tried, err := v.options.Trier.Try(ctx, v.problem, job.SingleRun{Setup: setup, Name: "laboratory", Call: input.place, Input: []byte(input.text)})
		var (
			broken   *job.PackageError
			rejected *job.CompileError
			failed   *job.Fault
		)
		switch {
		case errors.As(err, &broken) || errors.As(err, &rejected):
			return "", nil // another check reports it
		case errors.As(err, &failed):
			return fmt.Sprintf("at %s %s fails: %s%s", input.place, failed.Who, failed.Reason, quotedMessage(failed.Detail)), nil
		case err != nil:
			return "", fmt.Errorf("%s: %w", laboratory.File, err)
		case tried.Refused != "":
			return fmt.Sprintf("what it makes of %s is not a valid input: %s rejects it%s", input.place, tried.Refused, quotedMessage(tried.Message)), nil
		case tried.Failed:
			return fmt.Sprintf("at %s the model solution %s fails: %s", input.place, model.Name, tried.Found.Finding.Test.Verdict), nil
		}
	}
	return "", nil
}
