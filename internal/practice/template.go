package practice

import (
	"embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"grundy/internal/problem"
	"grundy/internal/workspace"
)

// templates are solutions to start from, named by language: template.EXT.
//
//go:embed templates
var templates embed.FS

// templateEndings maps language codes to the endings of their templates.
var templateEndings = map[string]string{
	"c": "c", "cpp": "cpp", "go": "go", "java": "java", "javascript": "js", "kotlin": "kt", "python3": "py", "rust": "rs",
}

// TemplateLanguages are the codes of the languages in which a solution can be started.
func TemplateLanguages() []string {
	return slices.Sorted(maps.Keys(templateEndings))
}

// TemplateEnding is that of files in a language, found when a solution can be started in it.
func TemplateEnding(language string) (ending string, found bool) {
	ending, found = templateEndings[language]
	return ending, found
}

// Template is the beginning of a solution with a name, by the ending of its file: the person's own if there is one, else the
// built-in one.
func Template(w *workspace.Workspace, p *problem.Problem, name, ending string) (string, error) {
	text, err := template(ending, w.Template(ending))
	if err != nil {
		return "", err
	}
	return strings.NewReplacer("{{problem}}", p.ID, "{{title}}", p.Name(), "{{name}}", name).Replace(text), nil
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
	return string(text), err
}
