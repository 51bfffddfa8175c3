package sitelog_test

import (
	"archive/tar"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/pkgfmt/sitelog"
	"grundy/tests/suite"
)

// TestParseVerdict checks what the words of sites mean.
func TestParseVerdict(t *testing.T) {
	for want, words := range map[verdict.Verdict][]string{
		verdict.AC:  {"AC", "Accepted", "CORRECT", "correct", "Yes", "OK", "Accepted - Presentation Error"},
		verdict.WA:  {"WA", "WRONG-ANSWER", "wrong_answer", "Wrong Answer", "No - Wrong Answer", "PE", "IO"},
		verdict.TLE: {"TLE", "TIMELIMIT", "Time Limit Exceeded", "No - Time Limit Exceeded", "TWA"},
		verdict.RTE: {"RTE", "RUN-ERROR", "run_time_error", "Run-Time Error", "RE"},
		verdict.CE:  {"CE", "COMPILER-ERROR", "Compile Error", "Compilation error"},
		verdict.OLE: {"OLE", "OUTPUT-LIMIT", "Output Limit Exceeded"},
		verdict.MLE: {"MLE", "MEMORY-LIMIT", "Memory Limit Exceeded"},
		verdict.JE:  {"JE", "Judging Error", "Contact Staff"},
	} {
		for _, word := range words {
			v := sitelog.ParseVerdict(word)
			if v.Is != want || v.Rejected || v.IsKnown() != (want != verdict.JE) || v.Word != word {
				t.Errorf("%q: got %+v, want %v", word, v, want)
			}
		}
	}
	for _, word := range []string{"", "pending", "7", "-", "Nope"} {
		if v := sitelog.ParseVerdict(word); v.IsKnown() || v.Is != verdict.None {
			t.Errorf("%q: got %+v", word, v)
		}
	}
	for _, word := range []string{"NO", "no-output", "Rejected", "Incorrect"} {
		v := sitelog.ParseVerdict(word)
		if !v.Rejected || v.Agrees(verdict.AC) || !v.Agrees(verdict.TLE) || !v.Agrees(verdict.CE) {
			t.Errorf("%q: got %+v", word, v)
		}
	}
	if slow := sitelog.ParseVerdict("TLE"); !slow.Agrees(verdict.ILE) || slow.Agrees(verdict.WA) {
		t.Error("a site that does not tell idleness apart calls it too slow")
	}
}

// TestLanguages checks which codes the names of sites may stand for.
func TestLanguages(t *testing.T) {
	for name, want := range map[string]string{
		"cpp": "cpp", "C++": "cpp", "C++17": "cpp", "GNU C++ 20": "cpp", "Python 3": "python3", "python3": "python3", "Python 2.7": "python2", "Kotlin 1.9": "kotlin",
		"kt": "kotlin", "java": "java", "C#": "csharp",
	} {
		found := false
		for _, code := range sitelog.Languages([]string{"", name}) {
			found = found || code == want
		}
		if !found {
			t.Errorf("%q: got %q, want %s", name, sitelog.Languages([]string{name}), want)
		}
	}
}

