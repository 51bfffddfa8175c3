package job

import (
	"os"
	"path/filepath"

	"grundy/internal/language"
	"grundy/internal/problem"
)

// ReadProgram lists the files of a program of a package. Of several that are named one by one the first is the main file.
func ReadProgram(program problem.Program) (language.Source, error) {
	if program.Files == nil {
		source, err := language.ReadSource(program.Path)
		source.Language = program.Language
		return source, err
	}
	source := language.Source{Entrypoint: filepath.Base(program.Files[0]), Language: program.Language}
	for _, path := range program.Files {
		if _, err := os.Stat(path); err != nil {
			return source, err
		}
		source.Files = append(source.Files, language.File{Name: filepath.Base(path), Path: path})
	}
	return source, nil
}
