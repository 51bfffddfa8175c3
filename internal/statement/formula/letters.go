package formula

import (
	"cmp"
	"strings"
)

// alphabets are the first letters of MathML's alphabets in Unicode: capitals, small letters, digits, and Greek capitals and
// small letters; 0 where there are none.
var alphabets = map[string]struct{ capital, small, digit, greekCapital, greekSmall rune }{
	"bold":                   {0x1D400, 0x1D41A, 0x1D7CE, 0x1D6A8, 0x1D6C2},
	"bold-italic":            {0x1D468, 0x1D482, 0, 0x1D71C, 0x1D736},
	"script":                 {0x1D49C, 0x1D4B6, 0, 0, 0},
	"bold-script":            {0x1D4D0, 0x1D4EA, 0, 0, 0},
	"fraktur":                {0x1D504, 0x1D51E, 0, 0, 0},
	"bold-fraktur":           {0x1D56C, 0x1D586, 0, 0, 0},
	"double-struck":          {0x1D538, 0x1D552, 0x1D7D8, 0, 0},
	"sans-serif":             {0x1D5A0, 0x1D5BA, 0x1D7E2, 0, 0},
	"bold-sans-serif":        {0x1D5D4, 0x1D5EE, 0x1D7EC, 0x1D756, 0x1D770},
	"sans-serif-italic":      {0x1D608, 0x1D622, 0, 0, 0},
	"sans-serif-bold-italic": {0x1D63C, 0x1D656, 0, 0x1D790, 0x1D7AA},
	"monospace":              {0x1D670, 0x1D68A, 0x1D7F6, 0, 0},
}

// sameAlphabets are MathJax's own variants, by those of MathML that stand for them.
var sameAlphabets = map[string]string{"-tex-calligraphic": "script", "-tex-bold-calligraphic": "bold-script"}

// elsewhere are the letters that Unicode had before it had their alphabets.
var elsewhere = map[rune]rune{
	0x1D49D: 'ℬ', 0x1D4A0: 'ℰ', 0x1D4A1: 'ℱ', 0x1D4A3: 'ℋ', 0x1D4A4: 'ℐ', 0x1D4A7: 'ℒ', 0x1D4A8: 'ℳ', 0x1D4AD: 'ℛ', 0x1D4BA: 'ℯ', 0x1D4BC: 'ℊ', 0x1D4C4: 'ℴ',
	0x1D506: 'ℭ', 0x1D50B: 'ℌ', 0x1D50C: 'ℑ', 0x1D515: 'ℜ', 0x1D51D: 'ℨ',
	0x1D53A: 'ℂ', 0x1D53F: 'ℍ', 0x1D545: 'ℕ', 0x1D547: 'ℙ', 0x1D548: 'ℚ', 0x1D549: 'ℝ', 0x1D551: 'ℤ',
}

// styled writes letters and digits in an alphabet, which browsers do not choose by an attribute. Others stay as they are.
func styled(text, variant string) string {
	alphabet, found := alphabets[cmp.Or(sameAlphabets[variant], variant)]
	if !found {
		return text
	}
	return strings.Map(func(r rune) rune {
		to := rune(0)
		switch {
		case 'A' <= r && r <= 'Z':
			to = place(alphabet.capital, r-'A')
		case 'a' <= r && r <= 'z':
			to = place(alphabet.small, r-'a')
		case '0' <= r && r <= '9':
			to = place(alphabet.digit, r-'0')
		case 'Α' <= r && r <= 'Ω':
			to = place(alphabet.greekCapital, r-'Α')
		case 'α' <= r && r <= 'ω':
			to = place(alphabet.greekSmall, r-'α')
		}
		if letter, moved := elsewhere[to]; moved {
			return letter
		}
		return cmp.Or(to, r)
	}, text)
}

func place(first, index rune) rune {
	if first == 0 {
		return 0
	}
	return first + index
}
