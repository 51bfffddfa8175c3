package tests

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"grundy/internal/ui/terminal"
	"grundy/tests/suite"
)

// steering is text that an attacker might put anywhere to take over the reader's terminal. The judge itself uses none
// of its colours.
const steering = "\x1b[35;7mE\x1b]0;owned\x07V\r\u009b2JI\u202eL\u2066\b\x1b[2J\x7f"

// inYAML is the same text in double quotes.
var inYAML = strings.Trim(fmt.Sprintf("%+q", steering), `"`)

// hostilePackage are the files of a problem in which every text of its author is steering.
func hostilePackage() map[string]string {
	name := strings.ReplaceAll(steering, "/", "")
	return map[string]string{
		"problem.yaml": "problem_format_version: 2025-09\nname: \"" + inYAML + "\"\nuuid: 6a4f8a1e-2f65-4a2e-9d3b-0f2a7d6a5c21\n" +
			"license: public domain\ncredits: {authors: \"" + inYAML + "\"}\nkeywords: [\"" + inYAML + "\"]\nversion: \"" + inYAML + "\"\n" +
			"limits: {time_limit: 2}\nconstants: {evil: \"" + inYAML + "\"}\n",
		"statement/problem.en.md":              "# " + steering + "\n\n" + steering + " {{evil}} $" + steering + "$\n\n    " + steering + "\n",
		"solution/solution.en.md":              steering,
		"data/sample/1.in":                     "2\n",
		"data/sample/1.ans":                    "4\n",
		"data/sample/1.yaml":                   "description: \"" + inYAML + "\"\nhint: \"" + inYAML + "\"\n",
		"data/secret/2.in":                     "3 " + steering + "\n",
		"data/secret/2.ans":                    "6\n",
		"submissions/accepted/" + name + ".sh": "read n rest; echo $((2 * n))\n",
		"submissions/accepted/good.sh":         "read n rest; echo $((2 * n))\n",
		"submissions/wrong_answer/wrong.sh":    "read n rest; printf '%s\\n' '" + steering + "'\nprintf '%s' '" + steering + "' >&2\n",
		"submissions/run_time_error/crash.sh":  "printf '%s' '" + steering + "' >&2; exit 3\n",
		"submissions/accepted/syntax.sh":       "if then '" + steering + "'\n",
		"output_validator/validate.sh": "read -r want < $2; read -r got\n[ \"$want\" = \"$got\" ] && exit 42\n" +
			"printf '%s' '" + steering + "' > $3/judgemessage.txt; printf '%s' '" + steering + "' > $3/teammessage.txt; exit 43\n",
		"input_validators/validate.sh": "printf '%s' '" + steering + "'; grep -q '^2$' && exit 42; exit 43\n",
		"attachments/" + name:          steering,
		name:                           steering,
	}
}

// TestHostileText makes every command show packages, archives, solutions and files of the user's own whose texts try
// to steer the terminal. None of it may reach the terminal, and the output for programs stays well formed.
func TestHostileText(t *testing.T) {
	needsLanguages(t, "bash")
	t.Parallel()
	dir := t.TempDir()
	name := strings.ReplaceAll(steering, "/", "")
	files := map[string]string{"s.sh": "read n rest; echo $((2 * n))\n", "bad.sh": "printf '%s' '" + steering + "'\n", name + ".sh": "exit 1\n", "in.txt": steering}
	for path, text := range hostilePackage() {
		files["problems/evil/"+path] = text
	}
	files["problems/broken"+name+"/problem.yaml"] = "name: \"" + inYAML + "\"\n\"" + inYAML + "\": 1\nlimits: {time_limit: \"" + inYAML + "\"}\n"
	files["plain"+name+"/"+name+".in"], files["plain"+name+"/"+name+".ans"] = "2\n", "5\n"
	files["config/grundy/languages.yaml"] = "- id: \"" + inYAML + "\"\n  name: \"" + inYAML + "\"\n"
	suite.WriteAll(t, dir, files)
	packed := filepath.Join(dir, name+".zip")
	if err := pack(packed, hostilePackage()); err != nil {
		t.Fatal(err)
	}
	if err := pack(filepath.Join(dir, "outside.zip"), map[string]string{"../" + name: "", "problem.yaml": ""}); err != nil {
		t.Fatal(err)
	}

	evil, library := filepath.Join("problems", "evil"), "problems"
	commands := [][]string{
		{"list", "--problems", library},
		{"list", "--problems", library, "--tag", name},
		{"show", evil},
		{"show", evil, "--samples"},
		{"show", evil, "--solution"},
		{"show", evil, "--lang", name},
		{"show", packed},
		{"show", "outside.zip"},
		{"show", name},
		{"show", filepath.Join("problems", "broken"+name)},
		{"test", "--problem", evil, "s.sh", "--record", "run.json"},
		{"test", "--problem", evil, "bad.sh", "--verbose"},
		{"test", "--problem", packed, "bad.sh"},
		{"test", "--problem", "plain" + name, "s.sh"},
		{"test", "--problem", evil, name + ".sh"},
		{"test", "--problem", name, "s.sh"},
		{"test", "--problem", evil, filepath.Join(evil, "submissions/accepted/syntax.sh")},
		{"test", name},
		{"test", "--problem", evil, "--format", "json", "bad.sh"},
		{"test", "--problem", evil, "--format", "junit", "bad.sh"},
		{"test", "--problem", evil, "--format", "tap", "bad.sh"},
		{"test", "--failed", "--problem", evil, "bad.sh"},
		{"report", "run.json"},
		{"report", "--format", "tap", "run.json"},
		{"report", name},
		{"run", "-q", "s.sh", "--input", name},
		{"run", name + ".sh", "--input", "in.txt"},
		{"run", filepath.Join(evil, "submissions/accepted/syntax.sh"), "--input", "in.txt"},
		{"verify", evil},
		{"verify", packed},
		{"verify", evil, "--format", "json"},
		{"verify", evil, "--format", "junit"},
		{"verify", evil, "--format", "tap"},
		{"verify", filepath.Join("problems", "broken"+name)},
		{"limits", evil},
		{"mutate", evil},
		{"generate", evil},
		{"generate", "--check", evil},
		{"export", evil, name + "-exported.zip"},
		{"export", evil, "--to", name},
		{"import", packed, "imported"},
		{"import", "outside.zip", "imported2"},
		{"import", filepath.Join("problems", "broken"+name), "imported3"},
		{"stress", "--problem", evil, "bad.sh", "--against", "s.sh"},
		{"stress", "--problem", evil, "bad.sh", name},
		{"shrink", "--problem", evil, "bad.sh", "in.txt"},
		{"why", "--problem", evil, "bad.sh", "--time", "2s"},
		{"add", evil, "in.txt"},
		{"add", evil, name},
		{"rm", evil, name},
		{"mv", evil, "secret/2", name},
		{"mv", evil, name, "secret/3"},
		{"init", name},
		{"new", evil},
		{"new", name},
		{"play", evil},
		{"play", name},
		{"languages"},
		{"languages", name},
		{"doctor"},
		{"completion", name},
		{name},
		{"list", "--" + name},
	}
	for _, args := range commands {
		t.Run(strings.ReplaceAll(terminal.Line(strings.Join(args, " ")), "/", "|"), func(t *testing.T) {
			shown := inTerminal(t, dir, args...)
			if bad := foreignControls(shown); bad != "" {
				t.Errorf("%s reached the terminal:\n%s", bad, terminal.Text(shown))
			}
			if i := slices.Index(args, "--format"); i >= 0 && args[0] != "report" {
				command := grundy(t, dir, args...)
				output, _ := command.Output()
				if err := checkForm(args[i+1], output); err != nil {
					t.Errorf("%v in\n%s", err, terminal.Text(string(output)))
				}
			}
		})
	}
}

