package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"
)

// variables are the environment variables that the program reads besides the defaults of flags.
var variables = [][2]string{
	{"GRUNDY_CACHE", "keep builds, unpacked archives and generated test cases in this directory"},
	{"NO_COLOR", "print without colours if not empty"},
}

// exitCodes are the exit codes of commands whose help lists no others.
var exitCodes = [][2]string{
	{"0", "success"},
	{"1", "a solution was not accepted, an expectation was not met, or a test case was refused"},
	{"2", "a mistake in the command or a faulty package"},
	{"3", "the judge failed; no solution is at fault"},
	{"130", "interrupted"},
}

// manual is a page in the macros of man(7). The library's own manual omits the descriptions of commands.
type manual struct{ strings.Builder }

func manualOf(app *cli.App) string {
	m := &manual{}
	m.macro("TH", "GRUNDY", "1", "", app.Name+" "+app.Version)
	m.macro("SH", "NAME")
	m.text(app.Name + " - " + app.Usage)
	m.macro("SH", "SYNOPSIS")
	m.text("grundy COMMAND [FLAG]... [ARGUMENT]...")
	m.macro("SH", "DESCRIPTION")
	m.text(app.Description)
	m.macro("SH", "FLAGS")
	m.flags(app.VisibleFlags())
	m.macro("SH", "COMMANDS")
	environment := slices.Clone(variables)
	for _, command := range app.VisibleCommands() {
		m.macro("SS", strings.TrimSpace("grundy "+command.Name+" [FLAG]... "+command.ArgsUsage))
		m.text(strings.ToUpper(command.Usage[:1]) + command.Usage[1:] + ".")
		for _, alias := range command.Aliases {
			m.text("Short: grundy " + alias + ".")
		}
		m.macro("PP")
		m.text(command.Description)
		m.flags(command.VisibleFlags())
		environment = append(environment, variablesOf(command.VisibleFlags())...)
	}
	m.macro("SH", "EXIT STATUS")
	m.list(exitCodes)
	m.macro("SH", "ENVIRONMENT")
	slices.SortFunc(environment, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	m.list(slices.CompactFunc(environment, func(a, b [2]string) bool { return a[0] == b[0] }))
	return m.String()
}

// variablesOf returns the variables that give flags their defaults.
func variablesOf(flags []cli.Flag) [][2]string {
	var found [][2]string
	for _, flag := range flags {
		if documented, ok := flag.(cli.DocGenerationFlag); ok {
			for _, name := range documented.GetEnvVars() {
				found = append(found, [2]string{name, "the default of --" + flag.Names()[0]})
			}
		}
	}
	return found
}

func (m *manual) macro(name string, arguments ...string) {
	m.WriteString("." + name)
	for _, argument := range arguments {
		fmt.Fprintf(m, " %q", argument)
	}
	m.WriteString("\n")
}

// text writes paragraphs; indented lines stay verbatim.
func (m *manual) text(text string) {
	example := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if indented := strings.HasPrefix(line, " "); indented != example && line != "" {
			if example = indented; example {
				m.macro("EX")
			} else {
				m.macro("EE")
				m.macro("PP")
			}
		}
		switch {
		case line != "":
			m.WriteString(roff(line) + "\n")
		case !example:
			m.macro("PP")
		}
	}
	if example {
		m.macro("EE")
	}
}

func (m *manual) flags(flags []cli.Flag) {
	for _, flag := range flags {
		if documented, ok := flag.(cli.DocGenerationFlag); ok && flag.Names()[0] != "help" {
			m.list([][2]string{flagRow(documented)})
		}
	}
}

func (m *manual) list(rows [][2]string) {
	for _, row := range rows {
		m.macro("TP")
		m.WriteString(`\fB` + roff(strings.TrimSpace(row[0])) + `\fR` + "\n" + roff(row[1]) + "\n")
	}
}

// roff escapes a line of text: nothing in it is a request, readers can search and copy its hyphens, and ASCII
// suffices as the encoding.
func roff(line string) string {
	var b strings.Builder
	if strings.HasPrefix(line, ".") {
		b.WriteString(`\&`)
	}
	for _, r := range line {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r == '\'':
			b.WriteString(`\(aq`)
		case r > unicode.MaxASCII:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
