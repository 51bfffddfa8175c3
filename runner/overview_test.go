package runner_test

import (
	"os"
	"path/filepath"
	"testing"

	"grundy/internal/pkgfmt/problem"
)

func TestOverview(t *testing.T) {
	t.Parallel()
	p := open(t, aPlusB, `
-- input_validators/logs.sh --
read a b
log=
while [ $# -gt 0 ]; do
	[ "$1" = --testOverviewLogFileName ] && log=$2
	[ "$1" = quiet ] && exit 42
	[ "$1" = link ] && { rm -f "$3"; ln -s /etc/passwd "$3"; exit 42; }
	shift
done
echo "\"a\": min-value-hit" > "$log"
[ "$a" -ge 0 ] && exit 42
exit 43
`)
	j := newJudge(t, 1)
	for _, test := range []struct {
		name, input string
		args        []string
		want        string
	}{
		{"logs", "1 2\n", nil, "\"a\": min-value-hit\n"},
		{"knows no log, and the last one's is gone", "1 2\n", []string{"quiet"}, ""},
		{"is not valid", "-1 2\n", nil, ""},
		{"links elsewhere", "1 2\n", []string{"link"}, ""},
		{"logs again", "1 2\n", []string{"3"}, "\"a\": min-value-hit\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			input := filepath.Join(t.TempDir(), "1.in")
			if err := os.WriteFile(input, []byte(test.input), 0o644); err != nil {
				t.Fatal(err)
			}
			log, err := j.Overview(t.Context(), p, p.InputValidators[0], &problem.Case{Input: input, InputArgs: test.args})
			if err != nil || log != test.want {
				t.Errorf("got %q %v, want %q", log, err, test.want)
			}
		})
	}
}
