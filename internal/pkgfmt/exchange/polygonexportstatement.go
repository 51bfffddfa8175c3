package exchange

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
)

// statements writes the statements as Polygon's sections, with the files that these name, and again as problem.tex and
// problem-properties.json, which Polygon makes of them.
func (pe *polygonExport) statements() error {
	for _, step := range []func() error{pe.findExamples, pe.findTutorials} {
		if err := step(); err != nil {
			return err
		}
	}
	texts, err := pe.latexStatements()
	if err != nil {
		return err
	}
	beside := pe.takeStatementFiles()
	codes := pe.languagesOfStatements()
	for _, code := range codes {
		language := pe.language(code)
		if language == "" {
			pe.note("statement", "the texts in the language %s are left out: Polygon does not know it", code)
			continue
		}
		name := cmp.Or(pe.problem.Names[code], pe.problem.Name())
		pe.about.Names = append(pe.about.Names, polygonName{language, name})
		if text, isText := texts[code]; isText {
			err = pe.sections(language, name, text, beside)
		} else {
			err = pe.pdf(language, pe.pdfs[code])
		}
		if err != nil {
			return err
		}
	}
	for _, code := range slices.Sorted(maps.Keys(pe.problem.Names)) {
		if !slices.Contains(codes, code) && len(codes) > 0 {
			pe.note("problem.yaml", "the name %q (%s) has no place: there is no statement in that language", pe.problem.Names[code], code)
		}
	}
	if len(pe.about.Names) == 0 {
		pe.about.Names = []polygonName{{"english", pe.problem.Name()}}
	}
	return nil
}

func (c *conversion) languagesOfStatements() []string {
	var codes []string
	for _, s := range c.problem.Statements {
		if !slices.Contains(codes, s.Language) {
			codes = append(codes, s.Language)
		}
	}
	return codes
}

// language is Polygon's name of a language, "" if it has none.
func (pe *polygonExport) language(code string) string {
	code, _, _ = strings.Cut(code, "-")
	for name, known := range polygonLanguages {
		if known == code {
			return name
		}
	}
	return ""
}

// latexStatements returns the statements in LaTeX by the codes of their languages, and remembers PDFs. It leaves the files
// beside them in statement/.
func (pe *polygonExport) latexStatements() (map[string]string, error) {
	if err := pe.copyStatements(); err != nil {
		return nil, err
	}
	if err := pe.texStatements(); err != nil {
		return nil, err
	}
	texts := map[string]string{}
	pe.pdfs = map[string]file{}
	for _, code := range pe.languagesOfStatements() {
		name := "statement/problem." + code
		if f, there := pe.files[name+".pdf"]; there {
			pe.pdfs[code] = f
			delete(pe.files, name+".pdf")
		}
		written, there := pe.files[name+".tex"]
		if !there {
			continue
		}
		text, err := written.content()
		if err != nil {
			return nil, err
		}
		delete(pe.files, name+".tex")
		texts[code] = string(text)
	}
	return texts, nil
}

// copyStatements copies the statements of any version of the format to where 2025-09 has them.
func (c *conversion) copyStatements() error {
	for _, top := range []string{"statement", "problem_statement"} {
		for _, name := range c.tree.below(top) {
			if err := c.substituted(name, c.statementName(name, strings.TrimPrefix(name, top+"/"))); err != nil {
				return err
			}
		}
	}
	if c.tree.has("problem.pdf") {
		return c.copy("problem.pdf", c.statementName("problem.pdf", "problem.pdf"))
	}
	return nil
}

// takeStatementFiles removes the files beside the statements from the package, and returns them by their names.
func (c *conversion) takeStatementFiles() map[string]file {
	taken := map[string]file{}
	for _, name := range c.names() {
		if below, isBeside := strings.CutPrefix(name, "statement/"); isBeside {
			taken[below] = c.files[name]
			delete(c.files, name)
		}
	}
	return taken
}

