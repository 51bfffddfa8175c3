package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"grundy/internal/sandbox/backend"
	"grundy/internal/terminal"
)

// memoryTarget is what the judge's own memory is kept below; problems of any size are judged in it.
const memoryTarget = 40 << 20

// Main runs the command line of the process and returns its exit code. The sandbox executes this very binary again, so
// nothing may come before it.
func Main() int {
	backend.Init()
	debug.SetMemoryLimit(memoryTarget)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second Ctrl-C ends the process at once: its boxes end with it.
	context.AfterFunc(ctx, stop)
	screen := &streams{in: os.Stdin, out: &output{File: os.Stdout}, err: os.Stderr, getenv: os.Getenv}
	return screen.run(ctx, os.Args)
}

// streams are the process's surroundings.
type streams struct {
	in, err *os.File
	out     *output
	getenv  func(string) string
	log     *slog.Logger
}

// output is standard output. It remembers the first error of writing: what a command has to say must not be lost silently.
type output struct {
	*os.File
	fault error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.File.Write(p)
	if o.fault == nil {
		o.fault = err
	}
	return n, err
}

func (o *output) WriteString(s string) (int, error) { return o.Write([]byte(s)) }

// run executes one command line.
func (s *streams) run(ctx context.Context, args []string) int {
	s.log = slog.New(&notices{out: s.err})
	app := s.app()
	cli.HelpPrinter = s.printHelp // the library's only way to print help otherwise
	err := app.RunContext(ctx, interspersed(app, args))
	if err == nil && s.out.fault != nil {
		err = &judgeFailure{fmt.Errorf("write the output: %w", s.out.fault)}
	}
	if err != nil && err.Error() != "" {
		s.complain(err)
	}
	return exitCode(err)
}

// complain prints an error and what to do about it.
func (s *streams) complain(err error) {
	pen := terminal.Pen{Color: terminal.Detect(s.err, s.getenv).Color}
	message := err.Error()
	if errors.Is(err, context.Canceled) {
		message = "interrupted"
	}
	fmt.Fprintf(s.err, "%s %s\n", pen.Draw(terminal.Bad, "grundy:"), terminal.Text(message))
	if hint := hintOf(err); hint != "" {
		fmt.Fprintf(s.err, "  %s %s\n", pen.Draw(terminal.Note, "hint:"), terminal.Text(hint))
	}
}

const description = `grundy compiles solutions, runs them on the tests of a problem in a sandbox, has a
checker look at the output, and shows why something failed. It works offline and
needs no privileges.

   grundy list                      the problems that come with it
   grundy show nim                  a statement
   grundy new nim                   start a solution in solutions/nim
   grundy test solutions/nim        judge what lies there
   grundy verify problems/nim       try a problem package on its own submissions`

// app declares the command line. Commands are in files of their own.
func (s *streams) app() *cli.App {
	app := &cli.App{
		Name:        "grundy",
		Usage:       "a local online judge",
		Description: description,
		Version:     version(),
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "no-color", Usage: "draw without colours (also: NO_COLOR in the environment)", DisableDefaultText: true},
		},
		Commands: []*cli.Command{
			s.testCommand(), s.runCommand(), s.verifyCommand(), s.newCommand(), s.listCommand(), s.showCommand(),
			s.generateCommand(), s.exportCommand(), s.importCommand(),
			s.playCommand(), s.stressCommand(), s.shrinkCommand(),
			s.mutateCommand(),
			s.addCommand(), s.rmCommand(), s.mvCommand(), s.initCommand(),
			s.limitsCommand(),
			s.languagesCommand(), s.doctorCommand(), s.completionCommand(), s.manCommand(),
		},
		EnableBashCompletion: true,
		HideHelpCommand:      true,
		Reader:               s.in,
		Writer:               s.out,
		ErrWriter:            s.err,
		OnUsageError:         onUsageError,
		ExitErrHandler:       func(*cli.Context, error) {}, // exit codes are run's business
		Action:               noCommand,
	}
	for _, command := range app.Commands {
		command.OnUsageError = onUsageError
		command.HideHelpCommand = true
	}
	return app
}

// noCommand is what happens when the first argument is no command, or when there is none.
func noCommand(c *cli.Context) error {
	name := c.Args().First()
	if name == "" || name == "help" && c.NArg() == 1 {
		return cli.ShowAppHelp(c)
	}
	if name == "help" {
		name = c.Args().Get(1)
		if c.App.Command(name) != nil {
			return cli.ShowCommandHelp(c, name)
		}
	}
	var names []string
	for _, command := range c.App.Commands {
		names = append(names, command.Name)
	}
	return usageErrorf("grundy --help lists the commands", "no command %q%s", name, didYouMean(name, names))
}

// onUsageError words what the library says of the flags.
func onUsageError(c *cli.Context, err error, _ bool) error {
	hint := "grundy --help lists the flags"
	if c.Command.Name != c.App.Name {
		hint = fmt.Sprintf("grundy %s --help lists the flags", c.Command.Name)
	}
	message := err.Error()
	if name, found := strings.CutPrefix(message, "flag provided but not defined: -"); found {
		var names []string
		for _, flag := range c.Command.Flags {
			names = append(names, flag.Names()...)
		}
		message = "no flag " + dashed(name)
		if near := nearest(name, names); near != "" {
			message += fmt.Sprintf(", did you mean %s?", dashed(near))
		}
	} else if name, found := strings.CutPrefix(message, "flag needs an argument: -"); found {
		message = dashed(name) + ": the value is missing"
	}
	return &usageError{message, hint}
}

// dashed writes the name of a flag as it is typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// version is the module's, or the revision that it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			return setting.Value
		}
	}
	return "devel"
}

// screen tells what a stream can show, after the flags had their say.
func (s *streams) screen(c *cli.Context, file *os.File) terminal.Screen {
	screen := terminal.Detect(file, s.getenv)
	if c.Bool("no-color") {
		screen.Color = false
	}
	return screen
}
