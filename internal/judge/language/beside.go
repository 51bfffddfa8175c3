package language

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"grundy/internal/base/lazyregexp"
)

// reference is a way in which sources of a language name files beside them.
type reference struct {
	pattern func() *regexp.Regexp
	// names returns the files that a match may mean, as paths from the directory of the source that is built; "*" in them
	// stands for any name. from is the file with the match. Those that exist are taken.
	names func(match []string, from string) []string
}

// references lists, by the ending of a source, what its compiler or interpreter finds in the source's directory.
var references = sync.OnceValue(func() map[string][]reference {
	table := map[string][]reference{}
	for endings, found := range map[string][]reference{
		".c .h .m .cpp .cc .cxx .c++ .hpp .hh .hxx .inc .inl .tpp .ipp": {{cInclude, includedFiles}, {cNamed, includedFiles}},
		".py .py3 .py2": {
			{pythonImport, importedModules},
			{pythonFrom, modulesOfPackage},
			{pythonCall, importedModules},
			{pythonOpen, filesOfProgram},
			{pythonPath, modulesIn},
		},
		".js .mjs .cjs .ts .mts .cts": {{scriptImport, importedScripts}, {scriptDirname, importedScripts}},
		".json":                       {{scriptMain, importedScripts}},
		".java":                       {{javaImport, importedClasses}, {javaName, classesOfPackage}, {javaQualified, importedClasses}},
		".rs":                         {{rustModule, rustModules}, {rustInclude, filesBesideSource}},
		".rb":                         {{rubyRequire, rubyFiles}, {rubyDir, rubyFiles}},
		".pl .pm .t":                  {{perlUse, perlModules}, {perlRequire, filesOfProgram}},
		".php":                        {{phpRequire, filesOfProgram}},
		".sh .bash":                   {{bashSource, filesOfProgram}},
		".lua":                        {{luaRequire, luaModules}, {luaFile, filesOfProgram}},
		".hs .lhs":                    {{haskellImport, haskellModules}},
		".pas .pp .dpr":               {{pascalUses, pascalUnits}, {pascalInclude, pascalFiles}},
	} {
		for ending := range strings.FieldsSeq(endings) {
			table[ending] = found
		}
	}
	return table
})

// cBlank may stand between the parts of a directive.
const cBlank = `(?:[ \t]|/\*[^\n]*?\*/|\\\r?\n)*`

// cName is the name of a file in a directive.
const cName = `(?:"([^"\\\n]+)"|<([^>\\\n]*[./][^>\\\n]*)>)`

// pythonBlank may stand between the words of a statement.
const pythonBlank = `(?:[ \t]|\\\r?\n)`

