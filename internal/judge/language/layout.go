package language

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"grundy/internal/judge/sandbox"
	"grundy/internal/store/cache"
)

// binaryName replaces {binary}. It cannot collide with a submission's own file: see layout.add.
var binaryName = func() string {
	if runtime.GOOS == "windows" {
		return "grundy-program.exe"
	}
	return "grundy-program"
}()

// layout is the directory that a compiler starts from.
type layout struct {
	row    *Language
	files  []File   // with Data
	entry  string   // the main file or class, or ""
	beside []string // names of files beside a single source
	flags  Words    // options of the user's own
	around []string // directories of the user's libraries beside the source and around it
	// renamed maps names in the source to different names here.
	renamed map[string]string
}

// newLayout puts together what is compiled: the source, included files, and what the row and its libraries add.
func (b *Builder) newLayout(row *Language, tools Toolchain, source Source) (*layout, error) {
	l := &layout{row: row, around: row.placesAround(source)}
	for _, file := range source.All() {
		data, err := file.Read()
		if err != nil {
			return nil, err
		}
		if err := l.add(file.Name, data); err != nil {
			return nil, err
		}
	}
	for _, file := range source.Beside {
		if !isAmong(file.Name, source.Includes) {
			l.beside = append(l.beside, file.Name)
		}
	}
	if err := l.nameSources(source); err != nil {
		return nil, err
	}
	l.avoidModules()
	if err := b.addTestlib(l); err != nil {
		return nil, err
	}
	if err := l.findEntry(source); err != nil {
		return nil, err
	}
	for name, text := range row.Files {
		if l.data(name) == nil {
			text = strings.ReplaceAll(text, "{version}", tools.Version)
			if err := l.add(name, []byte(text)); err != nil {
				return nil, err
			}
		}
	}
	if row.GoModule {
		if err := l.addLibraries(b.Libraries, source, tools.Version); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(l.files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return l, nil
}

// add adds a file to the layout. A later file of the same name replaces an earlier one. It leaves out build results,
// so that nothing stale is ever run.
func (l *layout) add(name string, data []byte) error {
	if !fs.ValidPath(name) || name == "." || strings.ContainsAny(name, "\x00\n") || !filepath.IsLocal(filepath.FromSlash(name)) {
		return &SourceError{Message: fmt.Sprintf("%q cannot be the name of a source", name), Help: "rename the file"}
	}
	if name == binaryName {
		return nil
	}
	if data == nil {
		data = []byte{}
	}
	l.files = slices.DeleteFunc(l.files, func(file File) bool { return file.Name == name })
	l.files = append(l.files, File{Name: name, Data: data})
	return nil
}

// hash adds the files to a hash.
func (l *layout) hash(hash *cache.Hash) *cache.Hash {
	for _, file := range l.files {
		hash.Text(file.Name).Bytes(file.Data)
	}
	return hash
}

// data returns a file's content, or nil if there is no such file.
func (l *layout) data(name string) []byte {
	for _, file := range l.files {
		if file.Name == name {
			return file.Data
		}
	}
	return nil
}

// nameSources gives sources an ending that their compiler knows. They lack one if the language was given or found in
// the first line, or if the ending is in capitals.
func (l *layout) nameSources(source Source) error {
	endings := l.row.endings()
	if len(endings) == 0 || len(l.sources()) > 0 {
		return nil
	}
	for i, file := range l.files {
		if lower := strings.ToLower(path.Ext(file.Name)); slices.Contains(endings, lower) {
			l.rename(i, stem(file.Name)+lower)
		}
	}
	if len(l.sources()) == 0 && len(source.Files) == 1 {
		l.rename(0, stem(l.files[0].Name)+endings[0])
	}
	if len(l.sources()) == 0 {
		for i, file := range l.files {
			if path.Ext(file.Name) == "" && bytes.HasPrefix(file.Data, []byte("#!")) {
				l.rename(i, file.Name+endings[0])
			}
		}
	}
	if len(l.sources()) == 0 {
		return &SourceError{
			Message: fmt.Sprintf("there is no %s source among the files", l.row.Name),
			Help:    "its sources end in " + strings.Join(endings, ", "),
		}
	}
	return nil
}

// avoidModules renames a single source whose name is that of a module for its compiler, and so may hide a library's.
func (l *layout) avoidModules() {
	sources := l.sources()
	if l.row.LineDirective == "" || len(sources) != 1 || len(l.files) != 1 {
		return
	}
	line := strings.ReplaceAll(l.row.LineDirective, "{name}", sources[0]) + "\n"
	l.files[0].Data = slices.Concat([]byte(line), l.files[0].Data)
	l.rename(0, "grundy_program"+path.Ext(sources[0]))
}

// rename gives a file another name here; it may have been renamed before.
func (l *layout) rename(i int, name string) {
	if l.renamed == nil {
		l.renamed = map[string]string{}
	}
	l.renamed[l.ownName(l.files[i].Name)] = name
	if at := slices.Index(l.beside, l.files[i].Name); at >= 0 {
		l.beside[at] = name
	}
	l.files[i].Name = name
}

// ownName returns the name in the source of a file here.
func (l *layout) ownName(name string) string {
	for own, here := range l.renamed {
		if here == name {
			return own
		}
	}
	return name
}

// copies puts the files of a source into working directories, from the build's directory, where compilers leave them.
func (l *layout) copies(source Source, built string) []sandbox.Copy {
	var copies []sandbox.Copy
	for _, file := range source.All() {
		host := filepath.Join(built, filepath.FromSlash(cmp.Or(l.renamed[file.Name], file.Name)))
		if info, err := os.Lstat(host); err == nil && info.Mode().IsRegular() {
			copies = append(copies, sandbox.Copy{Host: host, To: file.Name})
		}
	}
	return copies
}

// FileName returns the name of a source file in the language: a stem with the first ending, if the language has any.
func (l *Language) FileName(stem string) string {
	if len(l.Extensions) == 0 {
		return stem
	}
	return stem + l.Extensions[0]
}

func (l *Language) endings() []string { return slices.Concat(l.Extensions, l.Also) }

// isAmong reports whether a file of this name is among some files.
func isAmong(name string, files []File) bool {
	return slices.ContainsFunc(files, func(file File) bool { return file.Name == name })
}

// sources returns the names of the files in the row's language, without those beside a single file, the main file last:
// some compilers must see a module before its use.
func (l *layout) sources() []string {
	var names []string
	endings := l.row.endings()
	for _, file := range l.files {
		if slices.Contains(endings, path.Ext(file.Name)) && file.Name != l.entry && !slices.Contains(l.beside, file.Name) {
			names = append(names, file.Name)
		}
	}
	slices.Sort(names)
	if l.data(l.entry) != nil {
		names = append(names, l.entry)
	}
	return names
}

// modules returns the names of the files in the row's language beside a single file, which that imports.
func (l *layout) modules() []string {
	var names []string
	for _, name := range l.beside {
		if slices.Contains(l.row.endings(), path.Ext(name)) {
			names = append(names, name)
		}
	}
	return names
}

// stage writes the layout into an empty directory.
func (l *layout) stage(dir string) error {
	mode := fs.FileMode(0o644)
	if l.row.bringsOwnScripts() || l.row.isExecutable() {
		mode = 0o755 // archives lose the bits that make scripts executable
	}
	for _, file := range l.files {
		target := filepath.Join(dir, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return fmt.Errorf("lay out the sources: %w", err)
		}
		if err := os.WriteFile(target, file.Data, mode); err != nil {
			return fmt.Errorf("lay out the sources: %w", err)
		}
		if l.row.GoModule {
			// The go command adds what its index lacks, and fails where it cannot write, unless a file of the
			// directory is younger than two seconds. On a busy machine files would not stay that young until go
			// looks.
			ahead := time.Now().Add(time.Hour)
			if err := os.Chtimes(target, ahead, ahead); err != nil {
				return fmt.Errorf("lay out the sources: %w", err)
			}
		}
	}
	return nil
}

// bringsOwnScripts reports whether a row runs commands that come with the source.
func (l *Language) bringsOwnScripts() bool {
	return slices.ContainsFunc(l.Compile, func(command Words) bool { return strings.HasPrefix(command[0], "./") })
}

// commands returns the compiler's commands for this source.
func (l *layout) commands() []Words {
	return slices.DeleteFunc(slices.Clone(l.row.Compile), func(command Words) bool {
		script, own := strings.CutPrefix(command[0], "./")
		return own && l.data(script) == nil
	})
}

// values returns the placeholders of the compiler's commands.
func (l *layout) values(tools Toolchain, memory string) values {
	sources := l.sources()
	toplevel := slices.DeleteFunc(slices.Concat(sources, l.modules()), func(name string) bool { return strings.Contains(name, "/") })
	known := values{
		"files":    arguments(sources),
		"modules":  arguments(l.modules()),
		"toplevel": arguments(toplevel),
		"main":     arguments([]string{l.entry}),
		"name":     {stem(l.entry)},
		"class":    {l.entry},
		"binary":   {binaryName},
		"memory":   {memory},
		"options":  l.row.Options,
		"flags":    l.flags,
	}
	for name, add := range tools.Optional {
		known[name] = add
	}
	return known
}

// arguments makes file names safe as arguments: a compiler must not take "-o" for an option or "@x" for a list.
func arguments(names []string) []string {
	safe := slices.Clone(names)
	for i, name := range safe {
		if strings.HasPrefix(name, "-") || strings.HasPrefix(name, "@") {
			safe[i] = "./" + name
		}
	}
	return safe
}

// stem returns a name without its ending.
func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }
