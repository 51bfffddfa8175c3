package web_test

import (
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// TestPictures: the samples, and of a failure the case, the wrong output and the right one, are drawn when a browser asks; they may do
// nothing, and why there is none is told as a picture.
func TestPictures(t *testing.T) {
	needsBash(t)
	p := newPlace(t)
	p.write(t, "problems/double/input_visualizer/draw.sh",
		`read n < "$1"; [ $n = 300 ] && exit 3; echo "<svg onload='a()'><script>b()</script><text>case $n</text></svg>" > testcase.svg`)
	p.write(t, "problems/double/output_visualizer/draw.sh", `read n; echo "<svg><text>output $n</text></svg>" > "$3"judgeimage.svg`)
	p.write(t, "problems/double/solution/laboratory.yaml", doubled)
	b := p.open(t)
	var position struct{ Board string }
	if _, _, text := b.ask("GET", "/api/laboratory/double/cell?kind=one&cell=13", ""); json.Unmarshal([]byte(text), &position) != nil {
		t.Errorf("a position is %s", text)
	} else if got := b.pictures(position.Board); len(got) != 1 || !strings.Contains(got[0], "<text>case 3</text>") {
		t.Errorf("a position of the laboratory is drawn as %q", got)
	}
	if _, _, text := b.ask("GET", "/p/double", ""); !strings.Contains(text, "The sample as a picture") {
		t.Errorf("no picture of the sample on\n%s", text)
	} else if got := b.pictures(text); len(got) != 1 || !strings.Contains(got[0], "<text>case 1</text>") {
		t.Errorf("the sample is drawn as %q", got)
	}
	b.ask("PUT", "/api/files/double/a.sh", wrong, "If-None-Match", "*")
	var failures []string
	for _, m := range b.follow(b.submit("double/a.sh"), "", "") {
		if m.kind == "failure" {
			failures = append(failures, strings.NewReplacer(`\"`, `"`, `\u003c`, "<", `\u003e`, ">").Replace(m.data))
		}
	}
	if len(failures) != 2 {
		t.Fatalf("want two failures, got %q", failures)
	}
	got := b.pictures(failures[0])
	if len(got) != 3 || !strings.Contains(got[0], ">case 20<") || !strings.Contains(got[1], ">output ") || !strings.Contains(got[2], ">output 40<") || got[1] == got[2] {
		t.Errorf("the failure is drawn as %q", got)
	}
	if got := b.pictures(failures[1]); len(got) != 3 || !strings.Contains(got[0], "There is no picture: exit code 3") {
		t.Errorf("a visualizer that fails is told of as %q", got)
	}
	if status, _, _ := b.ask("GET", "/pictures/0123", ""); status != http.StatusNotFound {
		t.Errorf("a picture that nobody wants: %d", status)
	}
}

var pictureAddress = regexp.MustCompile(`<img src="(pictures/[0-9a-f]+)"`)

// pictures asks for the pictures in a piece of a page.
func (b *browser) pictures(text string) []string {
	b.Helper()
	var all []string
	for _, found := range pictureAddress.FindAllStringSubmatch(html.UnescapeString(text), -1) {
		status, head, picture := b.ask("GET", "/"+found[1], "")
		policy := head.Get("Content-Security-Policy")
		if status != http.StatusOK || head.Get("Content-Type") != "image/svg+xml" || !strings.Contains(policy, "default-src 'none'") || !strings.HasSuffix(policy, "sandbox") {
			b.Errorf("%s: %d, %v", found[1], status, head)
		}
		if strings.Contains(picture, "script") || strings.Contains(picture, "onload") {
			b.Errorf("%s acts: %s", found[1], picture)
		}
		all = append(all, picture)
	}
	return all
}
