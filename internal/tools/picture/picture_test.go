package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestDraw(t *testing.T) {
	tests := []struct {
		name, written string
		above         []string
		want, absent  []string
	}{
		{
			name: "colours", written: "\x1b[31m✗ WA \x1b[m sample/1\r\n",
			want: []string{`x="16.0" y="30" textLength="42.0" class="red">✗ WA </text>`, `x="58.0" y="30" textLength="75.6"> sample/1</text>`},
		},
		{name: "drawn again", written: "1/30\r2\x1b[K\n", want: []string{`>2</text>`}, absent: []string{"1/30", "/30"}},
		{name: "written over", written: "abc\rx\n", want: []string{`>xbc</text>`}},
		{name: "above", written: "b\n", above: []string{"$ a"}, want: []string{`y="30" textLength="25.2">$ a<`, `y="49" textLength="8.4">b<`}},
		{name: "wide", written: "日\x1b[2mx\x1b[m\n", want: []string{`textLength="16.8">日<`, `x="32.8"`, `class="faint">x<`}},
		{name: "markup", written: "a < b & c\n", want: []string{"a &lt; b &amp; c"}},
		{name: "cursor", written: "\x1b[?25lx\x1b[?25h\n", want: []string{">x<"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			if err := draw(&out, strings.NewReader(test.written), test.above); err != nil {
				t.Fatal(err)
			}
			for _, want := range test.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("no %s in\n%s", want, out.String())
				}
			}
			_, body, _ := strings.Cut(out.String(), "</style>")
			for _, absent := range test.absent {
				if strings.Contains(body, absent) {
					t.Errorf("%s in\n%s", absent, body)
				}
			}
			decoder := xml.NewDecoder(strings.NewReader(out.String()))
			for {
				if _, err := decoder.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("not well-formed: %v", err)
				}
			}
		})
	}
}

func TestDrawRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, written := range []string{"\x1b[2A", "\x1b[38;5;1m", "\x1b["} {
		if err := draw(io.Discard, strings.NewReader(written), nil); err == nil {
			t.Errorf("%q was drawn, want an error", written)
		}
	}
}
