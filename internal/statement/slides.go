package statement

import (
	"fmt"
	"html/template"
	"strings"

	"grundy/internal/statement/formula"
)

// HTMLSlides writes a text as HTML does, slide by slide: each heading of the first or second level, and so each frame of
// Beamer with a title, begins one, unless a short section in Markdown fits on the slide before. Headings that only repeat
// the title of all slides are omitted.
func HTMLSlides(source []byte, kind, title string, options HTMLOptions) ([]template.HTML, error) {
	return slides(source, kind, title, options.Constants, options.Files, options.Memory, func(i int, blocks []block) template.HTML {
		on := options
		on.Anchor = fmt.Sprintf("%s%d-", options.Anchor, i+1)
		return on.write(blocks)
	})
}

// TeXSlides writes the slides of HTMLSlides as TeX does.
func TeXSlides(source []byte, kind, title string, options TeXOptions) ([]string, error) {
	return slides(source, kind, title, options.Constants, options.Files, options.Memory, func(_ int, blocks []block) string { return options.tex(blocks) })
}

// TypstSlides writes the slides of HTMLSlides as Typst does.
func TypstSlides(source []byte, kind, title string, options TeXOptions) ([]string, error) {
	return slides(source, kind, title, options.Constants, options.Files, options.Memory, func(_ int, blocks []block) string { return options.typst(blocks) })
}

// slides reads a text and writes its slides.
func slides[T any](source []byte, kind, title string, constants map[string]string, files Files, memory formula.Memory, write func(i int, blocks []block) T) ([]T, error) {
	blocks, err := blocksOf(source, kind, constants, files, false, memory)
	if err != nil {
		return nil, err
	}
	var written []T
	for i, blocks := range divided(blocks, title, kind == "md") {
		written = append(written, write(i, blocks))
	}
	return written, nil
}

// divided divides blocks into slides. Adjacent sections may share one if they fit on it.
func divided(blocks []block, title string, sharing bool) [][]block {
	var slides, sections [][]block
	begin := true
	for _, b := range blocks {
		if h, ok := b.(heading); ok && h.level <= 2 {
			begin = true
			if strings.EqualFold(strings.TrimSpace(plain(h.text)), strings.TrimSpace(title)) {
				continue
			}
		}
		if begin {
			sections, begin = append(sections, nil), false
		}
		sections[len(sections)-1] = append(sections[len(sections)-1], b)
	}
	const rows = 13
	room := 0
	for _, section := range sections {
		taken := rowsOnSlide(section)
		if sharing && taken <= room {
			slides[len(slides)-1] = append(slides[len(slides)-1], section...)
		} else {
			slides, room = append(slides, section), rows
		}
		room -= taken + 1
	}
	return slides
}

// rowsOnSlide estimates how many rows of a slide blocks take up, by those of a terminal.
func rowsOnSlide(blocks []block) int {
	const columns, figure = 84, 7
	rows := strings.Count(Options{Width: columns}.write(blocks), "\n")
	for _, b := range blocks {
		if p, ok := b.(paragraph); ok && p.isFigure() {
			rows += figure
		}
	}
	return rows
}
