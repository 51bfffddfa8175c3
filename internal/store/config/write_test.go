package config

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSet(t *testing.T) {
	tests := []struct {
		name, before string
		key          Name
		value, after string
	}{
		{"no file", "", Jobs, "2", "jobs: 2\n"},
		{"no file, below another key", "", PlainTime, "1s", "plain:\n  time-limit: 1s\n"},
		{"comments alone", "# mine\n", Jobs, "2", "# mine\njobs: 2\n"},
		{"another value", "# mine\nlanguage: cpp # at work\njobs: 4\n", Language, "python3", "# mine\nlanguage: python3 # at work\njobs: 4\n"},
		{"a new key", "jobs: 4", Profile, "atcoder", "jobs: 4\nprofile: atcoder\n"},
		{"a new key below a key", "plain:\n    memory-limit: 1GiB\njobs: 4\n", PlainTime, "1s", "plain:\n    time-limit: 1s\n    memory-limit: 1GiB\njobs: 4\n"},
		{"the default again", "jobs: 4\r\nprofile: cses\r\n", Profile, "", "jobs: 4\r\nprofile: null\r\n"},
		{"the default, as it is", "jobs: 4\n", Profile, "", "jobs: 4\n"},
		{"one line", "plain: {memory-limit: 1GiB}\n", PlainTime, "1s", "plain: {time-limit: 1s, memory-limit: 1GiB}\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "grundy", "config.yaml")
			if test.before != "" {
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(test.before), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if err := Set(path, test.key, test.value); err != nil {
				t.Fatal(err)
			}
			if got, _ := os.ReadFile(path); string(got) != test.after {
				t.Errorf("the file has %q, want %q", got, test.after)
			}
		})
	}
}

// A value that is wrong, and a file whose form the judge does not change, leave the file as it is.
func TestSetRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		before string
		key    Name
		value  string
	}{
		"no number": {"jobs: 4\n", Jobs, "many"},
		"a comment": {"jobs: 4\n", Profile, "cses # no"},
		"no YAML":   {"jobs: [\n", Jobs, "2"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "config.yaml")
			if err := os.WriteFile(path, []byte(test.before), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := Set(path, test.key, test.value); err == nil {
				t.Error("no error")
			}
			if got, _ := os.ReadFile(path); string(got) != test.before {
				t.Errorf("the file has %q", got)
			}
		})
	}
}
