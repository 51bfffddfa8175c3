package svgpdf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"

	"grundy/internal/base/lazyregexp"
)

// style is what an element inherits.
type style struct {
	fill, stroke           paint
	width                  float64
	dashes                 []float64
	cap, join              int // as PDF numbers them
	size                   float64
	bold, mono             bool
	anchor                 string
	markerStart, markerEnd string
}

// paint is a colour, a pattern by its name, or nothing.
type paint struct {
	visible bool
	color   [3]float64 // red, green and blue, 0 to 1
	pattern string
}

// initial is the style of a document (SVG 1.1, appendix "Property Index").
var initial = style{fill: paint{visible: true}, width: 1, size: 16, anchor: "start"}

var (
	caps  = []string{"butt", "round", "square"}
	joins = []string{"miter", "round", "bevel"}
)

// set sets a property.
func (s *style) set(property, value string) (err error) {
	value = strings.TrimSpace(value)
	switch property {
	case "fill":
		s.fill, err = parsePaint(value)
	case "stroke":
		s.stroke, err = parsePaint(value)
	case "stroke-width":
		s.width, err = parseLength(value)
	case "stroke-dasharray":
		s.dashes = nil
		if value != "none" {
			s.dashes, err = parseNumbers(value)
		}
	case "stroke-linecap":
		s.cap, err = choice(caps, value)
	case "stroke-linejoin":
		s.join, err = choice(joins, value)
	case "font-family":
		s.mono = strings.Contains(value, "mono")
	case "font-size":
		s.size, err = parseLength(value)
	case "font-weight":
		s.bold = value == "bold" || value == "bolder" || value >= "600" && value <= "900"
	case "font":
		err = s.setFont(value)
	case "text-anchor":
		if _, err = choice([]string{"start", "middle", "end"}, value); err == nil {
			s.anchor = value
		}
	case "marker-start":
		s.markerStart, err = reference(value)
	case "marker-end":
		s.markerEnd, err = reference(value)
	default:
		return fmt.Errorf("the property %s is not known", property)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", property, err)
	}
	return nil
}

// setFont reads the short form, of which figures have "bold 14px sans-serif" at most.
func (s *style) setFont(value string) (err error) {
	words := strings.Fields(value)
	s.bold = len(words) > 0 && words[0] == "bold"
	if s.bold {
		words = words[1:]
	}
	if len(words) < 2 {
		return fmt.Errorf("%q: want a size and a family", value)
	}
	s.mono = strings.Contains(strings.Join(words[1:], " "), "mono")
	s.size, err = parseLength(words[0])
	return err
}

func choice(words []string, value string) (int, error) {
	if i := slices.Index(words, value); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("%q is not known", value)
}

// reference reads "url(#name)"; it returns "" for none.
func reference(value string) (string, error) {
	if value == "none" {
		return "", nil
	}
	if name, found := strings.CutPrefix(value, "url(#"); found && strings.HasSuffix(name, ")") {
		return strings.TrimSuffix(name, ")"), nil
	}
	return "", fmt.Errorf("%q: want url(#name)", value)
}

func parsePaint(value string) (paint, error) {
	if value == "none" {
		return paint{}, nil
	}
	if strings.HasPrefix(value, "url(") {
		name, err := reference(value)
		return paint{visible: true, pattern: name}, err
	}
	if c, named := colornames.Map[strings.ToLower(value)]; named {
		return solid(c.R, c.G, c.B), nil
	}
	digits, isHex := strings.CutPrefix(value, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	bits, err := strconv.ParseUint(digits, 16, 32)
	if !isHex || len(digits) != 6 || err != nil {
		return paint{}, fmt.Errorf("the colour %q is not known", value)
	}
	return solid(uint8(bits>>16), uint8(bits>>8), uint8(bits)), nil
}

func solid(red, green, blue uint8) paint {
	return paint{visible: true, color: [3]float64{float64(red) / 0xff, float64(green) / 0xff, float64(blue) / 0xff}}
}

// rule is a rule of a style sheet, for elements by name or class.
type rule struct {
	selector     string
	declarations []declaration
}

type declaration struct{ property, value string }

var (
	cssComment  = lazyregexp.New(`(?s)/\*.*?\*/`)
	cssSelector = lazyregexp.New(`^\.?[A-Za-z][A-Za-z0-9_-]*$`)
)

// parseSheet reads a style sheet.
func parseSheet(text string) ([]rule, error) {
	var rules []rule
	rest := strings.TrimSpace(cssComment().ReplaceAllString(text, ""))
	for rest != "" {
		selectors, after, opened := strings.Cut(rest, "{")
		body, after, closed := strings.Cut(after, "}")
		if !opened || !closed {
			return nil, fmt.Errorf("style: %q: want SELECTOR { … }", rest)
		}
		declarations, err := parseDeclarations(body)
		if err != nil {
			return nil, err
		}
		for selector := range strings.SplitSeq(selectors, ",") {
			selector = strings.TrimSpace(selector)
			if !cssSelector().MatchString(selector) {
				return nil, fmt.Errorf("style: the selector %q is not known", selector)
			}
			rules = append(rules, rule{selector, declarations})
		}
		rest = strings.TrimSpace(after)
	}
	// Rules for a class override those for a name; among equals the later one wins.
	slices.SortStableFunc(rules, func(a, b rule) int {
		return strings.Count(a.selector, ".") - strings.Count(b.selector, ".")
	})
	return rules, nil
}

func parseDeclarations(text string) ([]declaration, error) {
	var declarations []declaration
	for part := range strings.SplitSeq(text, ";") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		property, value, found := strings.Cut(part, ":")
		if !found {
			return nil, fmt.Errorf("style: %q: want PROPERTY: VALUE", strings.TrimSpace(part))
		}
		declarations = append(declarations, declaration{strings.TrimSpace(property), strings.TrimSpace(value)})
	}
	return declarations, nil
}

// selects reports whether the rule applies to an element.
func (r rule) selects(e *element) bool {
	if class, ok := strings.CutPrefix(r.selector, "."); ok {
		return slices.Contains(strings.Fields(e.attribute("class")), class)
	}
	return r.selector == e.name
}

// ignoredAttributes are attributes without effect on the picture.
var ignoredAttributes = []string{"id", "class", "role", "xmlns", "version", "style"}

// styled returns the style of an element. Own are the element's own attributes, such as positions and
// sizes.
func (e *element) styled(around style, sheet []rule, own ...string) (style, error) {
	s := around
	for _, attribute := range e.attributes {
		name := attribute.Name.Local
		if attribute.Name.Space != "" || slices.Contains(ignoredAttributes, name) || slices.Contains(own, name) || strings.HasPrefix(name, "aria-") {
			continue
		}
		if err := s.set(name, attribute.Value); err != nil {
			return s, fmt.Errorf("<%s>: %w", e.name, err)
		}
	}
	var declarations []declaration
	for _, r := range sheet {
		if r.selects(e) {
			declarations = append(declarations, r.declarations...)
		}
	}
	direct, err := parseDeclarations(e.attribute("style"))
	if err != nil {
		return s, fmt.Errorf("<%s>: %w", e.name, err)
	}
	for _, d := range append(declarations, direct...) {
		if err := s.set(d.property, d.value); err != nil {
			return s, fmt.Errorf("<%s>: %w", e.name, err)
		}
	}
	return s, nil
}
