package cli

import (
	"context"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/compare"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

func compareCommand() *command {
	return &command{
		do: compareVerdicts,
		Command: cli.Command{
			Name:      "compare",
			Usage:     "judge a site's submissions and compare the verdicts",
			ArgsUsage: "DIR|ARCHIVE",
			Description: `Judges the submissions of a contest site and lays the verdicts beside those that the site gave.

   grundy compare export --problem contest       DOMjudge's export, for the packages of a contest
   grundy compare contest-package.zip            for the packages in the current directory
   grundy compare handed-in --problem nim        with verdicts.csv: id,problem,language,verdict
   grundy compare export --problem contest --on hub.json --format json

DIR is a directory or an archive (.zip, .tar.gz) with the submissions and their verdicts: an event feed
(event-feed.ndjson) or submissions.json and judgements.json, as DOMjudge and other contest control systems
export them; a table verdicts.csv, .tsv or .json; a submission.json in each directory; or directories
named after verdicts. The sources lie in submissions/ID, as a directory, files.zip or ID.zip.

--problem names the problem or the contest. Without it, grundy takes the packages in the current
directory, or else the problems of grundy list. The report lists the differences with the first failing
test, says where they may come from, and ends with a table of both verdicts.

Exit code: 0 when all verdicts are the same, 1 when one differs, 2 for mistakes in the command and when
nothing can be compared, 3 when the judge failed.`,
			Flags: slices.Concat([]cli.Flag{
				problemFlag("judge against `ID|DIR|ZIP`, a problem or a contest"),
			}, limitFlags("`TIME` of CPU time per test"), []cli.Flag{
				outputLimitFlag(),
				noRerunFlag(),
				onFlag(),
				classFlag(),
				libraryFlag(),
			}, reportFlags("compare", "every submission"), judgeFlags()),
		},
	}
}

func compareVerdicts(ctx context.Context, c *call) error {
	if c.NArg() != 1 {
		return hint.Errorf("grundy compare --help shows examples", "compare: name the directory or the archive with the submissions")
	}
	options := compare.Options{Path: c.Args().First(), Problem: c.String("problem")}
	var err error
	if options.Judging, err = judgingOptions(c); err != nil {
		return err
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	options.Complete = func(ctx context.Context, p *problem.Problem) error { return c.complete(ctx, w, p, nil) }
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	return c.streaming(event.Begin{}, func(out *stream) error {
		sum, err := compare.Run(ctx, w, client, options, out.Event)
		switch {
		case sum.Interrupted:
			return exitVerdict(exitInterrupted)
		case err != nil:
			return judging(err)
		case sum.JudgeErrors > 0:
			return exitVerdict(exitJudge)
		case sum.Differ > 0:
			return exitVerdict(exitFailed)
		}
		return nil
	})
}
