package generate

import (
	"os"
	"path/filepath"
	"testing"

	"grundy/internal/pkgfmt/generators"
)

func TestRecordedRunsNeedNoSecond(t *testing.T) {
	record := generators.Record{Sums: map[string]string{
		"data/secret/1.in":  sumText("2 3\n"),
		"data/secret/1.ans": sumText("5\n"),
	}}
	for name, tt := range map[string]struct {
		wrote map[string]string
		want  bool
	}{
		"the same":              {map[string]string{".in": "2 3\n"}, true},
		"the same, with answer": {map[string]string{".in": "2 3\n", ".ans": "5\n"}, true},
		"another answer":        {map[string]string{".in": "2 3\n", ".ans": "6\n"}, false},
		"a file more":           {map[string]string{".in": "2 3\n", ".hint": "add\n"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for extension, text := range tt.wrote {
				if err := os.WriteFile(filepath.Join(dir, generators.Base+extension), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			m := &maker{rule: &generators.Case{Name: "secret/1"}, record: record}
			if got, err := m.isRecorded(dir); err != nil || got != tt.want {
				t.Errorf("recorded: %v, %v, want %v", got, err, tt.want)
			}
		})
	}
}
