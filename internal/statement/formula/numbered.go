package formula

import "slices"

// numbered is the table of a formula whose rows have numbers, nil for other formulas.
func (f *Formula) numbered() *node {
	if f.root == nil || !f.Display || len(f.root.Children) != 1 {
		return nil
	}
	table := f.root.Children[0].only()
	if table.Tag != "mtable" || !slices.ContainsFunc(table.Children, func(row *node) bool { return row.label() != nil }) {
		return nil
	}
	return table
}

// columns is the number of columns of a table, without that of numbers.
func (n *node) columns() int {
	columns := 0
	for _, row := range n.cells() {
		columns = max(columns, len(row))
	}
	return columns
}

// DisplayHTML writes the formula for lines of its own on a page, as MathML does, with numbers at the edge.
func (f *Formula) DisplayHTML() string {
	n := f.numbered()
	if n == nil {
		return f.MathML()
	}
	var w mathMLWriter
	w.numberedTable(n)
	return w.String()
}

// numberedTable writes rows of formulas with their numbers at the edge of the text. MathML has no place there in browsers, so it is
// a table of HTML with a formula in each cell.
func (w *mathMLWriter) numberedTable(n *node) {
	columns := n.columns()
	_, usual := n.rowGap()
	w.open("table", "class", "numbered", "role", "presentation")
	for i, cells := range n.cells() {
		w.open("tr")
		w.token("td", "", "class", "margin") // as wide as that of the number, so that the formula stands in the middle
		for j := range columns {
			w.open("td", "class", n.cellClass(j, j+1 == columns))
			if j < len(cells) {
				w.group("math", cells[j].Children, "displaystyle", "true")
			}
			w.close("td")
		}
		w.open("td", "class", "margin right")
		if label := n.Children[i].label(); label != nil {
			w.group("math", label.Children)
		}
		w.close("td")
		w.close("tr")
		if gap, _ := em(word(n.Attributes["rowspacing"], i)); gap > usual+.1 && i+1 < len(n.Children) {
			w.WriteString(`<tr><td><math>`)
			w.token("mspace", "", "height", length(gap-usual))
			w.WriteString(`</math></td></tr>`)
		}
	}
	w.close("table")
}

// DisplayLaTeX writes the formula for LaTeX on lines of its own, as LaTeX does, with numbers at the edge.
func (f *Formula) DisplayLaTeX(text func(string) string) string {
	w := latexWriter{text}
	if n := f.numbered(); n != nil && n.isAligned() {
		name := ""
		switch columns := n.columns(); {
		case columns == 1:
			name = "gather*"
		case n.isAlternating(columns):
			name = "align*"
		}
		if name != "" {
			return `\begin{` + name + "}" + w.rows(n, name, func(label string) string { return `\tag*{$` + label + "$}" }) + `\end{` + name + "}"
		}
	}
	if tex := f.LaTeX(text); tex != "" {
		return `\[` + tex + `\]`
	}
	return ""
}
