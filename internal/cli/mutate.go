package cli

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/author/mutate"
	"grundy/internal/event"
	"grundy/internal/problem"
	"grundy/internal/problem/icpc"
	"grundy/internal/report"
	"grundy/internal/verdict"
	"grundy/runner"
)

func (s *streams) mutateCommand() *cli.Command {
	return &cli.Command{
		Name:      "mutate",
		Usage:     "measure whether the tests notice mistakes",
		ArgsUsage: "[PROBLEM|SOLUTION]...",
		Description: `Makes mutants of an accepted solution in Go, C, C++ or Python: copies with one small
mistake each, such as < for <= or a statement left out. Runs them on the test cases and
lists those that no case kills. A survivor is a mistake that people could make and be
accepted, so the data needs a case against it; or it does the same as the original in
every valid case, and then solution/mutants.yaml of the package may say why. Without a
solution it takes the model solution of the package, or its first accepted one in Go.

   grundy mutate problems/nim
   grundy mutate problems/nim/submissions/accepted/nim.cpp --operators boundary,overflow
   grundy mutate --problem nim accepted/nim.py --sample 50

Survivors are kept as files, which grundy stress takes to find a killing case.

Exit code: 0 when none survives, 1 when some do, 2 for mistakes in the command, a faulty
package and a solution that is not accepted, 3 when the judge failed.`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "problem", Aliases: []string{"p"}, Usage: "take the cases of `ID|DIR|ZIP`"},
			&cli.StringFlag{Name: "operators", Aliases: []string{"o"}, Usage: "change by the operators of `LIST`: " + operatorNames()},
			&cli.StringFlag{Name: "lines", Usage: "change the lines `A-B` only"},
			&cli.StringFlag{Name: "sample", Aliases: []string{"n"}, Usage: "take `N` mutants at random"},
			&cli.StringFlag{Name: "seed", Aliases: []string{"s"}, DefaultText: "1", Usage: "take those of seed `N`"},
			&cli.StringFlag{Name: "time", Usage: "stop after `TIME`, such as 5m, for each solution"},
			&cli.StringFlag{Name: "keep", DefaultText: "a folder in the cache", Usage: "write the sources of survivors to `DIR`"},
			&cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "text", Usage: "print `FORMAT`: text or json (one event a line)"},
			switchFlag("verbose", "show what became of every mutant", "v"),
			libraryFlag(),
		}, judgeFlags()),
		Action: s.mutate,
	}
}

func operatorNames() string {
	var names []string
	for _, operator := range mutate.Operators() {
		names = append(names, string(operator))
	}
	return strings.Join(names, ", ")
}

// mutateSink takes the events of a run and prints them in some format.
type mutateSink interface {
	Event(event.Event)
	Close() error
}

func (s *streams) mutate(c *cli.Context) error {
	options, err := mutateOptions(c)
	if err != nil {
		return err
	}
	lib, err := s.library(c)
	if err != nil {
		return err
	}
	var builder *mutate.Builder
	w, err := s.openBuilding(c.Context, c, func(w *workshop) runner.Builder {
		builder = mutate.NewBuilder(w.builder, w.store)
		return builder
	})
	if err != nil {
		return err
	}
	defer w.Close()
	defer builder.Close()
	options.Jobs = w.Slots()
	m := &mutating{streams: s, command: c, library: lib, workshop: w, kept: map[string]string{}}
	subjects, err := m.subjects()
	if err != nil {
		return err
	}
	out, err := m.sink()
	if err != nil {
		return err
	}
	exit := exitOK
	for _, subject := range subjects {
		subject.Builder = builder
		code, err := m.run(subject, options, out)
		if err != nil {
			return errors.Join(err, out.Close())
		}
		exit = max(exit, code)
	}
	if err := out.Close(); err != nil {
		return &judgeFailure{fmt.Errorf("write the report: %w", err)}
	}
	if exit != exitOK {
		return outcome(exit)
	}
	return nil
}

