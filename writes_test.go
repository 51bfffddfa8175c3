package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"
)

// writers are the packages below that write files otherwise than through internal/pkgfmt/changeset: what they write, which is no part of
// a problem package, and the functions that they use for it.
var writers = map[string]struct{ what, with string }{
	"internal/app/bulk":           {"cases of lines and tables among the temporary files, and the rows into the file that the user names", "fsutil.RemoveAll fsutil.Replace os.CreateTemp os.MkdirAll os.MkdirTemp os.OpenFile os.Remove os.WriteFile"},
	"internal/app/practice":       {"answers and inputs among the temporary files, and the file that the user names for an input", "fsutil.Replace os.CreateTemp os.MkdirTemp os.Remove os.RemoveAll"},
	"internal/app/mutants":        {"mutants of earlier runs in the cache", "os.RemoveAll"},
	"internal/author/edit":        {"a draft below the directory of the change", "os.Link os.OpenRoot"},
	"internal/author/generate":    {"generated files in the cache and among the temporary files", "fsutil.Copy fsutil.Replace os.MkdirAll os.MkdirTemp os.RemoveAll os.Rename os.WriteFile"},
	"internal/author/killmutants": {"inputs among the temporary files", "fsutil.Replace os.Chmod os.MkdirTemp os.RemoveAll os.WriteFile"},
	"internal/author/mutate":      {"mutants in the cache, or in the directory that the user names", "fsutil.Replace os.MkdirAll"},
	"internal/author/scaling":     {"inputs among the temporary files", "os.Mkdir os.RemoveAll"},
	"internal/author/stress":      {"a failing input among the temporary files", "os.MkdirTemp os.WriteFile"},
	"internal/pkgfmt/exchange":    {"archives", "fsutil.Create fsutil.Replace os.OpenRoot"},
	"internal/ui/cli": {
		"solutions, files that the user names, and temporary files",
		"fsutil.Add fsutil.Create fsutil.Replace os.Mkdir os.MkdirAll os.OpenFile os.WriteFile",
	},
}

// TestWritersOfPackages: problem packages are changed through internal/pkgfmt/changeset alone. Of the code that reads, makes and changes
// them, only the packages in the list write anything else to the disk, with the functions named there.
func TestWritersOfPackages(t *testing.T) {
	groups := []string{"internal/author", "internal/ui/cli", "internal/pkgfmt/exchange", "internal/app", "internal/pkgfmt/problem"}
	calls := map[string][]string{
		"os": {
			"Chmod", "Chown", "Chtimes", "CopyFS", "Create", "CreateTemp", "Lchown", "Link", "Mkdir", "MkdirAll", "MkdirTemp", "OpenFile",
			"OpenRoot", "Remove", "RemoveAll", "Rename", "Symlink", "Truncate", "WriteFile",
		},
		"fsutil": {"Add", "Copy", "Create", "NewDraft", "RemoveAll", "Replace", "SweepDrafts"},
	}
	found := map[string]map[string]string{} // by package and function, a file that uses it
	for file := range sources(t) {
		pkg := path.Dir(file)
		if !slices.ContainsFunc(groups, func(above string) bool { return pkg == above || strings.HasPrefix(pkg, above+"/") }) {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			continue // a template of a program, which is no part of ours
		}
		ast.Inspect(tree, func(node ast.Node) bool {
			selector, ok := node.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if module, ok := selector.X.(*ast.Ident); ok && slices.Contains(calls[module.Name], selector.Sel.Name) {
				if found[pkg] == nil {
					found[pkg] = map[string]string{}
				}
				found[pkg][module.Name+"."+selector.Sel.Name] = file
			}
			return true
		})
	}
	for pkg, used := range found {
		for call, file := range used {
			if !slices.Contains(strings.Fields(writers[pkg].with), call) {
				t.Errorf("%s uses %s: change problem packages through internal/pkgfmt/changeset, or add the function to the list if it writes something else", file, call)
			}
		}
	}
	for pkg, allowed := range writers {
		for call := range strings.FieldsSeq(allowed.with) {
			if found[pkg][call] == "" {
				t.Errorf("%s uses %s no more: remove it from the list", pkg, call)
			}
		}
	}
}
