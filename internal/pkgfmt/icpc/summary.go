package icpc

import (
	"bytes"
	"io/fs"
	"path"

	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// Summarize reads what a list of problems shows of a package: the metadata, and the number of test cases. It reads no
// program and no test case. It returns false for packages that need Load: faulty ones, and those of the legacy formats.
func Summarize(fsys fs.FS, id string) (p *problem.Problem, cases int, ok bool) {
	text, err := fs.ReadFile(fsys, path.Join(id, metadataFile))
	if err != nil || len(text) > maxText {
		return nil, 0, false
	}
	r := &problem.Report{}
	l := &loader{folder: folder{Report: r}, p: &problem.Problem{ID: id, Names: map[string]string{}, Data: &problem.Group{}}}
	root, ok := r.Parse(metadataFile, text)
	if !ok {
		return nil, 0, false
	}
	m, ok := root.Mapping()
	if !ok {
		return nil, 0, false
	}
	l.takeMetadata(m)
	if !l.is2025() || len(r.Faults.Fatal(true)) > 0 {
		return nil, 0, false
	}
	return l.p, countCases(fsys, id), true
}

// countCases counts the inputs below data/sample and data/secret, including those that are generated when needed.
func countCases(fsys fs.FS, id string) int {
	inputs := map[string]bool{}
	for _, folder := range []string{"sample", "secret"} {
		_ = fs.WalkDir(fsys, path.Join(id, "data", folder), func(name string, item fs.DirEntry, err error) error {
			if err == nil && !item.IsDir() && path.Ext(name) == ".in" {
				inputs[name] = true
			}
			return nil // Load reports unreadable files
		})
	}
	// Parsing the record would take as long as everything else.
	record, err := fs.ReadFile(fsys, path.Join(id, generators.RecordFile))
	if err != nil {
		return len(inputs)
	}
	for line := range bytes.Lines(record) {
		_, name, found := bytes.Cut(bytes.TrimSpace(line), []byte("  data/"))
		if found && bytes.HasSuffix(name, []byte(".in")) && (bytes.HasPrefix(name, []byte("sample/")) || bytes.HasPrefix(name, []byte("secret/"))) {
			inputs[path.Join(id, "data", string(name))] = true
		}
	}
	return len(inputs)
}
