package event_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
)

// Decoding gives back what was encoded, whatever bytes there are in texts and however long something took.
func TestRoundTrip(t *testing.T) {
	for _, kind := range event.Kinds() {
		t.Run(kind.Kind(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				e := draw(t, reflect.TypeOf(kind), 3).Interface().(event.Event)
				line := encode(t, e)
				if bytes.Count(line, []byte("\n")) != 1 || !strings.HasPrefix(string(line), `{"event":"`+kind.Kind()+`"`) {
					t.Fatalf("no line of an event: %s", line)
				}
				got, err := event.NewDecoder(bytes.NewReader(line)).Decode()
				if err != nil {
					t.Fatalf("%s%v", line, err)
				}
				if diff := cmp.Diff(e, got); diff != "" {
					t.Fatalf("%s(-want +got):\n%s", line, diff)
				}
			})
		})
	}
}

type fataler interface{ Fatal(...any) }

func encode(t fataler, e event.Event) []byte {
	var line bytes.Buffer
	if err := event.NewEncoder(&line).Encode(e); err != nil {
		t.Fatal(err)
	}
	return line.Bytes()
}

// draw makes a value of a type. Lists are nil or hold something, as the stream does not tell none from empty.
func draw(t *rapid.T, of reflect.Type, depth int) reflect.Value {
	v := reflect.New(of).Elem()
	switch target := v.Addr().Interface().(type) {
	case *verdict.Verdict:
		*target = verdict.Verdict(rapid.IntRange(0, int(verdict.JE)).Draw(t, "verdict"))
		return v
	case *event.Event:
		if depth > 0 {
			*target = draw(t, reflect.TypeOf(rapid.SampledFrom(event.Kinds()).Draw(t, "kind")), depth-1).Interface().(event.Event)
		}
		return v
	}
	switch of.Kind() {
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "bool"))
	case reflect.Int, reflect.Int64:
		v.SetInt(rapid.Int64().Draw(t, "int"))
	case reflect.Uint8:
		v.SetUint(uint64(rapid.Byte().Draw(t, "byte")))
	case reflect.Uint32:
		v.SetUint(uint64(rapid.Uint32().Draw(t, "uint32")))
	case reflect.Float64:
		v.SetFloat(rapid.Float64().Filter(func(f float64) bool { return !math.IsInf(f, 0) && !math.IsNaN(f) }).Draw(t, "float"))
	case reflect.String:
		text := rapid.OneOf(rapid.String(), rapid.Custom(func(t *rapid.T) string {
			return string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		}))
		v.SetString(text.Draw(t, "text"))
	case reflect.Pointer:
		if rapid.Bool().Draw(t, "there") {
			v.Set(draw(t, of.Elem(), depth).Addr())
		}
	case reflect.Slice:
		if length := rapid.IntRange(0, 3).Draw(t, "length"); length > 0 {
			v.Set(reflect.MakeSlice(of, length, length))
			for i := range length {
				v.Index(i).Set(draw(t, of.Elem(), depth))
			}
		}
	case reflect.Map:
		if rapid.Bool().Draw(t, "there") {
			v.Set(reflect.MakeMap(of))
			v.SetMapIndex(draw(t, of.Key(), depth), draw(t, of.Elem(), depth))
		}
	case reflect.Struct:
		for i := range of.NumField() {
			if of.Field(i).Tag.Get("event") == "old" {
				continue // never written
			}
			v.Field(i).Set(draw(t, of.Field(i).Type, depth))
		}
	default:
		t.Fatalf("no values for %v", of)
	}
	return v
}

