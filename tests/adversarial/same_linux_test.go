package adversarial

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/judge/sandbox"
	"grundy/tests/machine"
)

// The environment of TestSame. The one names the file to which it writes its table, the other the folder in which each tier leaves
// its column, for a test that runs again in a process of its own.
const (
	matrixVariable = "ADVERSARIAL_MATRIX"
	cellsVariable  = "ADVERSARIAL_CELLS"
)

// TestSame judges harmless programs in each tier of this machine, the one without isolation included: what they use is within
// their rights, or ends them, in all tiers alike. A tier in which something else comes of one has a clause of its own in the
// program's first line, and its reason in docs/results/same-in-each-tier.md.
func TestSame(t *testing.T) {
	list := programs(t, same)
	columns := os.Getenv(cellsVariable)
	again := columns != ""
	if !again {
		columns = filepath.Join(machine.PublicDir(t), "columns")
		if err := os.Mkdir(columns, 0o755); err != nil {
			t.Fatal(err)
		}
		if os.Geteuid() == 0 {
			if err := machine.Give(columns, machine.OrdinaryUser); err != nil {
				t.Fatal(err)
			}
		}
		t.Setenv(cellsVariable, columns)
	}
	series{programs: list, harmless: true, note: func(p program, tier sandbox.Tier, o outcome) {
		if err := addCell(filepath.Join(columns, string(tier)), p, o); err != nil {
			t.Error(err)
		}
	}}.judge(t)
	if to := os.Getenv(matrixVariable); to != "" && !again {
		text, err := matrix(columns, list)
		if err == nil {
			err = os.WriteFile(to, []byte(text), 0o644)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// addCell notes what came of a program in a tier.
func addCell(column string, p program, o outcome) error {
	memory := "–"
	if len(o.tests) > 0 && o.tests[0].Memory > 0 {
		memory = o.tests[0].Memory.String()
	}
	file, err := os.OpenFile(column, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%s\t%s %s\n", p.name, o.done.Verdict, memory)
	return errors.Join(err, file.Close())
}

// matrix puts the columns into a table of Markdown: a program a line, a tier a column. A program that was skipped in each tier is left out.
func matrix(columns string, list []program) (string, error) {
	var tiers []string
	cells := map[string]map[string]string{} // by program and tier
	for _, tier := range sandbox.Tiers() {
		text, err := os.ReadFile(filepath.Join(columns, string(tier)))
		if errors.Is(err, os.ErrNotExist) {
			continue
		} else if err != nil {
			return "", err
		}
		tiers = append(tiers, string(tier))
		for line := range bytes.Lines(text) {
			name, cell, _ := strings.Cut(strings.TrimSpace(string(line)), "\t")
			if cells[name] == nil {
				cells[name] = map[string]string{}
			}
			cells[name][string(tier)] = cell
		}
	}
	var table strings.Builder
	fmt.Fprintf(&table, "| program | `%s` |\n|---|%s\n", strings.Join(tiers, "` | `"), strings.Repeat("---|", len(tiers)))
	for _, p := range list {
		if cells[p.name] == nil {
			continue
		}
		fmt.Fprintf(&table, "| `%s` |", strings.TrimPrefix(p.name, same+"/"))
		for _, tier := range tiers {
			cell := cells[p.name][tier]
			if cell == "" {
				cell = "skipped"
			}
			fmt.Fprintf(&table, " %s |", cell)
		}
		table.WriteString("\n")
	}
	return table.String(), nil
}
