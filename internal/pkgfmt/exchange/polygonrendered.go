package exchange

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// propertiesFile holds the texts of a statement, beside the problem.tex that Polygon made of them.
const propertiesFile = "problem-properties.json"

// renderedText is a statement that Polygon made of sections which the package lacks.
type renderedText struct {
	folder, name string
	sections     map[string]string // by the names of the sections' files
}

// polygonProperties are the texts of a statement in problem-properties.json.
type polygonProperties struct {
	Name        string          `json:"name"`
	Legend      string          `json:"legend"`
	Input       string          `json:"input"`
	Output      string          `json:"output"`
	Interaction string          `json:"interaction,omitempty"`
	Scoring     string          `json:"scoring,omitempty"`
	Notes       string          `json:"notes,omitempty"`
	Tutorial    string          `json:"tutorial,omitempty"`
	SampleTests []polygonSample `json:"sampleTests"`
}

// polygonSample is a sample as the statement shows it.
type polygonSample struct {
	Input  string `json:"input"`
	Output string `json:"output"`
}

// renderedStatement reads the texts of a statement in a language from problem-properties.json, else from problem.tex. It
// returns nil without both.
func (pi *polygonImport) renderedStatement(language string) (*renderedText, error) {
	folder := "statements/" + language
	tex := folder + "/problem.tex"
	for _, s := range pi.about.Statements {
		if s.Language == language && s.Type == "application/x-tex" && pi.tree.has(s.Path) {
			folder, tex = path.Dir(s.Path), s.Path
		}
	}
	properties, err := pi.properties(folder)
	if err != nil {
		return nil, err
	}
	if properties != nil && properties.Legend != "" {
		return &renderedText{folder: folder, name: properties.Name, sections: map[string]string{
			"legend.tex": properties.Legend, "input.tex": properties.Input, "output.tex": properties.Output, "interaction.tex": properties.Interaction,
			"scoring.tex": properties.Scoring, "notes.tex": properties.Notes, "tutorial.tex": properties.Tutorial,
		}}, nil
	}
	if !pi.tree.has(tex) {
		return nil, nil
	}
	text, err := pi.tree.read(tex)
	if err != nil {
		return nil, err
	}
	rendered := readOlymp(string(text))
	rendered.folder = folder
	return rendered, nil
}

// properties reads the problem-properties.json of a directory, nil without one.
func (pi *polygonImport) properties(folder string) (*polygonProperties, error) {
	name := folder + "/" + propertiesFile
	if !pi.tree.has(name) {
		return nil, nil
	}
	text, err := pi.tree.read(name)
	if err != nil {
		return nil, err
	}
	p := &polygonProperties{}
	if err := json.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

var (
	olympSection = lazyregexp.New(`\\(InputFile|OutputFile|Interaction|Scoring|Notes?|Explanations?|Examples?)(?:\{\}|\b)`)
	// olympExample matches the samples, which the package shows by itself.
	olympExample = lazyregexp.New(`(?s)\\begin\{example(?:wide|three)?\}.*?\\end\{example(?:wide|three)?\}`)
)

// olympSections maps the commands of olymp.sty to the names of the sections' files.
var olympSections = map[string]string{
	"InputFile": "input.tex", "OutputFile": "output.tex", "Interaction": "interaction.tex", "Scoring": "scoring.tex", "Note": "notes.tex", "Notes": "notes.tex",
	"Explanation": "notes.tex", "Explanations": "notes.tex", "Example": "notes.tex", "Examples": "notes.tex",
}

// readOlymp reads a problem in the commands of olymp.sty, \begin{problem}{NAME}…\InputFile…\end{problem}. Any other text
// is taken as a whole.
func readOlymp(text string) *renderedText {
	rendered := &renderedText{sections: map[string]string{}}
	if _, body, found := strings.Cut(text, `\begin{document}`); found {
		text, _, _ = strings.Cut(body, `\end{document}`)
	}
	if _, body, found := strings.Cut(text, `\begin{problem}`); found {
		body, _, _ = strings.Cut(body, `\end{problem}`)
		rendered.name, text = argument(body)
		for strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") { // files and limits
			_, text = argument(text)
		}
	}
	text = olympExample().ReplaceAllString(text, "")
	section, from := "legend.tex", 0
	put := func(to int) {
		if body := strings.TrimSpace(text[from:to]); body != "" {
			rendered.sections[section] = strings.TrimSpace(rendered.sections[section] + "\n\n" + body)
		}
	}
	for _, match := range olympSection().FindAllStringSubmatchIndex(text, -1) {
		put(match[0])
		section, from = olympSections[text[match[2]:match[3]]], match[1]
	}
	put(len(text))
	return rendered
}

// argument takes the argument in braces at the beginning of a text.
func argument(text string) (arg, rest string) {
	trimmed := strings.TrimLeft(text, " \t\r\n")
	depth := 0
	for i := 0; i < len(trimmed); i++ {
		switch trimmed[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return trimmed[1:i], trimmed[i+1:]
			}
		}
		if depth == 0 {
			break
		}
	}
	return "", text
}
