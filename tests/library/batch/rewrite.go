package batch

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// path is the import path of this package, and name its name in rewritten files.
const (
	path = "grundy/tests/library/batch"
	name = "batchrun"
)

// edit replaces the text from one offset to another.
type edit struct {
	from, to int
	text     string
}

// file is a source being rewritten.
type file struct {
	text  string
	fset  *token.FileSet
	tree  *ast.File
	edits []edit
}

func parse(filename, text string) (*file, error) {
	f := &file{text: text, fset: token.NewFileSet()}
	var err error
	f.tree, err = parser.ParseFile(f.fset, filename, text, parser.SkipObjectResolution)
	return f, err
}

func (f *file) offset(p token.Pos) int { return f.fset.Position(p).Offset }

func (f *file) source(n ast.Node) string { return f.text[f.offset(n.Pos()):f.offset(n.End())] }

func (f *file) replace(n ast.Node, text string) {
	f.edits = append(f.edits, edit{f.offset(n.Pos()), f.offset(n.End()), text})
}

// catchExits makes os.Exit end the call of the program and not the process.
func (f *file) catchExits() {
	var exits []ast.Node
	ast.Inspect(f.tree, func(n ast.Node) bool {
		if call, ok := n.(*ast.SelectorExpr); ok && f.source(call) == "os.Exit" {
			exits = append(exits, call)
		}
		return true
	})
	if len(exits) == 0 {
		return
	}
	for _, call := range exits {
		f.replace(call, name+".Exit")
	}
	end := f.offset(f.tree.Name.End())
	f.edits = append(f.edits, edit{end, end, fmt.Sprintf("; import %s %q", name, path)})
	f.text += "\nvar _ = os.Args\n" // the file may not use package os otherwise
}

// resets are the statements that give all variables of the file their initial values.
func (f *file) resets() []string {
	var list []string
	for _, declared := range f.tree.Decls {
		group, ok := declared.(*ast.GenDecl)
		if !ok || group.Tok != token.VAR {
			continue
		}
		for _, spec := range group.Specs {
			spec := spec.(*ast.ValueSpec)
			var names, values []string
			for _, name := range spec.Names {
				names = append(names, name.Name)
			}
			for _, value := range spec.Values {
				values = append(values, f.source(value))
			}
			if len(values) == 0 {
				for range names {
					values = append(values, "*new("+f.source(spec.Type)+")")
				}
			}
			list = append(list, strings.Join(names, ", ")+" = "+strings.Join(values, ", "))
		}
	}
	return list
}

// String is the file with all edits.
func (f *file) String() string {
	slices.SortFunc(f.edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var text strings.Builder
	at := 0
	for _, e := range f.edits {
		text.WriteString(f.text[at:e.from] + e.text)
		at = e.to
	}
	text.WriteString(f.text[at:])
	return text.String()
}

// Rewrite makes a package of a program that is a single file. The package has a function Main, which is the program's
// main, and a function Reset, which restores the initial values of its variables.
func Rewrite(filename, text string) (string, error) {
	f, err := parse(filename, text)
	if err != nil {
		return "", err
	}
	f.replace(f.tree.Name, "program")
	for _, declared := range f.tree.Decls {
		if function, ok := declared.(*ast.FuncDecl); ok && function.Recv == nil && function.Name.Name == "main" {
			f.replace(function.Name, "Main")
		}
	}
	resets := f.resets()
	f.catchExits()
	return fmt.Sprintf("%s\n// Reset makes the variables what they were in the beginning.\nfunc Reset() {\n\t%s\n}\n", f, strings.Join(resets, "\n\t")), nil
}

// rewriteLibrary makes a file of package testlib keep its callers' process alive; it reports whether the file ended
// it.
func rewriteLibrary(filename, text string) (string, bool, error) {
	f, err := parse(filename, text)
	if err != nil {
		return "", false, err
	}
	f.catchExits()
	return f.String(), len(f.edits) > 0, nil
}
