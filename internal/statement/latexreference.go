package statement

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// latexDocument is what all parts of a LaTeX text share: its counters and labels.
type latexDocument struct {
	*reading
	title         bool
	labels        map[string]label
	known         map[string]label // those of the first reading, nil during it
	referred      map[string]bool  // the labels that the text refers to
	numbered      bool             // whether headings show their numbers
	counters      map[string]int
	theorems      map[string]theorem
	itemLabels    map[string]string // what \renewcommand{\labelenumi} and the like say
	current       label             // what \label names now
	openNotes     []*footnote       // the footnotes whose text comes later
	graphicsPaths []string          // the directories of images
	pixels        float64           // pixels that a centimetre of an image takes, as Polygon's statements say it; 0 for those of CSS
}

// label is what a reference names.
type label struct {
	kind   string // "figure"; "" before anything has a number
	number string
	title  string // of a heading
}

// theorem is an environment of \newtheorem.
type theorem struct {
	title     string
	counter   string
	unordered bool // whether it has no number
}

func newLatexDocument(r *reading, title bool) *latexDocument {
	return &latexDocument{
		reading: r, title: title, labels: map[string]label{}, referred: map[string]bool{}, counters: map[string]int{},
		theorems: map[string]theorem{}, itemLabels: map[string]string{},
	}
}

func (d *latexDocument) blocks() []block {
	p := latexParser{latexDocument: d, rest: d.text, stop: len(d.text)}
	return p.blocks("")
}

// numbersSections reports whether the text refers to a heading, whose number must be visible then.
func (d *latexDocument) numbersSections() bool {
	for name := range d.referred {
		if strings.HasSuffix(d.labels[name].kind, "section") {
			return true
		}
	}
	return false
}

// step counts a figure, a heading or the like, which labels name from now on.
func (d *latexDocument) step(kind string) string {
	d.counters[kind]++
	number := strconv.Itoa(d.counters[kind])
	d.current = label{kind: kind, number: number}
	return number
}

// sectionKinds are the counters of headings by their level, from 2.
var sectionKinds = []string{"section", "subsection", "subsubsection"}

// stepSection counts a heading and returns its number.
func (d *latexDocument) stepSection(level int, title string) string {
	level -= 2
	if level < 0 || level >= len(sectionKinds) {
		return ""
	}
	d.counters[sectionKinds[level]]++
	for _, below := range sectionKinds[level+1:] {
		d.counters[below] = 0
	}
	var numbers []string
	for _, kind := range sectionKinds[:level+1] {
		if n := d.counters[kind]; n > 0 || len(numbers) > 0 {
			numbers = append(numbers, strconv.Itoa(n))
		}
	}
	d.current = label{sectionKinds[level], strings.Join(numbers, "."), title}
	return d.current.number
}

func (d *latexDocument) define(name string) { d.labels[strings.TrimSpace(name)] = d.current }

// reference returns what a label names.
func (d *latexDocument) reference(command, name string, at int) label {
	name = strings.TrimSpace(name)
	d.referred[name] = true
	l, ok := d.known[name]
	if !ok || l.number == "" && command != "nameref" {
		if d.known != nil {
			remedy := `write \label{` + name + `} behind the \caption, the heading or the \item it refers to`
			if strings.HasPrefix(command, "cite") {
				remedy = `write \bibitem{` + name + `} before the source, within \begin{thebibliography}{9}`
			}
			d.report(at, remedy, `\%s{%s} refers to nothing`, command, name)
		}
		l.number = "??"
	}
	return l
}

// referenceNames are the words that \autoref, \cref and \Cref put before a number, one and several.
var referenceNames = map[string][2]string{
	"figure": {"figure", "figures"}, "table": {"table", "tables"}, "equation": {"equation", "equations"}, "section": {"section", "sections"},
	"subsection": {"section", "sections"}, "subsubsection": {"section", "sections"}, "item": {"item", "items"},
	"footnote": {"footnote", "footnotes"}, "algorithm": {"algorithm", "algorithms"}, "listing": {"listing", "listings"},
}

