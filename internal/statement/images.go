package statement

import (
	"regexp"
	"strings"
)

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
	walk{span: func(s *span) {
		if s.file == "" || known[s.file] {
			return
		}
		known[s.file] = true
		image := Image{File: s.file}
		if at := r.imageAt(s.file); at >= 0 {
			image.Line, image.Column = position(r.file, r.inFile(at))
		}
		images = append(images, image)
	}}.blocks(blocks)
	return images
}

// imageAt is where the text shows a file, or else where it first has its name, or -1.
func (r *reading) imageAt(file string) int {
	shown := regexp.MustCompile(`(?:includegraphics[^{}]*\{|illustration\s*\{[^}]*\}\s*\{|\]\(|src=["']?)\s*` + regexp.QuoteMeta(file))
	if found := shown.FindStringIndex(r.text); found != nil {
		return found[1] - len(file)
	}
	return strings.Index(r.text, file)
}
