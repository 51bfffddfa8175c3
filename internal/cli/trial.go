package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"grundy/internal/author/shrink"
	"grundy/internal/author/stress"
	"grundy/internal/event"
	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/problem/generators"
	"grundy/internal/problem/plain"
	"grundy/internal/report"
	"grundy/runner"
)

// defaultShrinkTime is how long an input is made smaller.
const defaultShrinkTime = 30 * time.Second

// trialFlags are those of the commands that try a solution on inputs which the problem does not have.
func trialFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "against", Aliases: []string{"a"}, Usage: "compare with `SOLUTION`, a file or a submission of the package, or with none (default: the package's model solution)"},
		&cli.StringFlag{Name: "problem", Aliases: []string{"p"}, Usage: "take limits, checker and validators of `ID|DIR|ZIP`"},
		&cli.StringFlag{Name: "language", Aliases: []string{"l"}, Usage: "take the solution for `CODE`, as grundy languages lists them"},
		&cli.StringFlag{Name: "validator", Usage: "have the program `FILE` look at every input too: it accepts with exit code 42"},
		&cli.StringFlag{Name: "checker", Usage: "judge outputs with the program `FILE` instead of the problem's way"},
		&cli.StringFlag{Name: "checker-dialect", Value: string(problem.DialectTestlib), Usage: "call it as `DIALECT`: icpc, testlib, cms, sinol, oj or peg"},
		&cli.StringFlag{Name: "checker-args", Usage: "give the checker `ARGS` instead of the problem's: \"float_tolerance 1e-6\""},
		&cli.StringFlag{Name: "time-limit", Aliases: []string{"t"}, Usage: "allow the solution `TIME` of CPU time, such as 500ms or 2s"},
		&cli.StringFlag{Name: "memory-limit", Aliases: []string{"m"}, Usage: "allow `SIZE` of memory, such as 256MiB"},
		&cli.StringFlag{Name: "output-limit", Usage: "allow `SIZE` of output"},
		switchFlag("idleness", "tell waiting for ever (IE) from computing for too long (TLE)"),
		&cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "print `FORMAT`: text or json (one event a line)"},
		switchFlag("verbose", "show everything in full", "v"),
		libraryFlag(),
	}
}

// repeated are the flags that decide about a case, as they were given, for the command that does it again.
func repeated(c *cli.Context, more ...string) []string {
	var words []string
	for _, name := range append([]string{
		"problem", "against", "language", "validator", "checker", "checker-dialect", "checker-args", "time-limit", "memory-limit", "output-limit",
	}, more...) {
		if c.IsSet(name) {
			words = append(words, "--"+name, quoted(c.String(name)))
		}
	}
	if c.Bool("idleness") {
		words = append(words, "--idleness")
	}
	return words
}

// contenders are a solution and what it is tried with, before anything is built.
type contenders struct {
	target target
	stress.Setup
}

// contend finds the solution, its problem and the trusted solution.
func (s *streams) contend(c *cli.Context, lib *library, w *workshop) (contenders, error) {
	options, err := testOptions(c)
	if err != nil {
		return contenders{}, err
	}
	t, p, err := s.tried(c, lib, w)
	if err != nil {
		return contenders{}, err
	}
	adjusted := *p
	if output, err := checkerFlag(c); err != nil {
		return contenders{}, err
	} else if output != nil {
		adjusted.Output = *output
	}
	if file := c.String("validator"); file != "" {
		if err := readable(file); err != nil {
			return contenders{}, fmt.Errorf("--validator %w", err)
		}
		path, err := filepath.Abs(file)
		if err != nil {
			return contenders{}, err
		}
		adjusted.InputValidators = append(slices.Clip(adjusted.InputValidators), problem.Program{Name: file, Path: path})
	}
	d := contenders{target: t}
	d.Setup = stress.Setup{
		Problem: &adjusted, Template: usualCase(p), Folder: w.scratch, Tier: w.choice.Host.Tier(),
		Suspect: runner.Job{Problem: &adjusted, Name: t.name, Source: t.source, Options: options},
	}
	d.Suspect.Source.Legacy = p.Format.IsLegacy()
	d.Trusted, err = trusted(c, w, &adjusted, t, options)
	return d, err
}