// mutateOptions reads the flags that choose mutants.
func mutateOptions(c *cli.Context) (mutate.Options, error) {
	options := mutate.Options{Seed: 1}
	var err error
	if list := c.String("operators"); list != "" {
		if options.Operators, err = mutate.ParseOperators(list); err != nil {
			return options, usageErrorf("", "--operators: %v", err)
		}
	}
	if c.IsSet("lines") {
		if options.Lines, err = linesFlag(c.String("lines")); err != nil {
			return options, err
		}
	}
	if c.IsSet("sample") {
		options.Sample, err = strconv.Atoi(c.String("sample"))
		if err != nil || options.Sample < 1 {
			return options, usageErrorf("leave it out to take all mutants", "--sample %q: want a number from 1 on", c.String("sample"))
		}
	}
	if c.IsSet("seed") {
		if options.Seed, err = strconv.ParseUint(c.String("seed"), 10, 64); err != nil {
			return options, usageErrorf("", "--seed %q: want a number from 0 on", c.String("seed"))
		}
	}
	options.Budget, err = timeFlag(c, "time")
	return options, err
}

// linesFlag reads "12", "12-", "-30" or "12-30".
func linesFlag(text string) ([2]int, error) {
	wrong := usageErrorf("", "--lines %q: want lines such as 12 or 12-30", text)
	first, last, isRange := strings.Cut(text, "-")
	if !isRange {
		last = first
	}
	var lines [2]int
	for i, part := range []string{first, last} {
		if part == "" {
			continue
		}
		number, err := strconv.Atoi(part)
		if err != nil || number < 1 {
			return lines, wrong
		}
		lines[i] = number
	}
	if lines == [2]int{} || lines[1] > 0 && lines[1] < lines[0] {
		return lines, wrong
	}
	return lines, nil
}

// mutating is one run of the command.
type mutating struct {
	*streams
	command  *cli.Context
	library  *library
	workshop *workshop
	// subject is the one whose mutants are judged; kept has the files of survivors, by mutant.
	subject mutate.Subject
	kept    map[string]string
}

// subjects finds the solutions that the arguments stand for, before anything is judged.
func (m *mutating) subjects() ([]mutate.Subject, error) {
	arguments := m.command.Args().Slice()
	if len(arguments) == 0 {
		named := m.command.String("problem")
		if named == "" && !icpc.Is(".") {
			return nil, usageErrorf("grundy mutate PROBLEM takes its model solution", "mutate: name a problem or a solution")
		}
		if named == "" {
			named = "."
		}
		subject, err := m.modelOf(named)
		return []mutate.Subject{subject}, err
	}
	var subjects []mutate.Subject
	for _, argument := range arguments {
		find := m.solution
		if m.command.String("problem") == "" && m.isProblem(argument) {
			find = m.modelOf
		}
		subject, err := find(argument)
		if err != nil {
			return nil, err
		}
		subjects = append(subjects, subject)
	}
	return subjects, nil
}

func (m *mutating) isProblem(name string) bool { return m.library.has(name) || icpc.Is(name) }

// modelOf takes the solution of a package that is known best to be right.
func (m *mutating) modelOf(name string) (mutate.Subject, error) {
	path, err := m.library.resolve(name)
	if err != nil {
		return mutate.Subject{}, err
	}
	p, err := m.load(m.library, path)
	if err != nil {
		return mutate.Subject{}, err
	}
	var found *problem.Submission
	best := 0
	for i := range p.Submissions {
		if rank := m.rank(p, &p.Submissions[i]); rank > best {
			found, best = &p.Submissions[i], rank
		}
	}
	if found == nil {
		return mutate.Subject{}, usageErrorf("name a solution of your own: grundy mutate --problem ID FILE",
			"%s: no accepted submission in Go, C, C++ or Python", p.ID)
	}
	return m.submission(p, found)
}