var (
	// cInclude matches angle brackets, too: <testlib.h> and <atcoder/all> may lie beside a source. Names without an ending
	// and without a directory are those of the standard library.
	cInclude = lazyregexp.New(`(?m)^\x{FEFF}?` + cBlank + `#` + cBlank + `(?:include|include_next|import)` + cBlank + cName)
	// cNamed matches names of files that are no headers, or that an include names by a macro.
	cNamed = lazyregexp.New(`(?m)^` + cBlank + `#` + cBlank + `(?:embed|define[ \t]+\w+)` + cBlank + cName)

	pythonImport = lazyregexp.New(`(?m)(?:^|[;:])[ \t]*import` + pythonBlank + `+((?:[\pL\pN_.,]|` + pythonBlank + `)+)`)
	pythonFrom   = lazyregexp.New(`(?m)(?:^|[;:])[ \t]*from` + pythonBlank + `+(\.*)([\pL\pN_.]*)` + pythonBlank + `*import` +
		pythonBlank + `*(\([^)]*\)|(?:[\pL\pN_,]|` + pythonBlank + `)+)`)
	pythonCall = lazyregexp.New(`\b(?:import_module|__import__)\s*\(\s*["']([\pL\pN_.]+)["']`)
	pythonOpen = lazyregexp.New(`\b(?:open|run_path)\s*\(\s*["']([^"'\n]+\.py)["']`)
	pythonPath = lazyregexp.New(`\bsys\.path\.(?:insert|append)\([^\n]*["']([^"'\n]+)["']`)

	pythonComment = lazyregexp.New(`#.*`)

	scriptImport  = lazyregexp.New("(?:\\brequire\\s*\\(|\\bimport\\s*\\(|\\bfrom|\\bimport)\\s*[\"'`](\\.[^\"'`\n]*)[\"'`]")
	scriptDirname = lazyregexp.New("\\b__dirname\\s*[+,]\\s*[\"'`]/?([^\"'`\n]+)[\"'`]")
	scriptMain    = lazyregexp.New(`"(?:main|module|exports|import|require|default|\.)"\s*:\s*"([^"\n]+)"`)

	javaImport    = lazyregexp.New(`(?m)^\s*import\s+(?:static\s+)?([\pL\pN_.]+\*?)`)
	javaName      = lazyregexp.New(`(?:^|[^\pL\pN_])(\p{Lu}[\pL\pN_]*)`)
	javaQualified = lazyregexp.New(`\b((?:\p{Ll}[\pL\pN_]*\.)+\p{Lu}[\pL\pN_]*)`)

	rustModule  = lazyregexp.New(`(?m)(?:^|[;{}\]])\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;`)
	rustInclude = lazyregexp.New(`(?:\binclude(?:_str|_bytes)?!\s*\(\s*|#\[path\s*=\s*)"([^"\n]+)"`)

	rubyRequire = lazyregexp.New(`(?m)\b(?:require_relative|load)[ \t(]+["']([^"'\n]+)["']`)
	rubyDir     = lazyregexp.New(`\b__dir__\s*[+,]\s*["']/?([^"'\n]+)["']`)

	perlUse     = lazyregexp.New(`(?m)(?:^|[;{])\s*(?:use|require)\s+([A-Za-z]\w*(?:::\w+)*)`)
	perlRequire = lazyregexp.New(`(?m)\b(?:require|do)\s+["']([^"'\n]+)["']`)

	phpRequire = lazyregexp.New(`\b(?:require|include)(?:_once)?\b[\s(]*(?:(?:__DIR__|dirname\(__FILE__\))\s*\.\s*)?["']/?([^"'\n]+)["']`)

	bashSource = lazyregexp.New(`(?m)(?:^|[;&|{])\s*(?:source|\.)[ \t]+["']?(?:\$[^/\n]*/|\./)?([\w.-][\w./-]*)`)

	luaRequire = lazyregexp.New(`\brequire\s*\(?\s*["']([\w.]+)["']`)
	luaFile    = lazyregexp.New(`\b(?:dofile|loadfile)\s*\(?\s*["']([^"'\n]+)["']`)

	haskellImport = lazyregexp.New(`(?m)^import\s+(?:safe\s+)?(?:qualified\s+)?(\p{Lu}[\pL\pN_'.]*)`)

	pascalUses    = lazyregexp.New(`(?i)\buses\s([^;]+);`)
	pascalInclude = lazyregexp.New(`(?i)\{\$i(?:nclude)?[ \t]+'?([^}'\n]+?)'?[ \t]*\}`)
)

// filesBeside returns the files next to a source of one file, or below its directory, that it refers to, directly or
// through others, as far as wanted says so. It follows no name that leads out of the directory.
func filesBeside(source File, wanted func(name string) bool) ([]File, error) {
	type unreadFile struct {
		File
		ways []reference
	}
	root := filepath.Dir(source.Path)
	var found []File
	for unread := []unreadFile{{File: source}}; len(unread) > 0; unread = unread[1:] {
		// A file without an ending of its own is read as the one that refers to it: <atcoder/all>.
		ways := unread[0].ways
		if own, known := references()[strings.ToLower(path.Ext(unread[0].Name))]; known {
			ways = own
		}
		files, err := referredTo(unread[0].File, root, ways)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if file.Name == source.Name || isAmong(file.Name, found) || !wanted(file.Name) || !isRegular(file.Path) || len(found) == maxSourceFiles {
				continue
			}
			found, unread = append(found, file), append(unread, unreadFile{file, ways})
		}
	}
	return found, nil
}

