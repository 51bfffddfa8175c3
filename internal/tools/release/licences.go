package main

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
)

// licenceNames matches the files of a module that must be distributed with it.
var licenceNames = regexp.MustCompile(`(?i)^(\w+-)?licen[cs]e|^copying|^notice|^patents`)

// licences returns the licence files of Go and of the modules that are linked into a program. A module without one is
// an error: we would not know whether we may distribute it.
func licences(ctx context.Context, source checkout, modules []*debug.Module) ([]file, error) {
	root, err := output(ctx, source.dir, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	files, err := licencesOf("go", strings.TrimSpace(string(root)))
	if err != nil {
		return nil, err
	}
	for _, module := range modules {
		dir, err := output(ctx, source.dir, []string{"GOFLAGS=-mod=readonly"}, "go", "list", "-m", "-f", "{{.Dir}}", module.Path)
		if err != nil {
			return nil, err
		}
		more, err := licencesOf(module.Path, strings.TrimSpace(string(dir)))
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

// licencesOf reads the licence files in the directory of a module.
func licencesOf(module, dir string) ([]file, error) {
	if dir == "" {
		return nil, fmt.Errorf("licence of %s: its sources are missing; run go mod download", module)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("licence of %s: %w", module, err)
	}
	var files []file
	licensed := false
	for _, entry := range entries {
		if !entry.Type().IsRegular() || !licenceNames.MatchString(entry.Name()) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return nil, fmt.Errorf("licence of %s: %w", module, err)
		}
		files = append(files, file{name: path.Join("licences", module, entry.Name()), content: content})
		licensed = licensed || !strings.EqualFold(entry.Name(), "PATENTS")
	}
	if !licensed {
		return nil, fmt.Errorf("licence of %s: found none in %s; leave the module out, or ask its authors for one", module, dir)
	}
	return files, nil
}
