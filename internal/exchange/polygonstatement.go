package exchange

import (
	"path"
	"strings"
)

// sections are the parts of a statement as Polygon keeps them, with the headings that they get.
var sections = []struct{ file, heading string }{
	{"legend.tex", ""},
	{"input.tex", "Input"},
	{"output.tex", "Output"},
	{"interaction.tex", "Interaction"},
	{"scoring.tex", "Scoring"},
	{"notes.tex", "Notes"},
}

// statements puts the statements together out of Polygon's sections, or takes the PDF where there are none.
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
		from := "statement-sections/" + s.Language + "/tutorial.tex"
		code := pi.languageCode(s.Language)
		to := "solution/solution." + code + ".tex"
		if _, done := pi.files[to]; code != "" && !done && pi.tree.has(from) {
			if err := pi.copy(from, to); err != nil {
				return err
			}
		}
	}
	return nil
}

// languageCode is the code of a language that Polygon writes out, "" when it is not known.
func (pi *polygonImport) languageCode(language string) string {
	code := polygonLanguages[strings.ToLower(language)]
	if code == "" {
		pi.note("problem.xml", "the language %q is not known; what is in it is left out", language)
	}
	return code
}

func (pi *polygonImport) statement(language, code string) error {
	folder := "statement-sections/" + language
	if !pi.tree.has(folder + "/legend.tex") {
		return pi.pdfStatement(language, code)
	}
	text := "\\problemname{" + pi.names[code] + "}\n"
	for _, section := range sections {
		name := folder + "/" + section.file
		if !pi.tree.has(name) {
			continue
		}
		part, err := pi.tree.read(name)
		if err != nil {
			return err
		}
		body := strings.TrimSpace(strings.ReplaceAll(string(part), "\r\n", "\n"))
		if body == "" {
			continue
		}
		if section.heading != "" {
			text += "\n\\section*{" + section.heading + "}\n"
		}
		text += "\n" + body + "\n"
	}
	pi.languages[code] = true
	if err := pi.text("statement/problem."+code+".tex", text); err != nil {
		return err
	}
	pi.passOver(folder, language)
	for _, name := range pi.tree.in(folder) {
		switch path.Ext(name) {
		case ".png", ".jpg", ".jpeg", ".pdf", ".svg", ".eps":
			to := "statement/" + pi.safeName(path.Base(name))
			if _, done := pi.files[to]; done {
				continue // the same picture in another language
			}
			if err := pi.copy(name, to); err != nil {
				return err
			}
		}
	}
	return nil
}

// passOver takes for used what says the same again: the name, the samples, and what Polygon rendered of the sections.
func (pi *polygonImport) passOver(folder, language string) {
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

// pdfStatement takes the rendered statement, where there is no source.
func (pi *polygonImport) pdfStatement(language, code string) error {
	for _, s := range pi.about.Statements {
		if s.Language == language && s.Type == "application/pdf" && pi.tree.holds(s.Path) {
			pi.languages[code] = true
			return pi.copy(s.Path, "statement/problem."+code+".pdf")
		}
	}
	pi.note("problem.xml", "the statement in %s has neither sections nor a PDF; it is left out", language)
	return nil
}
