package sitelog_test

import (
	"os"
	"path/filepath"
	"testing"

	"grundy/internal/pkgfmt/sitelog"
)

// FuzzRead checks that whatever a log holds, it is read or refused, and that sources lie within its directory.
func FuzzRead(f *testing.F) {
	f.Add(byte(0), `{"type":"submissions","id":"1","data":{"id":"1","problem_id":"p"}}`+"\n"+`{"type":"judgements","id":"1","data":null}`)
	f.Add(byte(0), `{"type":"judgements","id":null,"data":[{"id":1,"submission_id":1,"judgement_type_id":"AC"}]}`)
	f.Add(byte(1), "id,problem,language,verdict,file\n1,A,cpp,AC,submissions/1\n")
	f.Add(byte(2), "1\tA\t\"cpp\tAC\n")
	f.Add(byte(3), `[{"id": "1", "verdict": "NO", "file": "../x"}]`)
	names := []string{"event-feed.ndjson", "verdicts.csv", "verdicts.tsv", "verdicts.json"}
	f.Fuzz(func(t *testing.T, kind byte, content string) {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, "submissions", "1"), 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{names[int(kind)%len(names)]: content, "submissions/1/a.sh": "echo 1\n"} {
			if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		log, err := sitelog.Read(t.Context(), dir, t.TempDir())
		if err != nil {
			return
		}
		for _, s := range log.Submissions {
			for _, file := range s.Files {
				if below, err := filepath.Rel(dir, file.Path); err != nil || !filepath.IsLocal(below) {
					t.Errorf("submission %q has a source at %q", s.ID, file.Path)
				}
			}
		}
	})
}
