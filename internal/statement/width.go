package statement

import (
	"bytes"
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"grundy/internal/base/lazyregexp"
)

// imageWidth is the requested width of an image. The zero value keeps the image's own.
type imageWidth struct {
	share int // in hundredths of a line
	dots  int // in CSS pixels, 96 per inch, unless it is a share
}

// points converts the dots to points, 72 per inch.
func (w imageWidth) points() int { return int(math.Round(float64(w.dots) * 72 / dotsPerInch)) }

const (
	dotsPerInch = 96
	maxDots     = 100 * dotsPerInch // wider than any page
)

// units are the dots of lengths, and the shares of page dimensions.
var (
	units = map[string]float64{
		"px": 1, "pt": dotsPerInch / 72., "bp": dotsPerInch / 72., "pc": dotsPerInch / 6., "in": dotsPerInch, "cm": dotsPerInch / 2.54, "mm": dotsPerInch / 25.4,
	}
	pageUnits = map[string]float64{"%": .01, `\textwidth`: 1, `\linewidth`: 1, `\columnwidth`: 1, `\hsize`: 1}
)

var measure = lazyregexp.New(`^\s*([0-9]+\.?[0-9]*|\.[0-9]+)?\s*(%|[a-z]+|\\[a-z]+)?\s*$`)

// widthOf parses a width, zero if the unit is unknown. A number alone has the given unit.
func widthOf(text, unit string) imageWidth {
	match := measure().FindStringSubmatch(text)
	if match == nil || match[1] == "" && !strings.HasPrefix(match[2], `\`) {
		return imageWidth{}
	}
	number, err := strconv.ParseFloat(cmp.Or(match[1], "1"), 64)
	if err != nil {
		return imageWidth{}
	}
	unit = cmp.Or(match[2], unit)
	return imageWidth{
		share: int(math.Round(100 * min(number*pageUnits[unit], 1))),
		dots:  int(math.Round(min(number*units[unit], maxDots))),
	}
}

var graphicsWidth = lazyregexp.New(`(?:^|[,\s])width\s*=([^,]*)`)

// graphicsWidthOf parses the options of \includegraphics.
func graphicsWidthOf(options string) imageWidth {
	if match := graphicsWidth().FindStringSubmatch(options); match != nil {
		return widthOf(match[1], "bp")
	}
	return imageWidth{}
}

// attributesParser reads {width=40% #id .class key="value"} right after a Markdown image or code, or at the end of a heading, as
// Pandoc does. Anything else stays text.
type attributesParser struct{}

const oneAttribute = `(?:[.#][^\s{}="']+|[A-Za-z][\w:.-]*=(?:"[^"]*"|'[^']*'|[^\s{}="']+))`

var (
	attributeList  = lazyregexp.New(`^\{\s*(?:` + oneAttribute + `(?:\s+` + oneAttribute + `)*\s*)?\}`)
	attributeWidth = lazyregexp.New(`[{\s]width=(?:"([^"]*)"|'([^']*)'|([^\s}]+))`)
)

func (attributesParser) Trigger() []byte { return []byte{'{'} }

func (attributesParser) Parse(parent ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	list := attributeList().Find(line)
	if list == nil {
		return nil
	}
	switch before := parent.LastChild().(type) {
	case *ast.Image:
		if len(before.Attributes()) > 0 {
			return nil
		}
		before.SetAttributeString("width", widthIn(list))
		block.Advance(len(list))
		return before
	case *ast.CodeSpan: // only its look and its name
		if len(list) > len("{}") {
			block.Advance(len(list))
			return before
		}
	}
	if parent.Kind() == ast.KindHeading && len(bytes.TrimSpace(line[len(list):])) == 0 && len(list) > len("{}") {
		block.Advance(len(list))
		return ast.NewString(nil)
	}
	return nil
}

// widthIn is the width in a list of attributes.
func widthIn(list []byte) imageWidth {
	match := attributeWidth().FindSubmatch(list)
	if match == nil {
		return imageWidth{}
	}
	return widthOf(string(match[1])+string(match[2])+string(match[3]), "px")
}

// widthOfImage is the width in the attributes of a Markdown image.
func widthOfImage(image *ast.Image) imageWidth {
	value, _ := image.AttributeString("width")
	width, _ := value.(imageWidth)
	return width
}
