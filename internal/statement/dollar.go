package statement

import (
	"bytes"
	"math"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"grundy/internal/base/lazyregexp"
)

// dollarNode is a formula in a line of text.
type dollarNode struct {
	ast.BaseInline
	source string
}

var dollarKind = ast.NewNodeKind("Formula")

func (n *dollarNode) Kind() ast.NodeKind { return dollarKind }

func (n *dollarNode) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"Source": n.source}, nil)
}

// dollarParser reads $…$ and $$…$$ inside a paragraph, also across lines. As in Pandoc, an opening dollar has no
// space after it, and a closing one has no space before it and no digit after it: "$5 and $6" is money. Spaces may stand
// there if the text between them is no prose.
type dollarParser struct{}

func (dollarParser) Trigger() []byte { return []byte{'$'} }

func (dollarParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	startLine, startPosition := block.Position()
	mark := "$"
	if bytes.HasPrefix(line, []byte("$$")) {
		mark = "$$"
	}
	if len(line) <= len(mark) || mark == "$" && isSpace(line[1]) && !paddedFormula().Match(line) {
		return nil
	}
	block.Advance(len(mark))
	begin, beginPosition := block.Position()
	for _, inBraces := range []bool{false, true} { // where braces do not match, any dollar ends the formula
		if node := formulaUntil(block, mark, inBraces); node != nil {
			return node
		}
		block.SetPosition(begin, beginPosition)
	}
	block.SetPosition(startLine, startPosition)
	return nil
}

// formulaUntil reads a formula up to its closing dollar, which may stand within braces or not.
func formulaUntil(block text.Reader, mark string, inBraces bool) ast.Node {
	var source strings.Builder
	depth := 0
	for lines := 0; lines < formulaLines && source.Len() < formulaBytes; lines++ {
		line, _ := block.PeekLine()
		if line == nil {
			break
		}
		line = line[:min(len(line), formulaBytes)]
		if inBraces {
			depth = math.MinInt32
		}
		end := closingDollar(line, mark, &depth)
		if end >= 0 {
			source.Write(line[:end])
			block.Advance(end + len(mark))
			return &dollarNode{source: strings.TrimSpace(source.String())}
		}
		source.Write(line)
		block.AdvanceLine()
	}
	return nil
}

// Bounds of the search for the closing dollar.
const (
	formulaLines = 40
	formulaBytes = 2000
)

// isFormula matches text that is a formula rather than prose: a single word, or letters that stand alone, numbers and
// signs, or text with commands, indices or relations of formulas. paddedFormula matches one between dollars and spaces.
var (
	isFormula     = lazyregexp.New(`^` + noProse + `$`)
	paddedFormula = lazyregexp.New(`^\$[ \t]` + noProse + `\$(?: ?[^0-9 ]|$)`)
)

const noProse = `[ \t]*(?:[^\s$]*[^\s$,.;:]|[^$\n]*[\\^_=<>≤≥≠−×][^$\n]*|[^A-Za-z$\n]*[A-Za-z](?:[^A-Za-z$\n]+[A-Za-z])*[^A-Za-z$\n]*)[ \t]*`

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// closingDollar is the position of the dollars that end a formula, or -1. Dollars within braces belong to the text of the formula:
// $\text{if $x$}$. Depth counts the open braces of the lines before.
func closingDollar(line []byte, mark string, depth *int) int {
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\':
			i++
		case line[i] == '{':
			*depth++
		case line[i] == '}':
			*depth--
		case line[i] != '$' || *depth > 0:
		case mark == "$$":
			if bytes.HasPrefix(line[i:], []byte(mark)) {
				return i
			}
		default:
			spaceBefore := i > 0 && isSpace(line[i-1]) && !isFormula().Match(line[:i])
			digitAfter := i+1 < len(line) && '0' <= line[i+1] && line[i+1] <= '9'
			if !spaceBefore && !digitAfter {
				return i
			}
		}
	}
	return -1
}

// displayNode is a formula on lines of its own.
type displayNode struct{ ast.BaseBlock }

var displayKind = ast.NewNodeKind("Display")

func (n *displayNode) Kind() ast.NodeKind { return displayKind }

func (n *displayNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// displayParser reads a block that begins with "$$" and ends with a line that ends in "$$". In such a block, lines
// of the formula do not begin a list or underline a heading.
type displayParser struct{}

func (displayParser) Trigger() []byte { return []byte{'$'} }

func (displayParser) CanInterruptParagraph() bool { return true }

func (displayParser) CanAcceptIndentedLine() bool { return false }

func (displayParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	start := pc.BlockOffset()
	if start < 0 || !bytes.HasPrefix(line[start:], []byte("$$")) {
		return nil, parser.NoChildren
	}
	rest := bytes.TrimRight(line[start+2:], " \t\n")
	end := bytes.Index(rest, []byte("$$"))
	if end >= 0 && end+2 < len(rest) {
		return nil, parser.NoChildren // text follows: a formula of the paragraph
	}
	node := &displayNode{}
	from := segment.Start - segment.Padding + start + 2
	if end >= 0 {
		node.Lines().Append(text.NewSegment(from, from+end))
		pc.Set(displayClosed, node)
	} else {
		node.Lines().Append(text.NewSegment(from, segment.Stop))
	}
	return node, parser.NoChildren
}

// displayClosed holds a display that ended on its first line.
var displayClosed = parser.NewContextKey()

func (displayParser) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	if pc.Get(displayClosed) == node {
		return parser.Close
	}
	line, segment := reader.PeekLine()
	if len(bytes.TrimSpace(line)) == 0 {
		return parser.Close // as in TeX, where a formula has no blank line
	}
	if end := bytes.Index(line, []byte("$$")); end >= 0 {
		node.Lines().Append(text.NewSegment(segment.Start, segment.Start+end))
		reader.Advance(end + len("$$")) // the rest begins a paragraph
		return parser.Close
	}
	node.Lines().Append(segment)
	return parser.Continue | parser.NoChildren
}

func (displayParser) Close(ast.Node, text.Reader, parser.Context) {}
