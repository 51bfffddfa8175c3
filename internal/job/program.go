package job

import (
	"bytes"
	"os"
	"path/filepath"

	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
)

// ReadValidator is ReadProgram for a validator of inputs, answers or outputs. It replaces constants by their values.
func ReadValidator(p *problem.Problem, program problem.Program) (language.Source, error) {
	source, err := ReadProgram(program)
	if err != nil {
		return source, err
	}
	if err := WithConstants(p, source.Beside); err != nil {
		return source, err
	}
	return source, WithConstants(p, source.Files)
}

// WithConstants replaces the names of the problem's constants in some files by their values (2025-09, section
// "Constants"). Binary files stay as they are.
func WithConstants(p *problem.Problem, files []language.File) error {
	if len(p.Constants) == 0 {
		return nil
	}
	for i := range files {
		text, err := files[i].Read()
		if err != nil {
			return err
		}
		if replaced := p.WithConstants(text); bytes.IndexByte(text, 0) < 0 && !bytes.Equal(replaced, text) {
			files[i].Data = replaced
		}
	}
	return nil
}

// ReadProgram lists the files of a program of a package. If the package names them one by one, the first is the main
// file.
func ReadProgram(program problem.Program) (language.Source, error) {
	if program.Files == nil {
		source, err := language.ReadWithBeside(program.Path)
		source.Language, source.Sanitize = program.Language, program.Sanitize
		return source, err
	}
	source, err := language.ReadSource(program.Files[0])
	if err != nil {
		return source, err
	}
	source.Entrypoint, source.Language, source.Sanitize = filepath.Base(program.Files[0]), program.Language, program.Sanitize
	for _, path := range program.Files[1:] {
		if _, err := os.Stat(path); err != nil {
			return source, err
		}
		source.Files = append(source.Files, language.File{Name: filepath.Base(path), Path: path})
	}
	return source, nil
}
