package tests

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"grundy/internal/judge/diagnose"
	"grundy/tests/suite"
)

// matrixVariable names the page into which TestLanguages writes its table; set, it tries all rows with the machine's own toolchains.
const matrixVariable = "GRUNDY_LANGUAGES"

// languagePrograms are the programs that prove a row, with the input and what must come of each. The archives in
// testdata/languages hold them, a row each. Lines "NAME: VERDICT" at the head of an archive say where a language differs, such as
// one without a compiler, whose faults are RTE, or CE without the place. "like: ROW" takes the programs that the archive lacks from another one.
var languagePrograms = []struct{ name, input, answer, verdict, reason string }{
	{"sum", "1000000\n" + strings.Repeat("7 ", 999_999) + "7\n", "7000000\n", "AC", ""},
	{"eof", strings.Repeat("1 2 3\n", 1000), "6000\n", "AC", ""},
	{"output", "\n", numbers(100_000), "AC", ""},
	{"error", "\n", "0\n", "RTE", ""},
	{"exit", "\n", "0\n", "RTE", "exit code 3"},
	{"loop", "\n", "0\n", "TLE", ""},
	{"near", "\n", "1\n", "AC", ""},
	{"memory", "\n", "0\n", "MLE", ""},
	{"deep", "\n", "100000\n", "AC", ""},
	{"deeper", "\n", "1000000\n", "AC", ""},
	{"threads", "\n", "10\n", "AC", ""},
	{"fault", "\n", "0\n", "CE", ""},
	{"named", "\n", "6\n", "AC", ""},
	{"utf8", "aé漢😀\n", "😀漢éa\n", "AC", ""},
	{"library", "\n", "31\n", "AC", ""},
}

// sampledRows and sampledPrograms are what make test tries.
var (
	sampledRows     = []string{"c", "cpp", "go", "python3", "java", "rust", "javascript", "perl", "bash"}
	sampledPrograms = []string{"fault", "utf8"}
)

func numbers(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintln(&text, i+1)
	}
	return text.String()
}

// TestLanguages proves rows of the table of languages. In make test it tries a few programs of the rows that most machines have.
func TestLanguages(t *testing.T) {
	page, rows := os.Getenv(matrixVariable), sampledRows
	if page != "" {
		judge, err := exec.LookPath("grundy")
		if err = errors.Join(err, suite.UseMachinePath()); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", os.Getenv("PATH")+string(filepath.ListSeparator)+filepath.Dir(judge))
		archives, _ := filepath.Glob(languageArchive("*")) // the pattern is valid
		rows = nil
		for _, archive := range archives {
			rows = append(rows, strings.TrimSuffix(filepath.Base(archive), ".txtar"))
		}
	}
	home, cache, lines := t.TempDir(), sharedCache(t), map[string]provedRow{}
	judge := func(args ...string) *exec.Cmd {
		command := grundy(t, home, args...)
		command.Env = append(command.Env, "GRUNDY_CACHE="+cache)
		return command
	}
	for _, row := range rows {
		t.Run(row, func(t *testing.T) {
			proved := proveRow(t, judge, row, page != "")
			proved.whole = !t.Failed()
			lines[row] = proved
		})
	}
	if page != "" {
		writeMatrix(t, page, lines, rowVersions(t, judge))
	}
}

func languageArchive(row string) string {
	return filepath.Join("testdata", "languages", row+".txtar")
}

// The table of the page lies between these.
const (
	matrixStart = "<!-- matrix -->\n"
	matrixEnd   = "<!-- end of matrix -->"
	noTier      = "–"
)

// provedRow is what came of a row's programs: its cells behind the tiers, the tier, and whether all got their verdicts.
type provedRow struct {
	start, programs, tier string
	whole                 bool
}