// tried finds the solution that the first argument names, a file or a submission of the package that --problem names, and
// its problem. One that belongs to no problem is tried by itself.
func (s *streams) tried(c *cli.Context, lib *library, w *workshop) (target, *problem.Problem, error) {
	name := c.Args().First()
	if name == "" {
		return target{}, nil, usageErrorf("grundy "+c.Command.Name+" --help shows examples", "%s: name a solution", c.Command.Name)
	}
	finder := &finder{streams: s, library: lib, table: w.table, named: c.String("problem"), language: c.String("language")}
	if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) && finder.named != "" {
		return s.triedSubmission(name, finder)
	}
	source, err := readSource(name, finder.language)
	if err != nil {
		return target{}, nil, err
	}
	absolute, err := filepath.Abs(name)
	if err != nil {
		return target{}, nil, err
	}
	if _, err := w.table.Detect(source); err != nil {
		return target{}, nil, fmt.Errorf("%s: %w", name, err)
	}
	t := target{name: name, path: absolute, source: source}
	switch err := finder.assign(&t); {
	case errors.Is(err, errNoProblem), err == nil && t.key == t.path:
		// Inputs that lie beside it are no problem, and need no answers.
		t.key = filepath.Dir(absolute)
		return t, plain.Bare(t.key), nil
	case err != nil:
		return t, nil, err
	}
	p, err := t.problem()
	return t, p, err
}

// triedSubmission finds a submission of the package that was named.
func (s *streams) triedSubmission(name string, f *finder) (target, *problem.Problem, error) {
	path, err := f.library.resolve(f.named)
	if err != nil {
		return target{}, nil, err
	}
	p, err := s.load(f.library, path)
	if err != nil {
		return target{}, nil, err
	}
	submission := submissionNamed(p, name)
	if submission == nil {
		return target{}, nil, usageErrorf(submissionHint(p), "%s: no such file, and no such submission of %s", name, p.ID)
	}
	job, err := runner.ReadSubmission(p, submission)
	if err != nil {
		return target{}, nil, err
	}
	return target{name: job.Name, path: submission.Path, source: job.Source, key: path}, p, nil
}