// referenceName is the word before the numbers of references. Cleveref abbreviates within a sentence.
func (d *latexDocument) referenceName(command string, l label, several bool) string {
	names, ok := referenceNames[l.kind]
	if title := cmp.Or(d.theorems[l.kind].title, usualTheorems[l.kind]); title != "" {
		names, ok = [2]string{title, title + "s"}, true
	}
	if !ok {
		return ""
	}
	if command == "cref" && (l.kind == "figure" || l.kind == "equation") {
		names = map[string][2]string{"figure": {"fig.", "figs."}, "equation": {"eq.", "eqs."}}[l.kind]
	}
	name := names[0]
	if several {
		name = names[1]
	}
	switch {
	case command == "cref":
		return strings.ToLower(name[:1]) + name[1:]
	case command == "Cref", l.kind == "figure", l.kind == "table", l.kind == "equation":
		return strings.ToUpper(name[:1]) + name[1:]
	}
	return name
}

// citation is what \cite shows: the numbers of sources, and a note such as a page.
func (d *latexDocument) citation(command, keys, note string, at int) string {
	var all []string
	for key := range strings.SplitSeq(keys, ",") {
		all = append(all, d.reference(command, key, at).number)
	}
	if note != "" {
		all = append(all, note)
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// referenceCommands are those that referenceText understands.
var referenceCommands = []string{"ref", "eqref", "autoref", "cref", "Cref", "nameref", "vref", "subref", "labelcref", "pageref", "autopageref"}

// referenceText is what a reference shows.
func (d *latexDocument) referenceText(command, names string, at int) string {
	switch command {
	case "pageref", "autopageref":
		d.report(at, `refer to it by \ref`, `\%s{%s} names a page, and a statement has none`, command, names)
		return "??"
	case "eqref":
		return "(" + d.reference(command, names, at).number + ")"
	case "nameref":
		if l := d.reference(command, names, at); l.title != "" {
			return l.title
		}
		return "??"
	case "autoref", "cref", "Cref":
	default:
		return d.reference(command, names, at).number
	}
	all := strings.Split(names, ",")
	var numbers []string
	var first label
	for i, name := range all {
		l := d.reference(command, name, at)
		if i == 0 {
			first = l
		}
		if l.kind == "equation" && command != "autoref" {
			l.number = "(" + l.number + ")"
		}
		numbers = append(numbers, l.number)
	}
	name := d.referenceName(command, first, len(all) > 1)
	text := strings.Join(numbers, ", ")
	if last := len(numbers) - 1; last > 0 {
		text = strings.Join(numbers[:last], ", ") + " and " + numbers[last]
	}
	if name == "" {
		return text
	}
	return name + "\u00a0" + text
}

var referenceInFormula = lazyregexp.New(`\\(ref|eqref|autoref|cref|Cref)\s*\{([^{}$\\]*)\}`)

// withReferences resolves the references within a formula, and what only says that it is one.
func (p *latexParser) withReferences(source string) string {
	if !strings.Contains(source, "ref") && !strings.Contains(source, `\ensuremath`) {
		return source
	}
	source = referenceInFormula().ReplaceAllStringFunc(source, func(match string) string {
		found := referenceInFormula().FindStringSubmatch(match)
		return `\text{` + p.referenceText(found[1], found[2], p.at()) + "}"
	})
	return strings.ReplaceAll(source, `\ensuremath`, "")
}

var labelInFormula = lazyregexp.New(`\\label\s*\{([^{}]*)\}`)

// numberedFormula numbers the rows of an environment of formulas, as LaTeX does, and defines its labels.
func (p *latexParser) numberedFormula(source part, everyRow bool) string {
	rows := []part{source}
	if everyRow {
		rows = splitRows(source)
	}
	var numbered []string
	for i, row := range rows {
		text := labelInFormula().ReplaceAllString(row.text, "")
		labels := labelInFormula().FindAllStringSubmatch(row.text, -1)
		number := ""
		switch _, tag, tagged := strings.Cut(text, `\tag`); {
		case tagged:
			number, _, _ = balanced(strings.TrimLeft(tag, "* "), '{', '}')
		case strings.Contains(text, `\nonumber`), strings.Contains(text, `\notag`), strings.TrimSpace(text) == "" && i == len(rows)-1:
		default:
			number = p.step("equation")
			text = strings.TrimRight(text, " \t\n") + fmt.Sprintf(` \tag{%s}`, number)
		}
		for _, l := range labels {
			p.labels[strings.TrimSpace(l[1])] = label{kind: "equation", number: number}
		}
		numbered = append(numbered, text)
	}
	return strings.Join(numbered, `\\`)
}
