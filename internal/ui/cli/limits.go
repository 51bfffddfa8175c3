package cli

import (
	"context"
	"os"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"grundy/internal/author"
	"grundy/internal/base/hint"
	"grundy/internal/cluster"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

func limitsCommand() *command {
	return &command{
		do: measureLimits,
		Command: cli.Command{
			Name:      "limits",
			Usage:     "measure the time limit of a problem package",
			ArgsUsage: "[PROBLEM]",
			Description: `Runs the submissions that bound the time limit several times, one after the other with
nothing beside them, in rounds over all of them, and applies the formula of the package's
format to their medians. With --on all is measured on each class of machines of a hub, and
the one that needs the most decides. Shows the spread of the times, what each language would need,
and how far the limit is from both sides. PROBLEM is a problem of grundy list, a folder
or an archive; without it, it is the package of the present folder.

   grundy limits problems/nim
   grundy limits --runs 5 --write problems/nim
   grundy limits --on hub.json problems/nim   on every class of machines of a hub

Exit code: 0 when a limit follows and the package states none that contradicts it, 1
when not, 2 for mistakes in the command or the package, 3 when the judge failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "runs", Aliases: []string{"n"}, Value: "3", Usage: "run every submission `N` times"},
				switchFlag("write", "state the limit in problem.yaml", "w"),
				formatFlag("limits"),
				recordFlag(),
				onFlag(),
				classFlag(),
				libraryFlag(),
			}, aloneFlags()),
		},
	}
}

// aloneFlags are the judgeFlags of a command that runs one program at a time.
func aloneFlags() []cli.Flag {
	return slices.DeleteFunc(judgeFlags(), func(f cli.Flag) bool { return slices.Contains(f.Names(), "jobs") })
}

const maxRuns = 1000

func measureLimits(ctx context.Context, c *call) error {
	runs, err := strconv.Atoi(c.String("runs"))
	if err != nil || runs < 1 || runs > maxRuns {
		return hint.Errorf("three show how far the times spread", "--runs %q: want a number from 1 to %d", c.String("runs"), maxRuns)
	}
	config, err := c.config()
	if err != nil {
		return err
	}
	config.Jobs = 1 // beside another program, one would be slower
	w, err := workspace.Open(config)
	if err != nil {
		return err
	}
	defer w.Close()
	p, err := measuredPackage(ctx, c, w.Problems())
	if err != nil {
		return err
	}
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	var classes []author.Class
	if hub, ok := client.Executor.(*cluster.Client); ok {
		names, err := hub.Classes(ctx)
		if err != nil {
			return judging(err)
		}
		for _, name := range names {
			classes = append(classes, author.Class{Name: name, Judge: job.Client{Executor: hub.In(name)}})
		}
	}
	if err := c.complete(ctx, w, p, nil); err != nil {
		return err
	}
	return c.streaming(event.Begin{Names: p.SubmissionNames()}, func(out *stream) error {
		return findLimits(ctx, client, p, author.LimitOptions{Runs: runs, Classes: classes}, c.Bool("write"), out)
	})
}

// findLimits measures, and writes the limit that follows if that is wanted.
func findLimits(ctx context.Context, judge author.Judger, p *problem.Problem, options author.LimitOptions, write bool, out event.Sink) error {
	var found event.LimitsFound
	_, err := author.FindLimits(ctx, judge, p, options, func(e event.Event) {
		if conclusion, ok := e.(event.LimitsFound); ok {
			found = conclusion // told when it is known whether it could be written
			return
		}
		out.Event(e)
	})
	var unwritten error
	if err == nil && write && found.Sound() {
		if _, unwritten = author.WriteTimeLimit(p.Dir, found.Limit); unwritten == nil {
			found = found.AsWritten()
		}
	}
	out.Event(found)
	switch {
	case err != nil:
		return judging(err)
	case unwritten != nil:
		return hint.Errorf("state it in problem.yaml by hand", "the time limit was not written: %w", unwritten)
	case found.JudgeErrors > 0:
		return outcome(exitJudge)
	case !found.OK():
		return outcome(exitFailed)
	}
	return nil
}

// measuredPackage opens the package that is named, or the one of the present folder.
func measuredPackage(ctx context.Context, c *call, library *workspace.Library) (*problem.Problem, error) {
	if c.NArg() > 1 {
		return nil, hint.Errorf("measure one after the other", "limits: want one problem, got %d", c.NArg())
	}
	path := "."
	if name := c.Args().First(); name != "" {
		var err error
		if path, err = library.Resolve(name); err != nil {
			return nil, err
		}
	}
	if c.Bool("write") {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() || library.Dir() == "" && library.Has(c.Args().First()) {
			return nil, hint.Errorf("unpack it, or name a folder", "--write: %s is no folder of yours", c.Args().First())
		}
	}
	p, err := library.Load(ctx, path)
	if err != nil {
		return nil, err
	}
	if p.Format == problem.Plain || len(p.Submissions) == 0 {
		return nil, hint.Errorf("add some to submissions/accepted", "problem %q has no submissions to measure", p.ID)
	}
	return p, nil
}
