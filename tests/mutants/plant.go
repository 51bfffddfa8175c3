//go:build unix

package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"grundy/tests/mutants/active"
)

// mutant is one change of one operator.
type mutant struct {
	id           int32
	file         string // relative to the module
	line, column int
	from, to     string
	source       string // the line, without surrounding white space
	// occurrence distinguishes equal mutants, from 1: a line may repeat an operator, and a file a line.
	occurrence int
}

// key names a mutant in survivors.txt. It stays the same when lines move.
func (m mutant) key() string {
	number := ""
	if m.occurrence > 1 {
		number = " #" + strconv.Itoa(m.occurrence)
	}
	return fmt.Sprintf("%s: %s → %s%s: %s", m.file, m.from, m.to, number, m.source)
}

// The changes, as in gremlins.
var (
	comparisons = map[token.Token][]token.Token{
		token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
		token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
		token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
		token.LAND: {token.LOR}, token.LOR: {token.LAND},
	}
	arithmetic = map[token.Token]struct {
		function string
		becomes  token.Token
	}{
		token.ADD: {"Add", token.SUB}, token.SUB: {"Sub", token.ADD},
		token.MUL: {"Mul", token.QUO}, token.QUO: {"Quo", token.MUL}, token.REM: {"Rem", token.MUL},
		token.AND: {"And", token.OR}, token.OR: {"Or", token.AND}, token.XOR: {"Xor", token.AND},
		token.AND_NOT: {"AndNot", token.AND}, token.SHL: {"Shl", token.SHR}, token.SHR: {"Shr", token.SHL},
	}
	assignments = map[token.Token]token.Token{
		token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL, token.QUO_ASSIGN: token.QUO,
		token.AND_ASSIGN: token.AND, token.OR_ASSIGN: token.OR, token.XOR_ASSIGN: token.XOR,
		token.AND_NOT_ASSIGN: token.AND_NOT, token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR,
	}
)

// alias is the name by which changed files import package active.
const alias = "active_"

// planter puts the mutants of one file into its text.
type planter struct {
	files *token.FileSet
	pkg   *packages.Package
	file  *ast.File
	at    func(token.Pos) int
	name  string
	text  []byte
	// path holds the nodes around the current one.
	path    []ast.Node
	edits   []edit
	mutants *[]mutant
}

// edit replaces a part of the text, or inserts if it is empty.
type edit struct {
	begin, end int
	text       string
	// At one position, ends come before beginnings. Later edits lie further inside.
	class, order int
}

const (
	ending = iota
	beginning
	replacing
)

// plant returns the text of a file with mutants, which it appends to the list.
func plant(pkg *packages.Package, file *ast.File, root string, text []byte, mutants *[]mutant) ([]byte, error) {
	tokens := pkg.Fset.File(file.Pos())
	name, err := filepath.Rel(root, tokens.Name())
	if err != nil {
		return nil, err
	}
	p := &planter{files: pkg.Fset, pkg: pkg, file: file, at: tokens.Offset, name: filepath.ToSlash(name), text: text, mutants: mutants}
	before := len(*mutants)
	ast.Inspect(file, func(node ast.Node) bool {
		if node == nil {
			p.path = p.path[:len(p.path)-1]
			return true
		}
		if !p.visit(node) {
			return false
		}
		p.path = append(p.path, node)
		return true
	})
	if len(*mutants) == before {
		return text, nil
	}
	if len(*mutants) > active.Max {
		return nil, fmt.Errorf("more than %d mutants", active.Max)
	}
	p.insert(beginning, p.at(file.Name.End()), fmt.Sprintf("; import %s %q", alias, "grundy/tests/mutants/active"))
	return p.apply(), nil
}

