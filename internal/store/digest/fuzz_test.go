package digest

import (
	"log/slog"
	"maps"
	"os"
	"strconv"
	"testing"
)

// FuzzNotes reads arbitrary notes: they give nothing, or notes that survive being written and read again.
func FuzzNotes(f *testing.F) {
	f.Add("")
	f.Add("5 1 2 3 4 0123456789012345678901234567890123456789012345678901234567890123 a name\n")
	f.Add("-1 1 2 3 4 0123456789012345678901234567890123456789012345678901234567890123 \n")
	dir := f.TempDir()
	s := Open(dir, slog.New(slog.DiscardHandler))
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(s.notes("/x"), []byte(notesBegin+strconv.Quote("/x")+"\n"+text+notesEnd), 0o600); err != nil {
			t.Fatal(err)
		}
		files := s.read("/x")
		if err := s.write("/x", files); err != nil {
			t.Fatal(err)
		}
		if again := s.read("/x"); !maps.Equal(files, again) {
			t.Errorf("%q became %v, then %v", text, files, again)
		}
	})
}
