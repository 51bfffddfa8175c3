package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

// converse runs a program against an interactor once. What they say goes to standard output, how it ended to standard error.
func (c *call) converse(ctx context.Context, w *workspace.Workspace, run job.Execution, judge *problem.OwnJudge) error {
	name := c.Args().First()
	path, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	p, err := plain.Bare(filepath.Dir(path)).JudgedBy(judge)
	if err != nil {
		return err
	}
	p.Limits.Output = run.OutputLimit
	p.Data = &problem.Group{Cases: []*problem.Case{{Name: "run", Input: run.Input.Path, Args: run.Args}}}
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	run.Source.Tool = false
	judgement := job.Judgement{Name: name, Source: run.Source, Options: job.Options{
		TimeLimit: run.TimeLimit, MemoryLimit: run.MemoryLimit, NoRerun: true, CheckerArgs: checkerArgs(c),
	}}
	var (
		compiled event.Compile
		talk     event.Test
	)
	done, err := client.Judge(ctx, p, judgement, func(e event.Event) {
		c.tellPreparing(e)
		switch e := e.(type) {
		case event.Compile:
			compiled = e
		case event.Test:
			talk = e
		}
	})
	switch {
	case done.Interrupted:
		return exitVerdict(exitInterrupted)
	case compiled.Failed != "":
		return c.rejected(name, compiled.Failed, compiled.Log, compiled.Help)
	case err != nil:
		return judging(err)
	}
	c.showTalk(talk)
	return outcomeOf(exitOf(done))
}

// showTalk shows a dialogue line by line, and how it ended.
func (c *call) showTalk(talk event.Test) {
	pen := terminal.Pen{Color: c.screen(c.out.File).Color}
	for _, e := range talk.Transcript {
		who := pen.Draw(terminal.Note, "judge →")
		if e.From == event.FromSubmission {
			who = pen.Draw(terminal.Strong, "yours ←")
		}
		for line := range strings.Lines(e.Text) {
			c.made(who + " " + terminal.Line(strings.TrimRight(line, "\n")))
		}
	}
	pen = terminal.Pen{Color: c.screen(c.err).Color}
	if talk.Stderr != "" {
		fmt.Fprintln(c.err, terminal.Text(strings.TrimRight(talk.Stderr, "\n")))
	}
	ending := pen.Draw(terminal.Good, talk.Verdict.String())
	if talk.Verdict != verdict.AC {
		ending = pen.Draw(terminal.Bad, talk.Verdict.String()) + " " + terminal.Line(talk.Reason)
	}
	if talk.Message != "" && !strings.Contains(talk.Reason, talk.Message) {
		ending += "  " + terminal.Line(talk.Message)
	}
	if !c.Bool("quiet") || talk.Verdict != verdict.AC {
		c.tellEnding(ending, talk.CPU, talk.Wall, talk.Memory, talk.Tier)
	}
}
