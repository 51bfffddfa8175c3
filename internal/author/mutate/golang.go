package mutate

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/event"
)

// goMutator finds the changes of a Go file. It works on syntax alone; the compiler finds out what does not
// compile. An unused variable or import does not compile, so code is not removed but made unreachable: `if false {
// … }`.
type goMutator struct {
	changes
	file *token.File
	// ends holds the bodies of functions with results, which must not end without a return statement.
	ends map[*ast.BlockStmt]bool
	// sizes holds the lengths of slices and buffers. They are generous, and where they are not, the program crashes:
	// changing them tests nothing about the data.
	sizes map[ast.Node]bool
}

func goChanges(text []byte) ([]change, error) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	g := &goMutator{changes{text: text}, files.File(parsed.Pos()), map[*ast.BlockStmt]bool{}, map[ast.Node]bool{}}
	for _, declaration := range parsed.Decls {
		if general, ok := declaration.(*ast.GenDecl); ok && general.Tok == token.IMPORT {
			continue
		}
		ast.Inspect(declaration, func(node ast.Node) bool {
			if node != nil && !g.sizes[node] {
				g.visit(node)
			}
			return true
		})
	}
	g.types(parsed)
	return g.list, nil
}

func (g *goMutator) visit(node ast.Node) {
	switch n := node.(type) {
	case *ast.BinaryExpr:
		g.binary(n)
	case *ast.UnaryExpr:
		if n.Op == token.SUB || n.Op == token.NOT || n.Op == token.XOR {
			g.replace(Symbol, g.at(n.Pos()), g.at(n.X.Pos()), "")
		}
	case *ast.BasicLit:
		if n.Kind == token.INT {
			for _, other := range neighbours(n.Value) {
				g.node(Constant, n, other)
			}
		}
	case *ast.Ident:
		switch n.Name {
		case "true":
			g.node(Constant, n, "false")
		case "false":
			g.node(Constant, n, "true")
		}
	case *ast.IncDecStmt:
		g.symbol(Symbol, n.TokPos, n.Tok, swaps)
	case *ast.AssignStmt:
		g.symbol(Symbol, n.TokPos, n.Tok, swaps)
	case *ast.BlockStmt:
		g.statements(n.List, g.ends[n])
	case *ast.CaseClause:
		g.statements(n.Body, false)
	case *ast.CommClause:
		g.statements(n.Body, false)
	case *ast.IfStmt:
		g.condition(n.Cond, always, never, opposite)
	case *ast.SwitchStmt:
		g.cases(n)
	case *ast.ForStmt:
		g.loop(n)
	case *ast.RangeStmt:
		g.ranges(n)
	case *ast.SliceExpr:
		g.slice(n)
	case *ast.CallExpr:
		g.call(n)
	case *ast.BranchStmt:
		switch n.Tok {
		case token.BREAK:
			g.replace(Flow, g.at(n.TokPos), g.at(n.TokPos)+len("break"), "continue")
		case token.CONTINUE:
			g.replace(Flow, g.at(n.TokPos), g.at(n.TokPos)+len("continue"), "break")
		}
	case *ast.FuncDecl:
		if n.Body != nil && n.Name.Name != "main" {
			g.returnEarly(n.Type, n.Body)
		}
		g.ends[n.Body] = n.Type.Results != nil
	case *ast.FuncLit:
		g.returnEarly(n.Type, n.Body)
		g.ends[n.Body] = n.Type.Results != nil
	}
}

func (g *goMutator) at(pos token.Pos) int { return g.file.Offset(pos) }

func (g *goMutator) source(node ast.Node) string {
	return string(g.text[g.at(node.Pos()):g.at(node.End())])
}

// node replaces all of a node.
func (g *goMutator) node(operator event.Operator, n ast.Node, text string) {
	g.replace(operator, g.at(n.Pos()), g.at(n.End()), text)
}

func (g *goMutator) symbol(operator event.Operator, at token.Pos, symbol token.Token, others map[string]string) {
	if other := others[symbol.String()]; other != "" {
		g.replace(operator, g.at(at), g.at(at)+len(symbol.String()), other)
	}
}

func (g *goMutator) binary(n *ast.BinaryExpr) {
	g.symbol(Boundary, n.OpPos, n.Op, boundaries)
	g.symbol(Symbol, n.OpPos, n.Op, swaps)
	// Each operand may decide alone or not at all.
	for _, operand := range []ast.Expr{n.X, n.Y} {
		switch {
		case isChain(operand, n.Op):
		case n.Op == token.LAND:
			g.condition(operand, always)
		case n.Op == token.LOR:
			g.condition(operand, never)
		}
	}
}

// isChain reports whether an operand itself consists of operands of the same operator, which are changed one
// by one.
func isChain(operand ast.Expr, op token.Token) bool {
	inner, ok := operand.(*ast.BinaryExpr)
	return ok && inner.Op == op
}

// form is the text before and after a changed condition. The condition's variables stay in use.
type form struct{ before, after string }

var (
	always   = form{"(true || ", ")"}
	never    = form{"(false && ", ")"}
	opposite = form{"!(", ")"}
)

func (g *goMutator) condition(n ast.Expr, forms ...form) {
	if n == nil {
		return
	}
	for _, f := range forms {
		if f == opposite && !worthNegating(n) {
			continue
		}
		g.node(Condition, n, f.before+g.source(n)+f.after)
	}
}