// referredTo returns the local files to which a file refers, each once. root is the directory of the source.
func referredTo(file File, root string, ways []reference) ([]File, error) {
	isGo := path.Ext(file.Name) == ".go"
	if len(ways) == 0 && !isGo {
		return nil, nil
	}
	text, err := file.Read()
	if err != nil {
		return nil, err
	}
	if isGo {
		return goFiles(text, file, root), nil
	}
	var names []string
	for _, way := range ways {
		for _, match := range way.pattern().FindAllStringSubmatch(string(text), -1) {
			for _, name := range way.names(match, file.Name) {
				for _, name := range localNames(path.Clean(name), root) {
					if !slices.Contains(names, name) {
						names = append(names, name)
					}
				}
			}
		}
	}
	return filesIn(root, names), nil
}

// filesIn are the files of these names in a directory.
func filesIn(root string, names []string) []File {
	var files []File
	for _, name := range names {
		files = append(files, File{Name: name, Path: filepath.Join(root, filepath.FromSlash(name))})
	}
	return files
}

// localNames returns the files that a name with "*" stands for, or the name itself; none if it leads out of the root.
func localNames(name, root string) []string {
	if !filepath.IsLocal(filepath.FromSlash(name)) || name == "." {
		return nil
	}
	dir, pattern := path.Split(name)
	if !strings.HasPrefix(pattern, "*") {
		return []string{name}
	}
	found, _ := filepath.Glob(filepath.Join(globQuoted(root), globQuoted(filepath.FromSlash(dir)), pattern)) // the pattern is valid
	var names []string
	for _, file := range found {
		names = append(names, dir+filepath.Base(file))
	}
	return names
}

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// filesBesideSource are named from the directory of the file that refers to them.
func filesBesideSource(match []string, from string) []string {
	return []string{path.Join(path.Dir(from), match[1])}
}

// filesOfProgram are named from the directory of the program or of the file that refers to them.
func filesOfProgram(match []string, from string) []string {
	return append(filesBesideSource(match, from), match[1])
}

func includedFiles(match []string, from string) []string {
	name := match[1] + match[2]
	return []string{path.Join(path.Dir(from), name), name}
}

