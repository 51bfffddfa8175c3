package icpc

import (
	"cmp"

	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

// FilesFile names the files through which submissions may read and write, or the function that they define. The format has no
// word for them, and other judges pass over the file.
const FilesFile = "grundy.yaml"

// loadFiles reads the names of the files for the input and the output, and of the function that submissions define.
func (l *loader) loadFiles() {
	root, ok := l.document(FilesFile)
	if !ok {
		return
	}
	keys, ok := root.Mapping()
	if !ok {
		return
	}
	l.p.Files = problem.NamedFiles{Input: fileName(keys, "input-file"), Output: fileName(keys, "output-file")}
	if f := keys.Find("entry"); f != nil && l.p.Entry != nil {
		l.Fail(problem.At(f.Name), "keep one of them", "problem.yaml has an entry, too")
	}
	l.p.Entry = cmp.Or(problem.TakeEntry(keys), l.p.Entry)
	keys.Finish(nil)
}

// fileName reads the name of a file, "" for none.
func fileName(keys *yamldoc.Mapping, key string) string {
	v, ok := keys.Take(key)
	if !ok {
		return ""
	}
	name, ok := v.Text()
	if ok && !problem.IsFileName(name) {
		v.Fault("use letters, digits, _ . - only", "%q is not the name of a file in the working directory", name)
		return ""
	}
	return name
}