// visit plants the mutants of a node itself. It reports whether to descend into the node.
func (p *planter) visit(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.GenDecl:
		return n.Tok != token.CONST && n.Tok != token.IMPORT
	case *ast.ArrayType:
		return false // a length must be constant
	case *ast.BinaryExpr:
		if p.pkg.TypesInfo.Types[n].Value != nil {
			return false // a constant expression may have to stay constant
		}
		p.binary(n)
	case *ast.UnaryExpr:
		if n.Op == token.SUB {
			p.minus(n)
			return p.pkg.TypesInfo.Types[n].Value == nil
		}
	case *ast.IncDecStmt:
		operator := token.ADD
		if n.Tok == token.DEC {
			operator = token.SUB
		}
		p.assignment(n.X, n.TokPos, n.End(), n.Tok, operator, ", 1")
	case *ast.AssignStmt:
		if operator, ok := assignments[n.Tok]; ok {
			p.assignment(n.Lhs[0], n.TokPos, n.End(), n.Tok, operator, ",")
		}
	case *ast.BranchStmt:
		p.branch(n)
	}
	return true
}

func (p *planter) binary(n *ast.BinaryExpr) {
	typ := types.Default(p.pkg.TypesInfo.TypeOf(n))
	if others := comparisons[n.Op]; others != nil && types.Identical(typ, types.Typ[types.Bool]) {
		first := int32(len(*p.mutants))
		var text strings.Builder
		text.WriteString("(")
		for _, other := range others {
			id := p.add(n.OpPos, n.Op.String(), other.String())
			fmt.Fprintf(&text, "%s.On(%d) && (%s%s%s) || ", alias, id,
				p.plain(n.Pos(), n.OpPos), other, p.plain(n.OpPos+token.Pos(len(n.Op.String())), n.End()))
		}
		fmt.Fprintf(&text, "%s.Outside(%d, %d) && (", alias, first, len(*p.mutants)-1)
		p.around(n, text.String(), "))")
		return
	}
	change, ok := arithmetic[n.Op]
	if !ok || !isNumber(typ) {
		return
	}
	spelled, ok := p.spell(typ)
	isShifted := (n.Op == token.SHL || n.Op == token.SHR) && p.pkg.TypesInfo.Types[n.X].Value != nil
	if isShifted && !ok {
		return
	}
	id := p.add(n.OpPos, n.Op.String(), change.becomes.String())
	p.around(n, fmt.Sprintf("%s.%s(%d, ", alias, change.function, id), ")")
	if isShifted { // a constant takes its type from its context
		p.around(n.X, spelled+"(", ")")
	}
	p.replace(n.OpPos, len(n.Op.String()), ",")
}

// minus removes the sign. A constant becomes a value of its type, unless it is part of another one.
func (p *planter) minus(n *ast.UnaryExpr) {
	typ := types.Default(p.pkg.TypesInfo.TypeOf(n))
	if !isNumber(typ) {
		return
	}
	before, after := "", ""
	if p.pkg.TypesInfo.Types[n].Value != nil {
		spelled, ok := p.spell(typ)
		if !ok || p.isKey(n) {
			return
		}
		before, after = spelled+"(", ")"
	}
	id := p.add(n.OpPos, "-", "+")
	p.around(n, fmt.Sprintf("%s.Neg(%d, %s", alias, id, before), after+")")
	p.replace(n.OpPos, 1, "")
}

// assignment writes x op= y as x = op(x, y). That evaluates x twice, so x must not call anything.
func (p *planter) assignment(x ast.Expr, at, end token.Pos, symbol, operator token.Token, middle string) {
	calls := false
	ast.Inspect(x, func(node ast.Node) bool {
		_, call := node.(*ast.CallExpr)
		calls = calls || call
		return true
	})
	if calls || !isNumber(p.pkg.TypesInfo.TypeOf(x)) {
		return
	}
	change := arithmetic[operator]
	becomes := change.becomes.String() + "="
	switch symbol {
	case token.INC:
		becomes = "--"
	case token.DEC:
		becomes = "++"
	}
	id := p.add(at, symbol.String(), becomes)
	p.insert(beginning, p.at(x.Pos()), fmt.Sprintf("%s = %s.%s(%d, ", p.plain(x.Pos(), x.End()), alias, change.function, id))
	p.replace(at, len(symbol.String()), middle)
	p.insert(ending, p.at(end), ")")
}