// rank tells how gladly a submission is taken, 0 for not at all.
func (m *mutating) rank(p *problem.Problem, s *problem.Submission) int {
	job, err := runner.ReadSubmission(p, s)
	if err != nil || !onlyAccepted(s) {
		return 0
	}
	row, err := m.workshop.table.Detect(job.Source)
	switch {
	case err != nil || !mutate.Mutable(row.ID):
		return 0
	case s.Model:
		return 3
	case row.ID == "go":
		return 2
	}
	return 1
}

// onlyAccepted tells a submission of which every case must be accepted.
func onlyAccepted(s *problem.Submission) bool {
	return slices.ContainsFunc(s.Expect, func(e problem.Expectation) bool {
		return e.Pattern == "" && slices.Equal(e.Permitted, []verdict.Verdict{verdict.AC})
	})
}

// solution finds a file, or a submission of the package that --problem names.
func (m *mutating) solution(name string) (mutate.Subject, error) {
	finder := &finder{streams: m.streams, library: m.library, table: m.workshop.table, named: m.command.String("problem")}
	if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) && finder.named != "" {
		t, p, err := m.triedSubmission(name, finder)
		if err != nil {
			return mutate.Subject{}, err
		}
		return m.submission(p, submissionNamed(p, t.name))
	}
	source, err := readSource(name, "")
	if err != nil {
		return mutate.Subject{}, err
	}
	absolute, err := filepath.Abs(name)
	if err != nil {
		return mutate.Subject{}, err
	}
	t := target{name: name, path: absolute, source: source}
	if err := finder.assign(&t); err != nil {
		return mutate.Subject{}, err
	}
	p, err := t.problem()
	if err != nil {
		return mutate.Subject{}, err
	}
	for i := range p.Submissions {
		if p.Submissions[i].Path == absolute {
			return m.submission(p, &p.Submissions[i])
		}
	}
	source.Legacy = p.Format.IsLegacy()
	return m.prepared(p, runner.Job{Name: name, Source: source})
}

func (m *mutating) submission(p *problem.Problem, s *problem.Submission) (mutate.Subject, error) {
	job, err := runner.ReadSubmission(p, s)
	if err != nil {
		return mutate.Subject{}, err
	}
	return m.prepared(p, job)
}

// prepared reads what is needed of a solution and makes sure that it has mutants.
func (m *mutating) prepared(p *problem.Problem, job runner.Job) (mutate.Subject, error) {
	subject := mutate.Subject{Problem: p, Name: job.Name, Source: job.Source}
	switch {
	case len(p.Data.AllCases()) == 0:
		return subject, usageErrorf("", "%s: the problem has no test cases", p.ID)
	case p.Type.SubmitAnswer:
		return subject, usageErrorf("", "%s: answers are submitted, so there is no program to change", p.ID)
	}
	row, err := m.workshop.table.Detect(job.Source)
	if err != nil {
		return subject, fmt.Errorf("%s: %w", job.Name, err)
	}
	if !mutate.Mutable(row.ID) {
		return subject, usageErrorf("name a solution in one of these", "%s: %v", job.Name, &mutate.LanguageError{Language: row.Name})
	}
	for i := range subject.Source.Files {
		file := &subject.Source.Files[i]
		if file.Data, err = file.Read(); err != nil {
			return subject, err
		}
	}
	subject.Explanations, err = mutate.ReadExplanations(p)
	if faulty := (*problem.FaultError)(nil); errors.As(err, &faulty) {
		err = usageErrorf("", "%v", err) // verify does not read them
	}
	return subject, err
}

