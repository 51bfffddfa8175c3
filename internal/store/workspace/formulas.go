package workspace

import (
	"os"
	"path/filepath"

	"grundy/internal/statement/formula"
	"grundy/internal/store/cache"
)

// Formulas returns the memory of the formulas of statements that were read, in the cache.
func (w *Workspace) Formulas() formula.Memory { return formulas{w} }

// formulas opens the cache when a formula is asked for, which those of the library are not.
type formulas struct{ *Workspace }

// formulaFile is the file of an entry.
const formulaFile = "formulas.json"

func formulaKey(name string) cache.Key { return cache.NewHash("formulas 1").Text(name).Key() }

func (f formulas) Recall(name string) ([]byte, bool) {
	dir, found := f.Cache().Get(formulaKey(name))
	if !found {
		return nil, false
	}
	value, err := os.ReadFile(filepath.Join(dir, formulaFile))
	return value, err == nil
}

func (f formulas) Remember(name string, value []byte) {
	_, err := f.Cache().Put(formulaKey(name), func(dir string) error {
		return os.WriteFile(filepath.Join(dir, formulaFile), value, 0o644)
	})
	if err != nil {
		f.log.Debug("formulas are not kept", "reason", err)
	}
}
