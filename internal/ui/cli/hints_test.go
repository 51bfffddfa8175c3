package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// unhinted are the errors without a hint in packages that handle users' mistakes, and why they need none. An error
// whose text says itself what to do is not listed.
var unhinted = map[string]string{
	`"no operator %q, there are %s"`: "the hint of --operators is laid over it",
	`"%s: a smaller input failed and then did not: the solution or the trusted one depends on chance"`: "the reason of a warning",
	`"the time for mutants is up"`: "it ends the judging of mutants, and is told as an event",
	`"the user interrupted it"`:    "it ends the judging of further solutions, and is not shown",
	`end.Error`:                    "the hint of the recorded run is laid over it",
}

// Each error that begins in a package that handles users' mistakes has a hint: its own, one in its text behind a
// semicolon, or a reason why it needs none.
func TestMistakesHaveHints(t *testing.T) {
	var without []string
	hints := 0
	for _, room := range []string{
		".", "../../store/workspace", "../../app/practice", "../../pkgfmt/exchange", "../../author/stress", "../../author/mutate", "../../author/generate", "../../author/edit",
	} {
		files, err := filepath.Glob(filepath.Join(room, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			positions := token.NewFileSet()
			tree, err := parser.ParseFile(positions, file, source, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(tree, func(node ast.Node) bool {
				call, ok := node.(*ast.CallExpr)
				if !ok || len(call.Args) == 0 {
					return true
				}
				text := func(e ast.Expr) string {
					return string(source[positions.Position(e.Pos()).Offset:positions.Position(e.End()).Offset])
				}
				first := text(call.Args[0])
				switch text(call.Fun) {
				case "hint.Errorf":
					hints++
					if first == `""` {
						without = append(without, text(call.Args[1]))
					}
				case "errors.New", "fmt.Errorf":
					if !strings.Contains(first, "%w") && !strings.Contains(first, "; ") {
						without = append(without, first)
					}
				}
				return true
			})
		}
	}
	for _, text := range without {
		if unhinted[text] == "" {
			t.Errorf("%s: the error has no hint; name what to type, or say in the table why there is none", text)
		}
	}
	for text := range unhinted {
		if !slices.Contains(without, text) {
			t.Errorf("%s: there is no such error any more, or it has a hint: take it out of the table", text)
		}
	}
	if hints < 100 {
		t.Errorf("found %d hints, want at least 100: are they still looked for?", hints)
	}
}
