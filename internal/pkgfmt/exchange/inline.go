package exchange

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"grundy/checker"
	"grundy/internal/base/lazyregexp"
)

// libraryNotice precedes the inlined part of a library.
const libraryNotice = "// What follows is the part of %s that the program uses, put here so that it builds\n" +
	"// anywhere, with the Go toolchain alone. Its names begin with %s.\n//\n// SPDX-License-Identifier: MIT\n"

// source is a Go package that was parsed, and type-checked as far as possible without its imports.
type source struct {
	fset  *token.FileSet
	names []string
	files []*ast.File
	texts [][]byte
	pkg   *types.Package
	info  *types.Info
}

// readSource parses files. Imports other than those given are empty stand-ins. All identifiers of the package
// itself are resolved nevertheless.
func readSource(files map[string][]byte, imports map[string]*types.Package) (*source, error) {
	s := &source{fset: token.NewFileSet(), info: &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
	}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		parsed, err := parser.ParseFile(s.fset, name, files[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.names, s.files, s.texts = append(s.names, name), append(s.files, parsed), append(s.texts, files[name])
	}
	config := types.Config{Importer: standIns(imports), Error: func(error) {}}
	// Ignore the errors, which are about missing parts of the stand-ins.
	s.pkg, _ = config.Check("main", s.fset, s.files, s.info)
	for _, parsed := range s.files {
		s.resolveArguments(parsed)
	}
	return s, nil
}

// resolveArguments resolves the type arguments of names that the stand-ins lack, which the checker skips: those of
// iter.Seq[Move].
func (s *source) resolveArguments(parsed *ast.File) {
	resolve := func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			ast.Inspect(selector.X, s.resolveName)
			return false
		}
		return s.resolveName(n)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			ast.Inspect(n.Index, resolve)
		case *ast.IndexListExpr:
			for _, argument := range n.Indices {
				ast.Inspect(argument, resolve)
			}
		}
		return true
	})
}

// resolveName looks up a name that the checker did not.
func (s *source) resolveName(n ast.Node) bool {
	id, ok := n.(*ast.Ident)
	if !ok || s.info.Uses[id] != nil || s.info.Defs[id] != nil {
		return true
	}
	if scope := s.pkg.Scope().Innermost(id.Pos()); scope != nil {
		if _, object := scope.LookupParent(id.Name, id.Pos()); object != nil {
			s.info.Uses[id] = object
		}
	}
	return true
}

// standIns imports the packages it holds, and an empty one for every other path.
type standIns map[string]*types.Package

func (known standIns) Import(importPath string) (*types.Package, error) {
	if known[importPath] == nil {
		stub := types.NewPackage(importPath, packageName(importPath))
		stub.MarkComplete()
		return stub, nil
	}
	return known[importPath], nil
}

var majorVersion = lazyregexp.New(`^v[0-9]+$`)

// packageName is the default name of an imported package.
func packageName(importPath string) string {
	if base := path.Base(importPath); !majorVersion().MatchString(base) || base == importPath {
		return base
	}
	return path.Base(path.Dir(importPath))
}

// declaration is a top-level declaration of a library, with the methods of its types.
type declaration struct {
	source  *source
	file    int
	node    ast.Decl
	needs   []types.Object // other objects of the library
	imports []*types.PkgName
}

// library is one of grundy's own libraries, as declarations.
type library struct {
	*source
	path     string // import path in programs
	byObject map[types.Object][]*declaration
	order    []*declaration
}

func readLibrary(importPath string, files fs.FS) (*library, error) {
	names, err := fs.Glob(files, "*.go")
	if err != nil {
		return nil, err
	}
	texts := map[string][]byte{}
	for _, name := range names {
		if texts[name], err = fs.ReadFile(files, name); err != nil {
			return nil, err
		}
	}
	s, err := readSource(texts, nil)
	if err != nil {
		return nil, err
	}
	l := &library{source: s, path: importPath, byObject: map[types.Object][]*declaration{}}
	for i, parsed := range s.files {
		for _, node := range parsed.Decls {
			if general, ok := node.(*ast.GenDecl); ok && general.Tok == token.IMPORT {
				continue
			}
			d := &declaration{source: s, file: i, node: node}
			d.find(s.pkg)
			l.order = append(l.order, d)
			for _, object := range l.declared(node) {
				l.byObject[object] = append(l.byObject[object], d)
			}
		}
	}
	return l, nil
}

