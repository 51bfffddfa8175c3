package svgpdf_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/statement/svgpdf"
)

// drawn returns the content of a page after the flip of its axis.
func drawn(t *testing.T, svg string) string {
	t.Helper()
	page, err := svgpdf.PDF([]byte(svg))
	if err != nil {
		t.Fatal(err)
	}
	_, content, _ := strings.Cut(string(page), "stream\n")
	content, _, _ = strings.Cut(content, "endstream")
	_, content, _ = strings.Cut(content, " cm\n")
	return strings.TrimSuffix(content, "Q\n")
}

const plainStroke = "0 0 0 RG\n1 w\n0 J\n0 j\n[ ] 0 d\n"

func TestPDF(t *testing.T) {
	for _, tt := range []struct{ name, svg, want string }{
		{"nothing", ``, ""},
		{"fill", `<rect x="1" y="2" width="3" height="4" fill="#f00"/>`, "1 0 0 rg\n1 2 m\n4 2 l\n4 6 l\n1 6 l\n1 2 l\nh\nf\n"},
		{"a colour by its name", `<path d="M1 1h2" fill="Gold"/>`, "1 0.843 0 rg\n1 1 m\n3 1 l\nf\n"},
		{
			"inherited stroke", `<g stroke="#000" fill="none"><path d="M1 1h2v-.5Z"/></g>`,
			"q\n1 0 0 1 0 0 cm\n" + plainStroke + "1 1 m\n3 1 l\n3 0.5 l\nh\nS\nQ\n",
		},
		{
			"group elsewhere", `<g transform="translate(5 -6)"><path d="m1,1 1,1" fill="none" stroke="black"/></g>`,
			"q\n1 0 0 1 5 -6 cm\n" + plainStroke + "1 1 m\n2 2 l\nS\nQ\n",
		},
		{"curves", `<path d="M0 0Q3 0 3 3c1 1 2 2 3 3" fill="black"/>`, "0 0 0 rg\n0 0 m\n2 0 3 1 3 3 c\n4 4 5 5 6 6 c\nf\n"},
		{
			"dashes and caps", `<line x1="0" y1="0" x2="9" y2="0" stroke="black" stroke-width="2" stroke-dasharray="4 3" stroke-linecap="round"/>`,
			"0 0 0 RG\n2 w\n1 J\n0 j\n[ 4 3 ] 0 d\n0 0 m\n9 0 l\nS\n",
		},
		{
			"a class is stronger than a name and than attributes", `<style>.a { fill: #0f0 } /* none */ path { fill: #00f; stroke: none }</style><path class="b a" d="M0 0L1 1" fill="red"/>`,
			"0 1 0 rg\n0 0 m\n1 1 l\nf\n",
		},
		{"style of its own", `<path style="fill: none; stroke: #000" d="M0 0L1 1"/>`, plainStroke + "0 0 m\n1 1 l\nS\n"},
		// The tip (7, 3) lies one unit beyond the end of the line, scaled by two since the line is 2 wide.
		{
			"arrow head", `<defs><marker id="a" markerWidth="8" markerHeight="8" refX="6" refY="3" orient="auto"><path d="M0 0L7 3L0 6z"/></marker></defs>` +
				`<line x1="0" y1="0" x2="0" y2="10" stroke="black" stroke-width="2" marker-end="url(#a)"/>`,
			strings.Replace(plainStroke, "1 w", "2 w", 1) + "0 0 m\n0 10 l\nS\n" +
				"q\n0 2 -2 0 6 -2 cm\n0 0 m\n8 0 l\n8 8 l\n0 8 l\n0 0 l\nh\nW\nn\n0 0 0 rg\n0 0 m\n7 3 l\n0 6 l\nh\nf\nQ\n",
		},
		{"tiles", `<defs><pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><path d="M0 0L1 1"/></pattern></defs>` +
			`<rect x="1" width="2" height="2" fill="url(#p)"/>`, "q\n1 0 0 1 0 0 cm\n1 0 m\n3 0 l\n3 2 l\n1 2 l\n1 0 l\nh\nW\nn\n" +
			tile(0) + tile(2) + "Q\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := drawn(t, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" aria-label="x">`+tt.svg+`</svg>`)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func tile(x int) string {
	return fmt.Sprintf("q\n1 0 0 1 %d 0 cm\n0 0 m\n2 0 l\n2 2 l\n0 2 l\n0 0 l\nh\nW\nn\n0 0 0 rg\n0 0 m\n1 1 l\nf\nQ\n", x)
}

// TestLetters places a line of text by its beginning, middle and end. In this font a letter is 1229 of 2048 units
// wide.
func TestLetters(t *testing.T) {
	left := map[string]float64{}
	for _, anchor := range []string{"start", "middle", "end"} {
		content := drawn(t, `<svg viewBox="0 0 9 9"><text x="10" y="20" font-family="monospace" font-size="2048" text-anchor="`+anchor+`"> l  l
		</text></svg>`)
		left[anchor] = math.Inf(1)
		for line := range strings.Lines(content) {
			var x, y float64
			if _, err := fmt.Sscanf(line, "%f %f l\n", &x, &y); err == nil {
				left[anchor] = min(left[anchor], x)
			}
		}
	}
	const width = 3 * 1229
	want := map[string]float64{"start": left["start"], "middle": left["start"] - width/2.0, "end": left["start"] - width}
	if diff := cmp.Diff(want, left); diff != "" || left["start"] < 10 || left["start"] > 10+1229 {
		t.Errorf("%s the line begins at %g", diff, left["start"])
	}
}

// TestDocument checks the page: its size in points, its axis upwards, and a table that finds the objects.
func TestDocument(t *testing.T) {
	page, err := svgpdf.PDF([]byte(`<svg viewBox="0 0 20 10" width="40" height="20"/>`))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"%PDF-1.4\n", "/MediaBox [0 0 30 15]", "\n1.5 0 0 -1.5 0 15 cm\n", "\n%%EOF\n"} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	var table int
	_, after, _ := bytes.Cut(page, []byte("startxref\n"))
	if _, err := fmt.Sscan(string(after), &table); err != nil || !bytes.HasPrefix(page[table:], []byte("xref\n0 5\n")) {
		t.Fatalf("the table is said to be at %d: %v", table, err)
	}
	for i, line := range strings.Split(string(page[table:]), "\n")[3:7] {
		var at int
		if _, err := fmt.Sscanf(line, "%d", &at); err != nil || !bytes.HasPrefix(page[at:], fmt.Appendf(nil, "%d 0 obj\n", i+1)) {
			t.Errorf("object %d is said to be at %q", i+1, line)
		}
	}
}

func TestNotUnderstood(t *testing.T) {
	for _, tt := range []struct{ svg, want string }{
		{`<html/>`, "it is not an SVG"},
		{`<svg`, "EOF"},
		{`<svg/>`, "want a width and a height"},
		{`<svg viewBox="0 0 1 1" width="2" height="1"/>`, "another aspect ratio"},
		{`<svg width="1" height="1"><image href="a.png"/></svg>`, "<image> is not known"},
		{`<svg width="1" height="1"><g transform="rotate(5)"/></svg>`, "only translate is known"},
		{`<svg width="1" height="1"><rect opacity="0.5"/></svg>`, "<rect>: the property opacity is not known"},
		{`<svg width="1" height="1"><rect fill="reddish"/></svg>`, `<rect>: fill: the colour "reddish" is not known`},
		{`<svg width="1" height="1"><path d="M0 0A1 1 0 0 0 1 1"/></svg>`, "the command A is not known"},
		{`<svg width="1" height="1"><path d="M0 0Z5"/></svg>`, "numbers follow Z"},
		{`<svg width="1" height="1"><path d="M0 0L1"/></svg>`, "L wants 2 numbers"},
		{`<svg width="1" height="1"><path d="L0 0"/></svg>`, "want the commands of a path"},
		{`<svg width="1" height="1"><text>♞</text></svg>`, "the fonts lack the character '♞'"},
		{`<svg width="1" height="1"><text>a<tspan>b</tspan></text></svg>`, "<tspan> in <text> is not known"},
		{`<svg width="1" height="1"><line x2="1" stroke="red" marker-end="url(#a)"/></svg>`, `no <marker> is called "a"`},
		{`<svg width="1" height="1"><style>g > a { fill: red }</style></svg>`, `the selector "g > a" is not known`},
		{`<svg width="1" height="1"><defs><marker id="a" markerWidth="1" markerHeight="1"><path d="M0 0L1 1" marker-end="url(#a)"/></marker></defs>` +
			`<line x2="1" marker-end="url(#a)"/></svg>`, "contain themselves"},
		{`<svg width="1" height="1"><defs><pattern id="p" width=".001" height=".001" patternUnits="userSpaceOnUse"/></defs>` +
			`<rect width="9" height="9" fill="url(#p)"/></svg>`, "too small"},
	} {
		if page, err := svgpdf.PDF([]byte(tt.svg)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %d bytes and the error %v, want %q", tt.svg, len(page), err, tt.want)
		}
	}
}

// TestLibrary draws the figures of all statements of the library.
func TestLibrary(t *testing.T) {
	files, err := filepath.Glob("../../../problems/*/statement/*.svg")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d figures, %v", len(files), err)
	}
	for _, file := range files {
		svg, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := svgpdf.PDF(svg); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func FuzzPDF(f *testing.F) {
	f.Add([]byte(`<svg viewBox="0 0 9 9"><style>.a { font: bold 9px mono }</style><g transform="translate(1)"><text class="a" x="1">x</text></g></svg>`))
	f.Add([]byte(`<svg width="9" height="9"><defs><marker id="m" markerWidth="1" markerHeight="1"/></defs><path d="M1 1q1-1 2e1.5.5z" marker-start="url(#m)"/></svg>`))
	f.Fuzz(func(t *testing.T, svg []byte) {
		page, err := svgpdf.PDF(svg)
		if err == nil && (!bytes.HasSuffix(page, []byte("%%EOF\n")) || bytes.Contains(page, []byte("NaN"))) {
			t.Errorf("%q gives\n%s", svg, page)
		}
	})
}
