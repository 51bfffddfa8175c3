package exchange

import (
	"bytes"
	"cmp"
	"path"
	"strings"
)

// sections are the parts of a statement in Polygon, with their headings.
var sections = []struct{ file, heading string }{
	{"legend.tex", ""},
	{"input.tex", "Input"},
	{"output.tex", "Output"},
	{"interaction.tex", "Interaction"},
	{"scoring.tex", "Scoring"},
	{"notes.tex", "Notes"},
}

// statements combines Polygon's sections into statements, or takes the PDF if there are none.
func (pi *polygonImport) statements() error {
	pi.languages, pi.names = map[string]bool{}, map[string]string{}
	for _, name := range pi.about.Names {
		if code := pi.languageCode(name.Language); code != "" {
			pi.names[code] = name.Value
		}
	}
	for _, s := range pi.about.Statements {
		code := pi.languageCode(s.Language)
		if code == "" || pi.languages[code] {
			continue
		}
		if err := pi.statement(s.Language, code); err != nil {
			return err
		}
	}
	for _, s := range pi.about.Tutorials {
		code := pi.languageCode(s.Language)
		if _, done := pi.files["solution/solution."+code+".tex"]; code == "" || done {
			continue
		}
		if err := pi.tutorial(s.Language, code); err != nil {
			return err
		}
	}
	return nil
}

// languageCode is the code of a language that Polygon names in full, "" if it is unknown.
func (pi *polygonImport) languageCode(language string) string {
	code := polygonLanguages[strings.ToLower(language)]
	if code == "" {
		pi.note("problem.xml", "the language %q is not known; its texts are left out", language)
	}
	return code
}

func (pi *polygonImport) statement(language, code string) error {
	folder := "statement-sections/" + language
	part := func(file string) (string, error) {
		if !pi.tree.has(folder + "/" + file) {
			return "", nil
		}
		text, err := pi.tree.read(folder + "/" + file)
		return string(text), err
	}
	if !pi.tree.has(folder + "/legend.tex") {
		rendered, err := pi.renderedStatement(language)
		if err != nil {
			return err
		}
		if rendered == nil {
			return pi.pdfStatement(language, code)
		}
		folder = rendered.folder
		pi.names[code] = cmp.Or(pi.names[code], rendered.name)
		part = func(file string) (string, error) { return rendered.sections[file], nil }
	}
	resources, err := pi.resources(folder, "statement", code)
	if err != nil {
		return err
	}
	text := "\\problemname{" + pi.names[code] + "}\n"
	for _, section := range sections {
		body, err := part(section.file)
		if err != nil {
			return err
		}
		body = strings.TrimSpace(strings.ReplaceAll(body, "\r\n", "\n"))
		if body == "" {
			continue
		}
		if section.heading != "" {
			text += "\n\\section*{" + section.heading + "}\n"
		}
		text += "\n" + body + "\n"
	}
	pi.languages[code] = true
	if err := pi.findExamples(folder, language); err != nil {
		return err
	}
	pi.markRedundant(folder, language)
	return pi.text("statement/problem."+code+".tex", resources.Replace(text))
}

// tutorial imports the explanation of the solution.
func (pi *polygonImport) tutorial(language, code string) error {
	folder := "statement-sections/" + language
	var text string
	if from := folder + "/tutorial.tex"; pi.tree.has(from) {
		content, err := pi.tree.read(from)
		if err != nil {
			return err
		}
		text = string(content)
	} else if rendered, err := pi.renderedStatement(language); err != nil {
		return err
	} else if rendered != nil {
		folder, text = rendered.folder, rendered.sections["tutorial.tex"]
	}
	if strings.TrimSpace(text) == "" {
		return nil
	}
	resources, err := pi.resources(folder, "solution", code)
	if err != nil {
		return err
	}
	return pi.text("solution/solution."+code+".tex", resources.Replace(ended(text)))
}

// isSection reports whether a file of a statement is a section rather than a resource.
func isSection(name string) bool {
	base := path.Base(name)
	return path.Ext(base) == ".tex" || strings.HasPrefix(base, "example.") || base == propertiesFile || path.Ext(base) == ".pdf"
}

// resources copies the resources of a language's sections, mostly pictures, to a directory. The replacer renames
// references to them, since files of several languages share that directory, and some names are not allowed.
func (pi *polygonImport) resources(folder, into, code string) (*strings.Replacer, error) {
	var renamed []string
	for _, name := range pi.tree.below(folder) {
		below := strings.TrimPrefix(name, folder+"/")
		if isSection(name) {
			continue
		}
		content, err := pi.tree.read(name)
		if err != nil {
			return nil, err
		}
		base := pi.safeName(strings.ReplaceAll(below, "/", "-"))
		if other, taken := pi.files[into+"/"+base]; taken {
			if bytes.Equal(other.data, content) {
				continue
			}
			base = code + "-" + base
		}
		if err := pi.add(into+"/"+base, file{data: content}); err != nil {
			return nil, err
		}
		if base != below {
			renamed = append(renamed, "{"+below+"}", "{"+base+"}", "{"+stem(below)+"}", "{"+stem(base)+"}")
		}
	}
	return strings.NewReplacer(renamed...), nil
}

// markRedundant marks redundant files as used: the name, the samples, and Polygon's rendering of the sections.
func (pi *polygonImport) markRedundant(folder, language string) {
	for _, name := range pi.tree.in(folder) {
		if base := path.Base(name); base == "name.tex" || strings.HasPrefix(base, "example.") {
			pi.tree.used[name] = true
		}
	}
	for _, s := range pi.about.Statements {
		if s.Language == language {
			pi.tree.used[s.Path] = true
		}
	}
	for _, name := range pi.tree.below("statements/" + language) {
		pi.tree.used[name] = true
	}
}

// pdfStatement takes the rendered statement if there is no source.
func (pi *polygonImport) pdfStatement(language, code string) error {
	for _, s := range pi.about.Statements {
		if s.Language == language && s.Type == "application/pdf" && pi.tree.holds(s.Path) {
			pi.languages[code] = true
			return pi.copy(s.Path, "statement/problem."+code+".pdf")
		}
	}
	pi.note("problem.xml", "the statement in %s has neither a source nor a PDF; it is left out", language)
	return nil
}
