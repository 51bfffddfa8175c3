package checker

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"grundy/internal/judge/sandbox"
)

// FuzzInterpret interprets arbitrary output of checkers of all dialects: the result is an outcome or a fault of the
// checker.
func FuzzInterpret(f *testing.F) {
	f.Add(42, []byte("1.0"), []byte("ok"), []byte("0.5"), []byte("message"))
	f.Add(7, []byte("points 0.5"), []byte("points 12"), []byte("nan"), []byte("\xff\x1b"))
	f.Add(0, []byte("OK\nfine\n50\n"), []byte("translate:success\n"), []byte("1e400"), []byte(""))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, exit int, stdout, stderr, score, message []byte) {
		for name, text := range map[string][]byte{scoreFile: score, scoreMultiplier: stdout, judgeMessage: message, teamMessage: stderr} {
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
				t.Fatal(err)
			}
			if len(text) == 0 {
				os.Remove(filepath.Join(dir, name))
			}
		}
		for _, dialect := range []Dialect{ICPC, Legacy, Testlib, CMS, Sinol, OJ, Peg} {
			outcome, err := dialect.Interpret(sandbox.Result{Exit: exit}, stdout, stderr, dir)
			if fault := (*JudgeError)(nil); err != nil && !errors.As(err, &fault) {
				t.Errorf("%s: %v", dialect, err)
			}
			if err == nil && outcome.Multiplier != nil && !(*outcome.Multiplier >= 0 && *outcome.Multiplier <= 1) {
				t.Errorf("%s gave %v of the points", dialect, *outcome.Multiplier)
			}
			if !utf8.ValidString(outcome.Message) || !utf8.ValidString(outcome.TeamMessage) || len(outcome.Message) > textLimit+100 {
				t.Errorf("%s said %q", dialect, outcome.Message)
			}
		}
	})
}
