package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// formats are the output formats, each with the golden files testdata/<recording>.<format>.golden.
func formats(recording string) map[string]func(io.Writer) event.Sink {
	begin := event.Begin{
		Command: "test", Submissions: submissions(recordings[recording]), Repeat: "grundy test --failed a.cpp", Directory: "/home/ada/problems",
	}
	verbose := begin
	verbose.Verbose = true
	screen := terminal.Screen{Width: 80}
	return map[string]func(io.Writer) event.Sink{
		"text":    func(w io.Writer) event.Sink { return text(w, screen, begin) },
		"color":   func(w io.Writer) event.Sink { return text(w, terminal.Screen{Width: 80, Color: true}, begin) },
		"verbose": func(w io.Writer) event.Sink { return text(w, screen, verbose) },
		"json":    func(w io.Writer) event.Sink { return report.NewJSON(w) },
		"junit":   func(w io.Writer) event.Sink { return report.NewJUnit(w) },
		"tap":     func(w io.Writer) event.Sink { return report.NewTAP(w) },
		"gcc":     func(w io.Writer) event.Sink { return begun(report.NewGCC(w), begin) },
		"github":  func(w io.Writer) event.Sink { return begun(report.NewGitHub(w), begin) },
	}
}

// submissions counts those of a stream.
func submissions(events []event.Event) int {
	count := 0
	for _, e := range events {
		if _, ok := e.(event.Plan); ok {
			count++
		}
	}
	return count
}

func record(t *testing.T, to event.Sink, events []event.Event) {
	t.Helper()
	for _, e := range events {
		to.Event(e)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestGolden(t *testing.T) {
	for recording, events := range recordings {
		for format, open := range formats(recording) {
			t.Run(recording+"/"+format, func(t *testing.T) {
				var out bytes.Buffer
				record(t, open(&out), events)
				golden(t, recording+"."+format, out.Bytes())
			})
		}
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got; -update writes it anew):\n%s", path, diff)
	}
}

// Nothing that a program, a checker or a name says may reach the terminal as a control character.
func TestTextIsSafe(t *testing.T) {
	for recording, events := range recordings {
		for _, format := range []string{"text", "verbose", "tap", "gcc"} {
			var out bytes.Buffer
			record(t, formats(recording)[format](&out), events)
			text := strings.ReplaceAll(out.String(), "\n", "")
			if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) || strings.Contains(text, "\u202e") {
				t.Errorf("%s as %s has control characters: %q", recording, format, text)
			}
		}
	}
}

func TestJUnitIsXML(t *testing.T) {
	for recording, events := range recordings {
		var out bytes.Buffer
		record(t, report.NewJUnit(&out), events)
		var document struct {
			Suites []struct {
				Tests  int        `xml:"tests,attr"`
				Failed int        `xml:"failures,attr"`
				Cases  []struct{} `xml:"testcase"`
			} `xml:"testsuite"`
		}
		if err := xml.Unmarshal(out.Bytes(), &document); err != nil {
			t.Errorf("%s: %v", recording, err)
		}
		for _, suite := range document.Suites {
			if suite.Tests != len(suite.Cases) || suite.Failed > suite.Tests {
				t.Errorf("%s: the counts are wrong: %+v", recording, suite)
			}
		}
	}
}

func TestJSONIsOneObjectALine(t *testing.T) {
	for recording, events := range recordings {
		var out bytes.Buffer
		record(t, report.NewJSON(&out), events)
		lines := bytes.Split(bytes.TrimSuffix(out.Bytes(), []byte("\n")), []byte("\n"))
		if len(lines) != len(events) {
			t.Errorf("%s: %d lines for %d events", recording, len(lines), len(events))
		}
		for _, line := range lines {
			if !json.Valid(line) || !utf8.Valid(line) || !bytes.HasPrefix(line, []byte(`{"event":"`)) {
				t.Errorf("%s: a line is no object that begins with its event: %s", recording, line)
			}
		}
	}
}

// frame is one drawing of the live line.
var frame = regexp.MustCompile("\r([^\r\n\x1b]*)\x1b\\[K")

// screen is a terminal as far as the live line uses it: the lines that stay, and whether the cursor is hidden. No
// drawing may reach the last column.
func screen(t *testing.T, output string, width int) (lines []string, hidden bool) {
	t.Helper()
	hidden = strings.LastIndex(output, "\x1b[?25l") > strings.LastIndex(output, "\x1b[?25h")
	output = strings.NewReplacer("\x1b[?25l", "", "\x1b[?25h", "").Replace(output)
	for _, drawn := range frame.FindAllStringSubmatch(output, -1) {
		if terminal.Width(drawn[1]) >= width {
			t.Errorf("the live line is too wide for %d columns: %q", width, drawn[1])
		}
	}
	for line := range strings.SplitSeq(output, "\n") {
		frames := frame.FindAllStringSubmatchIndex(line, -1)
		stays := line
		if len(frames) > 0 {
			last := frames[len(frames)-1]
			stays = line[last[2]:last[3]] + line[last[1]:]
		}
		if strings.ContainsAny(stays, "\r\x1b") {
			t.Errorf("unexpected control characters in %q", line)
		}
		lines = append(lines, stays)
	}
	return lines, hidden
}

