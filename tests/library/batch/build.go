package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Build makes one binary in a directory of Go programs, of a single file each. Its first argument is the program to
// call, and it answers requests as Start expects. Root is the root of the repository; source names are relative to
// it, with slashes.
func Build(ctx context.Context, root, dir string, sources ...string) (binary string, err error) {
	root, err = filepath.Abs(root)
	if err != nil {
		return "", err
	}
	o := overlay{dir: dir, Replace: map[string]string{}}
	// The directory exists for the compiler alone, within the module whose packages the programs import.
	generated := filepath.Join(root, "tests", "library", "batch", "generated")
	var imports, table strings.Builder
	for i, source := range sources {
		text, err := os.ReadFile(filepath.Join(root, source))
		if err != nil {
			return "", err
		}
		rewritten, err := Rewrite(source, string(text))
		if err != nil {
			return "", err
		}
		if err := o.add(filepath.Join(generated, fmt.Sprint("p", i), "program.go"), rewritten); err != nil {
			return "", err
		}
		fmt.Fprintf(&imports, "\tp%d %q\n", i, fmt.Sprintf("%s/generated/p%d", path, i))
		fmt.Fprintf(&table, "\t\t%q: {p%d.Main, p%d.Reset},\n", source, i, i)
	}
	main := fmt.Sprintf("package main\n\nimport (\n\t%q\n%s)\n\nfunc main() {\n\tbatch.Serve(map[string]batch.Callable{\n%s\t})\n}\n", path, &imports, &table)
	if err := errors.Join(o.add(filepath.Join(generated, "main.go"), main), o.addLibrary(root)); err != nil {
		return "", err
	}
	list, err := json.Marshal(o)
	if err != nil {
		return "", err
	}
	listFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(listFile, list, 0o600); err != nil {
		return "", err
	}
	binary = filepath.Join(dir, "programs.exe")
	// The build needs no version, and git rejects a repository of another user.
	build := exec.CommandContext(ctx, "go", "build", "-overlay", listFile, "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", binary, "./tests/library/batch/generated")
	build.Dir = root
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w\n%s", strings.Join(sources, ", "), err, out)
	}
	return binary, nil
}

// overlay tells the compiler which files replace others (go help build, -overlay).
type overlay struct {
	dir     string
	Replace map[string]string
}

func (o *overlay) add(name, text string) error {
	file := filepath.Join(o.dir, fmt.Sprintf("%d.go", len(o.Replace)))
	o.Replace[name] = file
	return os.WriteFile(file, []byte(text), 0o600)
}

// addLibrary adds those files of package testlib that end the process.
func (o *overlay) addLibrary(root string) error {
	files, err := filepath.Glob(filepath.Join(root, "checker", "testlib", "*.go"))
	if err != nil {
		return err
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rewritten, changed, err := rewriteLibrary(name, string(text))
		if err != nil {
			return err
		}
		if changed && !strings.HasSuffix(name, "_test.go") {
			if err := o.add(name, rewritten); err != nil {
				return err
			}
		}
	}
	return nil
}
