package language

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/lazyregexp"
)

var (
	goModuleName = lazyregexp.New(`(?m)^module[ \t]+"?([^\s"]+)`)
	goQuoted     = lazyregexp.New(`"([^"\s]+)"`)
	goDeclared   = lazyregexp.New(`(?m)^(?:func|type|var|const)[ \t]+(\w+)`)
	goPackage    = lazyregexp.New(`(?m)^package[ \t]+(\w+)`)
	goWord       = lazyregexp.New(`\w+`)
)

// goFiles returns the files to which a Go file refers, as paths from the directory of the source that is built: those of
// packages that it imports from the module there, and those of its own package that declare what it names. A file with a
// function main is another program.
func goFiles(text, from, root string) []string {
	read := func(name string) string {
		data, _ := os.ReadFile(filepath.Join(root, filepath.FromSlash(name))) // one that cannot be read refers to nothing
		return string(data)
	}
	var names []string
	if module := goModuleName().FindStringSubmatch(read("go.mod")); module != nil {
		for _, imported := range goQuoted().FindAllStringSubmatch(text, -1) {
			if dir, inModule := strings.CutPrefix(imported[1], module[1]+"/"); inModule && filepath.IsLocal(filepath.FromSlash(dir)) {
				names = append(names, "go.mod")
				names = append(names, goSources(path.Clean(dir), root)...)
			}
		}
	}
	own := goPackage().FindStringSubmatch(text)
	words := goWord().FindAllString(text, -1)
	for _, name := range goSources(path.Dir(from), root) {
		if name == from || own == nil {
			continue
		}
		other := read(name)
		declared := goDeclared().FindAllStringSubmatch(other, -1)
		isProgram := slices.ContainsFunc(declared, func(match []string) bool { return match[1] == "main" })
		isNamed := slices.ContainsFunc(declared, func(match []string) bool { return slices.Contains(words, match[1]) })
		if match := goPackage().FindStringSubmatch(other); match != nil && match[1] == own[1] && isNamed && !isProgram {
			names = append(names, name)
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(names)))
}

// goSources lists the Go files of a directory without tests.
func goSources(dir, root string) []string {
	return slices.DeleteFunc(localNames(path.Join(dir, "*.go"), root), func(name string) bool { return strings.HasSuffix(name, "_test.go") })
}
