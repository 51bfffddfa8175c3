package handout

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/net/html"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/ui/terminal"
)

// sources are the texts that a document shows.
type sources []sourceText

// sourceText is a text with its place in the package.
type sourceText struct {
	place string
	text  []byte
}

// lackOf says which letters fonts lack, and where texts have each of them first.
func (s sources) lackOf(letters []string) string {
	const shown = 8
	more := ""
	if len(letters) > shown {
		more = fmt.Sprintf(" and %d others", len(letters)-shown)
	}
	letters = letters[:min(len(letters), shown)]
	var places []string
	for _, letter := range letters {
		if place := s.placeOf(letter); place != "" && !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	said := "its fonts lack " + terminal.Line(strings.Join(letters, " ")) + more
	if len(places) > 0 {
		said += " (" + strings.Join(places, ", ") + ")"
	}
	return said
}

// placeOf is the file and the line that has a letter first, "" if the letter is in no text, but in a sample or a name.
func (s sources) placeOf(letter string) string {
	for _, source := range s {
		if at := bytes.Index(source.text, []byte(letter)); at >= 0 {
			return fmt.Sprintf("%s:%d", source.place, 1+bytes.Count(source.text[:at], []byte("\n")))
		}
	}
	return ""
}

// lettersMissing returns the letters of a page that are boxes in the PDF that a browser printed. Browsers set the
// glyph 0 for them, for which the PDF has no text.
func lettersMissing(pdf, page []byte) []string {
	known, hasBoxes := glyphsOf(pdf)
	if !hasBoxes {
		return nil
	}
	var missing []string
	for _, r := range textOf(page) {
		if letter := string(r); isVisible(r) && !known[r] && !slices.Contains(missing, letter) {
			missing = append(missing, letter)
		}
	}
	return missing
}

// isVisible reports whether a character has a shape of its own that a font may lack.
func isVisible(r rune) bool {
	return r > unicode.MaxASCII && unicode.IsPrint(r) && !unicode.In(r, unicode.Mn, unicode.Me, unicode.Zs, unicode.Variation_Selector)
}

// textOf is the text of a page.
func textOf(page []byte) string {
	var b strings.Builder
	tokens := html.NewTokenizer(bytes.NewReader(page))
	style := false
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return b.String()
		case html.StartTagToken:
			name, _ := tokens.TagName()
			style = string(name) == "style"
		case html.EndTagToken:
			style = false
		case html.TextToken:
			if !style {
				b.Write(tokens.Text())
			}
		}
	}
}

// Parts of a PDF: streams, strings of glyphs and their text, and pairs of a glyph and its text.
var (
	pdfStream = lazyregexp.New(`stream\r?\n`)
	pdfText   = lazyregexp.New(`/ActualText\s*<([0-9A-Fa-f]*)>|<([0-9A-Fa-f]*)>|\bEMC\b`)
	pdfPair   = lazyregexp.New(`(?m)^<[0-9A-Fa-f]+> (?:<[0-9A-Fa-f]+> )?<([0-9A-Fa-f]+)>`)
	pdfRange  = lazyregexp.New(`(?m)^<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]{4})> <([0-9A-Fa-f]{4})>`)
)

// glyphsOf returns the characters that glyphs of a PDF stand for, and whether glyphs are boxes.
func glyphsOf(pdf []byte) (known map[rune]bool, hasBoxes bool) {
	const most = 64 << 20 // bytes of all streams
	known = map[rune]bool{}
	room := int64(most)
	for _, found := range pdfStream().FindAllIndex(pdf, -1) {
		inflated, err := zlib.NewReader(bytes.NewReader(pdf[found[1]:]))
		if err != nil {
			continue // a picture, or another part without text
		}
		stream, _ := io.ReadAll(io.LimitReader(inflated, room)) // the rest of a damaged stream has no text either
		if room -= int64(len(stream)); room <= 0 {
			return known, hasBoxes
		}
		switch {
		case bytes.Contains(stream, []byte("begincmap")):
			addCharacters(known, stream)
		case bytes.Contains(stream, []byte(" Tf")):
			hasBoxes = addTexts(known, stream) || hasBoxes
		}
	}
	return known, hasBoxes
}

// addCharacters adds the characters of a map of glyphs.
func addCharacters(known map[rune]bool, cmap []byte) {
	for _, match := range pdfPair().FindAllSubmatch(cmap, -1) {
		for _, r := range utf16Of(match[1]) {
			known[r] = true
		}
	}
	for _, match := range pdfRange().FindAllSubmatch(cmap, -1) {
		first, last, to := glyph(match[1]), glyph(match[2]), glyph(match[3])
		for r := to; r <= to+(last-first) && first <= last; r++ {
			known[rune(r)] = true
		}
	}
}

// addTexts adds the texts that the content of a page states for its glyphs, and reports whether some glyph is a box.
func addTexts(known map[rune]bool, content []byte) (hasBoxes bool) {
	var text []rune // of the glyphs that follow
	for _, match := range pdfText().FindAllSubmatch(content, -1) {
		switch {
		case match[1] != nil:
			text = utf16Of(match[1])
		case match[2] == nil:
			text = nil
		case len(match[2])%4 == 0:
			for at := 0; at < len(match[2]); at += 4 {
				if glyph(match[2][at:at+4]) == 0 {
					hasBoxes = true
					continue
				}
				for _, r := range text {
					known[r] = true
				}
			}
		}
	}
	return hasBoxes
}

func glyph(digits []byte) int {
	number, _ := strconv.ParseUint(string(digits), 16, 32) // the patterns hold digits only
	return int(number)
}

// utf16Of decodes UTF-16 in hexadecimal digits.
func utf16Of(digits []byte) []rune {
	data, err := hex.DecodeString(string(digits))
	if err != nil {
		return nil
	}
	var units []uint16
	for ; len(data) >= 2; data = data[2:] {
		units = append(units, binary.BigEndian.Uint16(data))
	}
	return utf16.Decode(units)
}
