package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"grundy/internal/ui/terminal"
)

// Interactor connects the judge to a player. Talk reads what the judge says and writes what the player says; its
// error ends the conversation and is returned. Each call is a new game from the same position.
type Interactor func(ctx context.Context, talk func(from io.Reader, to io.WriteCloser) error) (Word, error)

// Word is what the judge says at the end.
type Word struct {
	Accepted bool
	Message  string
}

// Game lets a user play against the judge from one position, any number of times.
type Game struct {
	Interactor Interactor
	// NewTable makes the table; nil if the game is unknown.
	NewTable func() Table
	// ReadLine asks the user for a line. The error is io.EOF at the end of the input, and the context's cause when
	// that ends.
	ReadLine func(ctx context.Context, prompt string) (string, error)
	// Rules explains how the game is played, in whole lines. The error says why no explanation is
	// available.
	Rules func() (string, error)
	// Helped is told that the user sees a hint or the theory.
	Helped func()
	// Columns is the current maximum length of lines.
	Columns func() int
	Out     io.Writer
	Pen     terminal.Pen

	said []string // lines of the user in this game
}

// End is how a user left a Game.
type End int

// The ends. Left means before any game ended; Next asks for another position.
const (
	Left End = iota
	Next
	Won
	Lost
)

// Commands that the user may type instead of a move.
var (
	errUndo  = errors.New("undo")
	errAgain = errors.New("again")
	errNext  = errors.New("next")
	errQuit  = errors.New("quit")
)

// Play plays until the user quits. It returns the end of the last game.
func (g *Game) Play(ctx context.Context) (End, error) {
	if g.NewTable == nil {
		return g.playUnknown(ctx)
	}
	for {
		end, wish, err := g.once(ctx)
		if err != nil {
			return end, err
		}
		switch wish {
		case errNext:
			return Next, nil
		case errQuit:
			return end, nil
		case errAgain:
			g.said = nil
		case errUndo:
			if len(g.said) == 0 {
				g.note("nothing to take back")
			} else {
				g.note("taken back: " + terminal.Line(g.said[len(g.said)-1]))
				g.said = g.said[:len(g.said)-1]
			}
		}
	}
}

// once plays one game, which begins with the lines said before. It returns the user's command for what
// comes next.
func (g *Game) once(ctx context.Context) (end End, wish, err error) {
	table := g.NewTable()
	word, err := g.Interactor(ctx, func(from io.Reader, to io.WriteCloser) error { return g.talk(ctx, table, from, to) })
	for _, known := range []error{errUndo, errAgain, errNext, errQuit} {
		if errors.Is(err, known) {
			return Left, known, nil
		}
	}
	if err != nil {
		return Left, nil, err
	}
	fmt.Fprint(g.Out, "\n", table.Draw(g.Columns()), "\n")
	end = Lost
	if word.Accepted {
		end = Won
		g.say(g.Pen.Draw(terminal.Good, "You won.") + " " + word.Message)
	} else {
		g.say(g.Pen.Draw(terminal.Bad, "You lost.") + " " + word.Message)
	}
	for {
		text, err := g.read(ctx, "over: undo, side, next or quit")
		if err != nil {
			return end, errQuit, ignoreEnd(err)
		}
		if wish := wishOf(text); wish != nil {
			return end, wish, nil
		}
		if !g.tell(table, text) {
			g.note("the game is over; undo takes your last word back, side plays it again")
		}
	}
}

// ignoreEnd drops the end of the input, which is not a failure.
func ignoreEnd(err error) error {
	if errors.Is(err, errQuit) {
		return nil
	}
	return err
}

// wishOf is the command that the user typed, nil for anything else.
func wishOf(text string) error {
	switch text {
	case "undo", "u":
		return errUndo
	case "side", "again":
		return errAgain
	case "next", "n":
		return errNext
	case "quit", "exit", "q":
		return errQuit
	}
	return nil
}

