package tests

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"grundy/internal/judge/sandbox/backend"
	"grundy/internal/ui/cli"
	"grundy/tests/elsewhere"
	"grundy/tests/suite"
)

// commands are this test binary under other names.
var commands = map[string]func(){
	"grundy":      runCommand,
	"nats-server": runServer,
}

func TestMain(m *testing.M) {
	tests := tests{m, func() error { return nil }}
	if commands[filepath.Base(os.Args[0])] == nil {
		var err error
		if tests.end, err = suite.SetPath(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	testscript.Main(tests, commands)
}

// tests are the tests of this package, with a cleanup: testscript.Main does not return.
type tests struct {
	*testing.M
	end func() error
}

func (t tests) Run() int {
	code := t.M.Run()
	if err := t.end(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return code
}

// runCommand is the command. Tests can make it do its jobs in a child process, which is the same binary.
func runCommand() {
	isChild, err := elsewhere.Serve()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "the executor of tests:", err)
		os.Exit(1)
	case !isChild:
		os.Exit(cli.Main(elsewhere.Configure, breakDown))
	}
}

// TestScripts runs testdata/script. Each script has its own directories except the cache: builds are named by their
// content, and sharing them saves most of the time.
func TestScripts(t *testing.T) {
	runScripts(t, testscript.Params{Dir: "testdata/script"}, nil)
}

// TestScriptsElsewhere runs the scripts of judging commands again, with all jobs encoded and done by a child process,
// which finds files by digest alone. The results must be the same. Usually one script of each command is enough.
func TestScriptsElsewhere(t *testing.T) {
	names := []string{"generate", "options", "run", "stress_package"}
	if suite.IsAll() {
		names = append(names,
			"answers", "checktestdata", "external_checker", "failed_again", "faulty_checker", "formats", "growth", "input", "lab", "limits", "mutate",
			"mutate_kill", "odd_bytes", "plain_folders", "report", "several_files", "stress", "verdicts", "verify", "verify_bite", "why",
		)
	}
	var files []string
	for _, name := range names {
		files = append(files, filepath.Join("testdata", "script", name+".txtar"))
	}
	runScripts(t, testscript.Params{Files: files}, map[string]string{elsewhere.Variable: "child"})
}

// runScripts runs scripts with additional variables in their environment.
func runScripts(t *testing.T, params testscript.Params, more map[string]string) {
	found := findLanguages(t)
	cache := sharedCache(t)
	common := testscript.Params{
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		ContinueOnError:     true,
		Setup: func(env *testscript.Env) error {
			for name, value := range surroundings(env.WorkDir, cache) {
				env.Setenv(name, value)
			}
			for name, value := range more {
				env.Setenv(name, value)
			}
			return os.MkdirAll(filepath.Join(env.Getenv("HOME"), ".config"), 0o700)
		},
		Condition: func(condition string) (bool, error) {
			name, argument, _ := strings.Cut(condition, ":")
			switch name {
			case "root":
				return os.Geteuid() == 0, nil
			case "all":
				return suite.IsAll(), nil
			case "has":
				return found.has(argument)
			case "landlock":
				return backend.Walls() != "", nil
			}
			return false, fmt.Errorf("unknown condition %q", condition)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    exits,
			"events":   events,
			"fact":     fact,
			"reported": reported,
			"xml":      wellFormed,
			"cases":    cases,
			"fill":     fill,
		},
	}
	common.Dir, common.Files = params.Dir, params.Files
	testscript.Run(t, common)
}

// surroundings are the environment of one run, which must not read or write anything of the user who runs the tests.
// The directory for temporary files is testscript's.
func surroundings(dir, cache string) map[string]string {
	env := map[string]string{
		"HOME":         filepath.Join(dir, ".home"),
		"GRUNDY_CACHE": cache,
	}
	// Rust's tools are in the home directory.
	if home, err := os.UserHomeDir(); err == nil && os.Getenv("RUSTUP_HOME") == "" {
		env["RUSTUP_HOME"] = filepath.Join(home, ".rustup")
	}
	return env
}

func sharedCache(t *testing.T) string {
	t.Helper()
	dir, remove, err := suite.Cache()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := remove(); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// languages maps the codes of all languages to whether they can be judged here.
type languages map[string]bool

func findLanguages(t *testing.T) languages {
	t.Helper()
	command := exec.Command("grundy", "languages", "--format", "json")
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("list the languages: %v", err)
	}
	found := languages{}
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for decoder.More() {
		var row struct {
			Code  string
			Found bool
		}
		if err := decoder.Decode(&row); err != nil {
			t.Fatalf("list the languages: %v", err)
		}
		found[row.Code] = row.Found
	}
	return found
}

// has reports whether a language can be judged here. An unknown code is a mistake, which would skip a test
// everywhere.
func (l languages) has(code string) (bool, error) {
	found, isKnown := l[code]
	if !isKnown {
		return false, fmt.Errorf("no language has the code %q; grundy languages lists them", code)
	}
	return found, nil
}

// needsLanguages skips a test unless all given languages can be judged.
func needsLanguages(t *testing.T, codes ...string) {
	t.Helper()
	found := findLanguages(t)
	for _, code := range codes {
		if has, err := found.has(code); err != nil {
			t.Fatal(err)
		} else if !has {
			t.Skip("needs the language " + code)
		}
	}
}

// TestHas checks that a condition on a language that does not exist fails.
func TestHas(t *testing.T) {
	found := findLanguages(t)
	for _, code := range []string{"g++", "gcc", "python", ""} {
		if _, err := found.has(code); err == nil {
			t.Errorf("has %q: want an error", code)
		}
	}
	if _, err := found.has("cpp"); err != nil {
		t.Error(err)
	}
}

// exits runs a command and demands its exit code: exits CODE COMMAND [ARGUMENT...].
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARGUMENT...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// events checks that a file holds one JSON object per line, each with an event, and all the named events: events FILE
// [EVENT...].
func events(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: events FILE [EVENT...]")
	}
	var seen []string
	for number, line := range strings.Split(strings.TrimSuffix(ts.ReadFile(args[0]), "\n"), "\n") {
		var object struct{ Event string }
		if err := json.Unmarshal([]byte(line), &object); err != nil || object.Event == "" {
			ts.Fatalf("%s:%d: no event (%v): %s", args[0], number+1, err, line)
		}
		seen = append(seen, object.Event)
	}
	for _, want := range args[1:] {
		if !slices.Contains(seen, want) {
			ts.Fatalf("%s: no %s among the events %v", args[0], want, seen)
		}
	}
}

