package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	helpCommand = regexp.MustCompile(`(?m)^  ([a-z]+)(?:, ([a-z]+))?  `)
	helpFlag    = regexp.MustCompile(`(?m)^ {2,6}(?:-([a-zA-Z]), |    )--([a-z0-9-]+)(?:, --([a-z0-9-]+))?`)
	helpWord    = regexp.MustCompile(`[\w-]+`)
	// docsCommand matches a command line in the documentation, up to where the shell or the sentence goes on.
	docsCommand = regexp.MustCompile("(?:^|[ `(|])grundy ([a-z]+)((?: [^|`#;]*)?)")
	docsFlag    = regexp.MustCompile(`(?:^| )--?([a-zA-Z][a-z0-9-]*)`)
)

// commandFlags asks the program for its commands, including aliases, and for the flags of each.
func commandFlags(t *testing.T) map[string][]string {
	t.Helper()
	flags := map[string][]string{}
	for _, names := range helpCommand.FindAllStringSubmatch(help(t), -1) {
		text := help(t, names[1])
		if !regexp.MustCompile(`(?m)^   (.*[|(] ?)?grundy ` + names[1] + `\b`).MatchString(text) {
			t.Errorf("grundy %s --help has no example", names[1])
		}
		for _, name := range names[1:] {
			flags[name] = []string{"no-color"}
			for _, flag := range helpFlag.FindAllStringSubmatch(text, -1) {
				flags[name] = append(flags[name], flag[1:]...)
			}
		}
	}
	return flags
}

func help(t *testing.T, command ...string) string {
	t.Helper()
	printed, err := exec.Command("grundy", append(command, "--help")...).Output()
	if err != nil {
		t.Fatalf("grundy %s --help: %v", strings.Join(command, " "), err)
	}
	return string(printed)
}

// TestCommandsOfDocs checks that the documentation names existing commands and flags, and that the help of each
// command has an example.
func TestCommandsOfDocs(t *testing.T) {
	flags := commandFlags(t)
	if len(flags) < 20 || !slices.Contains(flags["test"], "problem") || !slices.Contains(flags["t"], "p") {
		t.Fatalf("the help was not understood: %v", flags)
	}
	checked := 0
	for file := range readPages(t, "..") {
		text, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range codeLines(string(text)) {
			for _, match := range docsCommand.FindAllStringSubmatch(line, -1) {
				known, ok := flags[match[1]]
				if !ok {
					t.Errorf("%s: no command %q: %s", file, match[1], line)
					continue
				}
				own, _, _ := strings.Cut(match[2], " -- ")
				for _, flag := range docsFlag.FindAllStringSubmatch(own, -1) {
					if flag[1] != "help" && flag[1] != "h" && !slices.Contains(known, flag[1]) {
						t.Errorf("%s: %s has no flag %q: %s", file, match[1], flag[1], line)
					}
				}
				checked++
			}
		}
	}
	if checked < 100 {
		t.Errorf("found %d commands in the documentation, want more: is it still read?", checked)
	}
}

// TestHelpNamesFlags checks that the help of a command names only its own flags, and those of a command named before
// them in the line: "test --input".
func TestHelpNamesFlags(t *testing.T) {
	flags := commandFlags(t)
	checked := 0
	delete(flags, "") // commands without an alias have this one
	for command, own := range flags {
		for line := range strings.Lines(help(t, command)) {
			line, _, _ = strings.Cut(line, " | ")   // the rest belongs to another program
			line, _, _ = strings.Cut(line, "curl ") // and so does this
			others := own
			for _, word := range helpWord.FindAllString(line, -1) {
				name := strings.TrimLeft(word, "-")
				switch {
				case flags[word] != nil:
					others = flags[word]
				case name == word || name == "" || name[0] <= '9' || name == "help" || name == "h":
				case !slices.Contains(own, name) && !slices.Contains(others, name):
					t.Errorf("grundy %s --help names the flag %s, which is not its own: %s", command, word, line)
				default:
					checked++
				}
			}
		}
	}
	if checked < 200 {
		t.Errorf("found %d flags in the help, want more: is it still read?", checked)
	}
}

// codeLines returns the lines of code blocks that are commands or indented, and the backquoted parts of the others.
func codeLines(markdown string) []string {
	var lines []string
	fenced := false
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			fenced = !fenced
		case fenced:
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				lines = append(lines, command)
			}
		case strings.HasPrefix(line, "    "):
			command, _, _ := strings.Cut(line, "# ")
			lines = append(lines, strings.TrimSpace(command))
		default:
			for i, span := range strings.Split(line, "`") {
				if i%2 == 1 {
					lines = append(lines, span)
				}
			}
		}
	}
	return lines
}