// talk plays at a table.
func (g *Game) talk(ctx context.Context, table Table, from io.Reader, to io.Writer) error {
	again := g.said
	started := false // whether the user was asked for something in this conversation
	say := func() (string, error) {
		if len(again) > 0 {
			line := again[0]
			again = again[1:]
			return line, nil
		}
		started = true
		line, err := g.ask(ctx, table)
		if err == nil {
			g.said = append(g.said, line)
		}
		return line, err
	}
	return converse(table, from, to, say, func(line Line) error {
		if err := line.passTo(table); err != nil {
			if !line.FromJudge {
				return fmt.Errorf("you said %q: %w", line.Text, err)
			}
			return err
		}
		if line.FromJudge && started {
			fmt.Fprintf(g.Out, "judge: %s\n", terminal.Line(line.Text))
		}
		return nil
	})
}

const help = `hint   a winning move, which counts as help until you solve the problem
why    what the theory says, which counts as help too
show   draw the position
rules  how the game is played
undo   take your last word back
side   from the beginning, choosing the side anew
next   another position
quit   leave`

// Words are what the user can type besides moves.
var Words = []string{"help", "hint", "next", "quit", "rules", "show", "side", "undo", "why"}

// ask asks the user until the rules allow the line.
func (g *Game) ask(ctx context.Context, table Table) (string, error) {
	fmt.Fprint(g.Out, "\n", table.Draw(g.Columns()), "\n")
	for {
		text, err := g.read(ctx, table.Ask())
		if err != nil {
			return "", err
		}
		if wish := wishOf(text); wish != nil {
			return "", wish
		}
		if g.tell(table, text) {
			continue
		}
		line, err := table.Read(text)
		if err == nil {
			return line, nil
		}
		g.note(err.Error())
	}
}

// tell answers a question of the user. It returns false for a text that is not a question.
func (g *Game) tell(table Table, text string) bool {
	switch text {
	case "":
	case "help", "?":
		g.say(help)
	case "hint", "h":
		g.Helped()
		hint := table.Hint()
		g.say(hint + whyPass(table, hint))
	case "why", "w":
		g.Helped()
		g.say(table.Why())
	case "rules", "r":
		if rules, err := g.Rules(); err != nil {
			g.note(err.Error())
		} else {
			fmt.Fprint(g.Out, rules)
		}
	case "show":
		fmt.Fprint(g.Out, table.Draw(g.Columns()), "\n")
	default:
		return false
	}
	return true
}

// read reads a line that the user types.
func (g *Game) read(ctx context.Context, prompt string) (string, error) {
	text, err := g.ReadLine(ctx, g.Pen.Draw(terminal.Note, prompt)+" > ")
	if errors.Is(err, io.EOF) {
		return "", errQuit
	}
	return strings.TrimSpace(text), err
}

// say prints a text in lines that fit.
func (g *Game) say(text string) { fmt.Fprintln(g.Out, folded(strings.TrimSpace(text), g.Columns())) }

func (g *Game) note(text string) {
	for line := range strings.SplitSeq(folded(text, g.Columns()), "\n") {
		fmt.Fprintln(g.Out, g.Pen.Draw(terminal.Faint, line))
	}
}

// errOver says that the judge has said its last word, so the user is not asked for a line any more.
var errOver = errors.New("the game is over")

// playUnknown lets the user speak the protocol: every line goes to the judge.
func (g *Game) playUnknown(ctx context.Context) (End, error) {
	g.note("this game has no board here: what you type goes to the judge unchanged; Ctrl-D ends your input")
	word, err := g.Interactor(ctx, func(from io.Reader, to io.WriteCloser) error {
		asking, stop := context.WithCancelCause(ctx)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			lines := bufio.NewScanner(from)
			for lines.Scan() {
				fmt.Fprintf(g.Out, "judge: %s\n", terminal.Line(lines.Text()))
			}
			stop(errOver)
		}()
		for {
			text, err := g.ReadLine(asking, "")
			switch {
			case errors.Is(err, errOver):
				return nil
			case errors.Is(err, io.EOF):
				_ = to.Close()
				<-ended
				return nil
			case err != nil:
				return err
			}
			_, _ = io.WriteString(to, text+"\n") // a judge that has left reports the reason at the end
		}
	})
	switch {
	case err != nil:
		return Left, err
	case word.Accepted:
		g.say(g.Pen.Draw(terminal.Good, "The judge accepts.") + " " + word.Message)
		return Won, nil
	default:
		g.say(g.Pen.Draw(terminal.Bad, "The judge rejects.") + " " + word.Message)
		return Lost, nil
	}
}