// read reads a log and returns its submissions as lines: the ID, the first problem, the verdict, the files or what is missing.
func read(t *testing.T, path string) []string {
	t.Helper()
	log, err := sitelog.Read(t.Context(), path, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, s := range log.Submissions {
		parts := []string{s.ID, strings.Join(s.Problems, "/"), s.Verdict.Is.String()}
		for _, file := range s.Files {
			content, err := os.ReadFile(file.Path)
			if err != nil {
				t.Error(err)
			}
			parts = append(parts, file.Name+"="+strings.TrimSpace(string(content)))
		}
		if s.Missing != "" {
			parts = append(parts, "missing")
		}
		lines = append(lines, strings.Join(parts, " "))
	}
	return lines
}

// TestRead checks the forms of logs, and where sources are found.
func TestRead(t *testing.T) {
	for name, test := range map[string]struct {
		files string
		want  []string
	}{
		"a table without headings, numbers in order": {
			"-- verdicts.tsv --\n10\tA\tcpp\tAC\n9\tB\tcpp\tWA\n-- 10.cpp --\nten\n-- s9/a.cpp --\nnine\n-- s9/b.h --\nh\n",
			[]string{"9 B WA a.cpp=nine b.h=h", "10 A AC 10.cpp=ten"},
		},
		"a table in JSON": {
			`-- verdicts.json --
[{"submission_id": 7, "problem": "nim", "result": "TIMELIMIT"}]
-- nim/7/main.py --
seven
`, []string{"7 nim TLE main.py=seven"},
		},
		"sources below submissions first": {
			"-- verdicts.csv --\nid,verdict\n1,AC\n-- other/1/x.cpp --\nother\n-- submissions/1/x.cpp --\nright\n", []string{"1  AC x.cpp=right"},
		},
		"RE of the specification": {
			`-- submissions.json --
[{"id": "1", "problem_id": "p"}]
-- judgements.json --
[{"id": "1", "submission_id": "1", "judgement_type_id": "RE"}]
-- submissions/1/a.c --
c
`, []string{"1 p  a.c=c"},
		},
		"names of data lead nowhere": {
			`-- submissions.json --
[{"id": "../../etc/passwd", "problem_id": "p"}, {"id": "..", "problem_id": "p"}]
-- judgements.json --
[]
`, []string{".. p  missing", "../../etc/passwd p  missing"},
		},
	} {
		dir := suite.Unpack(t, filepath.Join(t.TempDir(), "log"), test.files)
		if got := read(t, dir); !cmp.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// TestReadFaults checks that faulty logs are named with their place and a remedy.
func TestReadFaults(t *testing.T) {
	for want, files := range map[string]string{
		"no verdicts found":                      "-- a.cpp --\nx\n",
		"verdicts.csv: row 1 has no id":          "-- verdicts.csv --\nid,problem,language,verdict\n,A,cpp,AC\n",
		"verdicts.csv: the table is empty":       "-- verdicts.csv --\n",
		"verdicts.json: want a list of objects":  "-- verdicts.json --\n{}\n",
		"there is no ../x.cpp":                   "-- verdicts.csv --\nid,verdict,file\n1,AC,../x.cpp\n",
		"event-feed.ndjson:1: not a list":        `-- event-feed.ndjson --` + "\n" + `{"type":"submissions","id":null,"data":[7]}` + "\n",
		"judgements.json: not a list of objects": "-- submissions.json --\n[]\n-- judgements.json --\n{}\n",
	} {
		dir := suite.Unpack(t, filepath.Join(t.TempDir(), "log"), files)
		if _, err := sitelog.Read(t.Context(), dir, t.TempDir()); err == nil || !strings.Contains(err.Error(), want) || hint.Of(err) == "" {
			t.Errorf("want %q with a remedy, got %v", want, err)
		}
	}
}

// writeTar writes a tar archive with one entry.
func writeTar(t *testing.T, header tar.Header, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "log.tar.gz")
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	packed := gzip.NewWriter(out)
	archive := tar.NewWriter(packed)
	header.Size, header.Mode = int64(len(content)), 0o644
	if err := archive.WriteHeader(&header); err != nil {
		t.Fatal(err)
	}
	if _, err := archive.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	for _, closing := range []func() error{archive.Close, packed.Close, out.Close} {
		if err := closing(); err != nil {
			t.Fatal(err)
		}
	}
	return file
}

// TestTar checks that archives are read, and that names which lead out and links are refused.
func TestTar(t *testing.T) {
	table := "1,A,cpp,AC\n"
	if got := read(t, writeTar(t, tar.Header{Name: "./verdicts.csv", Typeflag: tar.TypeReg}, table)); !cmp.Equal(got, []string{"1 A AC missing"}) {
		t.Errorf("got %q", got)
	}
	for want, header := range map[string]tar.Header{
		"leads out":             {Name: "../verdicts.csv", Typeflag: tar.TypeReg},
		"the path is absolute":  {Name: "/verdicts.csv", Typeflag: tar.TypeReg},
		"links are refused":     {Name: "verdicts.csv", Linkname: "/etc/passwd", Typeflag: tar.TypeSymlink},
		"neither a file nor a ": {Name: "verdicts.csv", Typeflag: tar.TypeFifo},
	} {
		content := ""
		if header.Typeflag == tar.TypeReg {
			content = table
		}
		if _, err := sitelog.Read(t.Context(), writeTar(t, header, content), t.TempDir()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}
