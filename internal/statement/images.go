package statement

import "strings"

// Image is a file that a statement shows.
type Image struct {
	File         string // as the statement names it
	Line, Column int    // where it does, from 1; 0 if unknown
}

// Images lists the images of a statement, each once. Kind, constants and files are those of Render.
func Images(text []byte, kind string, constants map[string]string, files Files) []Image {
	blocks, r, err := read(text, kind, constants, files, true)
	if err != nil {
		return nil
	}
	var images []Image
	known := map[string]bool{}
	eachSpan(blocks, func(s span) {
		if s.file == "" || known[s.file] {
			return
		}
		known[s.file] = true
		image := Image{File: s.file}
		if at := strings.Index(r.text, s.file); at >= 0 {
			image.Line, image.Column = position(r.file, r.inFile(at))
		}
		images = append(images, image)
	})
	return images
}

// eachSpan visits the text of blocks.
func eachSpan(blocks []block, visit func(span)) {
	spans := func(text []span) {
		for _, s := range text {
			visit(s)
			if s.note != nil {
				eachSpan(s.note.blocks, visit)
			}
		}
	}
	for _, b := range blocks {
		switch b := b.(type) {
		case heading:
			spans(b.text)
		case paragraph:
			spans(b.text)
		case quote:
			eachSpan(b.blocks, visit)
		case details:
			spans(b.summary)
			eachSpan(b.blocks, visit)
		case list:
			for _, item := range b.items {
				spans(item.label)
				eachSpan(item.blocks, visit)
			}
		case grid:
			for _, row := range b.rows {
				for _, cell := range row {
					spans(cell.text)
				}
			}
		}
	}
}
