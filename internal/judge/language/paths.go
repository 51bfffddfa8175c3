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
// program, and the names of files that a compiler wants named otherwise, as Java's does. folder is where a box shows the program; it
// is "" for a compiler. A file without a path here keeps its name.
func (p *Program) OwnPaths(folder, text string) string {
	own, bare := map[string]string{}, map[string]string{}
	var names, renamed []string
	for _, file := range p.files {
		here := cmp.Or(p.renamed[file.Name], file.Name)
		own[here] = cmp.Or(file.Path, file.Name)
		names = append(names, regexp.QuoteMeta(here))
		if here != file.Name {
			bare[here] = file.Name
			renamed = append(renamed, regexp.QuoteMeta(here))
		}
	}
	if len(renamed) > 0 {
		named := regexp.MustCompile(`(?m)(^|[\s"'(])(` + strings.Join(renamed, "|") + `)\b`)
		text = named.ReplaceAllStringFunc(text, func(name string) string {
			parts := named.FindStringSubmatch(name)
			return parts[1] + bare[parts[2]]
		})
	}
	if !strings.Contains(text, "/") || len(p.files) == 0 {
		return text
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