// pack makes a zip archive; it does not check names.
func pack(path string, files map[string]string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	archive := zip.NewWriter(file)
	for name, text := range files {
		var entry io.Writer
		if entry, err = archive.Create(name); err == nil {
			_, err = io.WriteString(entry, text)
		}
		if err != nil {
			break
		}
	}
	return errors.Join(err, archive.Close(), file.Close())
}

// inTerminal runs a command whose output and errors are a pseudoterminal, and returns what reached it.
func inTerminal(t *testing.T, dir string, args ...string) string {
	t.Helper()
	master, slave := openTerminal(t)
	defer master.Close()
	command := grundy(t, dir, args...)
	command.Env = append(command.Env, "TERM=xterm-256color", "NO_COLOR=")
	if args[0] == "languages" || args[0] == "doctor" {
		command.Env = append(command.Env, "XDG_CONFIG_HOME="+filepath.Join(dir, "config"))
	}
	command.Stdout, command.Stderr = slave, slave
	err := command.Start()
	slave.Close()
	if err != nil {
		t.Fatal(err)
	}
	shown, err := io.ReadAll(master)
	if err != nil && !errors.Is(err, unix.EIO) { // the end
		t.Fatal(err)
	}
	_ = command.Wait()
	if command.ProcessState.ExitCode() == 2 && bytes.Contains(shown, []byte("goroutine ")) {
		t.Errorf("a traceback:\n%s", shown)
	}
	return string(shown)
}

// openTerminal opens a pseudoterminal that passes bytes on unchanged.
func openTerminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, slave = openPseudoterminal(t)
	settings, err := unix.IoctlGetTermios(int(slave.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	settings.Oflag &^= unix.OPOST
	settings.Lflag &^= unix.ECHO
	if err := unix.IoctlSetTermios(int(slave.Fd()), unix.TCSETS, settings); err != nil {
		t.Fatal(err)
	}
	return master, slave
}

// openPseudoterminal opens a pseudoterminal (pts(4)).
func openPseudoterminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there are no pseudoterminals:", err)
	}
	fd := int(master.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Skip("there are no pseudoterminals:", err)
	}
	return master, slave
}

// ourControls are the judge's own control sequences.
var ourControls = regexp.MustCompile("\x1b\\[[0-9;]*m|\x1b\\[K|\x1b\\[\\?25[hl]|\r|\n")

// foreignControls returns a control sequence that is not the judge's, or "".
func foreignControls(shown string) string {
	if strings.Contains(shown, "\x1b[35;7m") || strings.Contains(shown, "V\r") {
		return "a foreign sequence"
	}
	rest := ourControls.ReplaceAllString(shown, "")
	if i := strings.IndexFunc(rest, terminal.Steers); i >= 0 {
		return fmt.Sprintf("%+q", rest[max(0, i-20):min(len(rest), i+20)])
	}
	return ""
}

// checkForm checks output for programs.
func checkForm(format string, output []byte) error {
	switch format {
	case "json":
		for line := range bytes.Lines(output) {
			if !json.Valid(line) {
				return errors.New("no JSON")
			}
		}
	case "junit":
		for lines := xml.NewDecoder(bytes.NewReader(output)); ; {
			if _, err := lines.Token(); err == io.EOF {
				break
			} else if err != nil {
				return err
			}
		}
	}
	if bad := foreignControls(string(output)); bad != "" {
		return errors.New(bad + " is not escaped")
	}
	return nil
}
