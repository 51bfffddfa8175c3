package language

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"grundy/internal/judge/sandbox"
)

// OwnPaths replaces the paths under which boxes show the sources by the user's own, in the output of a compiler or a
// program. folder is where a box shows the program; it is "" for a compiler. A file without a path here keeps its
// name.
func (p *Program) OwnPaths(folder, text string) string {
	if !strings.Contains(text, "/") || len(p.files) == 0 {
		return text
	}
	own := map[string]string{}
	var names []string
	for _, file := range p.files {
		own[file.Name] = cmp.Or(file.Path, file.Name)
		names = append(names, regexp.QuoteMeta(file.Name))
	}
	// The longest come first, so that lib/a.py is not taken for a.py.
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	shown := regexp.MustCompile(`(/[^\s"'():]*?)/(` + strings.Join(names, "|") + `)\b`)
	return shown.ReplaceAllStringFunc(text, func(path string) string {
		parts := shown.FindStringSubmatch(path)
		if dir := filepath.Clean(parts[1]); dir == folder || sandbox.IsWorkDir(dir) {
			return own[parts[2]]
		}
		return path
	})
}
