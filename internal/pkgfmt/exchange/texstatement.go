package exchange

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/statement"
	"grundy/internal/statement/svgpdf"
)

// markdownName matches a Markdown statement, whose language legacy packages may omit.
var markdownName = lazyregexp.New(`^problem(?:\.([A-Za-z-]+))?\.md$`)

// texStatements converts Markdown statements to LaTeX, the only form that all tools for packages read.
func (c *conversion) texStatements() error {
	for _, name := range c.names() {
		folder, base := path.Split(name)
		match := markdownName().FindStringSubmatch(base)
		if match == nil || folder != "statement/" && folder != "problem_statement/" {
			continue
		}
		tex := strings.TrimSuffix(name, ".md") + ".tex"
		if _, there := c.files[tex]; there {
			c.note(name, "left out: %s says the same in LaTeX", path.Base(tex))
			delete(c.files, name)
			continue
		}
		text, err := c.files[name].content()
		if err != nil {
			return err
		}
		delete(c.files, name)
		// LaTeX has its own command for constants, which not all tools know.
		text = c.problem.WithConstants(text)
		written := statement.LaTeX(text, statement.LaTeXOptions{
			Name:          cmp.Or(c.problem.Names[cmp.Or(match[1], "en")], c.problem.Name()),
			Figure:        func(file string) string { return c.figure(folder, file) },
			SamplesInText: c.target == ICPC,
		})
		if err := c.text(tex, string(written)); err != nil {
			return err
		}
	}
	return nil
}

// figure returns the file that LaTeX can show for an image of a statement, "" if there is none. For an SVG that is
// a PDF beside it, which is made if it is missing.
func (c *conversion) figure(folder, name string) string {
	full := path.Join(folder, name)
	svg, there := c.files[full]
	ending := strings.ToLower(path.Ext(name))
	switch {
	case !there:
		c.note(full, "the file does not exist; its description is shown instead")
		return ""
	case slices.Contains([]string{".png", ".jpg", ".jpeg", ".pdf"}, ending):
		return name
	case ending != ".svg":
		c.note(full, "LaTeX cannot show it; its description is shown instead")
		return ""
	}
	drawn := strings.TrimSuffix(name, path.Ext(name)) + ".pdf"
	if _, there := c.files[path.Join(folder, drawn)]; there {
		return drawn
	}
	page, err := drawing(svg)
	if err == nil {
		err = c.add(path.Join(folder, drawn), file{data: page})
	}
	if err != nil {
		c.note(full, "its description is shown instead, since LaTeX cannot show it (%v); put a PDF beside it", err)
		return ""
	}
	return drawn
}

// drawing converts an SVG to a PDF.
func drawing(svg file) ([]byte, error) {
	text, err := svg.content()
	if err != nil {
		return nil, err
	}
	return svgpdf.PDF(text)
}
