package local

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/judge/language"
)

// A compiled program is hashed itself; a script is hashed by its sources.
func TestFingerprint(t *testing.T) {
	of := func(run, text string) string {
		dir := t.TempDir()
		err := errors.Join(
			os.WriteFile(filepath.Join(dir, "a.go"), []byte(text), 0o644),
			os.WriteFile(filepath.Join(dir, "program"), []byte(strings.ToLower(text)), 0o755),
		)
		if err != nil {
			t.Fatal(err)
		}
		source := language.Source{Files: []language.File{{Name: "a.go", Data: []byte(text)}}}
		sum, err := fingerprint(&language.Program{Language: &language.Language{Building: language.Building{Run: language.Words{run, "{program}/a.go"}}}, Dir: dir}, source)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	const compiled, interpreted = "{program}/program", "python3"
	for _, test := range []struct {
		run, other string
		same       bool
	}{
		{compiled, "A", true},
		{compiled, "b", false},
		{interpreted, "A", false},
		{interpreted, "a", true},
	} {
		if same := of(test.run, "a") == of(test.run, test.other); same != test.same {
			t.Errorf("%s: a and %s are the same program: %t, want %t", test.run, test.other, same, test.same)
		}
	}
}
