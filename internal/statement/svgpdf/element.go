package svgpdf

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Bounds of the source: hand-drawn figures have some hundred elements.
const (
	maxSource = 1 << 20
	maxDepth  = 40
)

// element is an XML element with its children. Text between children is ignored.
type element struct {
	name       string
	attributes []xml.Attr
	children   []*element
	text       string
}

// parse reads a document.
func parse(source []byte) (*element, error) {
	if len(source) > maxSource {
		return nil, fmt.Errorf("it has %d bytes, more than %d", len(source), maxSource)
	}
	decoder := xml.NewDecoder(bytes.NewReader(source))
	document := &element{}
	open := []*element{document}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		inner := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			if len(open) > maxDepth {
				return nil, fmt.Errorf("elements are nested more than %d deep", maxDepth)
			}
			child := &element{name: token.Name.Local, attributes: token.Attr}
			inner.children = append(inner.children, child)
			open = append(open, child)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			inner.text += string(token)
		}
	}
	if len(document.children) != 1 || document.children[0].name != "svg" {
		return nil, errors.New("it is not an SVG")
	}
	return document.children[0], nil
}

// attribute returns the value of an attribute, "" if it is missing.
func (e *element) attribute(name string) string {
	for _, attribute := range e.attributes {
		if attribute.Name.Space == "" && attribute.Name.Local == name {
			return strings.TrimSpace(attribute.Value)
		}
	}
	return ""
}

// number returns a length in the units of the SVG, 0 if it is missing.
func (e *element) number(name string) (float64, error) {
	text := e.attribute(name)
	if text == "" {
		return 0, nil
	}
	number, err := parseLength(text)
	if err != nil {
		return 0, fmt.Errorf("<%s %s=%q>: %w", e.name, name, text, err)
	}
	return number, nil
}

// numbers returns the lengths of several attributes.
func (e *element) numbers(names ...string) ([]float64, error) {
	var numbers []float64
	for _, name := range names {
		number, err := e.number(name)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, number)
	}
	return numbers, nil
}

// box returns the four numbers of a viewBox, by default the size at which it is shown.
func (e *element) box(width, height float64) (box, error) {
	text := e.attribute("viewBox")
	if text == "" {
		return box{0, 0, width, height}, nil
	}
	numbers, err := parseNumbers(text)
	if err != nil || len(numbers) != 4 || numbers[2] <= 0 || numbers[3] <= 0 {
		return box{}, fmt.Errorf("<%s viewBox=%q>: want four numbers", e.name, text)
	}
	return box{numbers[0], numbers[1], numbers[2], numbers[3]}, nil
}

type box struct{ x, y, width, height float64 }
