package practice

import (
	"embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// templates are solutions to start from, named by language: template.EXT.
//
//go:embed templates
var templates embed.FS

// templateEndings maps language codes to the file extensions of their templates.
var templateEndings = map[string]string{
	"c": "c", "cpp": "cpp", "go": "go", "java": "java", "javascript": "js", "kotlin": "kt", "python3": "py", "rust": "rs",
}

// TemplateLanguages are the codes of the languages that have a template.
func TemplateLanguages() []string {
	return slices.Sorted(maps.Keys(templateEndings))
}

// TemplateEnding is the file extension of a language that has a template. Users call Python by its name, and other
// languages by that extension.
func TemplateEnding(language string) (ending string, found bool) {
	if language == "python" {
		language = "python3"
	}
	for code, ending := range templateEndings {
		if language == code || language == ending {
			return ending, true
		}
	}
	return "", false
}

// ErrNoTemplate reports that solutions with an extension begin with an empty file.
var ErrNoTemplate = hint.Errorf("put one of your own into the directory for templates: grundy config shows which", "there is no template")

// HasTemplate reports whether solutions with an extension can be started.
func HasTemplate(ending string) bool {
	return slices.Contains(slices.Collect(maps.Values(templateEndings)), ending)
}

// Template is the initial text of a solution with a name, by file extension: the user's own template, else the
// built-in one, else ErrNoTemplate.
func Template(w *workspace.Workspace, p *problem.Problem, name, ending string) (string, error) {
	text, err := template(ending, w.Template(ending))
	if err != nil {
		return "", err
	}
	return strings.NewReplacer("{{problem}}", p.ID, "{{title}}", p.Name(), "{{name}}", name).Replace(text), nil
}

// Starts makes the initial solution of a problem: its file name with the given extension, and its text.
func Starts(w *workspace.Workspace, ending string) func(*problem.Problem) (name string, text []byte, err error) {
	return func(p *problem.Problem) (string, []byte, error) {
		text, err := Template(w, p, p.ID, ending)
		return p.ID + "." + ending, []byte(text), err
	}
}

func template(ending, own string) (string, error) {
	if own != "" {
		text, err := os.ReadFile(own)
		if err == nil {
			return string(text), nil
		}
		if !errors.Is(err, os.ErrNotExist) {
			return "", fmt.Errorf("read your own template: %w", err)
		}
	}
	text, err := templates.ReadFile("templates/template." + ending + ".tmpl")
	if err != nil {
		return "", fmt.Errorf("%q: %w", ending, ErrNoTemplate)
	}
	return string(text), nil
}
