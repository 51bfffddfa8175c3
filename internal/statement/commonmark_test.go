package statement_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"grundy/internal/statement"
)

// example is an example of the specification.
type example struct {
	number                  int
	section, markdown, html string
}

func (e *example) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&e.number, &e.section, &e.markdown, &e.html})
}

func commonMark(t *testing.T) []example {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "commonmark.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var examples []example
	if err := json.NewDecoder(text).Decode(&examples); err != nil || len(examples) < 652 {
		t.Fatalf("got %d examples: %v", len(examples), err)
	}
	return examples
}

// notAsCommonMark are the examples that statements show otherwise, with the reason.
var notAsCommonMark = map[string][]int{
	"tabs are expanded":                                             {1, 2, 3},
	"headings and tables without text are left out":                 {79, 191},
	"tags that HTML does not know, or that do not end, stay text":   {150, 156, 157, 158, 163, 201, 491, 524, 536, 613, 614, 615, 617, 623},
	"scripts, styles and fields of forms are left out":              {170, 171, 172, 173, 176, 178},
	"cells of tables hold lines, not blocks":                        {148},
	"bare addresses are links":                                      {608, 611, 612},
	"links without a label are their address":                       {21, 31, 476, 477, 484, 630, 631},
	"addresses of links that lead nowhere are as they were written": {503, 642, 643},
}

// TestCommonMark reads the examples of the specification: pages say what the specification's HTML says, in the same
// blocks and styles.
func TestCommonMark(t *testing.T) {
	options := statement.HTMLOptions{Figure: func(file string) string { return file }}
	for _, e := range commonMark(t) {
		got, err := statement.HTML([]byte(e.markdown), "md", options)
		if err != nil {
			t.Fatal(err)
		}
		diff := cmp.Diff(content(t, e.html), content(t, string(got)))
		why := ""
		for reason, numbers := range notAsCommonMark {
			if slices.Contains(numbers, e.number) {
				why = reason
			}
		}
		switch {
		case diff != "" && why == "":
			t.Errorf("example %d (%s): %q\n%s", e.number, e.section, e.markdown, diff)
		case diff == "" && why != "":
			t.Errorf("example %d is as CommonMark has it: it need not be listed as %q", e.number, why)
		}
	}
}

// content are the blocks of a page and their text, in the form of the specification: headings begin at the second
// level, addresses are decoded, and links that pages leave out are their label and address.
func content(t *testing.T, page string) []string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	c := &contents{}
	c.read(root, "")
	c.flush()
	return c.lines
}

type contents struct {
	lines []string
	tight bool // whether the text is directly in an item
	runs  []string
	style string
}

func (c *contents) add(style, text string) {
	if text == "" {
		return
	}
	if last := len(c.runs) - 1; last >= 0 && style == c.style {
		c.runs[last] += text
	} else {
		c.runs = append(c.runs, style+"|"+text)
	}
	c.style = style
}

func (c *contents) flush() {
	var line []string
	for _, run := range c.runs {
		style, text, _ := strings.Cut(run, "|")
		if !strings.Contains(style, "code") && !strings.Contains(style, "pre") {
			text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' }), " ")
		}
		if text != "" {
			line = append(line, style+"|"+text)
		}
	}
	if text := strings.NewReplacer(" ⏎", "⏎", "⏎ ", "⏎").Replace(strings.Join(line, " ")); text != "" {
		if c.tight {
			text = "(tight) " + text
		}
		c.lines = append(c.lines, text)
	}
	c.runs, c.style = nil, ""
}

var (
	breaks     = []string{"p", "div", "section", "article"}
	containers = []string{"ul", "ol", "li", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "pre", "table", "tr", "td", "th"}
	sameStyle  = map[string]string{"em": "em", "i": "em", "strong": "strong", "b": "strong", "code": "code", "u": "u", "s": "s", "del": "s"}
)

func (c *contents) read(node *html.Node, style string) {
	switch node.Type {
	case html.TextNode:
		c.add(style, node.Data)
		return
	case html.ElementNode:
	case html.DocumentNode:
		for child := range node.ChildNodes() {
			c.read(child, style)
		}
		return
	default:
		return
	}
	name := node.Data
	more := ""
	switch {
	case name == "br":
		c.add(style, "⏎")
	case name == "img":
		c.add(strings.ReplaceAll(style, "u ", ""), fmt.Sprintf("[%s %s]", attributeIn(node, "alt"), decoded(attributeIn(node, "src"))))
	case name == "h1":
		name = "h2"
	}
	if slices.Contains(breaks, name) || slices.Contains(containers, name) {
		c.flush()
		before := c.tight
		c.tight = name == "li"
		defer func() {
			c.flush()
			c.tight = before
		}()
	}
	if slices.Contains(containers, name) {
		start := attributeIn(node, "start")
		c.lines = append(c.lines, "<"+name+start+">")
		if name == "pre" {
			text := strings.TrimRight(textIn(node), "\n")
			c.lines = append(c.lines, text, "</pre>")
			return
		}
	}
	if one, ok := sameStyle[name]; ok && !strings.Contains(style, one+" ") {
		style += one + " "
		fields := strings.Fields(style)
		slices.Sort(fields)
		style = strings.Join(fields, " ") + " "
	}
	if href := attributeIn(node, "href"); name == "a" && strings.TrimSpace(textIn(node)) == "" && !holdsImage(node) {
		return // parsers repeat links that their source leaves open
	} else if name == "a" {
		scheme := strings.ToLower(href)
		if strings.HasPrefix(scheme, "http://") || strings.HasPrefix(scheme, "https://") || strings.HasPrefix(scheme, "mailto:") {
			style += "<" + decoded(href) + "> "
		} else if decoded(href) != textIn(node) && href != "" {
			more = " (" + decoded(href) + ")"
		}
		if !strings.Contains(style, "<") && !strings.Contains(style, "u ") && href != "" {
			inner := style + "u "
			for child := range node.ChildNodes() {
				c.read(child, inner)
			}
			c.add(style, more)
			return
		}
	}
	for child := range node.ChildNodes() {
		c.read(child, style)
	}
	c.add(style, more)
	if slices.Contains(containers, name) {
		c.flush()
		c.lines = append(c.lines, "</"+name+">")
	}
}

func decoded(address string) string {
	if plain, err := url.PathUnescape(address); err == nil {
		return plain
	}
	return address
}

func attributeIn(node *html.Node, name string) string {
	for _, a := range node.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func textIn(node *html.Node) string {
	var b strings.Builder
	for below := range node.Descendants() {
		if below.Type == html.TextNode {
			b.WriteString(below.Data)
		}
	}
	return b.String()
}

func holdsImage(node *html.Node) bool {
	for below := range node.Descendants() {
		if below.Data == "img" {
			return true
		}
	}
	return false
}