// declared returns the objects that a declaration belongs to: its own, or the type that it is a method of.
func (l *library) declared(node ast.Decl) []types.Object {
	if function, ok := node.(*ast.FuncDecl); ok {
		object := l.info.Defs[function.Name]
		if f, ok := object.(*types.Func); ok && f.Signature().Recv() != nil {
			return []types.Object{typeName(f.Signature().Recv().Type())}
		}
		return []types.Object{object}
	}
	var objects []types.Object
	for _, spec := range node.(*ast.GenDecl).Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			objects = append(objects, l.info.Defs[spec.Name])
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				objects = append(objects, l.info.Defs[name])
			}
		}
	}
	return objects
}

// typeName returns the name of a type or of a pointer's target, nil for unnamed types.
func typeName(t types.Type) types.Object {
	if pointer, ok := types.Unalias(t).(*types.Pointer); ok {
		t = pointer.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return named.Origin().Obj()
	}
	return nil
}

// find records what a declaration uses.
func (d *declaration) find(pkg *types.Package) {
	ast.Inspect(d.node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			switch object := d.source.info.Uses[id].(type) {
			case nil:
			case *types.PkgName:
				d.imports = append(d.imports, object)
			default:
				if object.Parent() == pkg.Scope() {
					d.needs = append(d.needs, object)
				}
			}
		}
		return true
	})
}

// reach returns the declarations that objects need, in the library's order.
func (l *library) reach(objects []types.Object) []*declaration {
	kept := map[*declaration]bool{}
	for len(objects) > 0 {
		object := objects[0]
		objects = objects[1:]
		for _, d := range l.byObject[object] {
			if !kept[d] {
				kept[d] = true
				objects = append(objects, d.needs...)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(l.order), func(d *declaration) bool { return !kept[d] })
}

// edit replaces a part of a file.
type edit struct {
	from, to int // offsets
	text     string
}

// apply applies edits that do not overlap.
func apply(text []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.from - b.from })
	var out bytes.Buffer
	at := 0
	for i, e := range edits {
		if i > 0 && e == edits[i-1] {
			continue // an embedded field is both a name and a use
		}
		out.Write(text[at:e.from])
		out.WriteString(e.text)
		at = e.to
	}
	out.Write(text[at:])
	return out.Bytes()
}

func (s *source) offset(pos token.Pos) int { return s.fset.Position(pos).Offset }

// renames returns the edits that prefix every name of the library in a node.
func (s *source) renames(node ast.Node, lib *types.Package, prefix string) []edit {
	var edits []edit
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			id, ok := n.X.(*ast.Ident)
			if !ok {
				break
			}
			if name, ok := s.info.Uses[id].(*types.PkgName); ok && name.Imported() == lib {
				edits = append(edits, edit{s.offset(id.Pos()), s.offset(n.Sel.Pos()), prefix})
				return false
			}
		case *ast.Ident:
			if s.refersToLibrary(n, lib) {
				edits = append(edits, edit{s.offset(n.Pos()), s.offset(n.Pos()), prefix})
			}
		}
		return true
	})
	return edits
}

// refersToLibrary reports whether an identifier names a top-level object of the library, or a field that is named
// after one of its types.
func (s *source) refersToLibrary(id *ast.Ident, lib *types.Package) bool {
	for _, object := range []types.Object{s.info.Uses[id], s.info.Defs[id]} {
		if object == nil {
			continue
		}
		if object.Parent() == lib.Scope() {
			return true
		}
		if field, ok := object.(*types.Var); ok && field.Embedded() {
			name := typeName(field.Type())
			return name != nil && name.Parent() == lib.Scope()
		}
	}
	return false
}

// inliner makes Go programs independent of the libraries. It reads each library once.
type inliner struct{ read map[string]*library }

