package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/base/yamldoc"
)

// standsForDefault is the value in a file of a key that has its default.
const standsForDefault = "null"

// Set writes the value of a key into a configuration file, "" for the default, and keeps the rest of the file. A file
// that is a link stays one.
func Set(path string, name Name, text string) error {
	if check := KeyOf(name).check; text != "" && check != nil {
		if err := check(text); err != nil {
			return hint.Errorf(hint.Of(err), "%s: %w, got %q", name, err, text)
		}
	}
	before, err := Text(path)
	if err != nil {
		return err
	}
	keys, value := strings.Split(string(name), "."), text
	root, err := yamldoc.Open(before)
	_, known := root.At(keys...)
	switch {
	case text == "" && !known:
		return nil
	case text == "":
		value = standsForDefault
	case err == nil && len(root.Entries()) == 0 && len(keys) > 1: // nothing but comments
		before = fmt.Appendf(before, "%s:\n", keys[0])
	case err == nil && len(root.Entries()) == 0:
		before = fmt.Appendf(before, "%s: %s\n", keys[0], standsForDefault)
	}
	after, err := yamldoc.Set(before, value, keys...)
	if err != nil {
		return hint.Errorf(fmt.Sprintf("write %s: %s by hand", name, text), "change %s: %w", path, err)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return fsutil.Replace(path, 0o644, fsutil.Text(after))
}
