package runner_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// TestChecktestdata shows that validators in Checktestdata are used like programs.
func TestChecktestdata(t *testing.T) {
	t.Parallel()
	p := open(t, aPlusB, `
-- input_validators/positive.ctd --
INT(1, 10^9, a) SPACE INT(a, 10^9, b) NEWLINE
IF(a == 7) WHILE(1 == 1) END END
-- input_validators/faulty.ctd --
INT(1, 2
`)
	j := newJudge(t, 1)
	validators := map[string]problem.Program{}
	for _, program := range p.InputValidators {
		validators[path.Base(program.Name)] = program
	}
	for _, test := range []struct {
		name, input string
		time        time.Duration
		valid       bool
		message     string
		log         string
	}{
		{"valid", "1 2\n", time.Minute, true, "", "constant-bounds \"a\": 1 1000000000\n\"a\": min-value-hit\nconstant-bounds \"b\": 1 1000000000\n\"b\":\n"},
		{"invalid", "3 2\n", time.Minute, false, "line 1, column 3: want an integer from 3 to 1000000000, found 2 (INT, program line 1, column 23)", ""},
		{"hang", "7 8\n", 100 * time.Millisecond, false, "hit its wall limit", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p.Limits.ValidationTime = test.time
			input := filepath.Join(t.TempDir(), "1.in")
			if err := os.WriteFile(input, []byte(test.input), 0o644); err != nil {
				t.Fatal(err)
			}
			valid, message, err := j.Validate(t.Context(), p, validators["positive.ctd"], &problem.Case{Input: input, InputArgs: []string{"ignored"}})
			if err != nil || valid != test.valid || message != test.message {
				t.Errorf("got %v %q %v, want %v %q", valid, message, err, test.valid, test.message)
			}
			log, err := j.Overview(t.Context(), p, validators["positive.ctd"], &problem.Case{Input: input})
			if err != nil || log != test.log {
				t.Errorf("Overview: got %q %v, want %q", log, err, test.log)
			}
		})
	}

	empty := filepath.Join(t.TempDir(), "empty.in")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, err := j.Validate(t.Context(), p, validators["faulty.ctd"], &problem.Case{Input: empty})
	var broken *job.PackageError
	if !errors.As(err, &broken) || !strings.Contains(err.Error(), `want ")", found the end of the program`) {
		t.Errorf("a faulty program: got %v", err)
	}
	if _, _, err := j.Validate(t.Context(), p, validators["positive.ctd"], &problem.Case{Input: filepath.Join(t.TempDir(), "1.in")}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no input: got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := j.Validate(ctx, p, validators["positive.ctd"], &problem.Case{Input: empty}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}
