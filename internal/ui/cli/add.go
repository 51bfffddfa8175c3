package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/app/cases"
	"grundy/internal/author/edit"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/store/workspace"
)

func addCommand() *command {
	return &command{
		do:           addCase,
		namesProblem: true,
		Command: cli.Command{
			Name:      "add",
			Usage:     "add a test case to a problem package",
			ArgsUsage: "[PROBLEM] [FILE|-]",
			Description: `Adds one test case to a package, after checking it.

   grundy add problems/nim big.in --name large-heaps
   echo "1 5" | grundy add problems/nim -
   grundy add problems/nim --text '2\n5 5' --description "two equal heaps"
   grundy add problems/nim --gen "random 10 100 {seed}" --seed 7
   grundy add contest/B big.in          problem B of a contest
   grundy add --last

The input comes from a file, standard input, --text, a generator, or --last: the failing
case that stress, shrink or test --input found last. The case must pass all checks:
every input validator accepts it, the package has no other case with the same input, the
model solution answers it, and all accepted submissions agree. Only then does the command
write it into data/, numbered like its neighbours, and into generators.yaml if the package
has one. The report names the wrong submissions that the case catches, and which of them no
other case caught. Without PROBLEM, the package is the current directory.

Exit code: 0 when the case was added, 1 when it was refused, 2 for mistakes in the command
or a faulty package, 3 when the judge failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "text", Usage: "take the input from `TEXT`; \\n, \\t, \\\\ and \\xHH are escapes, a final newline is added"},
				&cli.StringFlag{Name: "gen", Aliases: []string{"g"}, Usage: "run a generator of the package to make the input: `COMMAND`"},
				&cli.StringFlag{Name: "seed", Aliases: []string{"s"}, DefaultText: "derived from the command", Usage: "replace {seed} by `N`"},
				switchFlag("last", "take the failing case that was found most recently"),
				&cli.StringFlag{Name: "answer", Usage: "take the answer from `FILE` instead of the model solution"},
				&cli.StringFlag{Name: "group", Value: "secret", Usage: "put the case into the directory `GROUP` of data/, such as secret/group1"},
				&cli.StringFlag{Name: "name", Usage: "name the case `NAME`, after the number that it gets in its directory"},
				&cli.StringFlag{Name: "description", Usage: "describe the case: `TEXT`"},
				switchFlag("dry-run", "do all checks, but change nothing"),
				editFormatFlag(),
				recordFlag(),
				switchFlag("verbose", "list all files", "v"),
				libraryFlag(),
			}, judgeFlags()),
		},
	}
}

func editFormatFlag() cli.Flag {
	return &cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "print `FORMAT`: text or json"}
}

func addCase(ctx context.Context, c *call) error {
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	named, request, err := newCase(c, w)
	if err != nil {
		return err
	}
	client, err := w.Executor(ctx)
	if err != nil {
		return err
	}
	p, err := edit.Open(ctx, w, client, named)
	if err != nil {
		return err
	}
	if request.Seed != nil && !slices.ContainsFunc(strings.Fields(request.Command), func(word string) bool { return strings.Contains(word, "{seed") }) {
		return hint.Errorf(`--gen "random 10 {seed}"`, "--seed: the command has no {seed} to replace")
	}
	return c.streaming(event.Begin{}, func(out *stream) error {
		added, err := p.Add(ctx, request)
		if err != nil {
			return judging(err)
		}
		out.Event(added)
		return nil
	})
}

// newCase reads the case to add and the problem to add it to. The arguments are a problem, a file, or both.
func newCase(c *call, w *workspace.Workspace) (named string, request edit.New, err error) {
	request = edit.New{
		Group: c.String("group"), Name: strings.TrimSuffix(c.String("name"), ".in"), Description: c.String("description"),
		Dry: c.Bool("dry-run"), Command: strings.TrimSpace(c.String("gen")),
	}
	var sources []string
	for _, flag := range []string{"text", "gen", "last"} {
		if c.IsSet(flag) {
			sources = append(sources, "--"+flag)
		}
	}
	args := c.words()
	file := ""
	switch {
	case len(args) > 2:
		return "", request, hint.Errorf("grundy add problems/nim big.in", "add: want a problem and a file, got %s", strings.Join(args, ", "))
	case len(args) == 2:
		named, file = args[0], args[1]
		sources = append(sources, file)
	case len(args) == 1 && len(sources) == 0 && !isProblem(w.Problems(), args[0]):
		file = args[0]
		sources = append(sources, file)
	case len(args) == 1:
		named = args[0]
	}
	switch {
	case len(sources) == 0:
		return "", request, hint.Errorf("name a file, - for standard input, --text, --gen or --last", "add: no input given")
	case len(sources) > 1:
		return "", request, hint.Errorf("name one", "add: want one source of the input, got %s", strings.Join(sources, " and "))
	}
	if request.Seed, err = seedFlag(c); err != nil {
		return "", request, err
	}
	if request.Answer, err = answerFlag(c); err != nil {
		return "", request, err
	}
	switch {
	case c.IsSet("text"):
		request.Input, err = escaped(c.String("text"))
		request.Source = "case"
	case c.IsSet("gen"):
		if request.Command == "" {
			return "", request, hint.Errorf(`--gen "random 10 {seed}"`, "--gen: the command is empty")
		}
		request.Source = strings.NewReplacer("{seed}", "", "{", "", "}", "").Replace(strings.TrimSuffix(request.Command, ".py"))
	case c.Bool("last"):
		named, err = cases.FromFailure(w.History(), named, &request)
	default:
		request.Input, err = inputText(c, file)
		if base := strings.TrimSuffix(path.Base(filepath.ToSlash(file)), ".in"); file != "-" && strings.Trim(base, "0123456789") != "" {
			request.Source = base
		}
	}
	return named, request, err
}

// isProblem reports whether an argument names a problem rather than a file.
func isProblem(library *workspace.Library, arg string) bool {
	info, err := os.Stat(arg)
	_, isMember := library.Member(arg)
	return library.Has(arg) || isMember || err == nil && info.IsDir() || strings.HasSuffix(arg, ".zip")
}

func seedFlag(c *call) (*uint32, error) {
	if !c.IsSet("seed") {
		return nil, nil
	}
	if !c.IsSet("gen") {
		return nil, hint.Errorf(`--gen "random 10 {seed}" --seed 7`, "--seed works with --gen only")
	}
	seed, err := strconv.ParseUint(c.String("seed"), 10, 31)
	if err != nil {
		return nil, hint.Errorf("leave it out to derive one from the command", "--seed %q: want a number from 0 to %d", c.String("seed"), event.MaxSeed)
	}
	small := uint32(seed)
	return &small, nil
}

func answerFlag(c *call) ([]byte, error) {
	if !c.IsSet("answer") {
		return nil, nil
	}
	file := c.String("answer")
	if err := workspace.Readable(file); err != nil {
		return nil, fmt.Errorf("--answer %w", err)
	}
	text, err := os.ReadFile(file)
	return slices.Concat([]byte{}, text), err
}

// inputText reads the named file, or standard input.
func inputText(c *call, file string) ([]byte, error) {
	if file == "-" {
		text, err := io.ReadAll(c.in)
		if err == nil && len(text) == 0 {
			return nil, hint.Errorf("pipe an input into it", "add: standard input is empty")
		}
		return text, err
	}
	if err := workspace.Readable(file); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	return slices.Concat([]byte{}, text), err
}

// escaped resolves the escapes in the text of a flag and ends it with a newline.
func escaped(text string) ([]byte, error) {
	var out []byte
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			out = append(out, text[i])
			continue
		}
		i++
		wrong := hint.Errorf(`the escapes are \n, \t, \r, \\ and \xHH`, "--text: unknown escape %q", text[i-1:min(i+1, len(text))])
		if i == len(text) {
			return nil, wrong
		}
		switch text[i] {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
			out = append(out, '\r')
		case '\\':
			out = append(out, '\\')
		case 'x':
			value, err := strconv.ParseUint(text[i+1:min(i+3, len(text))], 16, 8)
			if err != nil || i+3 > len(text) {
				return nil, wrong
			}
			out = append(out, byte(value))
			i += 2
		default:
			return nil, wrong
		}
	}
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	return slices.Concat([]byte{}, out), nil
}