func importedModules(match []string, _ string) []string {
	var files []string
	for module := range strings.SplitSeq(strings.ReplaceAll(match[1], `\`, " "), ",") {
		if words := strings.Fields(module); len(words) > 0 {
			files = append(files, moduleFiles("", words[0])...)
		}
	}
	return files
}

// modulesOfPackage are those of "from package import names", where each name may be a module.
func modulesOfPackage(match []string, from string) []string {
	dir := ""
	if level := len(match[1]); level > 0 { // one dot is the package of the file
		dir = path.Join(path.Dir(from), strings.Repeat("../", level-1))
	}
	files := moduleFiles(dir, match[2])
	named := strings.NewReplacer("(", "", ")", "", `\`, " ").Replace(pythonComment().ReplaceAllString(match[3], ""))
	for name := range strings.SplitSeq(named, ",") {
		if words := strings.Fields(name); len(words) > 0 {
			files = append(files, moduleFiles(dir, strings.TrimPrefix(match[2]+"."+words[0], "."))...)
		}
	}
	return files
}

// moduleFiles are the files that Python reads for a module: each package on the way, and the module.
func moduleFiles(dir, module string) []string {
	var files []string
	for part := range strings.SplitSeq(module, ".") {
		dir = path.Join(dir, part)
		files = append(files, dir+".py", path.Join(dir, "__init__.py"))
	}
	return files
}

// modulesIn are those of a directory in which Python is told to look.
func modulesIn(match []string, _ string) []string {
	if path.Clean(match[1]) == "." {
		return nil // where it looks anyway
	}
	return []string{path.Join(match[1], "*.py")}
}

// importedScripts are those of Node: with its ending or without, or a directory with an index. A package.json says how
// the sources beside it are read, or which one stands for its directory.
func importedScripts(match []string, from string) []string {
	name := path.Join(path.Dir(from), match[1])
	files := []string{name, "package.json", path.Join(name, "package.json")}
	for _, ending := range []string{".js", ".mjs", ".cjs", ".json", ".ts", ".mts"} {
		files = append(files, name+ending, path.Join(name, "index"+ending), strings.TrimSuffix(name, path.Ext(name))+ending)
	}
	return files
}

// importedClasses are all of a package, one class, or that of a nested class or a static method. The source may itself lie in
// a package, which the names begin with.
func importedClasses(match []string, _ string) []string {
	var files []string
	for name, below := strings.ReplaceAll(match[1], ".", "/"), true; below; _, name, below = strings.Cut(name, "/") {
		files = append(files, name+".java", path.Dir(name)+".java")
	}
	return files
}

// classesOfPackage are those that need no import, since their files lie in the same directory.
func classesOfPackage(match []string, from string) []string {
	return []string{path.Join(path.Dir(from), match[1]+".java")}
}

// rustModules are in the directory of the crate's root, or in one that is named after the module that declares them.
func rustModules(match []string, from string) []string {
	own := strings.TrimSuffix(from, ".rs")
	var files []string
	for _, dir := range []string{path.Dir(from), own} {
		files = append(files, path.Join(dir, match[1]+".rs"), path.Join(dir, match[1], "mod.rs"))
	}
	return files
}

func rubyFiles(match []string, from string) []string {
	name := path.Join(path.Dir(from), match[1])
	return []string{name, name + ".rb"}
}

func perlModules(match []string, _ string) []string {
	return []string{strings.ReplaceAll(match[1], "::", "/") + ".pm"}
}

// luaModules are read from the working directory, where the sources lie.
func luaModules(match []string, _ string) []string {
	name := strings.ReplaceAll(match[1], ".", "/")
	return []string{name + ".lua", path.Join(name, "init.lua")}
}

func haskellModules(match []string, _ string) []string {
	name := strings.ReplaceAll(match[1], ".", "/")
	return []string{name + ".hs", name + ".lhs"}
}

// pascalUnits are those of "uses one, two in 'two.pas'". Names of units do not tell capitals from small letters.
func pascalUnits(match []string, _ string) []string {
	var files []string
	for unit := range strings.SplitSeq(match[1], ",") {
		words := strings.Fields(unit)
		if len(words) == 0 {
			continue
		}
		for _, name := range []string{words[0], strings.ToLower(words[0])} {
			files = append(files, name+".pas", name+".pp")
		}
		files = append(files, strings.Trim(words[len(words)-1], "'"))
	}
	return files
}

func pascalFiles(match []string, from string) []string {
	name := path.Join(path.Dir(from), match[1])
	return []string{name, name + ".inc", name + ".pas"}
}

// testlibBeside returns the testlib.h next to a source of one file, if that includes it.
func testlibBeside(source File) ([]File, error) {
	if !isRegular(filepath.Join(filepath.Dir(source.Path), TestlibHeader)) {
		return nil, nil // as in most cases; then nothing is read
	}
	return filesBeside(source, func(name string) bool { return name == TestlibHeader })
}

// ReadWithBeside is ReadSource for a program that is built where it lies: of a single file it adds the files beside it
// to which it refers, as a compiler in that directory would find them. So authors keep validators, in one directory
// with a shared header, and people their solutions.
func ReadWithBeside(path string) (Source, error) {
	return readSource(path, func(source File) ([]File, error) {
		own, err := placedJava(source)
		if err != nil {
			return nil, err
		}
		return filesBeside(source, func(name string) bool { return name != own })
	})
}

// placedJava returns the name under which a Java source is built, "" for other sources.
func placedJava(source File) (string, error) {
	if path.Ext(source.Name) != ".java" {
		return "", nil
	}
	text, err := source.Read()
	if err != nil {
		return "", err
	}
	public := parseJava(string(text)).public
	if public == "" {
		return "", nil
	}
	return public + ".java", nil
}
