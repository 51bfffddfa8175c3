package cli

import (
	"context"
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/hint"
	"grundy/internal/problem"
	"grundy/internal/statement"
)

func showCommand() *command {
	return &command{
		do:           showProblem,
		namesProblem: true,
		Command: cli.Command{
			Name:      "show",
			Usage:     "show the statement or the solution of a problem",
			ArgsUsage: "PROBLEM",
			Description: `Prints the statement, with its samples. PROBLEM is a problem of grundy list, a folder
or an archive.

   grundy show nim
   grundy show problems/nim --samples
   grundy show nim --solution`,
			Flags: []cli.Flag{
				switchFlag("samples", "print the samples only"),
				switchFlag("solution", "explain how the problem is solved"),
				&cli.StringFlag{Name: "lang", Value: "en", Usage: "show the statement in the language `CODE`, if there is one"},
				libraryFlag(),
			},
		},
	}
}

func showProblem(_ context.Context, c *call) error {
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	p, err := c.problem(w, "grundy list shows the problems")
	if err != nil {
		return err
	}
	samples, err := samplesOf(p)
	if err != nil {
		return err
	}
	screen := c.screen(c.out.File)
	options := statement.Options{
		Width: min(screen.Width, 100), Color: screen.Color, Constants: p.Constants, Samples: samples,
		Title: fmt.Sprintf("%s   %s", p.Name(), facts(p)),
	}
	if c.Bool("samples") {
		fmt.Fprint(c.out, statement.Samples(samples, options))
		return nil
	}
	texts, kind, remedy := p.Statements, "statement", "--samples shows the samples"
	if c.Bool("solution") {
		texts, kind, remedy = p.Editorials, "solution", "its author may have left solution/ empty"
		options.Samples, options.Title = nil, p.Name()+"   (solution)"
	}
	chosen, found := choose(texts, c.String("lang"))
	if !found {
		return hint.Errorf(remedy, "%s has no %s that a terminal can show", p.ID, kind)
	}
	source, err := os.ReadFile(chosen.Path)
	if err != nil {
		return fmt.Errorf("read the %s: %w", kind, err)
	}
	text, err := statement.Render(source, chosen.Kind, options)
	if err != nil {
		return hint.Errorf("open it with another program", "%s: %v", chosen.Path, err)
	}
	fmt.Fprint(c.out, text)
	return nil
}

// facts are the kind and the limits, beside the title.
func facts(p *problem.Problem) string {
	parts := append(typeNames(p.Type), timeLimit(p), p.Limits.Memory.String(), fmt.Sprintf("%d tests", len(p.Data.AllCases())))
	return "(" + strings.Join(parts, ", ") + ")"
}

// choose picks the statement in a language, else the first, Markdown before LaTeX before anything else.
func choose(statements []problem.Statement, language string) (problem.Statement, bool) {
	best, rank := problem.Statement{}, 0
	for _, s := range statements {
		value := map[string]int{"md": 4, "tex": 2}[s.Kind]
		if value > 0 && s.Language == language {
			value++
			value += 4
		}
		if value > rank {
			best, rank = s, value
		}
	}
	return best, rank > 0
}

// maxSample bounds, in bytes, what is shown of a sample.
const maxSample = 16 << 10

// samplesOf reads the samples as a statement shows them.
func samplesOf(p *problem.Problem) ([]statement.Sample, error) {
	var samples []statement.Sample
	for _, tc := range p.Data.AllCases() {
		if !tc.Sample {
			continue
		}
		sample := statement.Sample{Name: path.Base(tc.Name)}
		for _, part := range []struct {
			to    *string
			paths []string
		}{
			{&sample.Input, []string{tc.ShownInput, tc.Input}},
			{&sample.Answer, []string{tc.ShownAnswer, tc.Answer}},
			{&sample.Interaction, []string{tc.Interaction}},
		} {
			for _, file := range part.paths {
				if file == "" {
					continue
				}
				data, err := os.ReadFile(file)
				if err != nil {
					return nil, fmt.Errorf("read sample: %w", err)
				}
				if len(data) > maxSample {
					data = append(data[:maxSample:maxSample], "…\n"...)
				}
				*part.to = string(data)
				break
			}
		}
		samples = append(samples, sample)
	}
	return samples, nil
}