// olympHeadings are the headings that begin a section of Polygon, in small letters.
var olympHeadings = map[string]string{
	"input": "input.tex", "input format": "input.tex", "eingabe": "input.tex", "entrada": "input.tex", "entrée": "input.tex", "indata": "input.tex", "invoer": "input.tex",
	"входные данные": "input.tex", "输入": "input.tex", "输入格式": "input.tex", "wejście": "input.tex", "dati di input": "input.tex",
	"output": "output.tex", "output format": "output.tex", "ausgabe": "output.tex", "salida": "output.tex", "saída": "output.tex", "sortie": "output.tex", "utdata": "output.tex",
	"uitvoer": "output.tex", "выходные данные": "output.tex", "输出": "output.tex", "输出格式": "output.tex", "wyjście": "output.tex", "dati di output": "output.tex",
	"interaction": "interaction.tex", "interaktion": "interaction.tex", "interactie": "interaction.tex", "протокол взаимодействия": "interaction.tex",
	"scoring": "scoring.tex", "subtasks": "scoring.tex", "punkte": "scoring.tex", "poäng": "scoring.tex",
	"note": "notes.tex", "notes": "notes.tex", "explanation": "notes.tex", "примечание": "notes.tex",
}

var (
	texHeading = lazyregexp.New(`\\(?:sub)?section\*?\s*\{`)
	// texOfPackages are commands that the classes for packages know, but Polygon does not.
	texOfPackages = lazyregexp.New(`(?m)^[ \t]*\\(?:nextsample|remainingsamples)\b[ \t]*\n?`)
)

// withoutTitle removes from a statement in LaTeX its title and what only the classes for packages know.
func withoutTitle(text string) string {
	if before, after, found := strings.Cut(text, `\problemname`); found {
		_, after = argument(after)
		text = before + after
	}
	return texOfPackages().ReplaceAllString(text, "")
}

// cutSections cuts a statement in LaTeX into the sections of Polygon.
func cutSections(text string) map[string]string {
	text = withoutTitle(text)
	found := map[string]string{}
	section := "legend.tex"
	put := func(body string) {
		if body = strings.TrimSpace(body); body != "" {
			found[section] = strings.TrimSpace(found[section] + "\n\n" + body)
		}
	}
	for {
		match := texHeading().FindStringIndex(text)
		if match == nil {
			put(text)
			return found
		}
		put(text[:match[0]])
		var heading string
		heading, text = argument(text[match[1]-1:])
		if known := olympHeadings[strings.ToLower(strings.TrimSpace(heading))]; known != "" {
			section = known
			continue
		}
		put(`\textbf{` + heading + `}`)
	}
}

// sections writes one statement.
func (pe *polygonExport) sections(language, name, text string, beside map[string]file) error {
	folder, rendered := "statement-sections/"+language, "statements/"+language
	found := cutSections(text)
	found["tutorial.tex"] = pe.tutorials[language]
	input, output := cmp.Or(pe.problem.Files.Input, "stdin"), cmp.Or(pe.problem.Files.Output, "stdout")
	properties := struct {
		polygonProperties
		Language    string  `json:"language"`
		InputFile   string  `json:"inputFile"`
		OutputFile  string  `json:"outputFile"`
		TimeLimit   float64 `json:"timeLimit"`   // ms
		MemoryLimit int64   `json:"memoryLimit"` // bytes
	}{polygonProperties{
		Name: name, Legend: found["legend.tex"], Input: found["input.tex"], Output: found["output.tex"], Interaction: found["interaction.tex"],
		Scoring: found["scoring.tex"], Notes: found["notes.tex"], Tutorial: found["tutorial.tex"], SampleTests: pe.examples,
	}, language, input, output, pe.timeLimit() * 1000, int64(pe.problem.Limits.Memory)}
	var tex strings.Builder
	fmt.Fprintf(&tex, "\\begin{problem}{%s}{%s}{%s}{%g s}{%d MB}\n", name, input, output, pe.timeLimit(), pe.memoryMiB())
	texts := map[string]string{folder + "/name.tex": name}
	for _, section := range sections {
		body := found[section.file]
		if body == "" {
			continue
		}
		texts[folder+"/"+section.file] = body + "\n"
		if section.heading != "" {
			fmt.Fprintf(&tex, "\n\\%s\n", cmp.Or(olympCommands[section.heading], section.heading))
		}
		tex.WriteString("\n" + body + "\n")
	}
	if found["tutorial.tex"] != "" {
		texts[folder+"/tutorial.tex"] = found["tutorial.tex"] + "\n"
		pe.about.Tutorials = append(pe.about.Tutorials, polygonStatement{"UTF-8", language, "true", rendered + "/tutorial.tex", "application/x-tex"})
		texts[rendered+"/tutorial.tex"] = found["tutorial.tex"] + "\n"
	}
	tex.WriteString("\n\\Examples\n\n\\begin{example}\n")
	for i, e := range pe.examples {
		base := fmt.Sprintf("example.%02d", i+1)
		texts[folder+"/"+base], texts[folder+"/"+base+".a"] = e.Input, e.Output
		texts[rendered+"/"+base], texts[rendered+"/"+base+".a"] = e.Input, e.Output
		fmt.Fprintf(&tex, "\\exmpfile{%s}{%s.a}%%\n", base, base)
	}
	tex.WriteString("\\end{example}\n\n\\end{problem}\n")
	texts[rendered+"/problem.tex"] = tex.String()
	described, err := json.MarshalIndent(properties, "", "  ")
	if err != nil {
		return fmt.Errorf("write %s: %w", propertiesFile, err)
	}
	texts[rendered+"/"+propertiesFile] = string(described) + "\n"
	for file, text := range texts {
		if err := pe.text(file, text); err != nil {
			return err
		}
	}
	for below, f := range beside {
		for _, into := range []string{folder, rendered} {
			if err := pe.add(into+"/"+below, f); err != nil {
				return err
			}
		}
	}
	pe.about.Statements = append(pe.about.Statements, polygonStatement{"UTF-8", language, "true", rendered + "/problem.tex", "application/x-tex"})
	return nil
}