// inline returns the files of a program with the parts of the libraries that it uses. They are appended to the
// first file that imports a library, so that the program keeps its place and its name, on which arguments and
// seeds may depend. It returns false if the program imports no library.
func (in *inliner) inline(files map[string][]byte) (map[string][]byte, bool, error) {
	mentioned, err := in.mentioned(files)
	if err != nil || len(mentioned) == 0 {
		return nil, false, err
	}
	imports := map[string]*types.Package{}
	for _, l := range mentioned {
		imports[l.path] = l.pkg
	}
	s, err := readSource(files, imports)
	if err != nil {
		return nil, false, err
	}
	imported := slices.DeleteFunc(mentioned, func(l *library) bool { return !slices.ContainsFunc(s.files, l.isImportedBy) })
	if len(imported) == 0 {
		return nil, false, nil
	}
	out, err := s.inline(imported)
	return out, err == nil, err
}

// mentioned returns the libraries whose path occurs in the files.
func (in *inliner) mentioned(files map[string][]byte) ([]*library, error) {
	if in.read == nil {
		in.read = map[string]*library{}
	}
	all := checker.Libraries()
	texts := slices.Collect(maps.Values(files))
	var mentioned []*library
	for _, importPath := range slices.Sorted(maps.Keys(all)) {
		if !slices.ContainsFunc(texts, func(text []byte) bool { return bytes.Contains(text, []byte(importPath)) }) {
			continue
		}
		if in.read[importPath] == nil {
			read, err := readLibrary(importPath, all[importPath])
			if err != nil {
				return nil, fmt.Errorf("read the library %s: %w", importPath, err)
			}
			in.read[importPath] = read
		}
		mentioned = append(mentioned, in.read[importPath])
	}
	return mentioned, nil
}

// inline inlines the parts of the imported libraries that a program uses.
func (s *source) inline(imported []*library) (map[string][]byte, error) {
	taken := s.takenNames(imported)
	edits := make([][]edit, len(s.files))
	imports := map[string]string{}
	var appended []byte
	for _, l := range imported {
		prefix := freePrefix(l.pkg.Name(), s.texts)
		for i, parsed := range s.files {
			edits[i] = append(edits[i], s.renames(parsed, l.pkg, prefix)...)
		}
		text, needs := l.print(l.reach(s.usesOf(l.pkg)), prefix, taken)
		appended = append(appended, text...)
		maps.Copy(imports, needs)
		maps.Copy(taken, needs)
	}
	target := slices.IndexFunc(s.files, func(parsed *ast.File) bool {
		return slices.ContainsFunc(imported, func(l *library) bool { return l.isImportedBy(parsed) })
	})
	out := map[string][]byte{}
	for i, name := range s.names {
		text := apply(s.texts[i], append(edits[i], s.dropImports(i, imported)...))
		if i == target {
			text = append(withImports(text, imports), appended...)
		}
		formatted, err := format.Source(text)
		if err != nil {
			return nil, fmt.Errorf("inline libraries into %s: %w", name, err)
		}
		out[name] = formatted
	}
	return out, nil
}

func (l *library) isImportedBy(parsed *ast.File) bool {
	return slices.ContainsFunc(parsed.Imports, l.is)
}

// is reports whether an import is that of the library.
func (l *library) is(spec *ast.ImportSpec) bool { return spec.Path.Value == strconv.Quote(l.path) }

// freePrefix returns a prefix that occurs in no source.
func freePrefix(name string, sources [][]byte) string {
	for n := 1; ; n++ {
		prefix := name + "_"
		if n > 1 {
			prefix = fmt.Sprintf("%s%d_", name, n)
		}
		if !slices.ContainsFunc(sources, func(text []byte) bool { return bytes.Contains(text, []byte(prefix)) }) {
			return prefix
		}
	}
}

// usesOf lists what a program uses of a package.
func (s *source) usesOf(pkg *types.Package) []types.Object {
	var objects []types.Object
	for _, object := range s.info.Uses {
		if object.Parent() == pkg.Scope() {
			objects = append(objects, object)
		}
	}
	return objects
}

