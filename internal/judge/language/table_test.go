package language

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"grundy/internal/base/fsutil"
)

var update = flag.Bool("update", false, "write builtin.json anew")

// TestBuiltinIsCurrent keeps the rows that every start reads in step with languages.yaml.
func TestBuiltinIsCurrent(t *testing.T) {
	const source, file = "languages.yaml", "builtin.json"
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	written := &Table{}
	if err := written.merge(Rows{File: source}, text); err != nil {
		t.Fatal(err)
	}
	want := asJSON(t, written)
	if *update {
		if err := fsutil.Replace(file, 0o644, fsutil.Text(want)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what %s says: go test ./internal/judge/language -run Current -update", file, source)
	}
	loaded := &Table{}
	if err := json.Unmarshal(got, &loaded.rows); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(asJSON(t, loaded), got) {
		t.Errorf("%s is another one when it was read and written", file)
	}
}

// asJSON writes a row a line, without empty fields.
func asJSON(t *testing.T, table *Table) []byte {
	t.Helper()
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	for i, row := range table.rows {
		text.WriteByte("[,"[min(i, 1)])
		full, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(full, &fields); err != nil {
			t.Fatal(err)
		}
		maps.DeleteFunc(fields, func(_ string, value json.RawMessage) bool {
			return slices.Contains([]string{"null", "false", "0", `""`}, string(value))
		})
		if err := encoder.Encode(fields); err != nil {
			t.Fatal(err)
		}
	}
	text.WriteString("]\n")
	return text.Bytes()
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load(); err != nil {
			b.Fatal(err)
		}
	}
}

// A box without a file system of its own redirects variables that lead to /tmp to a directory of the program's own.
// It does not change the words of a command.
func TestNoCommandNamesSharedFolders(t *testing.T) {
	table, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table.rows {
		for _, words := range append(slices.Clone(row.Compile), row.Run) {
			for _, word := range words {
				if strings.Contains(word, "/tmp") {
					t.Errorf("%s: %q names a folder that all users may write to", row.ID, word)
				}
			}
		}
	}
}