// branch exchanges break and continue where both are allowed.
func (p *planter) branch(n *ast.BranchStmt) {
	if n.Label != nil || n.Tok != token.BREAK && n.Tok != token.CONTINUE {
		return
	}
	var loop ast.Node
	for _, around := range slices.Backward(p.path) {
		if _, ok := around.(*ast.FuncLit); ok {
			break
		}
		switch around.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loop = around
		}
		if loop != nil {
			break
		}
	}
	other := token.CONTINUE
	if n.Tok == token.CONTINUE {
		other = token.BREAK
	}
	if endless, ok := loop.(*ast.ForStmt); loop == nil || ok && endless.Cond == nil && other == token.BREAK {
		return // a function may not end behind an endless loop
	}
	id := p.add(n.TokPos, n.Tok.String(), other.String())
	p.replace(n.TokPos, len(n.Tok.String()), fmt.Sprintf("if %s.On(%d) { %s } else { %s }", alias, id, other, n.Tok))
}

// isKey reports whether a node is an index in the literal of an array or slice, which must be constant.
func (p *planter) isKey(n ast.Node) bool {
	pair, ok := p.path[len(p.path)-1].(*ast.KeyValueExpr)
	return ok && pair.Key == n
}

// spell writes a type with the imports of this file.
func (p *planter) spell(typ types.Type) (string, bool) {
	ok := true
	text := types.TypeString(typ, func(other *types.Package) string {
		if other == p.pkg.Types {
			return ""
		}
		imported := slices.ContainsFunc(p.file.Imports, func(spec *ast.ImportSpec) bool {
			return spec.Name == nil && spec.Path.Value == strconv.Quote(other.Path())
		})
		ok = ok && imported
		return other.Name()
	})
	return text, ok
}

func isNumber(typ types.Type) bool {
	basic, ok := typ.Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsInteger|types.IsFloat) != 0
}

func (p *planter) add(at token.Pos, from, to string) int32 {
	position := p.files.Position(at)
	line := string(p.text[p.at(at)-position.Column+1:])
	line, _, _ = strings.Cut(line, "\n")
	m := mutant{
		id: int32(len(*p.mutants)), file: p.name, line: position.Line, column: position.Column,
		from: from, to: to, source: strings.TrimSpace(line), occurrence: 1,
	}
	for _, other := range *p.mutants {
		if other.file == m.file && other.from == from && other.to == to && other.source == m.source {
			m.occurrence++
		}
	}
	*p.mutants = append(*p.mutants, m)
	return m.id
}

func (p *planter) plain(begin, end token.Pos) string { return string(p.text[p.at(begin):p.at(end)]) }

func (p *planter) around(n ast.Node, before, after string) {
	p.insert(beginning, p.at(n.Pos()), before)
	p.insert(ending, p.at(n.End()), after)
}

func (p *planter) insert(class, at int, text string) {
	p.edits = append(p.edits, edit{at, at, text, class, len(p.edits)})
}

func (p *planter) replace(at token.Pos, length int, text string) {
	p.edits = append(p.edits, edit{p.at(at), p.at(at) + length, text, replacing, len(p.edits)})
}

func (p *planter) apply() []byte {
	slices.SortFunc(p.edits, func(a, b edit) int {
		byOrder := a.order - b.order
		if a.class == ending {
			byOrder = -byOrder
		}
		return cmp.Or(a.begin-b.begin, a.class-b.class, byOrder)
	})
	var out []byte
	last := 0
	for _, e := range p.edits {
		out = append(append(out, p.text[last:e.begin]...), e.text...)
		last = e.end
	}
	return append(out, p.text[last:]...)
}
