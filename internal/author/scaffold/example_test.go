package scaffold_test

import (
	"fmt"
	"os"
	"path/filepath"

	"grundy/internal/author/scaffold"
)

func ExampleWrite() {
	above, err := os.MkdirTemp("", "grundy-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(above)
	dir := filepath.Join(above, "takeaway")
	err = scaffold.Write(dir, scaffold.Package{
		ID: "takeaway", Title: "Take Away", UUID: scaffold.NewUUID(), Kind: scaffold.Checker, Language: scaffold.Go,
	})
	checkers, _ := filepath.Glob(filepath.Join(dir, "output_validator", "*"))
	for _, checker := range checkers {
		fmt.Println(filepath.Base(checker), err)
	}
	// Output: check.go <nil>
}
