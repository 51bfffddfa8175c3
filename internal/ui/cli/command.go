package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/author/generate"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/games"
	"grundy/internal/games/laboratory"
	"grundy/internal/games/play"
	"grundy/internal/games/prebuilt"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/config"
	"grundy/internal/store/history"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
)

// command is one command: its declaration and its action.
type command struct {
	cli.Command
	do func(ctx context.Context, c *call) error
	// memory is the bound of the process's own memory in bytes; 0 means judgeMemory.
	memory int64
	// namesProblem reports whether shells may complete the arguments with names of problems.
	namesProblem bool
}

// judgeMemory is the bound of a judging command's own memory. It suffices for problems of any size.
const judgeMemory = 40 << 20

// flags are the flags and arguments of one call.
type flags = cli.Context

// call is one execution of a command: its flags and arguments, its input and output.
type call struct {
	*flags
	*application
	file     config.File
	warnings *warnings
}

// command declares a command to the library.
func (a *application) command(known *command) *cli.Command {
	declared := &known.Command
	declared.OnUsageError = onUsageError
	declared.HideHelp = true
	declared.Flags = append(declared.Flags, helpFlag())
	declared.Action = func(c *cli.Context) error {
		call, err := a.newCall(c)
		if err != nil {
			return err
		}
		if declared.ArgsUsage == "" && c.Args().Present() {
			return hint.Errorf("grundy "+declared.Name+" --help shows what it takes", "%s: want no arguments, got %q", declared.Name, c.Args().First())
		}
		if err := report.CheckFormat(declared.Name, c.String("format")); err != nil {
			return err
		}
		a.limitMemory(cmp.Or(known.memory, judgeMemory))
		a.keepCrashes()
		defer call.warnings.notices.Close()
		return known.do(workspace.Following(c.Context, call.warnings.Event), call)
	}
	if known.namesProblem {
		declared.BashComplete = func(c *cli.Context) {
			if call, err := a.newCall(c); err == nil {
				completeProblems(call)
			}
		}
	}
	return declared
}

// config is the workspace's configuration according to the flags: where things lie and how programs run.
func (c *call) config() (workspace.Config, error) {
	opened := workspace.Config{
		Environment: c.environment, Log: c.log, Now: c.now, KeepRuns: history.DefaultKeep, SharesCores: c.Command.Name == workerName,
		Strangers: c.Command.Name == workerName,
		Games:     games.Registry{Grids: laboratory.Grids{}, Theory: play.Theory{}}, Prebuilt: prebuilt.Find,
	}
	var err error
	if setting := c.setting(config.HistoryKeep); setting.From != config.FromDefault {
		if opened.KeepRuns, err = chosen(c, config.HistoryKeep, config.Bound); err != nil {
			return opened, err
		}
	}
	if opened.Problems, err = c.folder(config.Problems); err != nil {
		return opened, err
	}
	if opened.Templates, err = c.folder(config.Templates); err != nil {
		return opened, err
	}
	if opened.Plain, err = c.plainSettings(); err != nil {
		return opened, err
	}
	if opened.Profiles, err = c.profiles(); err != nil {
		return opened, err
	}
	if opened.Sandbox, err = chosen(c, config.Sandbox, wish); err != nil {
		return opened, err
	}
	if opened.Required, err = chosen(c, config.RequireIsolation, requiredTier); err != nil {
		return opened, err
	}
	if opened.Executor, err = c.elsewhere(); err != nil {
		return opened, err
	}
	opened.Jobs, err = chosen(c, config.Jobs, config.Count)
	for _, change := range c.configure {
		change(&opened)
	}
	return opened, err
}

// open opens the user's workspace. The caller must close it.
func (c *call) open() (*workspace.Workspace, error) {
	config, err := c.config()
	if err != nil {
		return nil, err
	}
	return workspace.Open(config)
}

// problem loads the problem that the only argument names. The hint says how to find a name.
func (c *call) problem(ctx context.Context, w *workspace.Workspace, remedy string) (*problem.Problem, error) {
	if c.NArg() != 1 {
		return nil, hint.Errorf(remedy, "%s: name one problem", c.Command.Name)
	}
	return w.Problems().Named(ctx, c.Args().First())
}

// generating shows the progress of generating test cases on standard error, if that is a terminal.
func (c *call) generating(do func(show func(event.Event)) error) error {
	screen := c.screen(c.err)
	progress := report.NewText(c.err, screen)
	progress.Event(event.Begin{Command: "generate"})
	err := do(func(e event.Event) {
		if _, left := e.(event.LeftOut); left {
			c.warnings.Event(e)
			return
		}
		progress.Event(e)
	})
	return judging(errors.Join(err, progress.Close()))
}

// complete generates the selected cases that the package does not ship, before they are judged; nil selects all.
func (c *call) complete(ctx context.Context, w *workspace.Workspace, p *problem.Problem, selected func(*problem.Case) bool) error {
	return c.generating(func(show func(event.Event)) error {
		return generate.Complete(ctx, w, p, selected, show)
	})
}

// screen returns what a stream can show, as the flags allow.
func (c *call) screen(file *os.File) terminal.Screen {
	screen := terminal.Detect(file, c.environment.Get)
	if c.Bool("no-color") {
		screen.Color = false
	}
	return screen
}

// made prints the path of what a command made: verbatim for scripts, sanitized for a terminal.
func (c *call) made(path string) {
	if c.screen(c.out.File).Live {
		path = terminal.Line(path)
	}
	fmt.Fprintln(c.out, path)
}

// advise prints a next step on standard error, sanitized for the terminal.
func (c *call) advise(format string, args ...any) {
	fmt.Fprintln(c.err, terminal.Text(fmt.Sprintf(format, args...)))
}

// tellPreparing reports that a build waits while a language is made ready for the first time.
func (c *call) tellPreparing(e event.Event) {
	if preparing, ok := e.(event.Preparing); ok {
		c.advise("%s …", report.PreparingWords(preparing.Language))
	}
}

// suggest prints the remedy of a problem reported before.
func (c *call) suggest(remedy string) {
	pen := terminal.Pen{Color: c.screen(c.err).Color}
	fmt.Fprintf(c.err, "  %s %s\n", pen.Draw(terminal.Note, "hint:"), terminal.Text(remedy))
}

// rejected reports that a program does not compile, with the compiler's output and a remedy if one is known.
func (c *call) rejected(name, reason, log, remedy string) error {
	pen := terminal.Pen{Color: c.screen(c.err).Color}
	fmt.Fprintf(c.err, "%s %s: %s\n%s\n", pen.Draw(terminal.Bad, "CE"), terminal.Line(name), terminal.Line(reason), terminal.Text(log))
	if remedy != "" {
		c.suggest(remedy)
	}
	return exitVerdict(exitFailed)
}

// search returns what the flags say about the problem and the language of solutions.
func (c *call) search() workspace.Search {
	return workspace.Search{Problem: c.String("problem"), Pattern: c.String("pattern"), Language: c.String("language")}
}

// words are the arguments as the user typed them.
func (c *call) words() []string { return c.Args().Slice() }

func joined(words []string) string { return strings.Join(words, " ") }