// writeMatrix replaces the lines of the page's table that were made anew. It keeps those of rows that this machine lacks, and in
// tiers that do not account for memory exactly all but the tiers.
func writeMatrix(t *testing.T, page string, rows map[string]provedRow, versions map[string]string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), matrixStart)
	former, after, closed := strings.Cut(rest, matrixEnd)
	if !found || !closed {
		t.Fatalf("%s has no table between %s and %s", page, matrixStart, matrixEnd)
	}
	lines := map[string]string{}
	for line := range strings.Lines(former) {
		if fields := strings.Split(line, "`"); len(fields) == 3 {
			lines[fields[1]] = line
		}
	}
	for row, proved := range rows {
		_, known := lines[row]
		version, start, programs, tiers := cmp.Or(versions[row], "–"), proved.start, proved.programs, []string{}
		if known {
			cells := strings.SplitN(lines[row], " | ", 6)
			tiers = slices.DeleteFunc(strings.Split(cells[4], ", "), func(tier string) bool { return tier == proved.tier || tier == noTier })
			if !strings.HasPrefix(proved.tier, "cgroup-") {
				version, start, programs = cells[1], strings.Join(cells[2:4], " | "), strings.TrimSpace(cells[5])
			}
		}
		if proved.whole {
			tiers = append(tiers, proved.tier)
		}
		slices.Sort(tiers)
		lines[row] = fmt.Sprintf("| `%s` | %s | %s | %s | %s\n", row, version, start, cmp.Or(strings.Join(tiers, ", "), noTier), programs)
	}
	table := "| row | version | start | floor | tiers |"
	for _, p := range languagePrograms {
		table += " " + p.name + " |"
	}
	table += "\n|---|---|---|---|---|" + strings.Repeat("---|", len(languagePrograms)) + "\n"
	for _, row := range slices.Sorted(maps.Keys(lines)) {
		table += lines[row]
	}
	if err := os.WriteFile(page, []byte(before+matrixStart+table+matrixEnd+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// rowPrograms reads the archive of a row: its programs by name, and the verdicts in which the language differs.
func rowPrograms(t *testing.T, row string) (sources map[string]txtar.File, verdicts map[string]string) {
	t.Helper()
	archive, err := txtar.ParseFile(languageArchive(row))
	if err != nil {
		t.Fatal(err)
	}
	sources, verdicts = map[string]txtar.File{}, map[string]string{}
	for line := range strings.Lines(string(archive.Comment)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if name == "like" {
			sources, verdicts = rowPrograms(t, value)
		} else {
			verdicts[name] = value
		}
	}
	for _, file := range archive.Files {
		name := strings.TrimSuffix(file.Name, filepath.Ext(file.Name))
		sources[name] = file
		if len(bytes.TrimSpace(file.Data)) == 0 { // the row that it is like has one, and this one cannot
			delete(sources, name)
		}
	}
	return sources, verdicts
}

// judgedProgram is what TestLanguages reads of the events of a judgement.
type judgedProgram struct {
	Event, Verdict, Reason, Log, Stderr, Tier string

	CPU  float64 `json:"cpu_seconds"`
	Peak float64 `json:"peak_bytes"`
}

// proveRow judges the programs of a row. Without all it takes those that need next to no time.
func proveRow(t *testing.T, judge func(...string) *exec.Cmd, row string, all bool) provedRow {
	sources, verdicts := rowPrograms(t, row)
	cells, tier, start, floor := "|", "", 0.0, 0.0
	for _, p := range languagePrograms {
		source, has := sources[p.name]
		if !has || !all && !slices.Contains(sampledPrograms, p.name) {
			cells += " – |"
			continue
		}
		want := cmp.Or(verdicts[p.name], p.verdict)
		dir := suite.WriteAll(t, t.TempDir(), map[string]string{source.Name: string(source.Data), "cases/1.in": p.input, "cases/1.ans": p.answer})
		args := []string{"test", "--problem", "cases", "--language", row, "--no-rerun", "--format", "json", source.Name}
		if p.name == "deeper" { // what bounds the depth is the runtime, not the memory
			args = append(args, "--memory-limit", "1280MiB")
		}
		command := judge(args...)
		command.Dir = dir
		var said bytes.Buffer
		command.Stderr = &said
		printed, err := command.Output()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) { // the exit code tells the verdict
			t.Fatal(err)
		}
		if strings.Contains(said.String()+string(printed), "was not found") {
			t.Skip(said.String())
		}
		got := judgedProgram{}
		for line := range bytes.Lines(printed) {
			var event judgedProgram
			if err := json.Unmarshal(line, &event); err != nil {
				t.Fatal(err)
			}
			switch event.Event {
			case "compile":
				got.Log = event.Log
			case "test":
				got.Reason, got.Stderr, got.CPU, got.Peak = event.Reason, event.Stderr, event.CPU, event.Peak
			case "done":
				got.Verdict, tier = event.Verdict, event.Tier
			}
		}
		right := got.Verdict == want && strings.Contains(got.Reason, p.reason)
		if p.name == "fault" && verdicts[p.name] == "" { // editors find the place
			right = right && slices.ContainsFunc(diagnose.Complaints(got.Log), func(c diagnose.Complaint) bool {
				return filepath.Base(c.File) == source.Name && c.Line == 3
			})
		}
		cell := "✓"
		switch {
		case !right:
			cell = "**" + cmp.Or(got.Verdict, "?") + "**"
			t.Errorf("%s: got %s %q, want %s %q\n%.1000s%.1000s%s", p.name, got.Verdict, got.Reason, want, p.reason, got.Log, got.Stderr, said.Bytes())
		case verdicts[p.name] != "":
			cell = want
		}
		cells += " " + cell + " |"
		if p.name == "exit" {
			start, floor = got.CPU, got.Peak
		}
	}
	return provedRow{start: fmt.Sprintf("%.0f ms | %.1f MiB", 1000*start, floor/(1<<20)), programs: strings.TrimPrefix(cells, "| "), tier: tier}
}

// rowVersions returns the versions of the toolchains on this machine, by row.
func rowVersions(t *testing.T, judge func(...string) *exec.Cmd) map[string]string {
	t.Helper()
	printed, err := judge("languages", "--installed", "--format", "json").Output()
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{}
	for line := range bytes.Lines(printed) {
		var of struct{ Code, Version string }
		if err := json.Unmarshal(line, &of); err != nil {
			t.Fatal(err)
		}
		versions[of.Code] = of.Version
	}
	return versions
}
