package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/ui/terminal"
)

// maxHelpWidth keeps lines of text short enough to read.
const maxHelpWidth = 88

// help prints what --help asks for: the library's own help does not know the screen's width.
type help struct {
	out   io.Writer
	pen   terminal.Pen
	width int
}

// helpFlag and versionFlag replace the library's own, which are global variables that parsing writes to.
func helpFlag() cli.Flag {
	return &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "show help", DisableDefaultText: true}
}

func versionFlag() cli.Flag {
	return &cli.BoolFlag{Name: "version", Aliases: []string{"v"}, Usage: "print the version", DisableDefaultText: true}
}

// helpAsked reports whether arguments in interspersed order ask for help, and about which command: nil for the whole
// program.
func helpAsked(app *cli.App, args []string) (command *cli.Command, asked bool) {
	if args[len(args)-1] == completionFlag {
		return nil, false
	}
	var known []cli.Flag
	for i := 1; i < len(args) && args[i] != "--"; i++ {
		switch arg := args[i]; {
		case strings.HasPrefix(arg, "-"):
			if flagNamed([]cli.Flag{helpFlag()}, arg) != nil {
				return command, true
			}
			if takesValue(flagNamed(known, arg), arg) {
				i++
			}
		case command != nil:
			return nil, false
		default:
			if command = app.Command(arg); command == nil {
				return nil, false
			}
			known = command.Flags
		}
	}
	return nil, false
}

// printHelp explains a command, or the whole program if command is nil.
func (a *application) printHelp(app *cli.App, command *cli.Command) {
	app.Setup() // completes the flags and the names of commands
	screen := terminal.Detect(a.out.File, a.environment.Get)
	h := &help{out: a.out, pen: terminal.Pen{Color: screen.Color}, width: min(screen.Width, maxHelpWidth)}
	if command == nil {
		h.title(app.Name, app.Usage, "grundy COMMAND [FLAG]... [ARGUMENT]...")
		h.text(app.Description)
		h.commands(app.VisibleCommands())
		h.flags(app.VisibleFlags())
		return
	}
	h.title(command.HelpName, command.Usage, strings.TrimSpace(command.HelpName+" [FLAG]... "+command.ArgsUsage))
	h.text(command.Description)
	h.flags(command.VisibleFlags())
}

func (h *help) title(name, does, usage string) {
	fmt.Fprintf(h.out, "%s: %s\n\n  %s\n", h.pen.Draw(terminal.Strong, name), does, usage)
}

// text prints paragraphs folded, and indented lines verbatim.
func (h *help) text(text string) {
	var paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			fmt.Fprintln(h.out, strings.Join(terminal.Wrap(strings.Join(paragraph, " "), h.width), "\n"))
		}
		paragraph = nil
	}
	fmt.Fprintln(h.out)
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line != "" && !strings.HasPrefix(line, " ") {
			paragraph = append(paragraph, line)
			continue
		}
		flush()
		fmt.Fprintln(h.out, line)
	}
	flush()
}

func (h *help) commands(commands []*cli.Command) {
	var rows [][2]string
	for _, command := range commands {
		rows = append(rows, [2]string{strings.Join(command.Names(), ", "), command.Usage})
	}
	h.rows("Commands", rows)
}

func (h *help) flags(flags []cli.Flag) {
	var rows [][2]string
	for _, flag := range flags {
		if documented, ok := flag.(cli.DocGenerationFlag); ok {
			rows = append(rows, flagRow(documented))
		}
	}
	h.rows("Flags", rows)
}

// flagRow returns "-p, --problem ID" and the description. The backquoted part of the text names the value.
func flagRow(flag cli.DocGenerationFlag) [2]string {
	var names []string
	for _, name := range flag.Names() {
		names = append(names, dashed(name))
	}
	slices.SortStableFunc(names, func(a, b string) int { return len(a) - len(b) })
	head := strings.Join(names, ", ")
	if len(names[0]) > 2 {
		head = "    " + head
	}
	usage := flag.GetUsage()
	if parts := strings.SplitN(usage, "`", 3); len(parts) == 3 {
		head += " " + parts[1]
		usage = strings.Join(parts, "")
	}
	if standard := strings.Trim(flag.GetDefaultText(), `"`); standard != "" && flag.TakesValue() {
		usage += " (default: " + standard + ")"
	}
	for _, variable := range flag.GetEnvVars() {
		usage += " [$" + variable + "]"
	}
	return [2]string{head, usage}
}

// rows prints two columns; the second is folded.
func (h *help) rows(title string, rows [][2]string) {
	fmt.Fprintf(h.out, "\n%s\n", h.pen.Draw(terminal.Strong, title))
	left := 0
	for _, row := range rows {
		left = max(left, terminal.Width(row[0])+4)
	}
	for _, row := range rows {
		for i, line := range terminal.Wrap(row[1], max(20, h.width-left)) {
			head := ""
			if i == 0 {
				head = "  " + row[0]
			}
			fmt.Fprintln(h.out, terminal.Pad(head, left)+line)
		}
	}
}