// submissionNamed finds a submission by its name below submissions/, or by its file's name where only one has it.
func submissionNamed(p *problem.Problem, name string) *problem.Submission {
	var found []*problem.Submission
	for i := range p.Submissions {
		s := &p.Submissions[i]
		if s.Name == strings.TrimPrefix(filepath.ToSlash(name), "submissions/") {
			return s
		}
		if path.Base(s.Name) == name {
			found = append(found, s)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return nil
}

func submissionHint(p *problem.Problem) string {
	var names []string
	for _, s := range p.Submissions {
		names = append(names, s.Name)
	}
	if len(names) == 0 {
		return ""
	}
	return "it has " + strings.Join(names, ", ")
}

// trustedTime is the CPU time that the trusted solution may take, at least: it need not be fast.
const trustedTime = 10 * time.Second

// trusted finds the solution that --against names, or else the package's model solution; nil when there is none, or when
// that is what is tried.
func trusted(c *cli.Context, w *workshop, p *problem.Problem, t target, options runner.Options) (*runner.Job, error) {
	var job runner.Job
	switch name := c.String("against"); {
	case name == "none":
		return nil, nil
	case name == "":
		model := p.Model(t.path)
		if model == nil {
			return nil, nil
		}
		var err error
		if job, err = runner.ReadSubmission(p, model); err != nil {
			return nil, err
		}
	default:
		if submission := submissionNamed(p, name); submission != nil {
			var err error
			if job, err = runner.ReadSubmission(p, submission); err != nil {
				return nil, err
			}
			break
		}
		if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
			return nil, usageErrorf(submissionHint(p), "--against %s: no such file, and no such submission of %s", name, p.ID)
		}
		source, err := readSource(name, "")
		if err != nil {
			return nil, fmt.Errorf("--against %w", err)
		}
		source.Legacy = p.Format.IsLegacy()
		job = runner.Job{Problem: p, Name: name, Source: source}
	}
	if _, err := w.table.Detect(job.Source); err != nil {
		return nil, fmt.Errorf("%s: %w", job.Name, err)
	}
	job.Options = options
	job.Options.TimeLimit = max(options.TimeLimit, p.Limits.Time, trustedTime)
	return &job, nil
}

// usualCase is a case with the arguments and files that the problem's cases have: those of the first secret one, else of
// the first one.
func usualCase(p *problem.Problem) problem.Case {
	all := p.Data.AllCases()
	i := slices.IndexFunc(all, func(tc *problem.Case) bool { return !tc.Sample })
	if i < 0 && len(all) > 0 {
		i = 0
	}
	if i < 0 {
		return problem.Case{}
	}
	return problem.Case{
		Args: all[i].Args, InputArgs: all[i].InputArgs, InputArgsFor: all[i].InputArgsFor, OutputArgs: all[i].OutputArgs,
	}
}

// commandLines are the generators: the command of --gen, or those of the package's generators.yaml.
func commandLines(c *cli.Context, p *problem.Problem) ([]stress.Generator, error) {
	rules := &generators.Rules{}
	if p.Format != problem.Plain {
		var faults problem.Diagnostics
		rules, faults = generators.Read(p)
		if fatal := faults.Fatal(true); len(fatal) > 0 && !c.IsSet("gen") {
			return nil, &problem.FaultError{Package: p.Dir, Diagnostics: fatal}
		}
	}
	if c.IsSet("gen") {
		g, err := namedGenerator(c.String("gen"), rules)
		return []stress.Generator{g}, err
	}
	hint := `name a program that prints an input for a seed: --gen gen.py, or --gen "gen.py {seed} {size}"`
	if names := rules.List(); len(names) > 0 {
		hint = fmt.Sprintf(`name one of the package's with its arguments: --gen "%s {seed} …"`, names[0])
	}
	if p.Format == problem.Plain {
		return nil, usageErrorf(hint, "nothing makes inputs")
	}
	if !rules.Exists {
		return nil, usageErrorf(hint, "%s: nothing makes inputs: there is no %s", p.ID, generators.File)
	}
	made := ruledGenerators(p, rules)
	if len(made) == 0 {
		return nil, usageErrorf(hint, "%s: no command in %s takes a {seed}", p.ID, generators.File)
	}
	return made, nil
}

// namedGenerator is a command whose program is a file of the person's, or a generator of the package.
func namedGenerator(command string, rules *generators.Rules) (stress.Generator, error) {
	g, err := stress.ParseGenerator(command)
	if err != nil {
		return g, usageErrorf(`gen.py, or "gen.py {seed} {size}"`, "--gen %q: %v", command, err)
	}
	name := g.Words[0]
	if _, err := os.Stat(name); err == nil {
		g.Program.Name = name
		g.Program.Path, err = filepath.Abs(name)
		return g, err
	}
	if rules.Dir != "" {
		if program, err := rules.Program(generators.Command{Text: command}); err == nil {
			g.Program = program
			return g, nil
		}
	}
	hint := "name the source of the generator; it is compiled and run in the sandbox"
	if len(g.Words) > 1 {
		// "python3 gen.py 10" has {seed} behind its first word by now.
		for _, word := range g.Words[1:] {
			if info, err := os.Stat(word); err == nil && !info.IsDir() {
				hint = fmt.Sprintf("name the generator itself, not what runs it: --gen %s", quoted(word+" {seed}"))
			}
		}
	}
	if names := rules.List(); rules.Dir != "" && len(names) > 0 {
		hint = "the package has " + strings.Join(names, ", ")
	}
	return g, usageErrorf(hint, "--gen %s: no such file", name)
}

// ruledGenerators are the commands of generators.yaml that take a seed, each once.
func ruledGenerators(p *problem.Problem, rules *generators.Rules) []stress.Generator {
	var made []stress.Generator
	seen := map[string]bool{}
	for _, rule := range rules.Commands() {
		text := rule.Command.Text
		if !rule.Command.Seeded() || seen[text] || rule.Folder() != "secret" && rule.Folder() != "sample" {
			continue
		}
		seen[text] = true
		program, err := rules.Program(*rule.Command)
		if err != nil {
			continue // reading the rules has said so
		}
		g := stress.Generator{Program: program, Words: strings.Fields(text)}
		if info, err := os.Stat(filepath.Join(p.Dir, "data", filepath.FromSlash(rule.Name)+".in")); err == nil {
			g.Bytes = info.Size()
		}
		made = append(made, g)
	}
	return made
}

// sizesFlag reads --size: "20", or "10-1000".
func sizesFlag(c *cli.Context) (stress.Sizes, error) {
	text := c.String("size")
	if text == "" {
		return stress.Sizes{}, nil
	}
	least, greatest, ranged := strings.Cut(text, "-")
	if !ranged {
		least, greatest = "1", text
	}
	low, errLow := strconv.Atoi(least)
	high, errHigh := strconv.Atoi(greatest)
	if errLow != nil || errHigh != nil || low < 1 || high < low {
		return stress.Sizes{}, usageErrorf("--size 20, or --size 10-1000", "--size %q: want the greatest size, or a range", text)
	}
	return stress.Sizes{Min: low, Max: high}, nil
}

// trialSink takes the events of a trial and prints them in some format.
type trialSink interface {
	Event(event.Event)
	Close() error
}

// trialSink makes the report that --format asks for, and says how often it wants to be told of progress.
func (s *streams) trialSink(c *cli.Context) (trialSink, time.Duration, error) {
	switch format := c.String("format"); format {
	case "text":
		screen := s.screen(c, s.out.File)
		every := 10 * time.Second
		if screen.Live {
			every = 50 * time.Millisecond
		}
		base, err := os.Getwd()
		if err != nil {
			base = ""
		}
		return report.NewStressText(s.out, report.TextOptions{
			Color: screen.Color, Live: screen.Live, Width: screen.Width, Verbose: c.Bool("verbose"), Base: base,
		}), every, nil
	case "json":
		return report.NewStressJSON(s.out), time.Second, nil
	default:
		return nil, 0, usageErrorf("", "--format %q: want text or json", format)
	}
}

// shrinkTime reads the flag that bounds shrinking.
func shrinkTime(c *cli.Context, name string) (time.Duration, error) {
	limit, err := timeFlag(c, name)
	return cmp.Or(limit, defaultShrinkTime), err
}

// smaller makes a finding smaller. One that cannot be made smaller is as good, so that is no error.
func (s *streams) smaller(ctx context.Context, trial *stress.Trial, found *event.Finding, limits stress.ShrinkLimits, jobs int, show func(event.Event)) *event.Finding {
	shrunk, err := trial.Shrink(ctx, found, shrinker(jobs), limits, show)
	if err != nil {
		s.log.Warn("the input was not made smaller", "reason", err)
		return found
	}
	show(shrunk)
	return &shrunk.Finding
}

// shrinker is package shrink as package stress wants it.
func shrinker(jobs int) stress.Shrinker {
	return func(ctx context.Context, input []byte, fails func(context.Context, []byte) (bool, error), show func(tries, size int)) (stress.Smaller, error) {
		result, err := shrink.Shrink(ctx, input, fails, shrink.Options{Jobs: jobs, Progress: func(p shrink.Progress) { show(p.Tries, p.Size) }})
		return stress.Smaller{Input: result.Input, Tries: result.Tries, Minimal: result.Minimal}, err
	}
}

// trying sorts the error of a trial: a solution that does not compile has failed, what is wrong with a generator, a
// validator or the trusted solution is a mistake of whoever named them.
func trying(err error, solution string) error {
	var (
		fault   *stress.Fault
		compile *stress.CompileError
		source  *language.SourceError
	)
	switch {
	case errors.As(err, &compile) && compile.Solution == solution && !compile.Compile.Skipped:
		return &failedError{err}
	case errors.As(err, &compile):
		return usageErrorf(compile.Compile.Help, "%v", err)
	case errors.As(err, &fault), errors.As(err, &source):
		return err
	}
	return judging(err)
}

// failedError ends a command with a message and the exit code of a verdict that was not as wished.
type failedError struct{ error }

func (e *failedError) Unwrap() error { return e.error }
