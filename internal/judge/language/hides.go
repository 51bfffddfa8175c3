package language

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
)

// Hides names a file of a source that has the name of a module of its language, and gives the remedy. An import of
// the module, even by another module, finds that file instead. Hides returns "" if there is none or the toolchain is
// missing.
func (b *Builder) Hides(ctx context.Context, source Source) string {
	row, err := b.Table.Detect(source)
	if err != nil || len(row.Modules) == 0 {
		return ""
	}
	tools, err := b.toolchain(ctx, row)
	if err != nil {
		return ""
	}
	for _, file := range source.Files {
		if row.isHiding(file.Name, tools.Modules) {
			return row.hides(file.Name)
		}
	}
	return ""
}

// hides looks for a file that hides a module which some source imports. The import finds the file, which in most
// cases is the importing one itself.
func (l *layout) hides(modules []string) string {
	sources := l.sources()
	for _, name := range sources {
		if !l.row.isHiding(name, modules) {
			continue
		}
		if slices.ContainsFunc(sources, func(other string) bool { return l.imports(other, name) }) {
			return l.row.hides(name)
		}
	}
	return ""
}

// imports reports whether a source imports a module, as Python does.
func (l *layout) imports(source, module string) bool {
	statement := regexp.MustCompile(`(?m)^\s*(import\s+([\w.]+\s*,\s*)*|from\s+)` + regexp.QuoteMeta(stem(module)) + `\b`)
	return statement.Match(l.data(source))
}

// isHiding reports whether a file of a source has the name of one of the language's modules.
func (l *Language) isHiding(name string, modules []string) bool {
	return path.Dir(name) == "." && slices.Contains(l.endings(), path.Ext(name)) && slices.Contains(modules, stem(name))
}

func (l *Language) hides(name string) string {
	return fmt.Sprintf("%s hides the module %s of %s: rename it", name, stem(name), l.Name)
}
