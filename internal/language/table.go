package language

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

//go:embed languages.yaml
var builtin []byte

// Table holds the rows. Where several claim a file, an earlier one wins.
type Table struct {
	rows []*Language
}

// Load returns the built-in rows with those of a configuration file over them, which need not exist ("" for none).
// A row of the file changes the keys that it gives of a built-in row of the same ID, or is new and goes before the
// built-in ones. Its faults are ConfigErrors, joined.
func Load(config string) (*Table, error) {
	table := &Table{}
	if err := table.merge("languages.yaml", builtin); err != nil {
		return nil, fmt.Errorf("built-in languages: %w", err)
	}
	if config == "" {
		return table, nil
	}
	text, err := os.ReadFile(config)
	if errors.Is(err, fs.ErrNotExist) {
		return table, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the configuration of languages: %w", err)
	}
	if err := table.merge(config, text); err != nil {
		return nil, err
	}
	return table, nil
}

// Languages returns the rows.
func (t *Table) Languages() []*Language { return slices.Clone(t.rows) }

// Lookup finds a row by its ID.
func (t *Table) Lookup(id string) (*Language, bool) {
	i := slices.IndexFunc(t.rows, func(l *Language) bool { return l.ID == id })
	if i < 0 {
		return nil, false
	}
	return t.rows[i], true
}

// set replaces the row of the same ID, or puts a new one at the given place. It tells whether the row is new.
func (t *Table) set(row *Language, place int) bool {
	i := slices.IndexFunc(t.rows, func(l *Language) bool { return l.ID == row.ID })
	if i >= 0 {
		t.rows[i] = row
		return false
	}
	t.rows = slices.Insert(t.rows, place, row)
	return true
}
