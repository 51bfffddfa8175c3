package language

import (
	"bytes"
	"fmt"
	goversion "go/version"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// libraryModule is the module that all Libraries belong to. Submissions without a go.mod of their own are compiled as
// part of it; the others see it through a workspace.
const (
	libraryModule = "grundy"
	libraryDir    = "grundy-libraries"
)

// addLibraries adds the libraries that Go sources import.
func (l *layout) addLibraries(libraries Libraries, source Source, version string) error {
	imported := l.imported(libraries)
	if len(imported) == 0 {
		return nil
	}
	below := ""
	if isAmong(goManifest, source.All()) {
		below = libraryDir
		module := fmt.Sprintf("module %s\n\ngo %s\n", libraryModule, version)
		work := fmt.Sprintf("go %s\n\nuse (\n\t.\n\t./%s\n)\n", l.goVersion(version), libraryDir)
		if err := l.add(path.Join(libraryDir, goManifest), []byte(module)); err != nil {
			return err
		}
		if err := l.add("go.work", []byte(work)); err != nil {
			return err
		}
	}
	for _, importPath := range imported {
		if err := l.addLibrary(libraries[importPath], path.Join(below, strings.TrimPrefix(importPath, libraryModule+"/"))); err != nil {
			return fmt.Errorf("lay out the library %s: %w", importPath, err)
		}
	}
	return nil
}

// goVersion returns the version of Go that a workspace of the sources' module needs: the toolchain's, or the module's own if that
// is later, as 1.26.0 is later than 1.26.
func (l *layout) goVersion(toolchain string) string {
	for _, file := range l.files {
		if match := goModuleVersion().FindSubmatch(file.Data); file.Name == goManifest && match != nil && goversion.Compare("go"+string(match[1]), "go"+toolchain) > 0 {
			return string(match[1])
		}
	}
	return toolchain
}

// addLibrary adds the Go files of a package, without its tests.
func (l *layout) addLibrary(library fs.FS, dir string) error {
	entries, err := fs.ReadDir(library, ".")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		data, err := fs.ReadFile(library, name)
		if err != nil {
			return err
		}
		if err := l.add(path.Join(dir, name), data); err != nil {
			return err
		}
	}
	return nil
}

// imported lists the libraries that a source mentions in quotes, as an import does. A mention that is not an import
// does no harm. Libraries do not import each other.
func (l *layout) imported(libraries Libraries) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(libraries)), func(importPath string) bool {
		return !slices.ContainsFunc(l.files, func(file File) bool {
			return bytes.Contains(file.Data, []byte(`"`+importPath+`"`)) || bytes.Contains(file.Data, []byte("`"+importPath+"`"))
		})
	})
}
