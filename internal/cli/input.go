package cli

import (
	"cmp"
	"context"

	"grundy/internal/job"
	"grundy/internal/language"
	"grundy/internal/practice"
	"grundy/internal/sandbox"
	"grundy/internal/workspace"
	"grundy/runner"
)

// executeAll runs solutions on the one input that replaces their cases, under their problem's limits, and shows what they
// print.
func executeAll(ctx context.Context, c *call, judge *runner.Judge, session *practice.Session, solutions []workspace.Solution, options job.Options) error {
	for _, s := range solutions {
		p, err := session.Problem(&s)
		if err != nil {
			return err
		}
		limits := sandbox.Limits{
			CPU:    cmp.Or(options.TimeLimit, p.Limits.Time, runTime),
			Memory: cmp.Or(options.MemoryLimit, p.Limits.Memory),
			Output: cmp.Or(options.OutputLimit, p.Limits.Output),
		}
		err = execute(ctx, c, judge, s.Name, runner.Execution{
			Source: s.Source,
			Build:  language.Limits{Code: p.Limits.Code, Time: p.Limits.CompilationTime, Memory: p.Limits.CompilationMemory},
			Limits: limits,
			Stdin:  sandbox.FromPath(p.Data.Cases[0].Input),
		})
		if err != nil {
			return err
		}
	}
	return nil
}
