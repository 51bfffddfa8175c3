package handout

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
)

// Document is a LaTeX or Typst document with the files beside it.
type Document struct {
	// Source is what it was written for: "xelatex", "pdflatex" or "typst".
	Source []byte
	Files  map[string][]byte
	// Notes tell the user what is missing; Lacks are those notes that a page would not need.
	Notes, Lacks []string
	sources      sources
}

// figures are the images of a document and the files that hold them.
type figures struct {
	files map[string][]byte
	names map[[sha256.Size]byte]string // file names, by the hash of the content
}

func newFigures() figures {
	return figures{map[string][]byte{}, map[[sha256.Size]byte]string{}}
}

// keep returns the file name of some content in the document.
func (f figures) keep(ending string, data []byte) string {
	sum := sha256.Sum256(data)
	name, known := f.names[sum]
	if !known {
		name = fmt.Sprintf("figure%d%s", len(f.names)+1, ending)
		f.names[sum], f.files[name] = name, data
	}
	return name
}

// pointsWide is the width of a raster image whose file does not state one. Tools other than browsers disagree on the
// default.
func pointsWide(data []byte) (int, error) {
	const pointsPerDot = 72.0 / 96
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return 0, err
	}
	return max(int(float64(size.Width)*pointsPerDot), 1), nil
}
