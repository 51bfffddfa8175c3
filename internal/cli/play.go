package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/event"
	"grundy/internal/play"
	"grundy/internal/problem"
	"grundy/internal/terminal"
	"grundy/internal/verdict"
	"grundy/runner"
)

func (s *streams) playCommand() *cli.Command {
	return &cli.Command{
		Name:         "play",
		Usage:        "play the game of an interactive problem against its judge",
		ArgsUsage:    "PROBLEM",
		BashComplete: s.completeProblems,
		Description: `You are the submission: the judge of the problem sends the position, and what you type
is judged as the words of a program would be. Positions are the test cases of the
problem, the samples first.

   grundy play nimduel
   grundy play nimduel --case secret/07-small-winner
   grundy play nimduel --with a.cpp

At the prompt, hint tells a winning move and why explains it; undo takes your last word
back, side begins anew, next takes another position, quit leaves. With --with a program
plays, and every move is shown. The exit code is 1 when the last game was lost.`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "case", Usage: "play the position of the test case `NAME`, such as secret/01-empty"},
			&cli.StringFlag{Name: "with", Usage: "have the program `FILE` play, and look on"},
			&cli.StringFlag{Name: "language", Aliases: []string{"l"}, Usage: "take the program for `CODE`, as grundy languages lists them"},
			libraryFlag(),
		}, judgeFlags()),
		Action: s.play,
	}
}

func (s *streams) play(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageErrorf("grundy list interactive shows what can be played", "play: name one problem")
	}
	lib, err := s.library(c)
	if err != nil {
		return err
	}
	location, err := lib.resolve(c.Args().First())
	if err != nil {
		return err
	}
	p, err := s.load(lib, location)
	if err != nil {
		return err
	}
	if !p.Type.Interactive {
		return usageErrorf("grundy list interactive shows what can be played", "%s is no game to be played: the problem is not interactive", p.ID)
	}
	positions, err := positionsOf(p, c.String("case"))
	if err != nil {
		return err
	}
	w, err := s.open(c.Context, c)
	if err != nil {
		return err
	}
	defer w.Close()
	if program := c.String("with"); program != "" {
		return s.lookOn(c, w, p, positions[0], program)
	}
	return s.playAll(c, w, p, positions)
}

// positionsOf are the cases that can be played, beginning with the one that is named.
func positionsOf(p *problem.Problem, name string) ([]*problem.Case, error) {
	cases := slices.DeleteFunc(p.Data.AllCases(), func(tc *problem.Case) bool { return tc.Input == "" })
	if len(cases) == 0 {
		return nil, usageErrorf("", "%s has no test cases", p.ID)
	}
	if name == "" {
		return cases, nil
	}
	at := slices.IndexFunc(cases, func(tc *problem.Case) bool { return tc.Name == name })
	if at < 0 {
		names := make([]string, len(cases))
		for i, tc := range cases {
			names[i] = tc.Name
		}
		return nil, usageErrorf("", "%s has no test case %q%s", p.ID, name, didYouMean(name, names))
	}
	return slices.Concat(cases[at:], cases[:at]), nil
}

// playAll plays one position after the other for as long as the person wants.
func (s *streams) playAll(c *cli.Context, w *workshop, p *problem.Problem, positions []*problem.Case) error {
	pen := terminal.Pen{Color: s.screen(c, s.out.File).Color}
	lines, isTerminal := linesOf(s.in), terminal.Detect(s.in, s.getenv).Live
	for i := 0; ; i++ {
		tc := positions[i%len(positions)]
		if err := s.provide(c.Context, c, w, p, func(other *problem.Case) bool { return other == tc }); err != nil {
			return err
		}
		fmt.Fprintf(s.out, "%s  %s  %s\n", pen.Draw(terminal.Strong, p.Name()), tc.Name, pen.Draw(terminal.Faint, "help tells what you can type"))
		game := play.Game{
			Host: func(ctx context.Context, talk func(io.Reader, io.WriteCloser) error) (play.Word, error) {
				outcome, err := w.Converse(ctx, p, tc, talk)
				return play.Word{Accepted: outcome.Accepted, Message: terminal.Text(outcome.Message)}, err
			},
			NewTable: play.TableOf(p.UUID), Lines: lines, Echo: !isTerminal, Out: s.out, Pen: pen,
		}
		end, err := game.Play(c.Context)
		switch {
		case err != nil:
			return judging(err)
		case end == play.Lost:
			return outcome(exitFailed)
		case end != play.Next:
			return nil
		}
	}
}

// linesOf reads lines in the background: a person who thinks must not keep the program from ending.
func linesOf(in *os.File) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(in)
		for scanner.Scan() {
			lines <- scanner.Text()
		}
	}()
	return lines
}

// lookOn has a program play, and shows the game.
func (s *streams) lookOn(c *cli.Context, w *workshop, p *problem.Problem, tc *problem.Case, program string) error {
	source, err := readSource(program, c.String("language"))
	if err != nil {
		return err
	}
	source.Legacy = p.Format.IsLegacy()
	if err := s.provide(c.Context, c, w, p, func(other *problem.Case) bool { return other == tc }); err != nil {
		return err
	}
	submission, compiled, err := w.Submission(c.Context, runner.Job{Problem: p, Name: program, Source: source})
	if err != nil {
		return judging(err)
	}
	pen := terminal.Pen{Color: s.screen(c, s.out.File).Color}
	if submission == nil {
		fmt.Fprintf(s.err, "%s %s: %s\n%s\n", pen.Draw(terminal.Bad, "CE"), program, compiled.Failed, terminal.Text(compiled.Log))
		return outcome(exitFailed)
	}
	var played event.Test
	err = w.Lend(c.Context, func(worker *runner.Worker) error {
		played, err = worker.Try(c.Context, submission, tc)
		return err
	})
	if err != nil {
		return judging(err)
	}
	fmt.Fprintf(s.out, "%s  %s\n", pen.Draw(terminal.Strong, p.Name()), tc.Name)
	play.Replay(s.out, pen, play.TableOf(p.UUID), filepath.Base(program), said(played.Transcript))
	ink, end := terminal.Good, error(nil)
	if played.Verdict != verdict.AC {
		ink, end = terminal.Bad, outcome(exitFailed)
	}
	fmt.Fprintln(s.out, pen.Draw(ink, played.Verdict.String()), terminal.Text(played.Reason))
	return end
}

// said are the lines of a transcript. A party may say a line in pieces.
func said(transcript []event.Exchange) []play.Line {
	var lines []play.Line
	for _, party := range transcript {
		fromJudge := party.From == event.FromInteractor
		for text := range strings.Lines(party.Text) {
			if n := len(lines); n > 0 && lines[n-1].FromJudge == fromJudge && !strings.HasSuffix(lines[n-1].Text, "\n") {
				lines[n-1].Text += text
				continue
			}
			lines = append(lines, play.Line{FromJudge: fromJudge, Text: text})
		}
	}
	return lines
}
