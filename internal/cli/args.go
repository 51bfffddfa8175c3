package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// interspersed moves the flags of a command before its arguments, so that `grundy test a.cpp --problem nim` works: the
// library stops looking for flags at the first argument. What follows "--" stays where it is.
func interspersed(app *cli.App, args []string) []string {
	at := slices.IndexFunc(args[min(1, len(args)):], func(arg string) bool { return !strings.HasPrefix(arg, "-") }) + 1
	if at == 0 {
		return args
	}
	command := app.Command(args[at])
	if command == nil {
		return args
	}
	var flags, rest []string
	for list := args[at+1:]; len(list) > 0; {
		arg := list[0]
		list = list[1:]
		switch {
		case arg == "--":
			rest = append(append(rest, arg), list...)
			list = nil
		case !strings.HasPrefix(arg, "-") || arg == "-":
			rest = append(rest, arg)
		default:
			flags = append(flags, arg)
			if takesValue(command, arg) && len(list) > 0 {
				flags = append(flags, list[0])
				list = list[1:]
			}
		}
	}
	return slices.Concat(args[:at+1], flags, rest)
}

// takesValue tells whether the word after a flag is its value.
func takesValue(command *cli.Command, arg string) bool {
	name := strings.TrimLeft(arg, "-")
	if strings.Contains(name, "=") {
		return false
	}
	for _, flag := range command.Flags {
		if slices.Contains(flag.Names(), name) {
			documented, ok := flag.(cli.DocGenerationFlag)
			return ok && documented.TakesValue()
		}
	}
	return false
}
