package icpc

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// addUnshipped adds to the test data the files that the package's record names and data/ lacks: they are generated when
// needed, but not here.
func (l *loader) addUnshipped(read map[string]*dataFolder) {
	text, found := l.read(generators.RecordFile)
	if !found || !l.isFile(generators.File) {
		return
	}
	record, line, err := generators.ParseRecord(text)
	if err != nil {
		l.Fail(problem.Position{File: generators.RecordFile, Line: line}, "restore the file, or remove it and run grundy generate", "%v", err)
		return
	}
	cases := record.Cases()
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		if !l.isCaseName(name) {
			continue
		}
		slices.Sort(cases[name])
		for _, extension := range cases[name] {
			if !l.isFile("data/" + name + extension) {
				findFolder(read, path.Dir(name)).file(name).lack(extension)
			}
		}
	}
}

// isCaseName reports whether a name below data/ may be that of a test case.
func (l *loader) isCaseName(name string) bool {
	parts := strings.Split(name, "/")
	return len(parts) > 1 && slices.Contains(problem.DataFolders(), parts[0]) &&
		!slices.ContainsFunc(parts, func(part string) bool { return !problem.IsFileName(part) })
}

// findFolder finds a directory of test data, and adds it if necessary.
func findFolder(read map[string]*dataFolder, name string) *dataFolder {
	above, base := path.Split(name)
	folder := &dataFolder{entry: entry{name: base, path: "data/" + name, isDir: true}}
	if above == "" {
		if read[name] == nil {
			read[name] = folder
		}
		return read[name]
	}
	parent := findFolder(read, path.Clean(above))
	for _, below := range parent.folders {
		if below.name == base {
			return below
		}
	}
	parent.folders = append(parent.folders, folder)
	slices.SortFunc(parent.folders, func(a, b *dataFolder) int { return cmp.Compare(a.name, b.name) })
	return folder
}

// file finds the files of a case by its name below data/, and adds an empty entry if necessary.
func (d *dataFolder) file(name string) *caseFiles {
	for _, c := range d.cases {
		if c.name == name {
			return c
		}
	}
	c := &caseFiles{name: name, files: map[string]entry{}}
	d.cases = append(d.cases, c)
	slices.SortFunc(d.cases, func(a, b *caseFiles) int { return cmp.Compare(a.name, b.name) })
	return c
}

// lack adds a file that is generated when needed.
func (c *caseFiles) lack(extension string) {
	file := c.path(extension)
	c.files[extension] = entry{name: path.Base(file), path: file}
	c.unshipped = append(c.unshipped, extension)
}
