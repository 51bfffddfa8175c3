package practice

import (
	"fmt"
	"os"
	"path"

	"grundy/internal/base/fsutil"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
)

// Statement picks the text in a language, else the first one, Markdown before LaTeX. It ignores other formats, which
// the judge cannot show.
func Statement(texts []problem.Statement, language string) (chosen problem.Statement, found bool) {
	best, rank := problem.Statement{}, 0
	for _, s := range texts {
		value := map[string]int{"md": 4, "tex": 2}[s.Kind]
		if value > 0 && s.Language == language {
			value += 4
		}
		if value > rank {
			best, rank = s, value
		}
	}
	return best, rank > 0
}

// Editorial is an explanation of a solution that can be shown.
type Editorial struct {
	problem.Statement
	statement.Editorial
}

// ReadEditorial reads the editorial of a problem, preferably in the given language; nil if none can be shown.
func ReadEditorial(p *problem.Problem, language string) (*Editorial, error) {
	chosen, found := Statement(p.Editorials, language)
	if !found {
		return nil, nil
	}
	source, err := fsutil.ReadWithin(p.Dir, chosen.Path)
	if err != nil {
		return nil, fmt.Errorf("read the editorial: %w", err)
	}
	return &Editorial{chosen, statement.Divide(source, chosen.Kind)}, nil
}

// Hints reads the hints of a problem, preferably in the given language; none if its editorial has none.
func Hints(p *problem.Problem, language string) ([]statement.Hint, error) {
	editorial, err := ReadEditorial(p, language)
	if editorial == nil {
		return nil, err
	}
	return editorial.Hints, nil
}

// maxSample bounds how much of a sample is shown, in bytes.
const maxSample = 16 << 10

// Samples reads the samples as a statement shows them.
func Samples(p *problem.Problem) ([]statement.Sample, error) {
	var samples []statement.Sample
	for _, tc := range p.Samples() {
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
