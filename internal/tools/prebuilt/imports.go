package main

import (
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
)

// compile has Go compile packages and returns an importer of their types.
func compile(root string, packages []string) (types.Importer, error) {
	list := exec.Command("go", append([]string{"list", "-export", "-f", "{{.ImportPath}} {{.Export}}", "--"}, packages...)...)
	list.Dir, list.Stderr = root, os.Stderr
	printed, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("compile what programs import: %w", err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(printed)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[name] = file
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(name string) (io.ReadCloser, error) { return os.Open(files[name]) }), nil
}
