package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/bulk"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/store/workspace"
)

// bulkMemory is the bound of the process's own memory: lines wait in it, and results of lines before which others come.
const bulkMemory = 160 << 20

func judgeCommand() *command {
	return &command{
		do:     judgeLines,
		memory: bulkMemory,
		Command: cli.Command{
			Name:      "judge",
			Usage:     "judge submissions that come as lines of JSON",
			ArgsUsage: "[FILE|-]",
			Description: `Judges any number of submissions side by side: a line of JSON in for each, a line of JSON out.

   grundy judge submissions.ndjson > results.ndjson
   make-submissions | grundy judge --detail cases
   grundy judge submissions.ndjson --resume results.ndjson    after it was killed, or at first
   grundy judge submissions.ndjson --on hub.json              the workers of a hub judge

A line names the submission, its language, its source and its problem, which is one of grundy list, a
directory or an archive, or lies in the line with its cases:

   {"id": "a", "language": "python3", "source": "print(int(input()) * 2)",
    "problem": {"cases": [{"input": "3\n", "answer": "6\n"}]}}

docs/bulk.md describes all fields, docs/judge.schema.json is their JSON Schema. A line that cannot be
judged gets a line with error instead of verdict, and the others go on. The same source and cases are
judged once. The history takes no notice.

Exit code: 0 when each line has a verdict, whichever, 2 for mistakes in the command or in a line, 3 when
the judge failed, for one line or at all.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "detail", Value: string(bulk.VerdictDetail), Usage: "say `HOW MUCH` in each result: verdict, cases (what became of each), or full (also what programs printed)"},
				switchFlag("ordered", "write the results in the order of the lines, not in that in which they are ready"),
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the results into the new `FILE`"},
				&cli.StringFlag{Name: "resume", Usage: "add to the results in `FILE`, and skip the lines that have one there, unless the judge failed on them"},
				switchFlag("stop", "leave out the cases of a submission that cannot change its result once one has failed", "x"),
				onFlag(),
				classFlag(),
				libraryFlag(),
			}, judgeFlags()),
		},
	}
}

func judgeLines(ctx context.Context, c *call) error {
	request := bulk.Batch{Detail: bulk.Detail(c.String("detail")), Ordered: c.Bool("ordered"), Stop: c.Bool("stop")}
	if !slices.Contains(bulk.Details(), request.Detail) {
		return hint.Errorf("leave it out for the verdicts alone", "--detail %q: want verdict, cases or full", request.Detail)
	}
	lines, err := c.lines()
	if err != nil {
		return err
	}
	defer lines.Close()
	request.Lines = lines
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	if request.To, err = c.results(w); err != nil {
		return err
	}
	show := c.showJudged()
	request.Progress = func(sum bulk.Summary) { show(sum, false) }
	sum, err := bulk.Run(ctx, w, client, request)
	show(sum, true)
	if closeErr := request.To.Close(); err == nil {
		err = closeErr
	}
	switch {
	case ctx.Err() != nil:
		if c.IsSet("resume") {
			c.advise("the same command goes on where it stopped")
		}
		return exitVerdict(exitInterrupted)
	case err != nil:
		return judging(err)
	case sum.Judge > 0:
		return exitVerdict(exitJudge)
	case sum.Failures > 0:
		return exitVerdict(exitUsage)
	}
	return nil
}

// lines opens the file that the argument names, or standard input.
func (c *call) lines() (io.ReadCloser, error) {
	if c.NArg() > 1 {
		return nil, hint.Errorf("cat them: cat a.ndjson b.ndjson | grundy judge", "judge: name one file, got %d", c.NArg())
	}
	return c.openLines(c.Args().First())
}

// openLines opens a file of lines; "" and "-" are standard input.
func (c *call) openLines(name string) (io.ReadCloser, error) {
	if name == "" || name == "-" {
		return io.NopCloser(c.in), nil
	}
	if err := workspace.Readable(name); err != nil {
		return nil, err
	}
	return os.Open(name)
}

// results opens what the results are written to.
func (c *call) results(w *workspace.Workspace) (*bulk.Output, error) {
	scratch, err := w.Scratch()
	if err != nil {
		return nil, err
	}
	file, resumed := c.String("output"), c.String("resume")
	switch {
	case file != "" && resumed != "":
		return nil, hint.Errorf("--resume FILE suffices: the file need not exist", "--output and --resume exclude each other")
	case resumed != "":
		return bulk.ToFile(resumed, true, scratch)
	case file != "":
		return bulk.ToFile(file, false, scratch)
	}
	return bulk.ToStream(c.out, scratch)
}

// showJudged returns what counts the results on standard error: on a terminal while they come, and at the end.
func (c *call) showJudged() func(sum bulk.Summary, last bool) {
	screen := c.screen(c.err)
	throttle := event.NewThrottle(time.Now())
	return func(sum bulk.Summary, last bool) {
		switch {
		case last && screen.Live:
			fmt.Fprintf(c.err, "\r%s\033[K\n", judgedWords(sum))
		case last:
			fmt.Fprintln(c.err, judgedWords(sum))
		case screen.Live && throttle.Due(time.Now()):
			fmt.Fprintf(c.err, "\r%s\033[K", judgedWords(sum))
		}
	}
}

// judgedWords counts the results: "1000 judged: 900 AC, 100 WA; 3 errors".
func judgedWords(sum bulk.Summary) string {
	var verdicts []string
	for _, v := range slices.Sorted(maps.Keys(sum.Verdicts)) {
		name := v.String()
		if name == "" {
			name = "without an answer"
		}
		verdicts = append(verdicts, fmt.Sprintf("%d %s", sum.Verdicts[v], name))
	}
	text := fmt.Sprintf("%d judged", sum.Judged())
	if len(verdicts) > 0 {
		text += ": " + strings.Join(verdicts, ", ")
	}
	for _, more := range []struct {
		count int
		words string
	}{
		{sum.Copied, "%d like another line"},
		{sum.Earlier, "%d from an earlier run"},
		{sum.Failures - sum.Judge, "%d faulty"},
		{sum.Judge, "%d on which the judge failed"},
	} {
		if more.count > 0 {
			text += "; " + fmt.Sprintf(more.words, more.count)
		}
	}
	return text
}
