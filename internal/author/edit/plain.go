package edit

import (
	"path"
	"path/filepath"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// plainFiles returns the input and the answer of a case of a plain directory, relative to it.
func (d *draft) plainFiles(name string) []string {
	var files []string
	for _, c := range d.problem.Data.AllCases() {
		if c.Name != name {
			continue
		}
		for _, file := range []string{c.Input, c.Answer} {
			if below, err := filepath.Rel(d.problem.Dir, file); file != "" && err == nil {
				files = append(files, filepath.ToSlash(below))
			}
		}
	}
	return files
}

// lastDigits matches the digits by which input03.txt and output03.txt belong together.
var lastDigits = lazyregexp.New(`[0-9]+([^0-9]*)$`)

// plainTarget returns the new name of a file of a plain directory when its case is renamed. A case is named like
// its input; an answer shares the name, or at least the number.
func plainTarget(file, old, to string) (string, error) {
	folder, base := path.Split(file)
	if strings.HasPrefix(base, old) {
		return folder + to + base[len(old):], nil
	}
	was, is, own := lastDigits().FindString(old), lastDigits().FindString(to), lastDigits().FindString(base)
	digits := func(text string) string { return text[:len(text)-len(strings.TrimLeft(text, "0123456789"))] }
	if was == "" || is == "" || own == "" || strings.TrimSuffix(old, was) != strings.TrimSuffix(to, is) || digits(was) != digits(own) {
		return "", refuse("rename "+file+" and its input by hand", "%s does not begin with the name of its case, %s", file, old)
	}
	return folder + strings.TrimSuffix(base, own) + digits(is) + own[len(digits(own)):], nil
}
