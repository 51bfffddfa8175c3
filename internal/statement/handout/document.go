package handout

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
)

// Document is a document of LaTeX or Typst, with the files that lie beside it.
type Document struct {
	// Source is for what it was written for: "xelatex", "pdflatex" or "typst".
	Source []byte
	Files  map[string][]byte
	// Notes are what it lacks, for people; Lacks are those that a page would not lack.
	Notes, Lacks []string
}

// figures are the images of a document, as the files that it has them in.
type figures struct {
	files map[string][]byte
	names map[[sha256.Size]byte]string // of files, by their content
}

func newFigures() figures {
	return figures{map[string][]byte{}, map[[sha256.Size]byte]string{}}
}

// keep gives a file the name under which the document has it.
func (f figures) keep(ending string, data []byte) string {
	sum := sha256.Sum256(data)
	name, known := f.names[sum]
	if !known {
		name = fmt.Sprintf("figure%d%s", len(f.names)+1, ending)
		f.names[sum], f.files[name] = name, data
	}
	return name
}

// pointsWide is how wide an image of dots is where its file does not tell, on which others than browsers disagree.
func pointsWide(data []byte) (int, error) {
	const pointsPerDot = 72.0 / 96
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return 0, err
	}
	return max(int(float64(size.Width)*pointsPerDot), 1), nil
}
