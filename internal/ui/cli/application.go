package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/environment"
	"grundy/internal/base/hint"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

// process is the environment of a process.
type process struct {
	in, out, err *os.File
	environment  environment.Variables
	// now reads the clock.
	now func() time.Time
	// limitMemory keeps the process's own memory below a number of bytes.
	limitMemory func(bytes int64)
	// copyTraces has Go's runtime write the traces of a crash to a file as well as to standard error.
	copyTraces func(*os.File) error
	// configure changes how workspaces are opened.
	configure []func(*workspace.Config)
}

// application is the command line: it finds the command that the user means and reports what went wrong with it.
// Several may live in one process.
type application struct {
	process
	out *output
	log *slog.Logger
}

func newApplication(s process) *application {
	out := &output{File: s.out, to: s.out}
	if terminal.Is(s.out) {
		out.to = terminal.Guard{Out: s.out}
	}
	return &application{s, out, slog.New(&notices{out: s.err})}
}

// output is standard output. It remembers the first write error, so that a command's output is never lost silently.
type output struct {
	*os.File
	to    io.Writer // the file, guarded where it is a terminal
	fault error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if o.fault == nil {
		o.fault = err
	}
	return n, err
}

func (o *output) WriteString(s string) (int, error) { return o.Write([]byte(s)) }

// run executes one command line.
func (a *application) run(ctx context.Context, args []string) int {
	app := a.declare()
	args = interspersed(app, args)
	var err error
	// The library prints help through a global function, which knows neither the screen nor this application.
	if command, asked := helpAsked(app, args); asked {
		a.printHelp(app, command)
	} else {
		err = app.RunContext(ctx, args)
	}
	if err == nil && a.out.fault != nil {
		err = &workspace.JudgeError{Err: fmt.Errorf("write the output: %w", a.out.fault)}
	}
	if err != nil && err.Error() != "" {
		a.complain(err)
	}
	return exitCode(err)
}

// complain prints an error and what to do about it.
func (a *application) complain(err error) {
	pen := terminal.Pen{Color: terminal.Detect(a.err, a.environment.Get).Color}
	message, remedy := inWords(err)
	fmt.Fprintf(a.err, "%s %s\n", pen.Draw(terminal.Bad, "grundy:"), terminal.Text(message))
	if remedy != "" {
		fmt.Fprintf(a.err, "  %s %s\n", pen.Draw(terminal.Note, "hint:"), terminal.Text(remedy))
	}
}

// inWords returns the message of an error and what to do about it, "" if that is not known.
func inWords(err error) (message, remedy string) {
	message = err.Error()
	if errors.Is(err, context.Canceled) {
		message = "interrupted"
	}
	return message, cmp.Or(hint.Of(err), systemHint(err))
}

// systemHint returns what to do about an error of the operating system.
func systemHint(err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "check who may read and write it: ls -l"
	case errors.Is(err, syscall.ENOSPC):
		return "free some space on the disk"
	case errors.Is(err, syscall.EFBIG):
		return "raise the limit on the size of files where it is set: ulimit -f"
	case errors.Is(err, syscall.EMFILE):
		return "raise the limit on open files where it is set: ulimit -n"
	case errors.Is(err, fs.ErrNotExist):
		return "check the path"
	}
	return ""
}

const description = `grundy compiles solutions, runs them on the test cases of a problem in a sandbox, lets a
checker judge the output, and shows why something failed. It works offline and
needs no privileges.

   grundy list                      list the built-in problems
   grundy show nim                  read a statement
   grundy new nim                   start a solution in solutions/nim
   grundy test solutions/nim        judge the solutions in that directory
   grundy verify problems/nim       check a problem package, with its own submissions`

// declare declares the command line. Each command has a file of its own.
func (a *application) declare() *cli.App {
	app := &cli.App{
		Name:        "grundy",
		Usage:       "a local online judge",
		Description: description,
		Version:     version(),
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "no-color", Usage: "print without colours (as does NO_COLOR in the environment)", DisableDefaultText: true},
			helpFlag(), versionFlag(),
		},
		HideHelp:             true,
		HideVersion:          true,
		EnableBashCompletion: true,
		Reader:               a.in,
		Writer:               a.out,
		ErrWriter:            a.err,
		OnUsageError:         onUsageError,
		ExitErrHandler:       func(*cli.Context, error) {}, // run sets the exit code
		Before:               a.printVersion,
		Action:               a.noCommand,
	}
	for _, command := range commands() {
		app.Commands = append(app.Commands, a.command(command))
	}
	return app
}

// commands lists all commands, in the order of the help.
func commands() []*command {
	return []*command{
		testCommand(), watchCommand(), runCommand(), verifyCommand(), newCommand(), listCommand(), showCommand(), hintCommand(),
		generateCommand(), statementCommand(), exportCommand(), importCommand(),
		serveCommand(), editorCommand(), listenCommand(), submitCommand(), courseCommand(), playCommand(), labCommand(), whyCommand(), stressCommand(), shrinkCommand(),
		mutateCommand(),
		addCommand(), rmCommand(), mvCommand(), initCommand(),
		judgeCommand(), auditCommand(), apiCommand(), hubCommand(), workerCommand(),
		compareCommand(), limitsCommand(), growthCommand(), reportCommand(), historyCommand(), statsCommand(),
		languagesCommand(), configCommand(), doctorCommand(), completionCommand(), manCommand(),
	}
}

// printVersion answers --version, whichever command it comes with.
func (a *application) printVersion(c *cli.Context) error {
	if !c.Bool("version") {
		return nil
	}
	fmt.Fprintf(a.out, "%s version %s\n", c.App.Name, c.App.Version)
	return exitVerdict(exitOK)
}

// noCommand handles a first argument that is not a command, and a missing one.
func (a *application) noCommand(c *cli.Context) error {
	name := c.Args().First()
	if name == "" || name == "help" && c.NArg() == 1 {
		a.printHelp(c.App, nil)
		return nil
	}
	if name == "help" {
		name = c.Args().Get(1)
		if command := c.App.Command(name); command != nil {
			a.printHelp(c.App, command)
			return nil
		}
	}
	if _, err := os.Stat(name); err == nil {
		return hint.Errorf("grundy test "+hint.Quote(name)+" judges it", "no command %q: this is a file or a directory", name)
	}
	var names []string
	for _, command := range c.App.Commands {
		names = append(names, command.Name)
	}
	return hint.Errorf("grundy --help lists the commands", "no command %q%s", name, hint.DidYouMean(name, names))
}

// onUsageError words the library's errors about flags.
func onUsageError(c *cli.Context, err error, _ bool) error {
	remedy := "grundy --help lists the flags"
	if c.Command.Name != c.App.Name {
		remedy = fmt.Sprintf("grundy %s --help lists the flags", c.Command.Name)
	}
	message := err.Error()
	if name, found := strings.CutPrefix(message, "flag provided but not defined: -"); found {
		var names []string
		for _, flag := range c.Command.Flags {
			names = append(names, flag.Names()...)
		}
		message = "no flag " + dashed(name)
		if _, err := os.Stat("-" + name); err == nil {
			remedy = "files come after two dashes: -- " + hint.Quote("-"+name)
		}
		if near := hint.Nearest(name, names); near != "" {
			message += fmt.Sprintf(", did you mean %s?", dashed(near))
		}
	} else if name, found := strings.CutPrefix(message, "flag needs an argument: -"); found {
		message = dashed(name) + ": the value is missing"
	}
	return hint.Errorf(remedy, "%s", message)
}

// dashed writes the name of a flag as it is typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// version is the module's version, or the revision that the program was built from.
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
