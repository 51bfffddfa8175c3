package job

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// Made is a case that a job brings along, since the problem lacks it. Its files may lie on this machine; their
// content is sent elsewhere.
type Made struct {
	// Case is its name and its arguments. It names no files.
	Case problem.Case
	// Files are its input and its answer, named by their extension: ".in", ".ans".
	Files []language.File
	// Beside are the files in the working directory of programs, like those of NAME.files.
	Beside []language.File
}

// MadeInput is a case with a given input and the arguments of a template.
func MadeInput(template problem.Case, input []byte) Made {
	return Made{Case: withoutFiles(&template), Files: []language.File{{Name: ".in", Data: orEmpty(input)}}}
}

// MadeOf is a case whose files lie on this machine.
func MadeOf(tc *problem.Case) (Made, error) {
	m := Made{Case: withoutFiles(tc)}
	for _, file := range []language.File{{Name: ".in", Path: tc.Input}, {Name: ".ans", Path: tc.Answer}} {
		if file.Path != "" {
			m.Files = append(m.Files, file)
		}
	}
	if tc.Files == "" {
		return m, nil
	}
	var err error
	m.Beside, err = allFiles(tc.Files)
	return m, err
}

// WithoutData is a problem without its test cases, for self-contained jobs.
func WithoutData(p *problem.Problem) *problem.Problem {
	without := *p
	without.Data, without.ValidatorCases = &problem.Group{}, nil
	return &without
}

// withoutFiles is the part of a case that affects judging, except its files.
func withoutFiles(c *problem.Case) problem.Case {
	return problem.Case{
		Name: c.Name, Sample: c.Sample, Args: c.Args, InputArgs: c.InputArgs, OutputArgs: c.OutputArgs,
		InputArgsFor: c.InputArgsFor, AnswerArgs: c.AnswerArgs, AnswerArgsFor: c.AnswerArgsFor, FullFeedback: c.FullFeedback,
		InputVisualizerArgs: c.InputVisualizerArgs, OutputVisualizerArgs: c.OutputVisualizerArgs,
	}
}

func orEmpty(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}

func (m Made) withFiles(made func(language.Source) (language.Source, error)) (Made, error) {
	files, err := made(language.Source{Files: m.Files, Beside: m.Beside})
	m.Files, m.Beside = files.Files, files.Beside
	return m, err
}

// check rejects what no sender writes.
func (m *Made) check() error {
	if namesFiles(&m.Case) {
		return errors.New("a case that it brings along names files")
	}
	for _, file := range m.Files {
		if file.Name != ".in" && file.Name != ".ans" {
			return errors.New("a case that it brings along has a file that is neither its input nor its answer")
		}
	}
	return checkNames(m.Beside)
}

// checkNames rejects names that lead out of the directory in which files are laid out.
func checkNames(files []language.File) error {
	for _, file := range files {
		if !fs.ValidPath(file.Name) || file.Name == "." || !filepath.IsLocal(filepath.FromSlash(file.Name)) {
			return errors.New("a file that it brings along has a name that leads elsewhere")
		}
	}
	return nil
}

// namesFiles reports whether a case names files of a machine.
func namesFiles(c *problem.Case) bool {
	return slices.ContainsFunc([]string{
		c.Input, c.Answer, c.Files, c.AnswerWanted, c.Interaction, c.ShownInput, c.ShownAnswer, c.Picture, c.DownloadInput, c.DownloadAnswer,
	}, func(path string) bool { return path != "" })
}