func TestEncode(t *testing.T) {
	score := 2.5
	for _, test := range []struct {
		event event.Event
		want  string
	}{
		{event.Start{Submission: "a.cpp", Test: "secret/1"}, `{"event":"start","submission":"a.cpp","test":"secret/1","rerun":0}`},
		{
			event.GroupDone{Submission: "\"\\\n\t\r\x00\x7f<é€\u2028😀", Group: "a\xff\xc3", Score: score, MaxScore: &score},
			`{"event":"group","submission":"\"\\\n\t\r\u0000\u007f<é€\u2028😀","group":"a\udcff\udcc3","verdict":"","score":2.5,"max_score":2.5,"credit":""}`,
		},
		{
			event.Running{Submission: "a", Index: 1, Total: 2, Event: event.Start{Test: "x"}},
			`{"event":"running","submission":"a","index":1,"total":2,"step":{"event":"start","submission":"","test":"x","rerun":0}}`,
		},
		{
			event.Measured{Runs: []time.Duration{3, 1500 * time.Millisecond, -time.Second}},
			`{"event":"measured","problem":"","submission":"","language":"","use":"","runs_seconds":[0.000000003,1.5,-1],"stopped":false,` +
				`"least_seconds":-1,"median_seconds":0.000000003,"most_seconds":1.5}`,
		},
		{
			event.Mutated{Summary: event.Mutation{Kills: map[verdict.Verdict]int{verdict.WA: 2, verdict.RTE: 1}}},
			`{"event":"mutated","problem":"","solution":"","language":"","operators":[],"kills":{"RTE":1,"WA":2},"out_of_time":false,` +
				`"interrupted":false,"ok":true,"score":1}`,
		},
		{event.Unknown{Name: "later", Line: []byte(`{"event": "later", "x": 1}`)}, `{"event": "later", "x": 1}`},
	} {
		if got := strings.TrimSuffix(string(encode(t, test.event)), "\n"); got != test.want {
			t.Errorf("%#v\ngot  %s\nwant %s", test.event, got, test.want)
		}
	}
	err := event.NewEncoder(&bytes.Buffer{}).Encode(event.GroupDone{Score: math.Inf(1)})
	if want := "encode event group: score: +Inf is not a JSON number"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestDecode(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{`{"event":"start","test":"x","new":{"y":[1]},"rerun":2}`, `event.Start{Submission:"", Test:"x", Rerun:2}`},
		{`{"event":"start","test":null}`, `event.Start{Submission:"", Test:"", Rerun:0}`},
		{`{"event":"start","test":"\ud83d\ude00\udc80\ud800\/\b\f"}`, `event.Start{Submission:"", Test:"😀\x80�/\b\f", Rerun:0}`},
		{`{"event":"later","x":1}`, `event.Unknown{Name:"later"`},
		{`{"event":"progress","wall_seconds":1.5e0}`, `Elapsed:1500000000}`},
		{`{"event":"progress","wall_seconds":0.30000000000000004}`, `Elapsed:300000000}`},
		{`{"event":"progress","wall_seconds":1e300}`, `line 1: progress: wall_seconds: want a number of seconds that fits into 292 years`},
		{`{"event":"progress","wall_seconds":"1"}`, `line 1: progress: wall_seconds: want a number, got "1"`},
		{`{"event":"start","rerun":1.5}`, `line 1: start: rerun: want a whole number, got 1.5`},
		{`{"event":"start","test":["` + strings.Repeat("x", 100) + `"]}`, `line 1: start: test: want text, got ["` + strings.Repeat("x", 38) + `…`},
		{`{"event":"test","verdict":"OK"}`, `line 1: test: verdict: unknown verdict "OK"`},
		{`{"event":"running","step":{"x":1}}`, `line 1: running: step: the object has no "event", the name of what happened`},
		{`{"test":"x"}`, `line 1: the object has no "event", the name of what happened`},
		{`{"event":7}`, `line 1: the object has no "event", the name of what happened`},
		{`[1]`, `line 1: not a JSON object`},
		{`{"event":"start"`, `line 1: not a JSON object`},
		{"\n \n{}", `line 3: the object has no "event", the name of what happened`},
	} {
		e, err := event.NewDecoder(strings.NewReader(test.line + "\n")).Decode()
		got := fmt.Sprintf("%#v", e)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, test.want) {
			t.Errorf("%s\ngot  %s\nwant %s", test.line, got, test.want)
		}
	}
}

