package statement

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"grundy/internal/base/lazyregexp"
)

// scriptNode is a word above or below the line.
type scriptNode struct {
	ast.BaseInline
	element string // sup or sub
	word    string
}

var scriptKind = ast.NewNodeKind("Script")

func (n *scriptNode) Kind() ast.NodeKind { return scriptKind }

func (n *scriptNode) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"Element": n.element, "Word": n.word}, nil)
}

// scriptParser reads 10^9^ and H~2~O, as Pandoc does. Text such as x^2+y^2=z^2 stays as it is.
type scriptParser struct{}

var script = lazyregexp.New(`^(?:\^(-?[\pL\pN]+)\^(?:[^\pL\pN^]|$)|~(-?[\pL\pN]+)~(?:[^~]|$))`)

func (scriptParser) Trigger() []byte { return []byte{'^', '~'} }

func (scriptParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	found := script().FindSubmatch(line)
	before := block.PrecendingCharacter()
	if found == nil || before == '^' || before == '~' || before == ' ' || before == '\n' {
		return nil
	}
	node := &scriptNode{element: "sup", word: string(found[1])}
	if node.word == "" {
		node.element, node.word = "sub", string(found[2])
	}
	block.Advance(len(node.word) + 2)
	return node
}

// struckParser reads ~~gone~~. A single tilde is text, or marks a script.
type struckParser struct{ parser.InlineParser }

func (p struckParser) Parse(parent ast.Node, block text.Reader, context parser.Context) ast.Node {
	if line, _ := block.PeekLine(); !bytes.HasPrefix(line, []byte("~~")) {
		return nil
	}
	return p.InlineParser.Parse(parent, block, context)
}
