package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/author/edit"
	"grundy/internal/author/generate"
	"grundy/internal/event"
	"grundy/internal/problem"
	"grundy/internal/problem/generators"
	"grundy/internal/problem/icpc"
	"grundy/internal/report"
)

func (s *streams) addCommand() *cli.Command {
	return &cli.Command{
		Name:         "add",
		Usage:        "add a test case to a problem package",
		ArgsUsage:    "[PROBLEM] [FILE|-]",
		BashComplete: s.completeProblems,
		Description: `Takes the input from a file, standard input, --text, a generator, or the case that stress,
shrink or test --input found last. Every input validator must accept it, no other case may
be the same, the model solution answers it, and all accepted submissions must agree. Then
it is numbered like its neighbours, written into data/, and into generators.yaml where the
package has one; until then nothing is changed. The answer says which wrong submissions it
kills, and which of them nothing killed before. Without PROBLEM it is the package of the
present folder.

   grundy add problems/nim big.in --name large-heaps
   echo "1 5" | grundy add problems/nim -
   grundy add problems/nim --text '2\n5 5' --description "two equal heaps"
   grundy add problems/nim --gen "random 10 100 {seed}" --seed 7
   grundy add --last

Exit code: 0 when it was added, 1 when the case is refused, 2 for mistakes in the command
and a faulty package, 3 when the judge failed.`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "text", Usage: "take the input from `TEXT`; \\n, \\t, \\\\ and \\xHH stand for bytes, a last newline is added"},
			&cli.StringFlag{Name: "gen", Aliases: []string{"g"}, Usage: "let a generator of the package make the input: `COMMAND`"},
			&cli.StringFlag{Name: "seed", Aliases: []string{"s"}, DefaultText: "made of the command", Usage: "put `N` in the place of {seed}"},
			switchFlag("last", "take the failing case that was found last"),
			&cli.StringFlag{Name: "answer", Usage: "take the answer from `FILE` instead of the model solution"},
			&cli.StringFlag{Name: "group", Value: "secret", Usage: "put it into the folder `GROUP` of data/: secret/group1"},
			&cli.StringFlag{Name: "name", Usage: "call it `NAME`, behind the number that the folder gives it"},
			&cli.StringFlag{Name: "description", Usage: "write down what the case is about: `TEXT`"},
			switchFlag("dry-run", "try everything and change nothing"),
			editFormatFlag(),
			switchFlag("verbose", "list all files", "v"),
			libraryFlag(),
		}, judgeFlags()),
		Action: s.add,
	}
}

func editFormatFlag() cli.Flag {
	return &cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "print `FORMAT`: text or json"}
}

// editSink prints what became of a package's cases.
type editSink interface {
	Added(edit.Added) error
	Changed(edit.Changed) error
}

func (s *streams) editSink(c *cli.Context) (editSink, error) {
	switch format := c.String("format"); format {
	case "text":
		screen := s.screen(c, s.out.File)
		return report.NewEditText(s.out, report.TextOptions{Color: screen.Color, Width: screen.Width, Verbose: c.Bool("verbose")}), nil
	case "json":
		return report.NewEditJSON(s.out), nil
	default:
		return nil, usageErrorf("", "--format %q: want text or json", format)
	}
}

func (s *streams) add(c *cli.Context) error {
	out, err := s.editSink(c)
	if err != nil {
		return err
	}
	lib, err := s.library(c)
	if err != nil {
		return err
	}
	named, request, err := s.newCase(c, lib)
	if err != nil {
		return err
	}
	p, rules, err := s.edited(lib, named)
	if err != nil {
		return err
	}
	if request.Seed != nil && !slices.ContainsFunc(strings.Fields(request.Command), func(word string) bool { return strings.Contains(word, "{seed") }) {
		return usageErrorf(`--gen "random 10 {seed}"`, "--seed: the command has no {seed} that it could replace")
	}
	w, err := s.open(c.Context, c)
	if err != nil {
		return err
	}
	defer w.Close()
	added, err := s.editor(lib, w, p, rules).Add(c.Context, request)
	if err != nil {
		return editing(err)
	}
	return printing(out.Added(added))
}

// printing is the error of a report.
func printing(err error) error {
	if err != nil {
		return &judgeFailure{fmt.Errorf("write the report: %w", err)}
	}
	return nil
}