// olympCommands are the commands of olymp.sty that begin a section, where they differ from its heading.
var olympCommands = map[string]string{"Input": "InputFile", "Output": "OutputFile", "Notes": "Note"}

// pdf writes a statement that exists as a PDF alone.
func (pe *polygonExport) pdf(language string, f file) error {
	name := "statements/.pdf/" + language + "/problem.pdf"
	pe.about.Statements = append(pe.about.Statements, polygonStatement{Language: language, Path: name, Type: "application/pdf"})
	return pe.add(name, f)
}

// findExamples finds what the statements show of the samples.
func (pe *polygonExport) findExamples() error {
	for _, tc := range pe.samples() {
		e, err := pe.shownOf(tc)
		if err != nil {
			return err
		}
		pe.examples = append(pe.examples, polygonSample(e))
	}
	return nil
}

// shownOf returns what a statement shows of a sample. Blank lines show whose turn it is in a conversation.
func (c *conversion) shownOf(tc *problem.Case) (example, error) {
	if tc.Interaction != "" {
		text, err := c.textAt(tc.Interaction)
		if err != nil {
			return example{}, err
		}
		var e example
		for line := range strings.Lines(text) {
			said := strings.TrimRight(line, "\r\n")
			switch {
			case strings.HasPrefix(said, "<"):
				e.Input += said[1:] + "\n"
				e.Output += "\n"
			case strings.HasPrefix(said, ">"):
				e.Input += "\n"
				e.Output += said[1:] + "\n"
			}
		}
		return e, nil
	}
	input, err := c.textAt(cmp.Or(tc.ShownInput, tc.Input))
	if err != nil {
		return example{}, err
	}
	output, err := c.textAt(cmp.Or(tc.ShownAnswer, tc.Answer))
	return example{input, output}, err
}

// findTutorials finds the explanations of the solution, by Polygon's names of their languages.
func (pe *polygonExport) findTutorials() error {
	pe.tutorials = map[string]string{}
	for _, s := range pe.problem.Editorials {
		language := pe.language(s.Language)
		if language == "" || s.Kind == "pdf" {
			continue // noted as left out
		}
		text, err := pe.textAt(s.Path)
		if err != nil {
			return err
		}
		if s.Kind == "md" {
			written := string(statement.LaTeX([]byte(text), statement.LaTeXOptions{Figure: func(string) string { return "" }}))
			_, written, _ = strings.Cut(written, "\n")
			text = written
		}
		pe.tutorials[language] = strings.TrimSpace(string(pe.problem.WithConstants([]byte(text))))
	}
	return nil
}
