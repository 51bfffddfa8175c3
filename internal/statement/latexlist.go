package statement

import (
	"strconv"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// itemFormats are the labels of items by the nesting of their list, as LaTeX sets them.
var itemFormats = []string{`\arabic*.`, `(\alph*)`, `\roman*.`, `\Alph*.`}

// plainNumberings are the labels that are only a number and a point.
var plainNumberings = map[string]byte{`\arabic*.`: 0, `\alph*.`: 'a', `\Alph*.`: 'A', `\roman*.`: 'i', `\Roman*.`: 'I'}

// list reads the items of a list.
func (p *latexParser) list(name string) []block {
	plainName := strings.TrimSuffix(name, "*")
	l := list{ordered: strings.Contains(name, "enum"), start: 1, tight: true}
	options, _ := p.optional()
	if strings.HasPrefix(options.text, "<") { // on which slides of Beamer its items are shown
		options.text = ""
	}
	p.skipArguments(map[string]string{"list": "mm", "thebibliography": "m"}[plainName])
	outer := *p
	level := 0
	format, own := "", false
	if l.ordered {
		level = min(p.enumerations, len(counters)-1)
		p.enumerations++
		format, own = p.itemFormat(options.text, level)
		p.counters[counters[level]] = p.startOf(options.text, level)
	} else if plainName == "itemize" {
		format = p.bulletOf(options.text)
	}
	describes := strings.HasPrefix(plainName, "desc") || plainName == "compactdesc"
	current := p.current
	p.depth++
	p.nested = append(append([]string{}, p.nested...), name)
	var before []block // text before the first item, which LaTeX forbids
	for {
		p.groups, p.font, p.text = nil, 0, nil
		blocks := p.blocks(name)
		if last := len(l.items) - 1; last >= 0 {
			l.items[last].blocks = blocks
		} else {
			before = blocks
		}
		command := ""
		if strings.HasPrefix(p.rest, `\`) {
			command = commandName(p.rest)
		}
		if command != "item" && command != "bibitem" {
			break
		}
		p.rest = p.rest[1+len(command):]
		p.rest = strings.TrimLeft(p.rest, " \t")
		var next item
		words, stated := p.optional()
		switch {
		case command == "bibitem":
			next.mark = p.bibliographyItem(words, stated)
		case describes:
			next.label = append([]span{}, p.inline(words)...)
			next.label = restyled(next.label, strong)
		case stated:
			next.mark = append([]span{}, p.inline(words)...)
			p.current = label{kind: "item", number: plain(next.mark)}
		case l.ordered:
			p.counters[counters[level]]++
			n := p.counters[counters[level]]
			if len(l.items) == 0 {
				l.start = n
			}
			mark := p.inline(part{numberedLabel(format, n), options.at})
			p.current = label{kind: "item", number: p.itemNumber(format, own, level, n, mark)}
			if numbering, ok := plainNumberings[format]; ok {
				l.numbering = numbering
			} else {
				next.mark = mark
			}
		case format != "":
			next.mark = p.inline(part{format, options.at})
		}
		l.items = append(l.items, next)
	}
	p.depth, p.nested, p.groups, p.font, p.text = outer.depth, outer.nested, outer.groups, outer.font, outer.text
	p.enumerations, p.current, p.float = outer.enumerations, current, outer.float
	p.rest = strings.TrimPrefix(p.rest, `\end{`+name+"}")
	if len(l.items) == 0 {
		return before
	}
	if plainName == "thebibliography" {
		before = append(before, standardHeading("References"))
	}
	return append(before, l)
}

// bibliographyItem reads the key of a source, and returns what stands before it.
func (p *latexParser) bibliographyItem(words part, stated bool) []span {
	key := p.argument().text
	mark := p.inline(words)
	if !stated {
		mark = []span{{text: p.step("source")}}
	}
	p.current = label{kind: "source", number: plain(mark)}
	p.define(key)
	return append(append([]span{{text: "["}}, mark...), span{text: "]"})
}

// itemNumber is what a reference to an item shows.
func (p *latexParser) itemNumber(format string, own bool, level, n int, mark []span) string {
	if own {
		return strings.TrimSpace(plain(mark))
	}
	found := counterInLabel().FindString(format)
	number := numberedLabel(found, n)
	if level > 0 && p.current.kind == "item" {
		return p.outerNumber(level) + number
	}
	return number
}

// outerNumber is the number of the items around one, as LaTeX puts it before that of an inner one.
func (p *latexParser) outerNumber(level int) string {
	number := ""
	for i := range level {
		number += numberedLabel(counterInLabel().FindString(itemFormats[i]), p.counters[counters[i]])
	}
	return number
}

// itemFormat is the label of the items of a numbered list, with \arabic* and the like for the number. Own reports
// whether references show all of it.
func (p *latexParser) itemFormat(options string, level int) (format string, own bool) {
	if stated := optionOf(options, "label"); stated != "" {
		return stated, true
	}
	if stated := p.itemLabels["label"+counters[level]]; stated != "" {
		return stated, false
	}
	if first := strings.TrimSpace(splitTop(part{text: options}, ",")[0].text); first != "" && !strings.Contains(first, "=") {
		if short := shortLabel().FindStringSubmatchIndex(first); short != nil {
			counter := map[byte]string{'1': `\arabic*`, 'a': `\alph*`, 'A': `\Alph*`, 'i': `\roman*`, 'I': `\Roman*`}[first[short[2]]]
			return first[:short[2]] + counter + first[short[3]:], false
		}
	}
	return itemFormats[level], false
}

// shortLabel finds the letter that stands for the number in a label such as [(a)], as the packages enumerate and
// enumitem understand it.
var shortLabel = lazyregexp.New(`(?:^|[^A-Za-z\\])([1aAiI])(?:$|[^A-Za-z0-9])`)

// bulletOf is the bullet of a list, "" for the usual one.
func (p *latexParser) bulletOf(options string) string {
	if stated := optionOf(options, "label"); stated != "" {
		return stated
	}
	if first := strings.TrimSpace(splitTop(part{text: options}, ",")[0].text); strings.HasPrefix(first, `$`) || strings.HasPrefix(first, `\`) || first != "" && strings.Trim(first, "-*+>.") == "" {
		return first
	}
	return p.itemLabels["labelitemi"]
}

// startOf is the number before that of the first item.
func (p *latexParser) startOf(options string, level int) int {
	if start, err := strconv.Atoi(optionOf(options, "start")); err == nil {
		return start - 1
	}
	for _, option := range strings.Split(options, ",") {
		if name := strings.TrimSpace(option); name == "resume" || name == "resume*" {
			return p.counters[counters[level]]
		}
	}
	return 0
}

// counterInLabel finds what stands for the number in a label.
var counterInLabel = lazyregexp.New(`\\(arabic|alph|Alph|roman|Roman)\s*(\*|\{[a-z]+\})|\\(theenumi{1,3}v?)`)

// numberedLabel puts a number into a label.
func numberedLabel(format string, n int) string {
	return counterInLabel().ReplaceAllStringFunc(format, func(match string) string {
		switch commandName(match) {
		case "alph":
			return formatted('a', n)
		case "Alph":
			return formatted('A', n)
		case "roman":
			return formatted('i', n)
		case "Roman":
			return formatted('I', n)
		}
		return formatted('1', n)
	})
}

// formatted writes a number as 1, a, A, i or I.
func formatted(numbering byte, n int) string { return list{numbering: numbering}.numberOf(n) }
