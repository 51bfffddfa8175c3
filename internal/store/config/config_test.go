package config_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grundy/internal/base/environment"
	"grundy/internal/base/hint"
	"grundy/internal/store/config"
)

// written makes a file with a text.
func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFaultsHaveTheirPlace(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"edtior: vi\n", ":1:1: there is no key edtior (did you mean editor?)"},
		{"jobs: 2\nplain:\n  time-limt: 1s\n", ":3:3: there is no key plain.time-limt (did you mean plain.time-limit?)"},
		{"time-limit: 1s\n", ":1:1: there is no key time-limit (did you mean plain.time-limit?)"},
		{"jobs: many\n", `:1:7: jobs: want a number, 1 or more, got "many" (write digits only)`},
		{"jobs: [1]\n", ":1: jobs: want text, got a list"},
		{"plain: {memory-limit: 256}\n", `:1:23: plain.memory-limit: want a size, got "256"`},
		{"plain: 1s\n", ":1: plain: want a map, got"},
		{"plain:\n  ignore-case: maybe\n", ":2:16: plain.ignore-case: want true or false"},
		{"jobs: 1\njobs: 2\n", ":2: key jobs stands twice"},
		{"- jobs\n", ":1: want a map, got a list"},
		{"jobs: 'x\n", ":1: "},
	} {
		path := written(t, test.text)
		_, err := config.Read(path, "")
		if err == nil || !strings.HasPrefix(err.Error(), path+test.want) || hint.Of(err) == "" {
			t.Errorf("%q: got %v; want …%s", test.text, err, test.want)
		}
	}
	if _, err := config.Read(written(t, "a: 1\nb: 2\n"), ""); err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("two faults: got %v", err)
	}
}

func TestFilesThatSetNothing(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "jobs:\nplain:\n", "languages: {c: {name: C}}\n"} {
		file, err := config.Read(written(t, text), "")
		if s := config.Resolve(config.Jobs, nil, nil, file); err != nil || s.From != config.FromDefault {
			t.Errorf("%q: got %v, %v", text, s, err)
		}
	}
	if _, err := config.Read(filepath.Join(t.TempDir(), "missing"), ""); err != nil {
		t.Error(err)
	}
	dir := t.TempDir()
	if _, err := config.Read(dir, ""); err == nil || !strings.Contains(err.Error(), dir) || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a directory: got %v", err)
	}
}

func TestTheNearestOriginWins(t *testing.T) {
	path := written(t, "jobs: 3\n")
	file, err := config.Read(path, "")
	if err != nil {
		t.Fatal(err)
	}
	typed := "1"
	for _, test := range []struct {
		typed               *string
		variables           environment.Variables
		text, place, called string
	}{
		{&typed, environment.Variables{"GRUNDY_JOBS=2"}, "1", "--jobs", "--jobs"},
		{nil, environment.Variables{"GRUNDY_JOBS=2"}, "2", "$GRUNDY_JOBS", "$GRUNDY_JOBS"},
		{nil, environment.Variables{"GRUNDY_JOBS="}, "3", path + ":1:7", path + ":1:7: jobs"},
	} {
		s := config.Resolve(config.Jobs, test.typed, test.variables, file)
		if s.Text != test.text || s.Place() != test.place || s.Called() != test.called {
			t.Errorf("got %q from %s, called %s; want %q from %s, called %s", s.Text, s.Place(), s.Called(), test.text, test.place, test.called)
		}
	}
}

func TestPathsOfTheFile(t *testing.T) {
	home := t.TempDir()
	path := written(t, "problems: ~/p\nsolutions: here\ntemplates: ~other\ntestlib: "+filepath.Join(home, "t.h")+"\n")
	file, err := config.Read(path, home)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(path)
	for name, want := range map[config.Name]string{
		config.Problems: filepath.Join(home, "p"), config.Solutions: filepath.Join(dir, "here"),
		config.Templates: filepath.Join(dir, "~other"), config.Testlib: filepath.Join(home, "t.h"),
	} {
		if s := config.Resolve(name, nil, nil, file); s.Text != want {
			t.Errorf("%s: got %q, want %q", name, s.Text, want)
		}
	}
}

func TestDocsListEveryKey(t *testing.T) {
	text, err := os.ReadFile("../../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "|---|---|---|---|---|\n")
	got, _, _ := strings.Cut(rest, "\n\n")
	var want []string
	for _, k := range config.Keys() {
		want = append(want, fmt.Sprintf("| `%s` | `--%s` | `%s` | %s | %s |", k.Name, k.Flag, k.Variable, k.Default, k.Means))
	}
	if got != strings.Join(want, "\n") {
		t.Errorf("docs/configuration.md: replace the table by\n%s", strings.Join(want, "\n"))
	}
}
