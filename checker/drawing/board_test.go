package drawing_test

import (
	"strings"
	"testing"

	"grundy/checker/drawing"
)

// TestSVG: a part that can be pressed is a button with its move, and text on a board is always escaped.
func TestSVG(t *testing.T) {
	still := drawing.Board{Width: 20, Height: 20, Title: "A & B", Parts: []drawing.Part{{Kind: drawing.Stone, Text: `<b>"1"`}}}
	got := still.SVG()
	if !strings.Contains(got, `role="img"`) || strings.Contains(got, "button") {
		t.Errorf("a board without moves is not a picture: %s", got)
	}
	if !strings.Contains(got, "&lt;b&gt;&#34;1&#34;") || !strings.Contains(got, "<title>A &amp; B</title>") {
		t.Errorf("not escaped: %s", got)
	}
	moving := still
	moving.Parts = append(moving.Parts, drawing.Part{Kind: drawing.Line, To: drawing.Point{X: 10}, Move: `1 "2`, Words: "cut <1>"})
	got = moving.SVG()
	for _, want := range []string{`role="group"`, `<g class="part move" role="button" tabindex="0" data-move="1 &#34;2" aria-label="cut &lt;1&gt;">`, `<line class="hit"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}
