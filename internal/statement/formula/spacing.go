package formula

import (
	"strings"
	"unicode"
)

// superscripts are the raised characters of Unicode. There is no raised q, comma or slash.
var superscripts = table(
	"0123456789+−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδθ"+Hard,
	"⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᶿ"+Hard,
)

// subscripts are the lowered characters of Unicode: few letters, and no comma.
var subscripts = table(
	"0123456789+−=()aehijklmnoprstuvxβγρϕφχ",
	"₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵩᵪ",
)

func table(from, to string) map[rune]rune {
	small := map[rune]rune{}
	targets := []rune(to)
	for i, r := range []rune(from) {
		small[r] = targets[i]
	}
	return small
}

// raisedSigns are superscripts that already look raised.
var raisedSigns = map[string]string{"∘": "°", "°": "°", "′": "′", "″": "″", "‴": "‴", "*": "*", "†": "†"}

// script writes a sub- or superscript in small characters if all of them exist, else as "_max" or "^(n/2)".
func script(atoms []atom, mark string, small map[rune]rune) string {
	tight := render(atoms, narrow)
	if tight == "" {
		return ""
	}
	if raised, ok := raisedSigns[tight]; ok && mark == "^" {
		return raised
	}
	var b strings.Builder
	for _, r := range tight {
		s, ok := small[r]
		if !ok {
			return mark + parenthesize(render(atoms, firm), isWord)
		}
		b.WriteRune(s)
	}
	return b.String()
}

// parenthesize puts text in parentheses unless it is clear without.
func parenthesize(text string, clear func(string) bool) string {
	if clear(text) {
		return text
	}
	return "(" + text + ")"
}

// isWord reports whether a text consists of letters and digits.
func isWord(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsDigit(r) && !unicode.IsUpper(r) && !unicode.IsLower(r) || unicode.Is(unicode.Lm, r)
	})
}

// isFactor reports whether a text has no operator outside of brackets.
func isFactor(text string) bool {
	depth := 0
	for _, r := range text {
		switch {
		case strings.ContainsRune("([{⌊⌈⟨", r):
			depth++
		case strings.ContainsRune(")]}⌋⌉⟩", r):
			depth--
		case depth == 0 && strings.ContainsRune(Hard+" +−/·×=,", r):
			return false
		}
	}
	return true
}

// spacing is how atoms are joined.
type spacing uint8

const (
	firm   spacing = iota // with TeX's spaces, which do not break
	loose                 // the same, but outside of brackets a line may break after signs and commas, as in TeX
	narrow                // without spaces, for scripts
)

// render joins atoms.
func render(atoms []atom, how spacing) string {
	var b strings.Builder
	previous, gap, depth := opening, "", 0
	for _, a := range atoms {
		if a.class == binary && !isOperand(previous) {
			a.class = ordinary // a sign
		}
		if a.class == space {
			gap = max(gap, a.text) // the widest gap: Quad sorts after Hard
		} else {
			if gap == "" && between(previous, a.class) && (how != narrow || previous == operator || a.class == operator) {
				gap = Hard
			}
			if gap == Hard && (strings.HasPrefix(a.text, Hard) || strings.HasSuffix(b.String(), Hard)) {
				gap = "" // text brings its own space
			}
			switch {
			case how != loose:
				gap = strings.ReplaceAll(gap, Quad, Hard+Hard)
			case gap == Hard && depth == 0 && breaksAfter(previous):
				gap = " "
			}
			if b.Len() > 0 {
				b.WriteString(gap)
			}
			b.WriteString(a.text)
			gap = ""
		}
		switch a.class {
		case opening:
			depth++
		case closing:
			depth--
		}
		if a.class != space || previous != operator {
			previous = a.class
		}
	}
	return strings.TrimSpace(b.String())
}

// breaksAfter reports whether a line may end with an atom of this class.
func breaksAfter(c class) bool { return c == binary || c == relation || c == punctuation }

// isOperand reports whether a "+" after it is binary rather than a sign.
func isOperand(previous class) bool {
	switch previous {
	case binary, relation, opening, punctuation, operator:
		return false
	}
	return true
}

// between reports whether neighbours have space between them.
func between(left, right class) bool {
	switch {
	case left == tight || right == tight || left == space || right == space:
		return false
	case left == binary || right == binary || left == relation || right == relation || left == punctuation:
		return left != opening && right != closing && right != punctuation
	case left == wording || right == wording:
		return false
	case right == operator:
		return left == ordinary || left == closing || left == inner || left == operator
	case left == operator:
		return right == ordinary || right == inner
	case left == inner:
		return right == ordinary || right == opening
	case right == inner:
		return left == ordinary || left == closing
	}
	return false
}