// fact checks that a file of events has one of a kind with these values, or with ! that it has none: fact FILE EVENT
// KEY=VALUE... Dots join the keys of nested objects; a value without quotes is the JSON text of a string or number.
func fact(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 3 {
		ts.Fatalf("usage: [!] fact FILE EVENT KEY=VALUE...")
	}
	holds := func(line string) bool {
		var object map[string]any
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.UseNumber()
		if err := decoder.Decode(&object); err != nil || object["event"] != args[1] {
			return false
		}
		for _, wanted := range args[2:] {
			key, want, _ := strings.Cut(wanted, "=")
			var value any = object
			for name := range strings.SplitSeq(key, ".") {
				inner, _ := value.(map[string]any)
				value = inner[name]
			}
			if value == nil || fmt.Sprint(value) != want {
				return false
			}
		}
		return true
	}
	text := ts.ReadFile(args[0])
	switch found := slices.ContainsFunc(strings.Split(text, "\n"), holds); {
	case found && neg:
		ts.Fatalf("%s has a %s with %s:\n%s", args[0], args[1], strings.Join(args[2:], " "), text)
	case !found && !neg:
		ts.Fatalf("%s has no %s with %s:\n%s", args[0], args[1], strings.Join(args[2:], " "), text)
	}
}

// reported runs a command in each format, records its stream, and checks that grundy report prints the same from the
// record in another directory, with the same exit code: reported CODE FORMAT,... COMMAND [ARGUMENT...].
func reported(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: reported CODE FORMAT,... COMMAND [ARGUMENT...]")
	}
	elsewhere := filepath.Join(ts.MkAbs("."), ".elsewhere")
	ts.Check(os.MkdirAll(elsewhere, 0o755))
	for format := range strings.SplitSeq(args[1], ",") {
		record := filepath.Join(elsewhere, "run.json")
		exits(ts, false, append([]string{args[0], args[2]}, append(args[3:len(args):len(args)], "--format", format, "--record", record)...))
		printed := ts.ReadFile("stdout")
		if printed == "" {
			ts.Fatalf("nothing was printed as %s", format)
		}
		here := ts.MkAbs(".")
		ts.Check(ts.Chdir(elsewhere))
		exits(ts, false, []string{args[0], args[2], "report", "--format", format, "run.json"})
		if again := ts.ReadFile("stdout"); again != printed {
			ts.Fatalf("as %s the report differs from what was printed:\n%s\nreport:\n%s", format, printed, again)
		}
		ts.Check(ts.Chdir(here))
	}
}

// wellFormed checks that a file is XML: xml FILE.
func wellFormed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: xml FILE")
	}
	decoder := xml.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	for {
		if _, err := decoder.Token(); err == io.EOF {
			return
		} else if err != nil {
			ts.Fatalf("%s: %v", args[0], err)
		}
	}
}

// cases writes many test cases that each ask to double a number: cases NUMBER DIR.
func cases(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cases NUMBER DIR")
	}
	number, err := strconv.Atoi(args[0])
	ts.Check(err)
	ts.Check(writeCases(ts.MkAbs(args[1]), number))
}

func writeCases(dir string, number int) error {
	err := os.MkdirAll(dir, 0o755)
	for i := 1; i <= number && err == nil; i++ {
		name := filepath.Join(dir, strconv.Itoa(i))
		err = errors.Join(
			os.WriteFile(name+".in", fmt.Appendln(nil, i), 0o644),
			os.WriteFile(name+".ans", fmt.Appendln(nil, 2*i), 0o644))
	}
	return err
}

// fill writes a file from a text with Go's escapes, for bytes that a script cannot hold: fill FILE TEXT.
func fill(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: fill FILE TEXT")
	}
	name, err := strconv.Unquote(`"` + args[0] + `"`)
	ts.Check(err)
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(name)), 0o755))
	ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
}
