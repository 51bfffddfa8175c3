package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// program is a Go program of one file.
type program struct {
	prefix string // of its names in the generated file
	fset   *token.FileSet
	file   *ast.File
	pkg    *types.Package
	info   *types.Info
}

// read parses and type-checks a program. The path of its source decides the prefix of its names.
func read(path string, text []byte, imports types.Importer) (*program, error) {
	_, below, _ := strings.Cut(path, "/")
	p := &program{
		prefix: strings.NewReplacer("/", "_", "-", "_").Replace(strings.TrimSuffix(below, ".go")) + "_",
		fset:   token.NewFileSet(),
		info:   &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}},
	}
	var err error
	if p.file, err = parser.ParseFile(p.fset, path, text, parser.SkipObjectResolution); err != nil {
		return nil, err
	}
	config := types.Config{Importer: imports}
	p.pkg, err = config.Check("main", p.fset, []*ast.File{p.file}, p.info)
	return p, err
}

// print writes the program's declarations, except its imports, under names with its prefix. Its variables get their
// values in main, since the values of all programs would otherwise be computed at each start of the judge.
func (p *program) print() ([]byte, error) {
	p.rename()
	var out bytes.Buffer
	for _, node := range p.file.Decls {
		switch node := node.(type) {
		case *ast.FuncDecl:
			if node.Recv == nil && node.Name.Name == p.prefix+"main" {
				node.Body.List = slices.Concat(p.initialisations(), node.Body.List)
			}
		case *ast.GenDecl:
			if node.Tok == token.IMPORT {
				continue
			}
			if node.Tok == token.VAR {
				p.dropValues(node)
			}
		}
		out.WriteByte('\n')
		if err := format.Node(&out, p.fset, node); err != nil {
			return nil, fmt.Errorf("print %s: %w", p.prefix, err)
		}
		out.WriteByte('\n')
	}
	return out.Bytes(), nil
}

// rename prefixes every name of the program itself, and fields that are named after one of its types.
func (p *program) rename() {
	ast.Inspect(p.file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && (p.isOwn(p.info.Defs[id]) || p.isOwn(p.info.Uses[id])) { // an embedded field is in both
			id.Name = p.prefix + id.Name
		}
		return true
	})
}

func (p *program) isOwn(object types.Object) bool {
	if field, ok := object.(*types.Var); ok && field.Embedded() {
		t := field.Type()
		if pointer, ok := t.(*types.Pointer); ok {
			t = pointer.Elem()
		}
		named, ok := t.(*types.Named)
		return ok && named.Obj().Parent() == p.pkg.Scope()
	}
	return object != nil && object.Parent() == p.pkg.Scope()
}

// initialisations are assignments of the values of the program's variables, in the order that the language demands.
func (p *program) initialisations() []ast.Stmt {
	var statements []ast.Stmt
	for _, set := range p.info.InitOrder {
		assignment := &ast.AssignStmt{Tok: token.ASSIGN, Rhs: []ast.Expr{set.Rhs}}
		for _, variable := range set.Lhs {
			assignment.Lhs = append(assignment.Lhs, ast.NewIdent(p.nameOf(variable)))
		}
		statements = append(statements, assignment)
	}
	return statements
}

// dropValues replaces the values of variables by their types.
func (p *program) dropValues(node *ast.GenDecl) {
	var specs []ast.Spec
	for _, spec := range node.Specs {
		spec := spec.(*ast.ValueSpec)
		for _, name := range spec.Names {
			t := spec.Type
			if t == nil {
				t = ast.NewIdent(p.typeOf(name))
			}
			specs = append(specs, &ast.ValueSpec{Names: []*ast.Ident{name}, Type: t})
		}
	}
	node.Specs = specs
	if len(specs) > 1 {
		node.Lparen = node.Pos()
	}
}

// typeOf returns the type of a variable as source text.
func (p *program) typeOf(name *ast.Ident) string {
	text := types.TypeString(p.info.Defs[name].Type(), func(pkg *types.Package) string {
		if pkg == p.pkg {
			return p.prefix
		}
		return pkg.Name()
	})
	return strings.ReplaceAll(text, p.prefix+".", p.prefix)
}

func (p *program) nameOf(variable *types.Var) string {
	if variable.Name() == "_" {
		return "_"
	}
	return p.prefix + variable.Name()
}