// takenNames returns the top-level names of a program, with the paths of those that are imports of other
// packages.
func (s *source) takenNames(imported []*library) map[string]string {
	taken := map[string]string{}
	for _, name := range s.pkg.Scope().Names() {
		taken[name] = ""
	}
	for _, parsed := range s.files {
		for _, spec := range parsed.Imports {
			importPath, err := strconv.Unquote(spec.Path.Value)
			if err != nil || slices.ContainsFunc(imported, func(l *library) bool { return l.is(spec) }) {
				continue
			}
			name := packageName(importPath)
			if spec.Name != nil {
				name = spec.Name.Name
			}
			taken[name] = importPath
		}
	}
	return taken
}

// dropImports removes the imports of the libraries, with the blank lines above each.
func (s *source) dropImports(file int, imported []*library) []edit {
	var edits []edit
	for _, node := range s.files[file].Decls {
		general, ok := node.(*ast.GenDecl)
		if !ok || general.Tok != token.IMPORT {
			continue
		}
		var dropped []edit
		for i, spec := range general.Specs {
			if !slices.ContainsFunc(imported, func(l *library) bool { return l.is(spec.(*ast.ImportSpec)) }) {
				continue
			}
			from := s.offset(spec.Pos())
			if i > 0 {
				from = s.offset(general.Specs[i-1].End())
			}
			dropped = append(dropped, edit{from, s.offset(spec.End()), ""})
		}
		if len(dropped) == len(general.Specs) {
			dropped = []edit{{s.offset(general.Pos()), s.offset(general.End()), ""}}
		}
		edits = append(edits, dropped...)
	}
	return edits
}

// print writes declarations under names with a prefix, and returns the imports that they need: paths by name.
func (l *library) print(declarations []*declaration, prefix string, taken map[string]string) (text []byte, imports map[string]string) {
	imports = map[string]string{}
	var out bytes.Buffer
	fmt.Fprintf(&out, "\n"+libraryNotice, l.path, prefix)
	for _, d := range declarations {
		edits := l.renames(d.node, l.pkg, prefix)
		for _, used := range d.imports {
			importPath := used.Imported().Path()
			name := used.Name()
			if held, isTaken := taken[name]; isTaken && held != importPath {
				name = prefix + name
			}
			imports[name] = importPath
		}
		ast.Inspect(d.node, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if used, ok := l.info.Uses[id].(*types.PkgName); ok && imports[used.Name()] != used.Imported().Path() {
					edits = append(edits, edit{l.offset(id.Pos()), l.offset(id.Pos()), prefix})
				}
			}
			return true
		})
		from, to := l.offset(start(d.node)), l.offset(d.node.End())
		for i := range edits {
			edits[i].from -= from
			edits[i].to -= from
		}
		out.WriteByte('\n')
		out.Write(apply(l.texts[d.file][from:to], edits))
		out.WriteByte('\n')
	}
	return out.Bytes(), imports
}

// start is where a declaration begins, with its comment.
func start(node ast.Decl) token.Pos {
	var doc *ast.CommentGroup
	switch node := node.(type) {
	case *ast.FuncDecl:
		doc = node.Doc
	case *ast.GenDecl:
		doc = node.Doc
	}
	if doc != nil {
		return doc.Pos()
	}
	return node.Pos()
}

// withImports adds the missing imports of a file: to its block of imports, or in a new one.
func withImports(text []byte, imports map[string]string) []byte {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, "", text, parser.ImportsOnly)
	if err != nil {
		return text // format reports the error
	}
	var specs strings.Builder
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		spec := strconv.Quote(imports[name])
		if name != packageName(imports[name]) {
			spec = name + " " + spec
		}
		if !slices.ContainsFunc(parsed.Imports, func(has *ast.ImportSpec) bool { return importName(has) == name }) {
			specs.WriteString("\n\t" + spec)
		}
	}
	if specs.Len() == 0 {
		return text
	}
	at := fset.Position(parsed.Name.End()).Offset
	for _, node := range parsed.Decls {
		if block, ok := node.(*ast.GenDecl); ok && block.Lparen.IsValid() && len(block.Specs) > 0 {
			at = fset.Position(block.Lparen).Offset + 1
			return slices.Concat(text[:at], []byte(specs.String()), text[at:])
		}
	}
	return slices.Concat(text[:at], []byte("\n\nimport ("+specs.String()+"\n)\n"), text[at:])
}

// importName is the name of an imported package in its file.
func importName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	importPath, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return packageName(importPath)
}
