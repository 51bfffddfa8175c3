package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/ui/report"
)

// completionFlag is how the shells' completion scripts ask for candidates.
const completionFlag = "--generate-bash-completion"

// formerFlags are the names that flags had in earlier versions, by command. Scripts may still use them; no help shows them.
var formerFlags = map[string]map[string]string{
	"hub":       {"host": "public-host"},
	"import":    {"format": "from", "f": "from"},
	"languages": {"found": "installed"},
	"mutate":    {"again": "fresh", "hunt": "kill-time", "keep": "survivors", "sample": "count"},
	"play":      {"with": "program"},
	"statement": {"language": "lang", "set": "contest", "with": "printer"},
	"test":      {"sample": "samples"},
	"verify":    {"again": "fresh"},
	"watch":     {"sample": "samples"},
}

// interspersed puts the flags of a command before its arguments, so that `grundy test a.cpp --problem nim` works: the
// library stops looking for flags at the first argument. The program's own flags may stand anywhere, too. Everything
// after "--" is an argument.
func interspersed(app *cli.App, args []string) []string {
	at := slices.IndexFunc(args[min(1, len(args)):], func(arg string) bool { return !strings.HasPrefix(arg, "-") }) + 1
	if at == 0 || args[len(args)-1] == completionFlag {
		return args
	}
	command := app.Command(args[at])
	if command == nil {
		return args
	}
	var global, flags, rest []string
	incomplete := false // the last flag lacks its value
	for list := args[at+1:]; len(list) > 0; {
		arg := list[0]
		list = list[1:]
		switch {
		case arg == "--":
			rest = append(rest, list...)
			list = nil
		case !strings.HasPrefix(arg, "-") || arg == "-":
			rest = append(rest, arg)
		case flagNamed(command.Flags, arg) == nil && flagNamed(app.Flags, arg) != nil:
			global = append(global, arg)
		default:
			arg = presentFlag(command.Name, arg, list)
			flags = append(flags, arg)
			if takesValue(flagNamed(command.Flags, arg), arg) {
				incomplete = len(list) == 0
				next := min(1, len(list))
				flags = append(flags, list[:next]...)
				list = list[next:]
			}
		}
	}
	if incomplete {
		return slices.Concat(args[:at], global, args[at:at+1], flags)
	}
	return slices.Concat(args[:at], global, args[at:at+1], flags, []string{"--"}, rest)
}

// presentFlag writes an argument that is a flag with the present name of the flag. The formats of reports tell the
// present --format of import from the former one, which named the format of the source. Rest are the arguments behind it.
func presentFlag(command, arg string, rest []string) string {
	name, value, given := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	if !given && len(rest) > 0 {
		value = rest[0]
	}
	present, former := formerFlags[command][name]
	switch {
	case !former, present == "from" && slices.Contains(report.Formats(command), value):
		return arg
	case given:
		return dashed(present) + "=" + value
	}
	return dashed(present)
}

// flagNamed finds the flag that an argument names, nil if the argument names none.
func flagNamed(flags []cli.Flag, arg string) cli.Flag {
	name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	i := slices.IndexFunc(flags, func(flag cli.Flag) bool { return slices.Contains(flag.Names(), name) })
	if i < 0 {
		return nil
	}
	return flags[i]
}

// takesValue reports whether the word after a flag is its value.
func takesValue(flag cli.Flag, arg string) bool {
	documented, ok := flag.(cli.DocGenerationFlag)
	return ok && documented.TakesValue() && !strings.Contains(arg, "=")
}