// run judges the mutants of one solution and gives the exit code that they ask for.
func (m *mutating) run(subject mutate.Subject, options mutate.Options, out mutateSink) (int, error) {
	m.subject = subject
	if err := m.provide(m.command.Context, m.command, m.workshop, subject.Problem, nil); err != nil {
		return exitJudge, err
	}
	folder, err := m.folder(subject)
	if err != nil {
		return exitJudge, err
	}
	var unkept error
	options.Keep = func(survivor mutate.Mutant) {
		if unkept == nil {
			m.kept[survivor.ID], unkept = keepMutant(folder, survivor)
		}
	}
	summary, err := mutate.Run(m.command.Context, m.workshop.Judge, subject, options, out.Event)
	var (
		refused  *mutate.NotAcceptedError
		language *mutate.LanguageError
	)
	switch {
	case summary.Interrupted:
		return exitInterrupted, nil // the report says so
	case errors.As(err, &refused):
		return exitUsage, usageErrorf(refused.Help, "%v", refused)
	case errors.As(err, &language):
		return exitUsage, usageErrorf("", "%v", language)
	case err != nil:
		return exitJudge, judging(err)
	case unkept != nil:
		return exitUsage, usageErrorf("choose a folder with --keep", "keep the survivors: %v", unkept)
	case len(summary.Failures) > 0:
		return exitJudge, nil
	case len(summary.Survivors) > 0:
		return exitFailed, nil
	}
	return exitOK, nil
}

// folder is where survivors of a solution are kept: the person's, or one in the cache, from which those of the last run
// are taken away.
func (m *mutating) folder(subject mutate.Subject) (string, error) {
	if dir := m.command.String("keep"); dir != "" {
		return dir, nil
	}
	dir, err := cacheDir()
	if err != nil {
		return "", &judgeFailure{err}
	}
	dir = filepath.Join(dir, "mutants", subject.Problem.ID, strings.ReplaceAll(filepath.ToSlash(subject.Name), "/", "-"))
	if err := os.RemoveAll(dir); err != nil {
		return "", &judgeFailure{fmt.Errorf("remove the survivors of the last run: %w", err)}
	}
	return dir, nil
}

// keepMutant writes the source of a mutant: a file named after it, or a folder of several files.
func keepMutant(dir string, m mutate.Mutant) (string, error) {
	files := m.Source().Files
	if len(files) > 1 {
		dir = filepath.Join(dir, m.ID)
	}
	kept := dir
	for _, file := range files {
		name := file.Name
		if len(files) == 1 {
			ending := path.Ext(name)
			name = strings.TrimSuffix(path.Base(name), ending) + "-" + m.ID + ending
			kept = filepath.Join(dir, name)
		}
		target := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return "", err
		}
		if err := writeFile(target, file.Data); err != nil {
			return "", err
		}
	}
	return kept, nil
}

// hunt is the command that looks for a case which kills a survivor.
func (m *mutating) hunt(r event.MutantResult) string {
	kept := m.kept[r.Mutant.ID]
	if kept == "" {
		return ""
	}
	words := []string{"grundy", "stress", quoted(shortPath(kept)), "--problem", quoted(m.named())}
	words = append(words, "--against", quoted(m.subject.Name))
	if _, err := os.Stat(filepath.Join(m.subject.Problem.Dir, "generators", "generators.yaml")); err != nil {
		words = append(words, "--gen", "COMMAND")
	}
	return strings.Join(words, " ")
}

// named is how a person names the problem.
func (m *mutating) named() string {
	if id := m.subject.Problem.ID; m.library.has(id) {
		return id
	}
	return shortPath(m.subject.Problem.Dir)
}

func (m *mutating) sink() (mutateSink, error) {
	switch format := m.command.String("format"); format {
	case "text":
		screen := m.screen(m.command, m.out.File)
		return report.NewMutateText(m.out, report.TextOptions{
			Color: screen.Color, Live: screen.Live, Width: screen.Width, Verbose: m.command.Bool("verbose"),
		}, m.hunt), nil
	case "json":
		return report.NewMutateJSON(m.out, m.hunt), nil
	default:
		return nil, usageErrorf("", "--format %q: want text or json", format)
	}
}

// shortPath is a path relative to the present folder where that is shorter to type.
func shortPath(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if relative, err := filepath.Rel(here, path); err == nil && len(relative) < len(path) {
		return relative
	}
	return path
}
