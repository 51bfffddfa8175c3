package mutate

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"grundy/internal/base/fsutil"
)

// Keep writes the source of a mutant below a directory, as a file named after it or a directory of several files,
// and returns its path.
func Keep(dir string, m Mutant) (string, error) {
	files := m.Source().Files
	if len(files) > 1 {
		dir = filepath.Join(dir, m.ID)
	}
	kept := dir
	for _, file := range files {
		name := file.Name
		if len(files) == 1 {
			ending := path.Ext(name)
			name = strings.TrimSuffix(path.Base(name), ending) + "-" + m.ID + ending
			kept = filepath.Join(dir, name)
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return "", err
		}
		if err := fsutil.Replace(to, 0o644, fsutil.Text(file.Data)); err != nil {
			return "", err
		}
	}
	return kept, nil
}
