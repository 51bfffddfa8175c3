package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"grundy/internal/terminal"
)

// Interactor has the judge receive a player: talk reads what the judge says and writes what the player says, and its error ends
// the conversation and is returned. Each call is a new game from the same position.
type Interactor func(ctx context.Context, talk func(from io.Reader, to io.WriteCloser) error) (Word, error)

// Word is what the judge says in the end.
type Word struct {
	Accepted bool
	Message  string
}

// Game is a person playing against the judge from one position, as often as the person likes.
type Game struct {
	Interactor Interactor
	// NewTable makes the table; nil when the game is not known.
	NewTable func() Table
	// Lines are what the person types. It is closed at the end of the input.
	Lines <-chan string
	// Echo repeats what was typed, for input that is no terminal's.
	Echo bool
	Out  io.Writer
	Pen  terminal.Pen

	said []string // by the person, in this game
}

// End is how a person left a Game.
type End int

// The ends. Left comes before any end of the game, Next wants another position.
const (
	Left End = iota
	Next
	Won
	Lost
)

// What a person wants instead of making a move.
var (
	errUndo  = errors.New("undo")
	errAgain = errors.New("again")
	errNext  = errors.New("next")
	errQuit  = errors.New("quit")
)

// Play plays until the person has enough. The end is that of the last game.
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
				g.note("taken back: " + g.said[len(g.said)-1])
				g.said = g.said[:len(g.said)-1]
			}
		}
	}
}

// once plays one game, which begins with what was said before, and returns what the person wishes then.
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
	fmt.Fprint(g.Out, "\n", table.Draw(), "\n")
	end = Lost
	if word.Accepted {
		end = Won
		fmt.Fprintln(g.Out, g.Pen.Draw(terminal.Good, "You won."), word.Message)
	} else {
		fmt.Fprintln(g.Out, g.Pen.Draw(terminal.Bad, "You lost."), word.Message)
	}
	for {
		text, err := g.read(ctx, "over: undo, side, next or quit")
		if err != nil {
			return end, errQuit, ignoreEnd(err)
		}
		if wish := wishOf(text); wish != nil {
			return end, wish, nil
		}
		g.note("the game is over; undo takes your last word back, side plays it again")
	}
}

// ignoreEnd is for ends of the input, which are no failures.
func ignoreEnd(err error) error {
	if errors.Is(err, errQuit) {
		return nil
	}
	return err
}

// wishOf is the wish that a person typed, nil when it is something else.
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
	judge := bufio.NewReader(from)
	again := g.said
	started := false // the person was asked for something in this conversation
	for {
		switch table.Next() {
		case Judge:
			line, err := judge.ReadString('\n')
			if err != nil {
				return nil // the judge has heard enough, and says why in the end
			}
			line = strings.TrimSpace(line)
			if err := table.Hear(line); err != nil {
				return fmt.Errorf("the judge said %q: %w", line, err)
			}
			if started {
				fmt.Fprintf(g.Out, "judge: %s\n", line)
			}
		case Player:
			var line string
			if len(again) > 0 {
				line, again = again[0], again[1:]
			} else {
				started = true
				var err error
				if line, err = g.ask(ctx, table); err != nil {
					return err
				}
				g.said = append(g.said, line)
			}
			if err := table.Say(line); err != nil {
				return fmt.Errorf("you said %q: %w", line, err)
			}
			// A judge who has left says why in the end.
			_, _ = io.WriteString(to, line+"\n")
		case Nobody:
			return nil
		}
	}
}

const help = `hint  a winning move          undo  take your last word back
why   what the theory says    side  from the beginning, choosing the side anew
show  draw the position       next  another position
quit  leave`

// ask asks the person until there is a line that the rules allow.
func (g *Game) ask(ctx context.Context, table Table) (string, error) {
	fmt.Fprint(g.Out, "\n", table.Draw(), "\n")
	for {
		text, err := g.read(ctx, table.Ask())
		if err != nil {
			return "", err
		}
		if wish := wishOf(text); wish != nil {
			return "", wish
		}
		switch text {
		case "":
		case "help", "?":
			fmt.Fprintln(g.Out, help)
		case "hint", "h":
			fmt.Fprintln(g.Out, table.Hint())
		case "why", "w":
			fmt.Fprintln(g.Out, table.Why())
		case "show":
			fmt.Fprint(g.Out, table.Draw(), "\n")
		default:
			line, err := table.Read(text)
			if err == nil {
				return line, nil
			}
			g.note(err.Error())
		}
	}
}

// read reads what a person types.
func (g *Game) read(ctx context.Context, prompt string) (string, error) {
	fmt.Fprintf(g.Out, "%s > ", g.Pen.Draw(terminal.Note, prompt))
	select {
	case text, open := <-g.Lines:
		if !open {
			fmt.Fprintln(g.Out)
			return "", errQuit
		}
		text = strings.TrimSpace(text)
		if g.Echo {
			fmt.Fprintln(g.Out, terminal.Line(text))
		}
		return text, nil
	case <-ctx.Done():
		fmt.Fprintln(g.Out)
		return "", context.Cause(ctx)
	}
}

func (g *Game) note(text string) { fmt.Fprintln(g.Out, g.Pen.Draw(terminal.Faint, text)) }

// playUnknown lets the person speak the protocol: every line goes to the judge.
func (g *Game) playUnknown(ctx context.Context) (End, error) {
	g.note("this game has no board here: what you type goes to the judge as it is; Ctrl-D says no more")
	word, err := g.Interactor(ctx, func(from io.Reader, to io.WriteCloser) error {
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			lines := bufio.NewScanner(from)
			for lines.Scan() {
				fmt.Fprintf(g.Out, "judge: %s\n", terminal.Line(lines.Text()))
			}
		}()
		for {
			select {
			case text, open := <-g.Lines:
				if !open {
					_ = to.Close()
					<-ended
					return nil
				}
				_, _ = io.WriteString(to, text+"\n") // a judge who has left says why in the end
			case <-ended:
				return nil
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
	})
	switch {
	case err != nil:
		return Left, err
	case word.Accepted:
		fmt.Fprintln(g.Out, g.Pen.Draw(terminal.Good, "The judge accepts."), word.Message)
		return Won, nil
	default:
		fmt.Fprintln(g.Out, g.Pen.Draw(terminal.Bad, "The judge rejects."), word.Message)
		return Lost, nil
	}
}
