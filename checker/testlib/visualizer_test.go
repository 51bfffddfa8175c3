package testlib

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVisualize: the drawing lies where judges look for it. Any failure leaves no drawing and exit code 1.
func TestVisualize(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{"in": "3\n", "ans": "6\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	draw := func(v *Visualizer) string {
		return "<svg>" + v.Input.Word("n") + v.Answer.Word("answer") + strings.Join(v.Args, "") + filepath.Base(v.Feedback) + "</svg>"
	}
	for _, test := range []struct {
		name     string
		args     []string
		ofOutput bool
		draw     func(v *Visualizer) string
		exit     int
		file     string
		want     string
	}{
		{"case", []string{"in", "ans", "-a"}, false, draw, 0, "testcase.svg", "<svg>36-a.</svg>"},
		{"no more arguments", []string{"in", "ans"}, false, draw, 0, "testcase.svg", "<svg>36.</svg>"},
		{"output", []string{"in", "ans", dir + "/", "-a"}, true, draw, 0, "judgeimage.svg", "<svg>36-a" + filepath.Base(dir) + "</svg>"},
		{"too few arguments", []string{"in"}, false, draw, exitFailed, "testcase.svg", ""},
		{"no feedback folder", []string{"in", "ans"}, true, draw, exitFailed, "judgeimage.svg", ""},
		{"no input", []string{"nothing", "ans"}, false, draw, exitFailed, "testcase.svg", ""},
		{"another input", []string{"in", "ans"}, false, func(v *Visualizer) string { v.Input.Int("n", 4, 9); return "" }, exitFailed, "testcase.svg", ""},
		{"no drawing", []string{"in", "ans"}, false, func(v *Visualizer) string { v.Fail("too hard"); return "" }, exitFailed, "testcase.svg", ""},
	} {
		_ = os.Remove(test.file)
		if exit := visualize(test.args, test.ofOutput, test.draw); exit != test.exit {
			t.Errorf("%s: exit code %d, want %d", test.name, exit, test.exit)
		}
		if got, _ := os.ReadFile(test.file); string(got) != test.want {
			t.Errorf("%s: %s holds %q, want %q", test.name, test.file, got, test.want)
		}
	}
}
