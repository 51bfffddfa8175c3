package language

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// builtin holds the rows of languages.yaml as a test writes them (go test -run Current -update). Parsing the YAML takes
// 10 ms, which would delay every command that judges.
//
//go:embed builtin.json
var builtin []byte

// Table holds the rows. If several claim a file, the earliest wins.
type Table struct {
	rows []*Language
}

// Rows are a user's own: a YAML file, which need not exist, or the value of one of its keys. Another key may list libraries
// by the code of their language.
type Rows struct{ File, Key, Libraries string }

// Load returns the built-in rows, overlaid by those of each of the user's files in turn. A row either changes the
// given keys of an earlier row with the same ID, or is new and precedes all earlier rows. Faults are ConfigErrors,
// joined.
func Load(own ...Rows) (*Table, error) {
	table := &Table{}
	if err := json.Unmarshal(builtin, &table.rows); err != nil {
		return nil, fmt.Errorf("built-in languages: %w", err)
	}
	for _, rows := range own {
		text, err := os.ReadFile(rows.File)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read the configuration of languages: %w", err)
		}
		if err := table.merge(rows, text); err != nil {
			return nil, err
		}
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

// set replaces the row of the same ID, or inserts a new one at the given index. It reports whether the row is new.
func (t *Table) set(row *Language, place int) bool {
	i := slices.IndexFunc(t.rows, func(l *Language) bool { return l.ID == row.ID })
	if i >= 0 {
		t.rows[i] = row
		return false
	}
	t.rows = slices.Insert(t.rows, place, row)
	return true
}
