package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/games/play"
	"grundy/internal/games/programs"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

func playCommand() *command {
	return &command{
		do:           playGame,
		namesProblem: true,
		Command: cli.Command{
			Name:      "play",
			Usage:     "play the game of a problem against the judge",
			ArgsUsage: "PROBLEM",
			Description: `Lets you play the game of a problem against a judge who plays perfectly. In an interactive problem
you are the submission, and the judge of the problem sends the position and judges what you type.

   grundy play bash
   grundy play nimduel
   grundy play nimduel --case secret/07-small-winner
   grundy play nimduel --program a.cpp

The positions are the test cases of the problem, the samples first. With --program, your program
plays and you see every move.

At the prompt, rules shows the rules, hint shows a winning move and why explains it, which both
count as help until you solve the problem; undo takes your last move back, side restarts the
game, next takes another position, quit leaves. On a terminal you can edit lines, recall earlier
ones with the arrow keys and complete these words with Tab. The exit code is 1 when you lost the
last game.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "case", Usage: "play the position of the test case `NAME`, such as secret/01-empty, or sample/1#2 for its second game"},
				&cli.StringFlag{Name: "program", Usage: "let the program `FILE` play, and watch"},
				languageFlag("program"),
				libraryFlag(),
			}, judgeFlags()),
		},
	}
}

func playGame(ctx context.Context, c *call) error {
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	p, err := c.problem(ctx, w, "grundy list interactive lists the games")
	if err != nil {
		return err
	}
	if !p.Type.Interactive && (play.Theory{}).Duel(p.UUID) == "" {
		return hint.Errorf("grundy list interactive lists the games", "%s cannot be played: the problem is not interactive, and grundy knows no game of it", p.ID)
	}
	positions, err := positionsOf(p, c.String("case"))
	if err != nil {
		return err
	}
	client, err := w.Local(ctx) // the terminal is here
	if err != nil {
		return err
	}
	table := &gameTable{call: c, workspace: w, client: client, problem: p, pen: terminal.Pen{Color: c.screen(c.out.File).Color}}
	if program := c.String("program"); program != "" {
		if !p.Type.Interactive {
			return hint.Errorf("grundy test judges it", "%s: a program answers this problem and does not play it", p.ID)
		}
		return table.lookOn(ctx, positions[0].Case, program)
	}
	w.History().Step(ctx, p, history.Played, 0)
	return table.play(ctx, positions)
}

// positionsOf are the positions that can be played, starting with the named one, or the first one of the named case.
func positionsOf(p *problem.Problem, name string) ([]play.Position, error) {
	found := slices.Collect(play.Positions(p))
	if len(found) == 0 {
		return nil, hint.Errorf("grundy list interactive lists the games", "%s has no position that can be played", p.ID)
	}
	if name == "" {
		return found, nil
	}
	at := slices.IndexFunc(found, func(position play.Position) bool { return position.Name == name || position.Case.Name == name })
	if at < 0 {
		names := make([]string, len(found))
		for i, position := range found {
			names[i] = position.Name
		}
		return nil, hint.Errorf("it has "+someOf(names), "%s has no test case %q%s", p.ID, name, hint.DidYouMean(name, names))
	}
	return slices.Concat(found[at:], found[:at]), nil
}

// someOf lists names; of many, the first and the last.
func someOf(names []string) string {
	const most = 8
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s … %s, %d in all", strings.Join(names[:most-1], ", "), names[len(names)-1], len(names))
}

// gameTable is a game between the user and the judge of a problem.
type gameTable struct {
	*call
	workspace *workspace.Workspace
	client    job.Client
	problem   *problem.Problem
	pen       terminal.Pen
}

// set generates the position if the package does not ship it.
func (t *gameTable) set(ctx context.Context, position *problem.Case) error {
	return t.complete(ctx, t.workspace, t.problem, func(other *problem.Case) bool { return other == position })
}

// play plays one position after the other until the user ends it.
func (t *gameTable) play(ctx context.Context, positions []play.Position) error {
	readLine, out := t.input()
	for i := 0; ; i++ {
		position := positions[i%len(positions)]
		newTable, interactor, remove, err := t.lay(ctx, position)
		if err != nil {
			return err
		}
		title := t.pen.Draw(terminal.Strong, terminal.Line(t.problem.Name())) + "  " + terminal.Line(position.Name)
		help := t.pen.Draw(terminal.Faint, "help lists what you can type")
		fmt.Fprintln(out, strings.Join(terminal.Wrap(title+"  "+help, t.columns()), "\n"))
		game := play.Game{
			Interactor: interactor, NewTable: newTable, ReadLine: readLine, Rules: t.rules, Columns: t.columns, Out: out, Pen: t.pen,
			Helped: func() { t.workspace.History().ShowTheory(ctx, t.problem) },
		}
		end, err := game.Play(ctx)
		remove()
		switch {
		case err != nil:
			return judging(err)
		case end == play.Lost:
			return exitVerdict(exitFailed)
		case end != play.Next:
			return nil
		}
	}
}

// lay lays out a position: it makes the table, and finds the judge. The caller removes what was laid out.
func (t *gameTable) lay(ctx context.Context, position play.Position) (newTable func() play.Table, judge play.Interactor, remove func(), err error) {
	p, tc, remove := t.problem, position.Case, func() {}
	newTable = play.TableOf(p.UUID)
	if p.Type.Interactive {
		err = t.set(ctx, tc)
	} else {
		m, wrong := play.MatchOf(p.UUID, position.Input)
		if wrong != nil || m.House != nil {
			return m.New, m.House, remove, wrong
		}
		newTable = m.New
		id := t.workspace.Problems().IDOf(ctx, m.Duel)
		if id == "" {
			return nil, nil, nil, hint.Errorf("grundy list shows them", "%s is played by the judge of another problem, which the library lacks", p.ID)
		}
		if p, err = t.workspace.Problems().Named(ctx, id); err != nil {
			return nil, nil, nil, err
		}
		if p, remove, err = programs.WithPosition(ctx, t.workspace, t.client, p, m.Position); err == nil {
			tc = p.Data.Cases[0]
		}
	}
	judge = func(ctx context.Context, talk func(io.Reader, io.WriteCloser) error) (play.Word, error) {
		said, err := t.client.Converse(ctx, p, job.Conversation{Case: tc.Name}, talk, t.tellPreparing)
		return play.Word{Accepted: said.Accepted, Message: terminal.Text(said.Message)}, err
	}
	return newTable, judge, remove, err
}

// columns is the current width of lines.
func (t *gameTable) columns() int { return t.screen(t.out.File).Width }

// rules is the part of the statement with the rules.
func (t *gameTable) rules() (string, error) {
	text, err := practice.ReadText(t.workspace, t.problem, t.problem.Statements, "en")
	switch {
	case err != nil:
		return "", err
	case text == nil:
		return "", hint.Errorf("the package may have an empty statement/", "%s has no statement that a terminal can show", t.problem.ID)
	}
	screen := t.screen(t.out.File)
	return text.Terminal(statement.Options{Width: screen.Width, Color: screen.Color, Title: t.problem.Name(), RulesOnly: true})
}

// input returns how to read lines and where to write meanwhile. Lines typed at a terminal can be edited.
func (t *gameTable) input() (readLine func(ctx context.Context, prompt string) (string, error), out io.Writer) {
	typed := t.screen(t.in).Live
	if terminal.EditsLines && typed && t.screen(t.out.File).Live {
		editor := terminal.NewEditor(t.in, t.out, t.columns)
		if play.TableOf(t.problem.UUID) != nil {
			editor.Words = play.Words
		}
		return editor.ReadLine, editor
	}
	lines := lineInput{lines: linesOf(t.in), out: t.out, echo: !typed}
	return lines.ReadLine, t.out
}

// lineInput reads plain lines.
type lineInput struct {
	lines <-chan string
	out   io.Writer
	echo  bool // the lines are not visible otherwise
}

// ReadLine asks for a line as terminal.Editor does.
func (i lineInput) ReadLine(ctx context.Context, prompt string) (string, error) {
	show := func(text string) {
		if prompt != "" { // or another program may be writing
			fmt.Fprint(i.out, text)
		}
	}
	show(prompt)
	select {
	case text, open := <-i.lines:
		if !open {
			show("\n")
			return "", io.EOF
		}
		if i.echo {
			show(terminal.Line(strings.TrimSpace(text)) + "\n")
		}
		return text, nil
	case <-ctx.Done():
		show("\n")
		return "", context.Cause(ctx)
	}
}

// linesOf reads lines in the background: a waiting read must not keep the program from ending.
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

// lookOn lets a program play and shows the game.
func (t *gameTable) lookOn(ctx context.Context, tc *problem.Case, program string) error {
	source, err := workspace.ReadSource(program, t.String("language"))
	if err != nil {
		return err
	}
	source.Legacy = t.problem.Format.IsLegacy()
	if err := t.set(ctx, tc); err != nil {
		return err
	}
	played, err := programs.Play(ctx, t.client, t.problem, tc, job.Judgement{Name: program, Source: source}, t.tellPreparing)
	var refused *job.CompileError
	if errors.As(err, &refused) {
		return t.rejected(program, refused.Compile.Failed, refused.Compile.Log, refused.Compile.Help)
	}
	if err != nil {
		return judging(err)
	}
	fmt.Fprintf(t.out, "%s  %s\n", t.pen.Draw(terminal.Strong, terminal.Line(t.problem.Name())), terminal.Line(tc.Name))
	play.Replay(t.out, t.columns(), t.pen, play.TableOf(t.problem.UUID), filepath.Base(program), play.Said(played.Transcript))
	ink, end := terminal.Good, error(nil)
	if played.Verdict != verdict.AC {
		ink, end = terminal.Bad, exitVerdict(exitFailed)
	}
	fmt.Fprintln(t.out, t.pen.Draw(ink, played.Verdict.String()), terminal.Text(played.Reason))
	return end
}
