package author

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// checkPictures has the visualizers draw the samples: the cases themselves and their answers as outputs, or the
// model solution's output where answers are not outputs. Pictures do not affect judging, so every finding is a
// warning.
func (v *verification) checkPictures(ctx context.Context) (int, problem.Diagnostics, error) {
	if v.options.Visualizer == nil {
		return 0, nil, nil
	}
	var orders []job.Illustration
	var drawers []string
	for _, c := range v.drawnCases() {
		if by := v.problem.InputVisualizer; by != nil {
			orders, drawers = append(orders, job.Illustration{Case: c.Name}), append(drawers, by.Name)
		}
		if by := v.problem.OutputVisualizer; by != nil {
			order, found, err := v.outputToDraw(c)
			if err != nil {
				return 0, nil, err
			}
			if found {
				orders, drawers = append(orders, order), append(drawers, by.Name)
			}
		}
	}
	faults := make([]*problem.Diagnostic, len(orders))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(v.options.Jobs)
	for i, order := range orders {
		group.Go(func() error {
			drawn, err := v.options.Visualizer.Illustrate(ctx, v.problem, order)
			var broken *job.PackageError
			var rejected *job.CompileError
			switch {
			case errors.As(err, &broken) && broken.Program == drawers[i]:
				fault := buildFault(broken)
				fault.Level, faults[i] = problem.Warning, &fault
			case errors.As(err, &broken) || errors.As(err, &rejected):
				return nil // another check reports it
			case err != nil:
				return fmt.Errorf("draw %s: %w", order.Case, err)
			case drawn.Fault != "":
				faults[i] = &problem.Diagnostic{
					Level: problem.Warning, File: drawers[i], Message: fmt.Sprintf("no picture of %s: %s%s", order.Case, drawn.Fault, quotedMessage(drawn.Detail)),
					Help: "grundy show " + v.problem.ID + " --picture --case " + order.Case + " shows all that it says",
				}
			}
			return nil
		})
	}
	err := group.Wait()
	var found problem.Diagnostics
	for _, fault := range faults {
		if fault != nil && !slices.Contains(found, *fault) { // report a broken visualizer once
			found = append(found, *fault)
		}
	}
	return len(orders), found, err
}

// drawnCases returns the samples, or the first case if there are none.
func (v *verification) drawnCases() []*problem.Case {
	var samples []*problem.Case
	cases := v.problem.Data.AllCases()
	for _, c := range cases {
		if c.Sample && c.Input != "" {
			samples = append(samples, c)
		}
	}
	if len(samples) == 0 {
		return cases[:min(1, len(cases))]
	}
	return samples
}

// outputToDraw returns an output for a case, if there is one.
func (v *verification) outputToDraw(c *problem.Case) (order job.Illustration, found bool, err error) {
	order.Case = c.Name
	if !v.problem.Type.Interactive && !v.problem.Type.MultiPass && c.Answer != "" && c.ShownAnswer == "" {
		order.Output = &job.File{Case: c.Name, Part: job.Answer}
		return order, true, nil
	}
	model := v.problem.Model("")
	if model == nil {
		return order, false, nil
	}
	judgement, err := job.ReadReference(v.problem, model)
	order.Submission = &judgement
	return order, true, err
}
