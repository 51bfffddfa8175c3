package svgsafe

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// Namespaces.
const (
	svgSpace   = "http://www.w3.org/2000/svg"
	linkSpace  = "http://www.w3.org/1999/xlink"
	xmlSpace   = "http://www.w3.org/XML/1998/namespace"
	maxNesting = 500 // of elements: browsers give up not far beyond
)

// elements are those that only draw. All others go with their content: scripts, animations, which could change an
// address, foreign content, and the notes of drawing programs.
var elements = wordSet(`svg g defs symbol use a switch title desc style view
	path rect circle ellipse line polyline polygon text tspan textPath image marker pattern clipPath mask
	linearGradient radialGradient stop filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
	feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge
	feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// cleanSVG rewrites a drawing element by element.
func cleanSVG(data []byte) ([]byte, error) {
	decoder := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	c := cleaner{decoder: decoder}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("its content is not SVG: %w", err)
		}
		if err := c.take(token); err != nil {
			return nil, err
		}
	}
	if !c.begun {
		return nil, errors.New("its content is not SVG: there is no element <svg>")
	}
	c.out.WriteByte('\n')
	return c.out.Bytes(), nil
}

// cleaner copies the permitted parts.
type cleaner struct {
	decoder *xml.Decoder
	out     bytes.Buffer
	begun   bool
	open    []string // names of elements
	style   bytes.Buffer
}

// take copies a token. It drops comments, instructions and the document type.
func (c *cleaner) take(token xml.Token) error {
	switch token := token.(type) {
	case xml.StartElement:
		return c.start(token)
	case xml.EndElement:
		c.end()
	case xml.CharData:
		switch {
		case len(c.open) == 0:
		case c.open[len(c.open)-1] == "style":
			c.style.Write(token)
		default:
			c.write(token)
		}
	}
	return nil
}

func (c *cleaner) start(e xml.StartElement) error {
	name := e.Name.Local
	isRoot := len(c.open) == 0
	switch {
	case isRoot && (name != "svg" || c.begun):
		return fmt.Errorf("its content is not SVG: it begins with <%s>", name)
	case len(c.open) >= maxNesting:
		return fmt.Errorf("its elements are nested more than %d deep", maxNesting)
	case e.Name.Space != svgSpace && e.Name.Space != "" || !elements[name] || c.inStyle():
		return c.decoder.Skip()
	case name == "a": // a link has no target in a picture
		name, e.Attr = "g", withoutLinks(e.Attr)
	}
	c.begun = true
	c.open = append(c.open, name)
	c.out.WriteString("<" + name)
	if isRoot {
		c.out.WriteString(` xmlns="` + svgSpace + `"`)
	}
	written := map[string]bool{}
	for _, attribute := range e.Attr {
		if key, kept := keep(name, attribute); kept && !written[key] {
			written[key] = true
			c.out.WriteString(" " + key + `="`)
			_ = xml.EscapeText(&c.out, []byte(attribute.Value)) // writing to a buffer cannot fail
			c.out.WriteByte('"')
		}
	}
	c.out.WriteByte('>')
	return nil
}

func (c *cleaner) inStyle() bool { return len(c.open) > 0 && c.open[len(c.open)-1] == "style" }

// end closes an element; a style sheet is checked as a whole.
func (c *cleaner) end() {
	last := len(c.open) - 1
	if c.open[last] == "style" {
		if sheet := c.style.Bytes(); harmless(string(sheet)) {
			c.write(sheet)
		}
		c.style.Reset()
	}
	c.out.WriteString("</" + c.open[last] + ">")
	c.open = c.open[:last]
}

// write writes text and keeps its line breaks.
func (c *cleaner) write(text []byte) {
	var escaped bytes.Buffer
	_ = xml.EscapeText(&escaped, text) // writing to a buffer cannot fail
	c.out.Write(bytes.ReplaceAll(bytes.ReplaceAll(escaped.Bytes(), []byte("&#xA;"), []byte("\n")), []byte("&#x9;"), []byte("\t")))
}

func withoutLinks(attributes []xml.Attr) []xml.Attr {
	var kept []xml.Attr
	for _, a := range attributes {
		if a.Name.Local != "href" {
			kept = append(kept, a)
		}
	}
	return kept
}

// keep reports whether an attribute may stay, and its name.
func keep(element string, a xml.Attr) (key string, kept bool) {
	key = a.Name.Local
	switch {
	case !attributeName().MatchString(key), strings.HasPrefix(strings.ToLower(key), "on"), key == "xmlns":
		return "", false
	case a.Name.Space == xmlSpace:
		return "xml:" + key, key == "space" || key == "lang"
	case a.Name.Space != "" && a.Name.Space != linkSpace:
		return "", false // such as those of drawing programs, and declarations of prefixes
	case key == "href":
		return key, strings.HasPrefix(a.Value, "#") || element == "image" && embedded().MatchString(a.Value)
	case a.Name.Space == linkSpace, key == "base", key == "src":
		return "", false
	}
	return key, harmless(a.Value)
}

var (
	attributeName = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_.-]*$`)
	// embedded matches pictures in a picture. SVG is excluded: it would have to be cleaned, too.
	embedded = lazyregexp.New(`^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$`)
	// reaching matches what makes a style or an attribute load or link something. Backslashes are included, since
	// escapes could hide it.
	reaching = lazyregexp.New(`(?i)\\|@import|@namespace|@charset|javascript:|expression\s*\(|image-set\s*\(|image\s*\(|src\s*\(|behavior\s*:|-moz-binding`)
	address  = lazyregexp.New(`(?i)url\s*\(\s*["']?\s*(.?)`)
)

// harmless reports whether a style sheet or the value of an attribute refers to nothing outside the
// drawing.
func harmless(text string) bool {
	if reaching().MatchString(text) {
		return false
	}
	for _, found := range address().FindAllStringSubmatch(text, -1) {
		if found[1] != "#" {
			return false
		}
	}
	return true
}
