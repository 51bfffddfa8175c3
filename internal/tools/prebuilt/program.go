package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// program is a Go program of one file.
type program struct {
	prefix string // of its names in the generated file
	text   []byte
	fset   *token.FileSet
	file   *ast.File
	pkg    *types.Package
	info   *types.Info
	// borrowed has the prefixes of earlier programs with the same declarations, which are not written again.
	borrowed map[ast.Decl]string
	names    map[types.Object]string // in the generated file
}

// read parses and type-checks a program. The path of its source decides the prefix of its names.
func read(path string, text []byte, imports types.Importer) (*program, error) {
	_, below, _ := strings.Cut(path, "/")
	p := &program{
		prefix: strings.NewReplacer("/", "_", "-", "_").Replace(strings.TrimSuffix(below, ".go")) + "_",
		text:   text,
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
// values in main, since the values of all programs would otherwise be computed at each start of the judge. Written maps
// what earlier programs have declared to their prefixes; print adds to it.
func (p *program) print(written map[string]string) ([]byte, error) {
	p.borrow(written)
	p.rename()
	var out bytes.Buffer
	for _, node := range p.file.Decls {
		if p.borrowed[node] != "" {
			continue
		}
		switch node := node.(type) {
		case *ast.FuncDecl:
			if p.isMain(node) {
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

// borrow finds the declarations that are in written, and so the names. Declarations are the same if all that they refer
// to is.
func (p *program) borrow(written map[string]string) {
	p.borrowed = map[ast.Decl]string{}
	for _, node := range p.file.Decls {
		if p.isMain(node) && len(p.info.InitOrder) > 0 {
			continue // it gives the variables of this program their values
		}
		needed := map[ast.Decl]bool{}
		p.addNeeded(needed, node)
		var texts []string
		for other := range needed {
			texts = append(texts, string(p.text[other.Pos()-p.file.FileStart:other.End()-p.file.FileStart]))
		}
		slices.Sort(texts)
		all := strings.Join(texts, "\n")
		if written[all] == "" {
			written[all] = p.prefix
		} else if written[all] != p.prefix {
			p.borrowed[node] = written[all]
		}
	}
	p.names = map[types.Object]string{}
	for _, name := range p.pkg.Scope().Names() {
		own := p.pkg.Scope().Lookup(name)
		p.names[own] = cmp.Or(p.borrowed[p.declaration(own)], p.prefix) + name
	}
}

// addNeeded adds a declaration and all that it refers to; a type refers to its methods.
func (p *program) addNeeded(needed map[ast.Decl]bool, node ast.Decl) {
	if needed[node] {
		return
	}
	needed[node] = true
	ast.Inspect(node, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if own := p.own(p.info.Uses[id]); own != nil {
			p.addNeeded(needed, p.declaration(own))
		}
		if defined, ok := p.info.Defs[id].(*types.TypeName); ok {
			if named, ok := defined.Type().(*types.Named); ok {
				for method := range named.Methods() {
					p.addNeeded(needed, p.declaration(method))
				}
			}
		}
		return true
	})
}

// declaration returns the declaration of a function, type, constant or variable of the program.
func (p *program) declaration(object types.Object) ast.Decl {
	return p.file.Decls[slices.IndexFunc(p.file.Decls, func(d ast.Decl) bool { return d.Pos() <= object.Pos() && object.Pos() < d.End() })]
}

func (p *program) isMain(node ast.Decl) bool {
	function, ok := node.(*ast.FuncDecl)
	return ok && p.info.Defs[function.Name] == p.pkg.Scope().Lookup("main")
}

// rename gives every name of the program itself its prefix, and fields that are named after one of its types.
func (p *program) rename() {
	ast.Inspect(p.file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if own := cmp.Or(p.own(p.info.Defs[id]), p.own(p.info.Uses[id])); own != nil { // an embedded field is in both
				id.Name = p.names[own]
			}
		}
		return true
	})
}

// own returns the object of the program's own scope that an object is, or that a field embeds; nil for any other.
func (p *program) own(object types.Object) types.Object {
	if field, ok := object.(*types.Var); ok && field.Embedded() {
		t := field.Type()
		if pointer, ok := t.(*types.Pointer); ok {
			t = pointer.Elem()
		}
		if named, ok := t.(*types.Named); ok {
			object = named.Obj()
		}
	}
	if object == nil || object.Parent() != p.pkg.Scope() {
		return nil
	}
	return object
}

// initialisations are assignments of the values of the program's variables, in the order that the language demands.
func (p *program) initialisations() []ast.Stmt {
	var statements []ast.Stmt
	for _, set := range p.info.InitOrder {
		assignment := &ast.AssignStmt{Tok: token.ASSIGN, Rhs: []ast.Expr{set.Rhs}}
		for _, variable := range set.Lhs {
			assignment.Lhs = append(assignment.Lhs, ast.NewIdent(cmp.Or(p.names[variable], "_")))
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
	text := types.TypeString(p.info.Defs[name].Type(), (*types.Package).Name)
	return ownName.ReplaceAllStringFunc(text, func(qualified string) string {
		return p.names[p.pkg.Scope().Lookup(strings.TrimPrefix(qualified, "main."))]
	})
}

var ownName = regexp.MustCompile(`\bmain\.\w+`)