func TestLive(t *testing.T) {
	for recording, events := range recordings {
		t.Run(recording, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var out bytes.Buffer
				text := text(&out, terminal.Screen{Live: true, Width: 80}, event.Begin{Command: "test", Submissions: submissions(events)})
				for _, e := range events {
					text.Event(e)
					time.Sleep(time.Second)
				}
				if err := text.Close(); err != nil {
					t.Fatal(err)
				}
				lines, hidden := screen(t, out.String(), 80)
				if hidden {
					t.Error("the cursor stays hidden")
				}
				golden(t, recording+".live", []byte(strings.Join(lines, "\n")))
			})
		})
	}
}

// A stream that ends early, as when the judge fails, leaves a clean line and the cursor behind.
func TestLiveEndsEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		text := text(&out, terminal.Screen{Live: true, Width: 60}, event.Begin{Command: "test"})
		for _, e := range accepted("a.cpp")[:4] {
			text.Event(e)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		before, hidden := screen(t, out.String(), 60)
		if last := before[len(before)-1]; !hidden || !strings.Contains(last, "1/3") || !strings.Contains(last, "left") {
			t.Errorf("hidden cursor = %v, live line %q", hidden, last)
		}
		if err := text.Close(); err != nil {
			t.Fatal(err)
		}
		after, hidden := screen(t, out.String(), 60)
		if hidden || after[len(after)-1] != "" {
			t.Errorf("hidden cursor = %v, last line %q", hidden, after[len(after)-1])
		}
	})
}

func TestLiveWithManyTestsStaysOneLine(t *testing.T) {
	const tests = 10_000
	for _, width := range []int{10, 40, 80, 200, 700} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var out bytes.Buffer
				text := text(&out, terminal.Screen{Live: true, Width: width}, event.Begin{Command: "test"})
				text.Event(plan("a.cpp", tests))
				before := strings.Count(out.String(), "\n")
				for i := range tests {
					text.Event(test("a.cpp", fmt.Sprintf("secret/%05d", i), i+1, verdict.AC))
					time.Sleep(time.Millisecond)
				}
				synctest.Wait()
				// Ten drawings a second, whatever the number of tests.
				if drawings := strings.Count(out.String(), "\r"); drawings > 110 {
					t.Errorf("drawn %d times in 10 s", drawings)
				}
				if lines, _ := screen(t, out.String(), width); len(lines) != before+1 {
					t.Errorf("%d live lines, want 1", len(lines)-before)
				}
				text.Event(done("a.cpp", verdict.AC, tests, tests, 0))
				if err := text.Close(); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// Failing tests are explained until there are too many, then only counted: output and memory stay bounded.
func TestManyFailuresAreBounded(t *testing.T) {
	const tests = 10_000
	var out bytes.Buffer
	text := text(&out, terminal.Screen{Live: true, Width: 80}, event.Begin{Command: "test"})
	text.Event(plan("a.cpp", tests))
	for i := range tests {
		failed := test("a.cpp", fmt.Sprintf("secret/%05d", i), i+1, verdict.WA)
		failed.Difference = difference()
		text.Event(failed)
	}
	text.Event(done("a.cpp", verdict.WA, tests, 0, tests))
	if err := text.Close(); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), "first difference"); got != 3 {
		t.Errorf("%d failures explained, want 3", got)
	}
	if !strings.Contains(out.String(), "more\n") || out.Len() > 20_000 {
		t.Errorf("%d bytes for %d failures:\n%s", out.Len(), tests, out.String())
	}
}

func TestWeakTierIsSaid(t *testing.T) {
	weak := plan("a.cpp", 1)
	weak.Tier = "not-isolated"
	var out bytes.Buffer
	record(t, text(&out, terminal.Screen{}, event.Begin{Command: "test"}), []event.Event{weak})
	if !strings.Contains(out.String(), "not isolated") {
		t.Errorf("got %q", out.String())
	}
}

type brokenPipe struct{ writes int }

var errPipe = errors.New("broken pipe")

func (b *brokenPipe) Write([]byte) (int, error) {
	b.writes++
	return 0, errPipe
}

func TestWriteErrorComesOutOfClose(t *testing.T) {
	for _, format := range slices.Sorted(maps.Keys(formats(""))) {
		pipe := &brokenPipe{}
		to := formats("")[format](pipe)
		for _, e := range recordings["verdicts"] {
			to.Event(e)
		}
		if err := to.Close(); !errors.Is(err, errPipe) || pipe.writes != 1 {
			t.Errorf("%s: error %v after %d writes, want %v after 1", format, err, pipe.writes, errPipe)
		}
	}
}
