package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// runOwn runs a file on an input, and gives what came of it: the output, standard error, and what was said of the end.
func (b *browser) runOwn(path, input string) (output, errors, ran string, all []message) {
	b.Helper()
	all = b.follow(b.begin("/api/run/"+path, input), "", "")
	output, errors = printedIn(b.T, all)
	return output, errors, find(all, "ran"), all
}

func printedIn(t *testing.T, all []message) (output, errors string) {
	t.Helper()
	for _, m := range all {
		if m.kind != "printed" {
			continue
		}
		var said struct{ Stream, Text string }
		if err := json.Unmarshal([]byte(m.data), &said); err != nil {
			t.Fatal(err)
		}
		if said.Stream == "errors" {
			errors += said.Text
		} else {
			output += said.Text
		}
	}
	return output, errors
}

// TestOwnInput holds that a file is run on an input of the user's own, and that it is told how it went, without a word
// on what is right.
func TestOwnInput(t *testing.T) {
	needsBash(t)
	p := newPlace(t)
	b := p.open(t)
	if _, _, page := b.ask("GET", "/p/double?file=a.sh", ""); !strings.Contains(page, "wrap=\"off\">\n1\n</textarea>") {
		t.Errorf("the input does not begin with the sample's:\n%s", page)
	}
	for _, test := range []struct{ name, source, input, output, errors, ran string }{
		{"well", wrong, "21", "22\n", "", `{"verdict":"",`},
		{"no last line break", "read n && printf $n", "21", "21", "", `{"verdict":"",`},
		{"nothing", "cat", "", "", "", `"reason":"nothing was printed"`},
		{"a crash", "cat; echo oh >&2; exit 3", "1\n2\n", "1\n2\n", "oh\n", `{"verdict":"RTE","reason":"exit code 3"`},
		{"a signal", "printf half; kill -SEGV $$", "", "half", "", `{"verdict":"RTE","reason":"killed by signal 11`},
		{"no text", `printf 'a\xff\x1b[31m\n'`, "", "a�␛[31m\n", "", `{"verdict":"",`},
		{"too slow", endless, "", "", "", `{"verdict":"TLE",`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p.write(t, "solutions/double/a.sh", test.source)
			output, errors, ran, all := b.runOwn("double/a.sh", test.input)
			if output != test.output || errors != test.errors || !strings.Contains(ran, test.ran) {
				t.Errorf("it prints %q, says %q and ends with %s; all is %v", output, errors, ran, all)
			}
		})
	}
	if _, _, page := b.ask("GET", "/submissions", ""); strings.Contains(page, `href="s/`) {
		t.Errorf("a run that nobody judges is a submission:\n%s", page)
	}

	// Of a long output the beginning is shown, and it is said that this is not all.
	p.write(t, "solutions/double/a.sh", "printf '%0100000d' 7; printf '%0100000d' 8 >&2")
	output, errors, _, all := b.runOwn("double/a.sh", "")
	if len(output) != 64<<10 || len(errors) != 64<<10 || !strings.Contains(all[len(all)-3].data, "The first 64 KiB of 97.7 KiB") || !strings.Contains(all[len(all)-4].data, "The first 64 KiB of 97.7 KiB") {
		t.Errorf("of 100000 bytes each %d and %d are shown: %.2000v", len(output), len(errors), all)
	}
}

// TestOwnInputAsItComes holds that output is told while the program runs, that a newer run ends the one before, and that a run can be
// stopped.
func TestOwnInputAsItComes(t *testing.T) {
	needsBash(t)
	p := newPlace(t)
	p.write(t, "problems/double/problem.yaml", "problem_format_version: 2025-09\nname: Double\nuuid: 0f3f9bbd-6d01-45a8-a13e-6e3f8f4d30ab\nlimits:\n  time_limit: 300\n")
	p.write(t, "solutions/double/a.sh", "cat; printf half; "+endless)
	b := p.open(t)
	older := b.begin("/api/run/double/a.sh", "first")
	if first, _ := printedIn(t, b.follow(older, "", "printed")); first != "first\n" {
		t.Fatalf("while it runs, %q has been printed", first)
	}
	newer := b.begin("/api/run/double/a.sh", "second")
	if all := b.follow(older, "", ""); find(all, "ran") != "" || find(all, "fault") != "" {
		t.Errorf("the older run came to %v", all)
	}
	b.follow(newer, "", "printed")
	b.ask("POST", "/api/stop/double/a.sh", "")
	all := b.follow(newer, "", "")
	if output, _ := printedIn(t, all); output != "second\nhalf" || find(all, "ran") != "" || find(all, "fault") != "" {
		t.Errorf("a run that was stopped came to %v", all)
	}
}

// TestOwnInputRefused holds which runs are refused, and why.
func TestOwnInputRefused(t *testing.T) {
	p := newPlace(t)
	p.write(t, "problems/talk/problem.yaml", "problem_format_version: 2025-09\nname: Talk\nuuid: 0f3f9bbd-6d01-45a8-a13e-6e3f8f4d30ac\ntype: interactive\n")
	p.write(t, "problems/talk/output_validator/validate.sh", "exit 42\n")
	p.write(t, "problems/talk/data/secret/1.in", "1\n")
	p.write(t, "problems/talk/data/secret/1.ans", "\n")
	p.write(t, "solutions/double/a.sh", right)
	b := p.open(t)
	for _, test := range []struct {
		name, path, body string
		status           int
		says             string
		header           []string
	}{
		{"too large", "double/a.sh", strings.Repeat("1", 1<<20+1), http.StatusRequestEntityTooLarge, "an input may take 1 MiB here", nil},
		{"an unknown problem", "none/a.sh", "1", http.StatusNotFound, "none", nil},
		{"no name of a file", "double/.hidden", "1", http.StatusNotFound, "there is no such solution", nil},
		{"an interactive problem", "talk/a.sh", "1", http.StatusUnprocessableEntity, "not run on an input alone", nil},
		{"a page of another site", "double/a.sh", "1", http.StatusForbidden, "", []string{"Origin", "http://evil.example"}},
		{"a browser that says so", "double/a.sh", "1", http.StatusForbidden, "", []string{"Sec-Fetch-Site", "cross-site"}},
	} {
		if status, _, text := b.ask("POST", "/api/run/"+test.path, test.body, test.header...); status != test.status || !strings.Contains(text, test.says) {
			t.Errorf("%s: %d %s, want %d with %q", test.name, status, text, test.status, test.says)
		}
	}
	b.Jar = nil
	for _, path := range []string{"double/a.sh", "double/a.sh?token=wrong"} {
		if status, _, text := b.ask("POST", "/api/run/"+path, "1"); status != http.StatusForbidden {
			t.Errorf("%s by who was not let in: %d %s", path, status, text)
		}
	}
	// A file that is not there yet is no fault of the address.
	b = p.open(t)
	if _, _, _, all := b.runOwn("double/none.sh", "1"); !strings.Contains(find(all, "fault"), "none.sh") {
		t.Errorf("of a file that is not there it is said: %v", all)
	}
	if _, _, page := b.ask("GET", "/p/talk", ""); strings.Contains(page, `id="own"`) || !strings.Contains(page, "grundy test --input FILE") {
		t.Errorf("the page of an interactive problem:\n%s", page)
	}
}