// worthNegating reports whether no other operator negates a condition: == and != are exchanged, and a sign is
// removed.
func worthNegating(n ast.Expr) bool {
	switch e := n.(type) {
	case *ast.BinaryExpr:
		return e.Op != token.EQL && e.Op != token.NEQ
	case *ast.UnaryExpr:
		return e.Op != token.NOT
	}
	return true
}

// cases changes the conditions of a switch without a subject.
func (g *goMutator) cases(n *ast.SwitchStmt) {
	if n.Tag != nil {
		return
	}
	for _, clause := range n.Body.List {
		for _, condition := range clause.(*ast.CaseClause).List {
			g.condition(condition, always, never, opposite)
		}
	}
}

// statements removes statements one by one. The last one stays where the function must not end.
func (g *goMutator) statements(list []ast.Stmt, endsFunction bool) {
	if endsFunction && len(list) > 0 {
		list = list[:len(list)-1]
	}
	for _, statement := range list {
		switch s := statement.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.SendStmt, *ast.DeferStmt, *ast.GoStmt, *ast.ReturnStmt, *ast.BranchStmt:
		default:
			continue
		}
		start, end := g.at(statement.Pos()), g.at(statement.End())
		g.add(Statement, edit{start, start, "if false { "}, edit{end, end, " }"})
	}
}

func (g *goMutator) loop(n *ast.ForStmt) {
	g.condition(n.Cond, never)
	// A literal is changed as a constant already.
	if compared, ok := n.Cond.(*ast.BinaryExpr); ok && !isNumber(compared.Y) {
		switch compared.Op {
		case token.LSS:
			g.replace(Offset, g.at(n.Cond.End()), g.at(n.Cond.End()), "-1")
		case token.GTR:
			g.replace(Offset, g.at(n.Cond.End()), g.at(n.Cond.End()), "+1")
		}
	}
	g.once(n.Body)
}

// once ends a loop after its first round.
func (g *goMutator) once(body *ast.BlockStmt) {
	if len(body.List) == 0 {
		return
	}
	last := body.List[len(body.List)-1]
	switch last.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return
	}
	end := g.at(last.End())
	g.replace(Flow, end, end, "; break")
}

// ranges makes a loop over numbers longer or shorter, and a loop over elements skip the last one.
func (g *goMutator) ranges(n *ast.RangeStmt) {
	g.once(n.Body)
	over, end := g.source(n.X), g.at(n.X.End())
	switch n.X.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
		if n.Value != nil {
			g.node(Offset, n.X, over+"[:len("+over+")-1]")
			return
		}
	case *ast.BinaryExpr, *ast.CallExpr:
	default:
		return
	}
	if n.Value == nil {
		g.replace(Offset, end, end, "-1")
		g.replace(Offset, end, end, "+1")
	}
}

func (g *goMutator) slice(n *ast.SliceExpr) {
	if low := n.Low; low == nil {
		g.replace(Offset, g.at(n.Lbrack)+1, g.at(n.Lbrack)+1, "1")
	} else if !isNumber(low) {
		g.replace(Offset, g.at(low.End()), g.at(low.End()), "+1")
	}
	if high := n.High; high != nil && !isNumber(high) {
		g.replace(Offset, g.at(high.End()), g.at(high.End()), "-1")
	}
}

// isSize matches functions whose arguments are streams, types and sizes.
var isSize = lazyregexp.New(`^make$|\.(NewReaderSize|NewWriterSize|Buffer|Grow)$`)

func (g *goMutator) call(n *ast.CallExpr) {
	name := g.source(n.Fun)
	if isSize().MatchString(name) {
		for _, size := range n.Args {
			ast.Inspect(size, func(node ast.Node) bool {
				g.sizes[node] = true
				return true
			})
		}
		return
	}
	if other := opposites[name]; other != "" {
		g.node(Argument, n.Fun, other)
	}
	if orderIrrelevant(name) {
		return
	}
	for i := range max(0, len(n.Args)-1) {
		first, second := n.Args[i], n.Args[i+1]
		if isText(first) != isText(second) || n.Ellipsis.IsValid() && i+2 == len(n.Args) {
			continue
		}
		g.exchange(Argument, g.at(first.Pos()), g.at(first.End()), g.at(second.Pos()), g.at(second.End()))
	}
}

// isText reports whether a node is a string literal. These rarely stand where other values do.
func isText(n ast.Expr) bool { return isLiteral(n, token.STRING) }

func isNumber(n ast.Expr) bool { return isLiteral(n, token.INT) || isLiteral(n, token.CHAR) }

func isLiteral(n ast.Expr, kind token.Token) bool {
	literal, ok := n.(*ast.BasicLit)
	return ok && literal.Kind == kind
}

// returnEarly ends a function at its beginning, once with each simple value of its result type.
func (g *goMutator) returnEarly(function *ast.FuncType, body *ast.BlockStmt) {
	values := []string{""}
	if function.Results != nil {
		if function.Results.NumFields() != 1 {
			return
		}
		result, _ := function.Results.List[0].Type.(*ast.Ident)
		switch {
		case result == nil:
			return
		case result.Name == "bool":
			values = []string{" true", " false"}
		case strings.HasPrefix(result.Name, "int"), strings.HasPrefix(result.Name, "uint"):
			values = []string{" 0"}
		default:
			return
		}
	}
	for _, value := range values {
		at := g.at(body.Lbrace) + 1
		g.replace(Flow, at, at, " if true { return"+value+" };")
	}
}
