package tests

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"grundy/tests/suite"
)

// matrixVariable names the file to which TestLanguages writes its table; set, it tries all rows with the machine's own toolchains.
const matrixVariable = "GRUNDY_LANGUAGES"

// languagePrograms are the programs that prove a row, with the input and what must come of each. The archives in
// testdata/languages hold them, a row each.
var languagePrograms = []struct{ name, input, answer, verdict, reason string }{
	{"sum", "1000000\n" + strings.Repeat("7 ", 999_999) + "7\n", "7000000\n", "AC", ""},
	{"eof", strings.Repeat("1 2 3\n", 1000), "6000\n", "AC", ""},
	{"output", "\n", numbers(100_000), "AC", ""},
	{"error", "\n", "0\n", "RTE", ""},
	{"exit", "\n", "0\n", "RTE", "exit code 3"},
	{"loop", "\n", "0\n", "TLE", ""},
	{"memory", "\n", "0\n", "MLE", ""},
	{"deep", "\n", "100000\n", "AC", ""},
	{"deeper", "\n", "1000000\n", "AC", ""},
	{"threads", "\n", "10\n", "AC", ""},
	{"fault", "\n", "0\n", "CE", ""},
	{"utf8", "aé漢😀\n", "😀漢éa\n", "AC", ""},
}

func numbers(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintln(&text, i+1)
	}
	return text.String()
}

// TestLanguages proves rows of the table of languages. In make test it tries a few programs of Perl.
func TestLanguages(t *testing.T) {
	table := os.Getenv(matrixVariable)
	archives := []string{filepath.Join("testdata", "languages", "perl.txtar")}
	if table != "" {
		judge, err := exec.LookPath("grundy")
		if err = errors.Join(err, suite.UseMachinePath()); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", os.Getenv("PATH")+string(filepath.ListSeparator)+filepath.Dir(judge))
		archives, _ = filepath.Glob(filepath.Join("testdata", "languages", "*.txtar")) // the pattern is valid
	}
	var lines []string
	for _, archive := range archives {
		row := strings.TrimSuffix(filepath.Base(archive), ".txtar")
		t.Run(row, func(t *testing.T) { lines = append(lines, proveRow(t, archive, row, table != "")) })
	}
	if table == "" {
		return
	}
	head := "| row | version |"
	for _, p := range languagePrograms {
		head += " " + p.name + " |"
	}
	text := head + " start | floor |\n|---|---|" + strings.Repeat("---|", len(languagePrograms)+2) + "\n" + strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == "" }), "")
	if err := os.WriteFile(table, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// judgedProgram is what TestLanguages reads of the events of a judgement.
type judgedProgram struct {
	Event, Verdict, Reason string
	CPU                    float64 `json:"cpu_seconds"`
	Peak                   float64 `json:"peak_bytes"`
}

// proveRow judges the programs of a row and returns its line of the table, or "" if the toolchain is missing. Without all it takes
// those that need next to no time.
func proveRow(t *testing.T, archive, row string, all bool) string {
	text, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string]txtar.File{}
	for _, file := range txtar.Parse(text).Files {
		sources[strings.TrimSuffix(file.Name, filepath.Ext(file.Name))] = file
	}
	home, cells := t.TempDir(), ""
	start, floor := 0.0, 0.0
	for _, p := range languagePrograms {
		source, has := sources[p.name]
		if !has || !all && !slices.Contains([]string{"eof", "exit", "fault"}, p.name) {
			cells += " – |"
			continue
		}
		dir := suite.WriteAll(t, t.TempDir(), map[string]string{source.Name: string(source.Data), "cases/1.in": p.input, "cases/1.ans": p.answer})
		command := grundy(t, home, "test", "--problem", "cases", "--language", row, "--format", "json", source.Name)
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
			case "test":
				got = event
			case "done":
				got.Verdict = event.Verdict
			}
		}
		right := got.Verdict == p.verdict && strings.Contains(got.Reason, p.reason)
		if p.verdict == "CE" {
			right = right && bytes.Contains(printed, []byte(source.Name)) && bytes.Contains(printed, []byte("3"))
		}
		if !right {
			t.Errorf("%s: got %s %q, want %s %q\n%s%s", p.name, got.Verdict, got.Reason, p.verdict, p.reason, printed, said.Bytes())
		}
		cells += " " + map[bool]string{true: "", false: "**"}[right] + cmp.Or(got.Verdict, "?") + map[bool]string{true: "", false: "**"}[right] + " |"
		if p.name == "exit" {
			start, floor = got.CPU, got.Peak
		}
	}
	return fmt.Sprintf("| `%s` | %s |%s %.0f ms | %.1f MiB |\n", row, rowVersion(t, home, row), cells, 1000*start, floor/(1<<20))
}

// rowVersion returns the version of a row's toolchain.
func rowVersion(t *testing.T, home, row string) string {
	printed, err := grundy(t, home, "languages", "--installed", "--format", "json").Output()
	if err != nil {
		return "–"
	}
	for line := range bytes.Lines(printed) {
		var of struct{ Code, Version string }
		if json.Unmarshal(line, &of) == nil && of.Code == row {
			return cmp.Or(of.Version, "–")
		}
	}
	return "–"
}
