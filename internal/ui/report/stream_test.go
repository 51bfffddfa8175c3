package report_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/event"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
)

// streams are those of all recordings, with their Begin and End, by name.
func streams() map[string][]event.Event {
	all := map[string][]event.Event{}
	add := func(name string, begin event.Begin, events []event.Event) {
		all[name] = concat([]event.Event{begin}, events, []event.Event{event.End{ExitCode: 1}})
	}
	for name, events := range recordings {
		add(name, event.Begin{Command: "test", Submissions: submissions(events), Names: []string{strings.Repeat("n", 30)}, Repeat: "again", Directory: "/home/ada"}, events)
		add(name+" in full", event.Begin{Command: "test", Submissions: submissions(events), Verbose: true}, events)
	}
	add("verify", event.Begin{Command: "verify", Names: []string{strings.Repeat("n", 40)}}, verification(90))
	add("growth", event.Begin{Command: "growth"}, growing("a.cpp"))
	add("stress", event.Begin{Command: "stress", Directory: "/state"}, search())
	add("mutate", event.Begin{Command: "mutate", Verbose: true}, mutation())
	return all
}

// What a stream looks like does not change when it is written and read again: bytes that are no UTF-8 included.
func TestReadAgain(t *testing.T) {
	for name, events := range streams() {
		var written bytes.Buffer
		record(t, report.NewJSON(&written), events)
		var again []event.Event
		for decoder := event.NewDecoder(&written); ; {
			e, err := decoder.Decode()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			again = append(again, e)
		}
		for _, format := range report.Formats(events[0].(event.Begin).Command) {
			var want, got bytes.Buffer
			record(t, report.New(format, &want, terminal.Screen{Width: 80}), events)
			record(t, report.New(format, &got, terminal.Screen{Width: 80}), again)
			if diff := cmp.Diff(want.String(), got.String()); diff != "" {
				t.Errorf("%s as %s (-at once +read again):\n%s", name, format, diff)
			}
		}
	}
}

// A record holds each event as soon as it happened.
func TestRecordGrows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	recording, err := report.Record(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range accepted("a.cpp") {
		recording.Event(e)
		text, err := os.ReadFile(path)
		if err != nil || bytes.Count(text, []byte("\n")) != i+1 || !bytes.HasSuffix(text, []byte("}\n")) {
			t.Fatalf("after event %d there is %q (%v)", i+1, text, err)
		}
	}
	if err := recording.Close(); err != nil {
		t.Error(err)
	}
	if _, err := report.Record(filepath.Join(path, "below")); err == nil {
		t.Error("a file below a file was made")
	}
}

// Whatever a record holds, printing it neither fails nor steers the terminal.
func FuzzReport(f *testing.F) {
	for _, events := range streams() {
		var written bytes.Buffer
		lines := report.NewJSON(&written)
		for _, e := range events {
			lines.Event(e)
		}
		f.Add(written.Bytes())
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		var faces []event.Sink
		var texts []*bytes.Buffer
		for _, format := range []string{report.TextFormat, report.JUnitFormat, report.TAPFormat} {
			var out bytes.Buffer
			texts = append(texts, &out)
			faces = append(faces, report.New(format, &out, terminal.Screen{Width: 40}))
		}
		decoder := event.NewDecoder(bytes.NewReader(stream))
		for {
			e, err := decoder.Decode()
			if err != nil {
				break
			}
			for _, face := range faces {
				face.Event(e)
			}
		}
		for i, face := range faces {
			if err := face.Close(); err != nil {
				t.Fatal(err)
			}
			text := strings.NewReplacer("\n", "", "\t", "").Replace(texts[i].String())
			if strings.ContainsFunc(text, unicode.IsControl) && i != 1 { // XML holds what XML allows
				t.Errorf("control characters in %q", text)
			}
		}
	})
}

// TestEarlierRecords holds that the records of earlier versions, which hold the widths of columns, are printed as they were.
func TestEarlierRecords(t *testing.T) {
	const name = "a-solution-whose-name-needs-many-columns"
	plan := func(widths string) string {
		return `{"event":"plan","problem":"nim","submission":"` + name + `","tests":1,` + widths + `"time_limit_seconds":1}`
	}
	rest := `
{"event":"test","submission":"` + name + `","test":"sample/1","verdict":"AC","cpu_seconds":0.01,"time_limit_seconds":1}
{"event":"test","submission":"` + name + `","test":"secret/10-least-not-largest","verdict":"AC","cpu_seconds":0.01,"time_limit_seconds":1}
{"event":"done","problem":"nim","submission":"` + name + `","verdict":"AC","tests":1,"passed":1,"time_limit_seconds":1}
{"event":"plan","problem":"nim","submission":"b","tests":1,"time_limit_seconds":1}
{"event":"done","problem":"nim","submission":"b","verdict":"AC","tests":1,"passed":1,"time_limit_seconds":1}
{"event":"end","exit_code":0}
`
	for _, verbose := range []string{"true", "false"} {
		begin := `{"event":"begin","command":"test","verbose":` + verbose + `,"submissions":2,`
		earlier := printed(t, begin+`"name_columns":40}`+"\n"+plan(`"longest_test_name":27,`)+rest)
		now := printed(t, begin+`"submission_names":["`+name+`"]}`+"\n"+plan(`"test_names":["secret/10-least-not-largest"],`)+rest)
		if diff := cmp.Diff(earlier, now); diff != "" || !strings.Contains(now, name) {
			t.Errorf("(-earlier version +this one)\n%s", diff)
		}
		if without := printed(t, begin[:len(begin)-1]+"}\n"+plan("")+rest); without == now {
			t.Error("the names do not need more room than others")
		}
	}
}

// printed is the text of a record.
func printed(t *testing.T, record string) string {
	t.Helper()
	var out bytes.Buffer
	face := report.NewText(&out, terminal.Screen{Width: 100})
	for decoder := event.NewDecoder(strings.NewReader(record)); ; {
		e, err := decoder.Decode()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		face.Event(e)
	}
	if err := face.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
