package workspace

import (
	"os"
	"path/filepath"
	"slices"

	"grundy/internal/base/environment"
	"grundy/internal/statement"
	"grundy/internal/statement/formula"
	"grundy/internal/store/cache"
)

// Environment returns the user's environment.
func (w *Workspace) Environment() environment.Variables { return w.config.Environment }

// Texts are what this machine has for reading the statements and solutions of packages.
func (w *Workspace) Texts() statement.Tools {
	has := func(tool string) bool {
		_, err := w.config.Environment.LookPath(tool)
		return err == nil
	}
	return statement.Tools{Formulas: w.Formulas(), Draws: slices.ContainsFunc(statement.Engines, has) && has("pdftocairo")}
}

// Formulas returns the memory of the formulas of statements that were read, in the cache.
func (w *Workspace) Formulas() formula.Memory { return memory{w, "formulas 1", "formulas.json"} }

// Drawings returns the memory of the drawings of statements that LaTeX drew, in the cache.
func (w *Workspace) Drawings() formula.Memory { return memory{w, "drawings 1", "drawing.pdf"} }

// memory keeps entries of a kind, each in a file. It opens the cache when it is asked for one, which does not happen for the
// formulas of the library.
type memory struct {
	*Workspace
	kind, file string
}

func (m memory) key(name string) cache.Key { return cache.NewHash(m.kind).Text(name).Key() }

func (m memory) Recall(name string) ([]byte, bool) {
	dir, found := m.Cache().Get(m.key(name))
	if !found {
		return nil, false
	}
	value, err := os.ReadFile(filepath.Join(dir, m.file))
	return value, err == nil
}

func (m memory) Remember(name string, value []byte) {
	_, err := m.Cache().Put(m.key(name), func(dir string) error {
		return os.WriteFile(filepath.Join(dir, m.file), value, 0o644)
	})
	if err != nil {
		m.log.Debug("an entry is not kept", "kind", m.kind, "reason", err)
	}
}
