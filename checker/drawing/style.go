package drawing

import "strings"

// Style is the style sheet of boards. A page may set --accent, --ac, --wa, --tle, --line, --muted and --paper.
const Style = `.board { display: block; max-width: 100%; height: auto; font: 10px system-ui, sans-serif; color: inherit; overflow: visible; }
.board .text { fill: currentColor; text-anchor: middle; pointer-events: none; }
.board .stone { fill: var(--paper, light-dark(#fff, #1b1b1e)); stroke: currentColor; stroke-width: 1.5; }
.board .dot { fill: var(--accent, light-dark(#1d4ed8, #93c5fd)); }
.board .text.stone, .board .text.word, .board .text.line { stroke: none; fill: currentColor; }
.board .text.dot { fill: var(--paper, light-dark(#fff, #111)); font-size: 8px; }
.board .text.stone.long { font-size: 7px; }
.board .text.faint { font-size: 12px; fill: var(--muted, light-dark(#555, #aaa)); }
.board .line { stroke: currentColor; stroke-width: 1.5; }
.board .arrow { stroke: currentColor; stroke-width: 1.2; }
.board .head { fill: currentColor; stroke: none; }
.board .text.square { fill: currentColor; stroke: none; font-size: 14px; }
.board .wall { stroke: var(--wa, light-dark(#b91c1c, #f87171)); stroke-width: 4; }
.board .text.start { text-anchor: start; }
.board .hit { stroke: transparent; stroke-width: 14; }
.board .square { fill: light-dark(#f1ede4, #2a2a2e); stroke: none; }
.board .square.cell { stroke: var(--line, #8886); }
.board .square.dark { fill: light-dark(#dcd3c2, #3a3a40); }
.board .finished { fill: var(--ac, light-dark(#15803d, #4ade80)); fill-opacity: .3; }
.board .token { fill: var(--accent, light-dark(#1d4ed8, #93c5fd)); stroke: none; }
.board .text.token { fill: var(--paper, light-dark(#fff, #111)); }
.board .way { stroke: var(--accent, light-dark(#1d4ed8, #93c5fd)); stroke-opacity: .35; stroke-dasharray: 3 3; }
.board .gone { stroke: var(--line, #8886); stroke-dasharray: 2 4; }
.board .dirty { stroke: var(--tle, light-dark(#b45309, #fbbf24)); stroke-dasharray: 6 3; stroke-width: 2.5; }
.board .blocked { stroke: var(--wa, light-dark(#b91c1c, #f87171)); stroke-width: 4; stroke-dasharray: 2 3; }
.board .danger { fill: var(--wa, light-dark(#b91c1c, #f87171)); stroke: none; }
.board .prey { fill: var(--ac, light-dark(#15803d, #4ade80)); stroke: none; }
.board .goal { fill: var(--tle, light-dark(#b45309, #fbbf24)); stroke: none; }
.board .text.danger, .board .text.prey, .board .text.goal { fill: var(--paper, light-dark(#fff, #111)); font-weight: 600; }
.board .move { cursor: pointer; }
.board .move:hover .stone, .board .move:hover .dot { stroke: var(--accent, light-dark(#1d4ed8, #93c5fd)); stroke-width: 3; }
.board .move:hover .hit { stroke: var(--accent, light-dark(#1d4ed8, #93c5fd)); stroke-opacity: .3; }
.board .move:focus { outline: none; }
.board .move:focus-visible :is(.stone, .dot) { stroke: var(--accent, light-dark(#1d4ed8, #93c5fd)); stroke-width: 4; }
.board .move:focus-visible .hit { stroke: var(--accent, light-dark(#1d4ed8, #93c5fd)); stroke-opacity: .5; }
.board .move[aria-pressed="true"] .dot { stroke: currentColor; stroke-width: 3; }
.board .piece .move:is(:hover, :focus-visible) ~ .move .stone { stroke: var(--accent, light-dark(#1d4ed8, #93c5fd)); stroke-width: 3; }
.board .winning :is(.stone, .dot, .line) { stroke: var(--ac, light-dark(#15803d, #4ade80)); stroke-width: 4; }
.board .played .stone { fill: var(--wa, light-dark(#b91c1c, #f87171)); fill-opacity: .45; }
.board .played:not(.winning) :is(.stone, .dot, .line):not(.text) { stroke: var(--wa, light-dark(#b91c1c, #f87171)); stroke-width: 4; }
.board .part .text { stroke: none; }
`

// File returns the board as a file of its own, with nothing to press, in light and dark.
func (b Board) File() string {
	head, rest, _ := strings.Cut(b.Still().SVG(), ">")
	light, dark := colours(Style, 0), colours(Style, 1)
	return head + "><style>\n" + light + ".board { color-scheme: light dark; color: #1b1b1e; }\n" +
		"@media (prefers-color-scheme: dark) {\n" + dark + ".board { color: #ececef; }\n}\n</style>" + rest
}

// colours replaces variables and light-dark pairs in a style sheet by plain colours, since few programs but browsers
// support them. which selects light or dark.
func colours(sheet string, which int) string {
	var b strings.Builder
	for {
		begin := strings.Index(sheet, "var(")
		if pair := strings.Index(sheet, "light-dark("); pair >= 0 && (begin < 0 || pair < begin) {
			begin = pair
		}
		if begin < 0 {
			return b.String() + sheet
		}
		b.WriteString(sheet[:begin])
		inside, rest := bracketed(sheet[begin:])
		first, second, _ := strings.Cut(inside, ",")
		switch {
		case strings.HasPrefix(sheet[begin:], "var("):
			b.WriteString(colours(strings.TrimSpace(second), which))
		case which == 0:
			b.WriteString(first)
		default:
			b.WriteString(strings.TrimSpace(second))
		}
		sheet = rest
	}
}

// bracketed returns the content of the first brackets of a text, and the text after them.
func bracketed(text string) (inside, rest string) {
	begin, open := strings.Index(text, "("), 0
	for i, c := range text {
		switch c {
		case '(':
			open++
		case ')':
			if open--; open == 0 {
				return text[begin+1 : i], text[i+1:]
			}
		}
	}
	return text[begin+1:], ""
}