// newCase reads what is to be added, and tells where: the arguments are a problem and a file, or one of them.
func (s *streams) newCase(c *cli.Context, lib *library) (named string, request edit.New, err error) {
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
	args := c.Args().Slice()
	file := ""
	switch {
	case len(args) > 2:
		return "", request, usageErrorf("", "add: want a problem and a file, got %s", strings.Join(args, ", "))
	case len(args) == 2:
		named, file = args[0], args[1]
		sources = append(sources, file)
	case len(args) == 1 && len(sources) == 0 && !s.isProblem(lib, args[0]):
		file = args[0]
		sources = append(sources, file)
	case len(args) == 1:
		named = args[0]
	}
	switch {
	case len(sources) == 0:
		return "", request, usageErrorf("name a file, - for standard input, --text, --gen or --last", "add: nothing says what the input is")
	case len(sources) > 1:
		return "", request, usageErrorf("name one", "add: the input is to come from %s at once", strings.Join(sources, " and "))
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
			return "", request, usageErrorf(`--gen "random 10 {seed}"`, "--gen: the command is empty")
		}
		request.Source = strings.NewReplacer("{seed}", "", "{", "", "}", "").Replace(strings.TrimSuffix(request.Command, ".py"))
	case c.Bool("last"):
		return s.lastCase(named, request)
	default:
		request.Input, err = s.inputText(file)
		if base := strings.TrimSuffix(path.Base(filepath.ToSlash(file)), ".in"); file != "-" && strings.Trim(base, "0123456789") != "" {
			request.Source = base
		}
	}
	return named, request, err
}

// isProblem tells arguments that name a problem from those that name a file.
func (s *streams) isProblem(lib *library, arg string) bool {
	info, err := os.Stat(arg)
	return lib.has(arg) || err == nil && info.IsDir() || strings.HasSuffix(arg, ".zip")
}

func seedFlag(c *cli.Context) (*uint32, error) {
	if !c.IsSet("seed") {
		return nil, nil
	}
	if !c.IsSet("gen") {
		return nil, usageErrorf("", "--seed goes with --gen only")
	}
	seed, err := strconv.ParseUint(c.String("seed"), 10, 31)
	if err != nil {
		return nil, usageErrorf("", "--seed %q: want a number from 0 to %d", c.String("seed"), event.MaxSeed)
	}
	small := uint32(seed)
	return &small, nil
}

func answerFlag(c *cli.Context) ([]byte, error) {
	if !c.IsSet("answer") {
		return nil, nil
	}
	file := c.String("answer")
	if err := readable(file); err != nil {
		return nil, fmt.Errorf("--answer %w", err)
	}
	text, err := os.ReadFile(file)
	return slices.Concat([]byte{}, text), err
}

// inputText reads the file that a person names, or standard input.
func (s *streams) inputText(file string) ([]byte, error) {
	if file == "-" {
		text, err := io.ReadAll(s.in)
		if err == nil && len(text) == 0 {
			return nil, usageErrorf("pipe an input into it", "add: standard input is empty")
		}
		return text, err
	}
	if err := readable(file); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	return slices.Concat([]byte{}, text), err
}

// escaped is the text of a flag with its escapes, ended by a newline.
func escaped(text string) ([]byte, error) {
	var out []byte
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			out = append(out, text[i])
			continue
		}
		i++
		wrong := usageErrorf(`\n, \t, \r, \\ and \xHH are known`, "--text: %q is no escape", text[i-1:min(i+1, len(text))])
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

// lastCase takes the failing case that was found last, for its own problem unless another one is named.
func (s *streams) lastCase(named string, request edit.New) (string, edit.New, error) {
	history := s.history()
	last, found := history.lastFailure()
	if !found {
		return "", request, usageErrorf("grundy stress finds one", "--last: no failing case is kept")
	}
	text, err := os.ReadFile(last.Input)
	if err != nil {
		return "", request, usageErrorf("grundy stress finds another one", "--last: %v", err)
	}
	if named == "" {
		named = last.Problem
	}
	request.Input = slices.Concat([]byte{}, text)
	request.Source = "breaks " + strings.TrimSuffix(filepath.Base(last.Solution), filepath.Ext(last.Solution))
	if request.Answer == nil && last.Answer != "" && plainFolder(named) {
		request.Answer, err = os.ReadFile(last.Answer)
	}
	return named, request, err
}

