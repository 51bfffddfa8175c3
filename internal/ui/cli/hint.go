package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/practice"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
)

func hintCommand() *command {
	return &command{
		do:           openHints,
		namesProblem: true,
		Command: cli.Command{
			Name:      "hint",
			Usage:     "open the next hint of a problem",
			ArgsUsage: "[PROBLEM | SOLUTION]",
			Description: `Shows the next hint of a problem that you have not opened yet: what to try, the idea, an
example, the proof.

   grundy hint nim
   grundy hint solutions/nim/nim.py
   grundy hint nim --list
   grundy hint nim --step 1

PROBLEM is a problem of grundy list, a directory or an archive. For a SOLUTION, or without an
argument for the current directory, the command finds the problem itself. grundy remembers
which hints you opened: grundy list and grundy stats show what you solved without help.`,
			Flags: []cli.Flag{
				switchFlag("list", "list the hints and when you opened them; open none"),
				&cli.StringFlag{Name: "step", DefaultText: "the next one", Usage: "show hint `N`"},
				switchFlag("all", "show all hints"),
				&cli.StringFlag{Name: "lang", Value: "en", Usage: "show the hints in the language `CODE`, such as en, if the package has them"},
				libraryFlag(),
			},
		},
	}
}

func openHints(ctx context.Context, c *call) error {
	if c.NArg() > 1 {
		return hint.Errorf("grundy list shows the problems", "hint: want one problem, got %d", c.NArg())
	}
	if c.Bool("list") && c.Bool("all") || (c.Bool("list") || c.Bool("all")) && c.IsSet("step") {
		return hint.Errorf("leave out the others", "hint: want one of --list, --step and --all")
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	p, err := w.ProblemOf(ctx, c.Args().First())
	if err != nil {
		return err
	}
	editorial, err := practice.ReadEditorial(w, p, c.String("lang"))
	if err != nil {
		return err
	}
	if editorial == nil || len(editorial.Hints) == 0 {
		return hint.Errorf("grundy show "+c.shownAs(w, p)+" --solution explains how to solve it, if the package has an explanation", "%s has no hints", p.ID)
	}
	hints := editorial.Hints
	shelf := shelf{call: c, workspace: w, problem: p, hints: hints}
	shelf.remember(ctx)
	switch {
	case c.Bool("list"):
		shelf.list()
	case c.Bool("all"):
		for i := range hints {
			if i > 0 {
				fmt.Fprintln(c.out)
			}
			if err := shelf.open(ctx, i); err != nil {
				return err
			}
		}
	case c.IsSet("step"):
		n, err := strconv.Atoi(c.String("step"))
		if err != nil || n < 1 || n > len(hints) {
			return hint.Errorf("--list lists them", "--step %q: want a number from 1 to %d", c.String("step"), len(hints))
		}
		if err := shelf.open(ctx, n-1); err != nil {
			return err
		}
		shelf.advise()
	default:
		next := shelf.next()
		if next == len(hints) {
			shelf.list()
		} else if err := shelf.open(ctx, next); err != nil {
			return err
		}
		shelf.advise()
	}
	return nil
}

// shelf holds the hints of a problem and records which of them the user opened.
type shelf struct {
	*call
	workspace *workspace.Workspace
	problem   *problem.Problem
	hints     []practice.Hint

	opened   map[int]time.Time // when first opened, by the number of the hint
	solution time.Time         // when the solution was first shown, zero if never
	lost     bool              // the history is unavailable: it can neither be read nor written
}

// remember reads which hints were opened earlier. An unreadable history does not keep the user from a hint.
func (s *shelf) remember(ctx context.Context) {
	steps, err := s.workspace.History().Steps(ctx, s.problem)
	if err != nil {
		s.lost = true
		s.log.Warn("the hints that you opened earlier are unknown", "reason", err, "remedy", hint.Of(err))
	}
	s.opened, s.solution = history.Help(steps)
}

// next is the first unopened hint, or the number of hints if all are open.
func (s *shelf) next() int {
	for i := range s.hints {
		if s.opened[i+1].IsZero() {
			return i
		}
	}
	return len(s.hints)
}

// open shows a hint and then records that it was opened.
func (s *shelf) open(ctx context.Context, i int) error {
	options := s.textOptions()
	options.Title = fmt.Sprintf("%s   (hint %d of %d: %s)", s.problem.Name(), i+1, len(s.hints), s.hints[i].Title)
	text, err := s.hints[i].Terminal(options)
	if err != nil {
		return err
	}
	fmt.Fprint(s.out, text)
	if !s.opened[i+1].IsZero() {
		return nil
	}
	s.opened[i+1] = s.now()
	if !s.lost {
		s.workspace.History().Step(ctx, s.problem, history.HintOpened, i+1)
	}
	return nil
}

// list shows the hints and when they were opened.
func (s *shelf) list() {
	when := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.Format("2006-01-02 15:04")
	}
	var rows [][]string
	for i, hint := range s.hints {
		rows = append(rows, []string{fmt.Sprintf("%4d", i+1), hint.Title, when(s.opened[i+1])})
	}
	rows = append(rows, []string{"", "the solution", when(s.solution)})
	s.table([]string{"hint", "about", "opened"}, rows)
}

// advise says what is left, and how to see the opened hints again.
func (s *shelf) advise() {
	var open []string
	for i, hint := range s.hints {
		if !s.opened[i+1].IsZero() {
			open = append(open, fmt.Sprintf("%d %s", i+1, hint.Title))
		}
	}
	again := "grundy hint"
	if name := s.Args().First(); name != "" {
		again += " " + hint.Quote(name)
	}
	s.call.advise("opened: %s; --step N shows one again", strings.Join(open, ", "))
	if next := s.next(); next < len(s.hints) {
		s.call.advise("next: %s shows %s", again, s.hints[next].Title)
	} else {
		s.call.advise("next: grundy show %s --solution explains it all", s.shownAs(s.workspace, s.problem))
	}
}

// shownAs is the argument that names the problem to grundy show.
func (c *call) shownAs(w *workspace.Workspace, p *problem.Problem) string {
	switch name := c.Args().First(); {
	case w.Problems().Has(p.ID):
		return hint.Quote(p.ID)
	case name != "":
		return hint.Quote(name)
	}
	return "."
}
