package language

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/lazyregexp"
)

const (
	goManifest = "go.mod"
	goMain     = "main"
)

var (
	goModuleName = lazyregexp.New(`(?m)^module[ \t]+"?([^\s"]+)`)
	// goModuleVersion matches the version of Go that a module needs.
	goModuleVersion = lazyregexp.New(`(?m)^go[ \t]+([0-9]\S*)`)

	goWord  = lazyregexp.New(`[\pL\pN_]+`)
	goEmbed = lazyregexp.New(`(?m)^//go:embed[ \t]+(.+)$`)
)

// goFiles returns the files to which a Go file refers: those of its own package that declare what it names, those that it
// embeds, and those of packages that it imports from the module around the source. A file with a function main is another
// program. root is the directory of the source.
func goFiles(text []byte, from File, root string) []File {
	parsed, _ := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly) // what can be read of a faulty file
	if parsed == nil {
		return nil
	}
	dir := filepath.Dir(from.Path)
	files := filesIn(root, goEmbedded(string(text), path.Dir(from.Name), root))
	words := goWord().FindAllString(string(text), -1)
	for _, other := range goSources(dir, path.Dir(from.Name)) {
		if other.Name != from.Name && declaresOneOf(other, parsed.Name.Name, words) {
			files = append(files, other)
		}
	}
	manifest, module := goModuleAround(root)
	for _, imported := range parsed.Imports {
		name, _ := strconv.Unquote(imported.Path.Value) // the parser has checked it
		below, inModule := strings.CutPrefix(name, module+"/")
		if module != "" && inModule && filepath.IsLocal(filepath.FromSlash(below)) {
			files = append(files, File{Name: goManifest, Path: manifest})
			files = append(files, goSources(filepath.Join(filepath.Dir(manifest), filepath.FromSlash(below)), path.Clean(below))...)
		}
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files
}

// goModuleAround finds the manifest and the name of the module in which a directory lies; "" if it lies in none. A problem package
// stands alone, so a module around it does not count, nor does one that another user can write to. The module of Libraries comes
// with the judge.
func goModuleAround(dir string) (manifest, module string) {
	for at := dir; ; at = filepath.Dir(at) {
		manifest = filepath.Join(at, goManifest)
		if isRegular(manifest) {
			text, err := os.ReadFile(manifest)
			match := goModuleName().FindSubmatch(text)
			if err != nil || match == nil || string(match[1]) == libraryModule || at != dir && fsutil.Trusted(manifest) != nil {
				return "", ""
			}
			return manifest, string(match[1])
		}
		if at == filepath.Dir(at) || isRegular(filepath.Join(at, "problem.yaml")) {
			return "", ""
		}
	}
}

// declaresOneOf reports whether a file of a package that is no program of its own declares something of these names.
func declaresOneOf(file File, pkg string, names []string) bool {
	text, err := file.Read()
	if err != nil {
		return false // one that cannot be read declares nothing
	}
	parsed, _ := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if parsed == nil || parsed.Name.Name != pkg {
		return false
	}
	declared := declarations(parsed)
	return !slices.Contains(declared, goMain) && slices.ContainsFunc(declared, func(name string) bool { return slices.Contains(names, name) })
}

// declarations are the names that a file declares: functions, methods, types, variables and constants. A method is never
// called main here, which is the function that makes a program.
func declarations(file *ast.File) []string {
	var names []string
	for _, declared := range file.Decls {
		switch declared := declared.(type) {
		case *ast.FuncDecl:
			if declared.Recv == nil || declared.Name.Name != goMain {
				names = append(names, declared.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range declared.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names = append(names, spec.Name.Name)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						names = append(names, name.Name)
					}
				}
			}
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == "_" })
}

// goEmbedded lists the files that a file embeds, as names from the root.
func goEmbedded(text, dir, root string) []string {
	var names []string
	for _, match := range goEmbed().FindAllStringSubmatch(text, -1) {
		for pattern := range strings.FieldsSeq(match[1]) {
			names = append(names, localNames(path.Join(dir, strings.Trim(pattern, "\"`")), root)...)
		}
	}
	return names
}

// goSources lists the Go files of a directory without tests. named is what the directory is called in the submission.
func goSources(dir, named string) []File {
	var files []File
	for _, file := range filesIn(dir, localNames("*.go", dir)) {
		if !strings.HasSuffix(file.Name, "_test.go") {
			files = append(files, File{Name: path.Join(named, file.Name), Path: file.Path})
		}
	}
	return files
}
