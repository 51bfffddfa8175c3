package tests

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/event"
	"grundy/tests/suite"
)

// streamsPackage has something to do for each command with a stream.
const streamsPackage = `
-- right.sh --
read n; echo $((2 * n))
-- wrong.sh --
read n; echo $((n > 4 ? 7 : 2 * n))
-- gen.sh --
echo $(($1 % 10))
-- double/problem.yaml --
problem_format_version: 2025-09
name: Double
uuid: 6a4f8a1e-2f65-4a2e-9d3b-0f2a7d6a5c33
license: public domain
limits: {time_limit: 2}
-- double/statement/problem.en.md --
Print twice the number.
-- double/input_validators/any.sh --
read n && exit 42
-- double/generators/generators.yaml --
data:
  sample:
    data:
      "1": {in: "3"}
  secret:
    data:
      - one: {in: "5"}
      - two: {in: "41"}
-- double/submissions/accepted/right.sh --
read n; echo $((2 * n))
-- double/submissions/accepted/right.py --
print(2 * int(input()))
-- double/submissions/wrong_answer/wrong.sh --
read n; echo $((n > 4 ? 7 : 2 * n))
-- double/data/extra/unknown.in --
1
`

// TestStreamsAreAsTheirSchema makes another program validate the commands' events against docs/events.schema.json.
func TestStreamsAreAsTheirSchema(t *testing.T) {
	validator, err := exec.LookPath("check-jsonschema")
	if err != nil {
		t.Skip("needs check-jsonschema (pipx install check-jsonschema)")
	}
	needsLanguages(t, "bash", "python3")
	dir := suite.Unpack(t, t.TempDir(), streamsPackage)
	cache := sharedCache(t)
	command := func(args ...string) *exec.Cmd {
		c := grundy(t, dir, append(args, "--format", "json")...)
		c.Env = append(c.Env, "GRUNDY_CACHE="+cache)
		return c
	}
	var lines [][]byte
	kinds := map[string]bool{}
	take := func(text []byte) {
		for line := range bytes.Lines(text) {
			lines = append(lines, bytes.TrimSpace(line))
			kinds[event.KindOf(line)] = true
		}
	}
	for _, args := range []string{
		"generate double", "verify double", "verify double double", "verify double --repeat 2",
		"test --problem double right.sh wrong.sh", "growth --problem double right.sh",
		"limits double --runs 1", "stress right.sh --problem double --gen gen.sh --count 2", "stress wrong.sh --problem double --gen gen.sh",
		"shrink wrong.sh --problem double double/data/secret/2-two.in", "why wrong.sh --problem double",
		"mutate --problem double double/submissions/accepted/right.py", "add double --text 6", "mv double secret/1-one first", "rm double secret/2-two",
	} {
		c := command(strings.Fields(args)...)
		out, err := c.Output() // the exit code may be that of a wrong solution
		if !bytes.Contains(out, []byte(`{"event":"end"`)) {
			t.Errorf("%s: %v, no end in\n%s", args, err, out)
		}
		take(out)
	}
	take(untilKind(t, command("watch", "--problem", "double", "--no-why", "right.sh"), "attempt", func([]byte) {}))
	take(untilKind(t, command("listen", "--solutions", "contests"), "received", func(line []byte) {
		var told struct {
			Event string
			Port  int
		}
		if json.Unmarshal(line, &told) != nil || told.Event != "listening" {
			return
		}
		page := `{"name": "Nim", "group": "Games", "url": "https://example.org/nim", "tests": [{"input": "2\n", "output": "4\n"}], "timeLimit": 1500}`
		answer, err := http.Post(fmt.Sprintf("http://localhost:%d/", told.Port), "application/json", strings.NewReader(page))
		if err != nil {
			t.Error(err)
			return
		}
		answer.Body.Close()
	}))
	for _, kind := range []string{
		"diagnostic", "data", "running", "submission", "verified", "set", "test", "done", "attempt", "growth", "limits", "finding", "shrunk", "stressed",
		"mutant", "mutated", "generated", "filled", "added", "changed", "received",
	} {
		if !kinds[kind] {
			t.Errorf("no command wrote the event %s", kind)
		}
	}

	schema, err := filepath.Abs("../docs/events.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	suite.Write(t, filepath.Join(dir, "lines.schema.json"), fmt.Sprintf(`{"type": "array", "items": {"$ref": "file://%s"}}`, schema))
	validate := func(lines [][]byte) ([]byte, error) {
		suite.Write(t, filepath.Join(dir, "lines.json"), "["+string(bytes.Join(lines, []byte(",\n")))+"]")
		return exec.CommandContext(t.Context(), validator, "--schemafile", filepath.Join(dir, "lines.schema.json"), filepath.Join(dir, "lines.json")).CombinedOutput()
	}
	if said, err := validate(lines); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
	// It rejects what is not an event of this version.
	for _, wrong := range []string{`{"event":"joke"}`, `{"event":"end"}`, `{"event":"end","exit_code":"0"}`, `{"event":"end","exit_code":0,"name_columns":3}`} {
		if said, err := validate([][]byte{[]byte(wrong)}); err == nil {
			t.Errorf("%s is valid: %s", wrong, said)
		}
	}
}

// untilKind runs a command until it has written an event of a kind, interrupts it, and returns its output. It shows
// each line as it comes.
func untilKind(t *testing.T, command *exec.Cmd, kind string, show func(line []byte)) []byte {
	t.Helper()
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	command.Stderr = &said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	found := false
	for lines := bufio.NewReader(out); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		written.Write(line)
		show(line)
		if event.KindOf(line) == kind && !found {
			found = true
			if err := command.Process.Signal(os.Interrupt); err != nil {
				t.Error(err)
			}
		}
	}
	_ = command.Wait() // the exit code is that of an interruption
	if !found {
		t.Errorf("%v: no %s in\n%s%s", command.Args, kind, written.Bytes(), said.Bytes())
	}
	return written.Bytes()
}