// Records of earlier versions hold other names of some fields. They are read as if they held the present ones, and written with these.
func TestFormerNames(t *testing.T) {
	for _, test := range []struct{ former, present string }{
		{`{"event":"begin","folder":"/home/ada","again":"grundy test a.cpp --failed"}`, `"directory":"/home/ada","verbose":false,"submissions":0,"repeat_command":"grundy test a.cpp --failed"`},
		{`{"event":"test","survivors":2,"forgiven":[{"kind":"case","got":"yes"}]}`, `"leftover_processes":2,"tier":"","passes":0,"leniencies":[{"kind":"case"`},
		{`{"event":"done","beside":{"machine":"lab-7"}}`, `"cross_check":{"machine":"lab-7"`},
		{`{"event":"attempt","own":true}`, `"by_user":true`},
		{`{"event":"submission","unkilled":true,"done":{"beside":{"machine":"lab-7"}}}`, `"not_caught":true`},
		{`{"event":"growth","falls_at":7}`, `"limit_reached_at":7`},
		{`{"event":"mutated","survivors":[{"mutant":"3fa1b2c4","hunt":"grundy stress"}]}`, `"kill_command":"grundy stress"`},
		{`{"event":"hunting","hunt_seconds":1.5}`, `{"event":"kill_search","problem":"","solution":"","survivors":0,"small_inputs":0,"varied_inputs":0,"generated_inputs":0,"large_inputs":0,"kill_seconds":1.5}`},
		{`{"event":"hunt_done"}`, `{"event":"kill_search_done"`},
		{`{"event":"kills","cases":[{"test":"1","kills":["a.cpp"]}]}`, `{"event":"catches","problem":"","cases":[{"test":"1","catches":["a.cpp"]`},
		{`{"event":"hunted","found_for":"3fa1b2c4","hunt":"x"}`, `"kill_command":"x","found_for_mutant":"3fa1b2c4"`},
		{`{"event":"added","kills":[{"submission":"a.cpp"}],"spared":["b.cpp"]}`, `"catches":[{"submission":"a.cpp","verdict":"","cpu_seconds":0,"first":false,"permitted":false}],"not_caught":["b.cpp"]`},
		{`{"event":"listening","folder":"/x"}`, `"directory":"/x"`},
		{`{"event":"received","folder":"/x"}`, `"directory":"/x"`},
		{`{"event":"begin","directory":"/present","folder":"/former"}`, `"directory":"/present"`},
	} {
		read, err := event.NewDecoder(strings.NewReader(test.former + "\n")).Decode()
		if err != nil {
			t.Errorf("%s: %v", test.former, err)
			continue
		}
		if written := string(encode(t, read)); !strings.Contains(written, test.present) {
			t.Errorf("%s\ngot  %swant %s", test.former, written, test.present)
		}
	}
}

// Every type that is an event can be read again.
func TestEveryKindIsRegistered(t *testing.T) {
	registered := map[string]bool{"Unknown": true}
	for _, kind := range event.Kinds() {
		registered[reflect.TypeOf(kind).Name()] = true
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	method := regexp.MustCompile(`func \((?:\w+ )?(\w+)\) Kind\(\) string`)
	found := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range method.FindAllStringSubmatch(string(source), -1) {
			found++
			if !registered[match[1]] {
				t.Errorf("%s is an event and not among kinds", match[1])
			}
		}
	}
	if found != len(registered) {
		t.Errorf("%d events found, %d registered", found, len(registered))
	}
}

// Each field has a name, once in its object.
func TestNames(t *testing.T) {
	for _, kind := range event.Kinds() {
		seen := map[string]bool{"event": true}
		for _, field := range event.Fields(kind) {
			name := field.Name
			if seen[name] || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") != "" || name == "" {
				t.Errorf("%s has a field named %q, or has it twice", kind.Kind(), name)
			}
			seen[name] = true
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, kind := range event.Kinds() {
		f.Add(encode(f, kind))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		e, err := event.NewDecoder(bytes.NewReader(append(line, '\n'))).Decode()
		if err != nil {
			return
		}
		again, err := event.NewDecoder(bytes.NewReader(encode(t, e))).Decode()
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if diff := cmp.Diff(e, again); diff != "" {
			t.Errorf("%s (-first +second):\n%s", line, diff)
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	e := event.Test{
		Submission: "a.cpp", Test: "secret/17", Verdict: verdict.WA, Reason: "wrong answer", CPU: 31 * time.Millisecond,
		Output: strings.Repeat("1 2 3\n", 100),
	}
	encoder := event.NewEncoder(io.Discard)
	for b.Loop() {
		if err := encoder.Encode(e); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	line := encode(b, event.Test{
		Submission: "a.cpp", Test: "secret/17", Verdict: verdict.WA, Reason: "wrong answer", CPU: 31 * time.Millisecond,
		Output: strings.Repeat("1 2 3\n", 100),
	})
	decoder := event.NewDecoder(&endless{line: line})
	for b.Loop() {
		if _, err := decoder.Decode(); err != nil {
			b.Fatal(err)
		}
	}
}

// endless reads the same line again and again.
type endless struct {
	line []byte
	at   int
}

func (r *endless) Read(p []byte) (int, error) {
	n := copy(p, r.line[r.at:])
	r.at = (r.at + n) % len(r.line)
	return n, nil
}
