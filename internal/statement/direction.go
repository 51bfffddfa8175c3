package statement

import "strings"

// rightToLeft are the languages that are written from right to left, by their codes.
const rightToLeft = " ar arc ckb dv fa he iw ks ps sd syr ug ur yi "

// Direction returns the direction in which a language is written, "rtl" or "ltr", from its code, such as ar or he-IL.
func Direction(code string) string {
	main, _, _ := strings.Cut(strings.ToLower(code), "-")
	if main != "" && strings.Contains(rightToLeft, " "+main+" ") {
		return "rtl"
	}
	return "ltr"
}
