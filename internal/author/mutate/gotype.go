package mutate

import (
	"go/ast"
	"slices"
)

// narrower maps types to those that overflow earlier.
var narrower = map[string][]string{
	"int": {"int32"}, "int64": {"int32", "uint64"}, "uint64": {"uint32"}, "float64": {"float32"},
}

// types narrows types: single names, which compiles where little depends on them, and all names of a type at once.
func (g *goMutator) types(file *ast.File) {
	all := map[string][]*ast.Ident{}
	var order []string
	ast.Inspect(file, func(node ast.Node) bool {
		name, ok := node.(*ast.Ident)
		if ok && narrower[name.Name] != nil {
			if all[name.Name] == nil {
				order = append(order, name.Name)
			}
			all[name.Name] = append(all[name.Name], name)
		}
		if call, ok := node.(*ast.CallExpr); ok && len(call.Args) == 1 {
			g.conversion(call)
		}
		return true
	})
	for _, from := range order {
		for _, to := range narrower[from] {
			var edits []edit
			for _, name := range all[from] {
				e := edit{g.at(name.Pos()), g.at(name.End()), to}
				edits = append(edits, e)
				if from != "int" { // most of these do not compile
					g.add(Overflow, e)
				}
			}
			g.add(Overflow, edits...)
		}
	}
}

// conversion narrows conversions to 64-bit types.
func (g *goMutator) conversion(n *ast.CallExpr) {
	to, ok := n.Fun.(*ast.Ident)
	if !ok || !slices.Contains([]string{"int64", "uint64"}, to.Name) {
		return
	}
	if !isNumber(n.Args[0]) {
		g.node(Overflow, n.Args[0], narrower[to.Name][0]+"("+g.source(n.Args[0])+")")
	}
}
