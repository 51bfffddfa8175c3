package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/bulk"
	"grundy/internal/base/hint"
)

func auditCommand() *command {
	return &command{
		do:     auditProblems,
		memory: bulkMemory,
		Command: cli.Command{
			Name:      "audit",
			Usage:     "find what is wrong with problems that come as lines of JSON",
			ArgsUsage: "[FILE|DIR|-]",
			Description: `Looks for what is wrong with the problems of a data set: a line of JSON in for each, a line of JSON out.

   grundy audit problems.ndjson > findings.ndjson
   grundy audit data-set --mutants 0          all .ndjson and .jsonl files of a directory, without mutants

A line has a problem as grundy judge reads it, and solutions that the data set calls right or wrong:

   {"id": "double", "problem": {"cases": [{"input": "3\n", "answer": "6\n"}]},
    "solutions": [{"language": "python3", "source": "print(2 * int(input()))", "right": true}]}

The findings name answers that no right solution reaches, right solutions that are rejected, wrong ones that are
accepted, tests that no wrong solution fails, checkers that accept nonsense, and mutants of a right solution that
are accepted. docs/bulk.md describes them. grundy verify examines packages.

Exit code: 0 when there are no findings, 1 with findings, 2 for mistakes in the command or in a line, 3 when the
judge failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.IntFlag{Name: "mutants", Value: 30, Usage: "judge at most `N` mutants of a right solution of each problem, 0 for none"},
				onFlag(),
				classFlag(),
				libraryFlag(),
			}, judgeFlags()),
		},
	}
}

func auditProblems(ctx context.Context, c *call) error {
	files, err := c.auditedFiles()
	if err != nil {
		return err
	}
	if c.Int("mutants") < 0 {
		return hint.Errorf("0 leaves them out", "--mutants %d: want a number from 0", c.Int("mutants"))
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	var sum bulk.AuditSummary
	for _, name := range files {
		lines, err := c.openLines(name)
		if err != nil {
			return err
		}
		request := bulk.Inspection{Lines: lines, To: c.out, Mutants: c.Int("mutants")}
		if name != "-" {
			request.Name = name
		}
		err = bulk.Audit(ctx, w, client, request, &sum)
		lines.Close()
		if err != nil {
			return judging(err)
		}
	}
	fmt.Fprintf(c.err, "%d without findings, %d with findings, %d not audited\n", sum.Sound, sum.Unsound, sum.Failures)
	switch {
	case ctx.Err() != nil:
		return exitVerdict(exitInterrupted)
	case sum.Judge > 0:
		return exitVerdict(exitJudge)
	case sum.Failures > 0:
		return exitVerdict(exitUsage)
	case sum.Unsound > 0:
		return exitVerdict(exitFailed)
	}
	return nil
}

// auditedFiles are the files that the argument names: one, those of a directory, or "-" for standard input.
func (c *call) auditedFiles() ([]string, error) {
	name := c.Args().First()
	switch {
	case c.NArg() > 1:
		return nil, hint.Errorf("name their directory, or cat them: cat a.ndjson b.ndjson | grundy audit", "audit: name one file, got %d", c.NArg())
	case name == "" || name == "-":
		return []string{"-"}, nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{name}, nil
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, entry := range entries {
		if slices.Contains([]string{".ndjson", ".jsonl"}, filepath.Ext(entry.Name())) {
			files = append(files, filepath.Join(name, entry.Name()))
		}
	}
	if len(files) == 0 {
		return nil, hint.Errorf("grundy verify examines packages", "%s: the directory has no .ndjson or .jsonl files", name)
	}
	return files, nil
}
