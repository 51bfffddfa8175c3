package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// writers are the functions of the rooms below that write files otherwise than through internal/pkgfmt/changeset, and why they may:
// what they write is no part of a package. What fsutil.CreateFolder makes was not there before, and stays in its folder.
var writers = map[string]string{
	"internal/author/edit/draft.go: copyFile":         "a file of the package gets a second name in the draft",
	"internal/author/edit/draft.go: draft":            "the draft, below the folder for changes",
	"internal/author/generate/files.go: moveFiles":    "what a generator wrote, below the cache",
	"internal/author/generate/make.go: answer":        "an entry of the cache",
	"internal/author/generate/make.go: generate":      "what a generator wrote, below the cache",
	"internal/author/generate/make.go: generateOnce":  "a folder for a generator, below the cache",
	"internal/author/generate/make.go: ownFiles":      "an entry of the cache",
	"internal/author/generate/make.go: solve":         "an entry of the cache",
	"internal/author/generate/make.go: writeOut":      "an entry of the cache",
	"internal/author/generate/rehearse.go: rehearse":  "what generators write, among the temporary files",
	"internal/author/killmutants/pool.go: enlarge":    "a folder for large inputs, among the temporary files",
	"internal/author/killmutants/pool.go: everywhere": "a folder for a generator, among the temporary files",
	"internal/author/killmutants/pool.go: generate":   "what a generator wrote, among the temporary files",
	"internal/author/killmutants/pool.go: newPool":    "a folder for inputs, among the temporary files",
	"internal/author/killmutants/pool.go: one":        "an input, among the temporary files",
	"internal/author/mutate/keep.go: Keep":            "mutants, in the cache or the folder that a person names",
	"internal/author/scaling/extreme.go: grow":        "an input that a larger one follows, among the temporary files",
	"internal/author/scaling/series.go: make":         "a folder for a generator, among the temporary files",
	"internal/author/stress/trial.go: keep":           "a failing input, among the temporary files",
	"internal/ui/cli/attachment.go: attach":           "files of a problem beside a solution, or where a person says",
	"internal/ui/cli/growth.go: measureGrowth":        "inputs, among the temporary files",
	"internal/ui/cli/history.go: exportRuns":          "a file that a person names",
	"internal/ui/cli/history.go: restore":             "a file that a person names",
	"internal/ui/cli/history.go: restoreSource":       "a folder that a person names",
	"internal/ui/cli/input.go: inputFile":             "a copy of standard input, among the temporary files",
	"internal/ui/cli/mutate.go: folder":               "mutants of the run before, in the cache",
	"internal/ui/cli/new.go: writeNew":                "a solution",
	"internal/ui/cli/oversee.go: openAudit":           "the file that a person names",
	"internal/ui/cli/picture.go: pictures":            "the file that a person names",
	"internal/ui/cli/statement.go: writeFile":         "the file that a person names",
	"internal/ui/cli/shrink.go: shrink":               "the file that a person names",
	"internal/ui/cli/worker.go: figures":              "how fast the machine is, in the cache",
	"internal/pkgfmt/exchange/archive.go: WriteZip":   "an archive",
	"internal/pkgfmt/exchange/tree.go: openTree":      "nothing: it reads",
	"internal/pkgfmt/exchange/tree.go: openFolder":    "nothing: it reads",
	"internal/app/practice/answer.go: WriteAnswer":    "what a solution prints, among the temporary files",
	"internal/app/practice/explore.go: Explore":       "a folder for inputs, among the temporary files",
	"internal/app/practice/explore.go: run":           "an input, among the temporary files",
}

// TestWritersOfPackages holds that packages are changed through internal/pkgfmt/changeset alone: in the rooms that read, make and
// change packages, whatever else writes to the disk stands in the list.
func TestWritersOfPackages(t *testing.T) {
	rooms := []string{"internal/author", "internal/ui/cli", "internal/pkgfmt/exchange", "internal/app/practice", "internal/pkgfmt/problem"}
	calls := map[string][]string{
		"os": {
			"Chmod", "Chown", "Chtimes", "CopyFS", "Create", "CreateTemp", "Lchown", "Link", "Mkdir", "MkdirAll", "MkdirTemp", "OpenFile",
			"OpenRoot", "Remove", "RemoveAll", "Rename", "Symlink", "Truncate", "WriteFile",
		},
		"fsutil": {"Add", "Copy", "Create", "NewDraft", "RemoveAll", "Replace", "SweepDrafts"},
	}
	found := map[string][]string{}
	for file := range sources(t) {
		room := path.Dir(file)
		if !slices.ContainsFunc(rooms, func(above string) bool { return room == above || strings.HasPrefix(room, above+"/") }) {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			continue // a template of a program, which is no part of ours
		}
		for _, declared := range tree.Decls {
			function, ok := declared.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(function, func(node ast.Node) bool {
				selector, ok := node.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if module, ok := selector.X.(*ast.Ident); ok && slices.Contains(calls[module.Name], selector.Sel.Name) {
					name := file + ": " + function.Name.Name
					found[name] = append(found[name], module.Name+"."+selector.Sel.Name)
				}
				return true
			})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if writers[name] == "" {
			t.Errorf("%s uses %s: change packages through internal/pkgfmt/changeset, or say in the list what else is written", name, strings.Join(found[name], ", "))
		}
	}
	for name := range writers {
		if found[name] == nil {
			t.Errorf("%s writes nothing any more: take it out of the list", name)
		}
	}
}