// plainFolder tells folders that have no model solution, so that the trusted solution's answer has to do.
func plainFolder(dir string) bool { return !icpc.Is(dir) }

// edited opens a package that is to be changed.
func (s *streams) edited(lib *library, named string) (*problem.Problem, *generators.Rules, error) {
	if named == "" {
		if !icpc.Is(".") {
			return nil, nil, usageErrorf("name the package first", "this folder is no problem package")
		}
		named = "."
	}
	location, err := lib.resolve(named)
	if err != nil {
		return nil, nil, err
	}
	if info, err := os.Stat(location); err == nil && !info.IsDir() {
		return nil, nil, usageErrorf("grundy import "+quoted(named)+" makes a folder of it", "%s: an archive cannot be changed", named)
	}
	if builtIn(lib, named, location) {
		id := filepath.Base(location)
		return nil, nil, usageErrorf(fmt.Sprintf("make a copy: grundy export %s && grundy import %s.zip", id, id), "%s lies inside the program, which cannot be changed", id)
	}
	p, err := s.load(lib, location)
	if err != nil {
		return nil, nil, err
	}
	rules, err := rulesOf(p)
	return p, rules, err
}

// builtIn tells that a problem is that of the binary, which is unpacked below the cache.
func builtIn(lib *library, named, location string) bool {
	if lib.dir == "" && lib.has(named) {
		return true
	}
	absolute, err := filepath.Abs(location)
	below, relErr := filepath.Rel(lib.cache, absolute)
	return err == nil && relErr == nil && filepath.IsLocal(below)
}

// rulesOf reads generators.yaml; what is wrong with it is an error.
func rulesOf(p *problem.Problem) (*generators.Rules, error) {
	rules, faults := generators.Read(p)
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		return nil, &problem.FaultError{Package: p.Dir, Diagnostics: fatal}
	}
	return rules, nil
}

// editor is what changes a package; w may be nil where nothing is run.
func (s *streams) editor(lib *library, w *workshop, p *problem.Problem, rules *generators.Rules) *edit.Package {
	e := &edit.Package{Problem: p, Rules: rules, Load: func(dir string) (*problem.Problem, *generators.Rules, error) {
		p, faults, err := problem.Open(dir, loaders, lib.cache)
		if err != nil {
			return nil, nil, err
		}
		if fatal := faults.Fatal(true); len(fatal) > 0 {
			return nil, nil, &problem.FaultError{Package: p.Dir, Diagnostics: fatal}
		}
		rules, err := rulesOf(p)
		return p, rules, err
	}}
	if w != nil {
		e.Judge, e.Store = w.Judge, w.store
	}
	return e
}

// editing sorts the error of changing a package.
func editing(err error) error {
	var (
		refusal *edit.Refusal
		unknown *edit.UnknownError
		place   *generate.PlaceError
		fault   *generate.FaultError
	)
	switch {
	case errors.As(err, &refusal):
		return &failedError{&usageError{refusal.Error(), refusal.Help}}
	case errors.As(err, &unknown):
		return usageErrorf("grundy show and grundy verify list what there is", "%s: no %s %q%s", unknown.Problem, unknown.What, unknown.Name, didYouMean(unknown.Name, unknown.Known))
	case errors.As(err, &place):
		return usageErrorf("the package is as it was", "%v", err)
	case errors.As(err, &fault):
		return usageErrorf(fault.Help, "%v", err)
	}
	return judging(err)
}

// caseSaver makes tests of failing cases.
type caseSaver struct{ *edit.Package }

// Save adds the case to the package.
func (s caseSaver) Save(ctx context.Context, found event.Finding) (event.Kept, error) {
	source := strings.TrimSuffix(path.Base(filepath.ToSlash(found.Solution)), path.Ext(found.Solution))
	added, err := s.Add(ctx, edit.New{Input: found.Input, Source: "breaks " + source})
	if err != nil {
		return event.Kept{}, editing(err)
	}
	kept := event.Kept{Test: added.Case}
	for _, file := range added.Files {
		full := filepath.Join(s.Problem.Dir, filepath.FromSlash(file))
		switch {
		case strings.HasPrefix(file, "data/"+added.Case+".in"):
			kept.Input = full
		case strings.HasPrefix(file, "data/"+added.Case+".ans"):
			kept.Answer = full
		}
	}
	return kept, nil
}
