package svgsafe_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"grundy/internal/statement/svgsafe"
)

// TestTakeSVG: what draws stays; what acts, loads or links elsewhere goes.
func TestTakeSVG(t *testing.T) {
	const open = `<svg xmlns="http://www.w3.org/2000/svg">`
	for _, test := range []struct{ name, from, want string }{
		{"plain", `<svg viewBox="0 0 2 2"><g id="a"><path d="M0 0"/></g></svg>`, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><g id="a"><path d="M0 0"></path></g></svg>`},
		{"prefixed", `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g/></s:svg>`, open + `<g></g></svg>`},
		{"script", `<svg><script>a()</script><SCRIPT/><g onclick="a()" ONLOAD="b()"/></svg>`, open + `<g></g></svg>`},
		{"foreign", `<svg><foreignObject><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject><x:script xmlns:x="http://www.w3.org/1999/xhtml"/></svg>`, open + `</svg>`},
		{"animated address", `<svg><a href="javascript:a()"><set attributeName="href" to="javascript:b()"/><text>c</text></a></svg>`, open + `<g><text>c</text></g></svg>`},
		{"notes", `<?xml-stylesheet href="http://a/b.css"?><!DOCTYPE svg SYSTEM "a"><!-- b --><svg xmlns:i="http://i" i:x="1"><metadata>c</metadata><i:d/></svg>`, open + `</svg>`},
		{"own parts", `<svg xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="#a"/><use href="b.svg#c"/><rect fill="url(#d)" stroke="url(http://e/f)" mask='url("//g")'/></svg>`, open + `<use href="#a"></use><use></use><rect fill="url(#d)"></rect></svg>`},
		{"pictures inside", `<svg><image href="data:image/png;base64,AAAA"/><image href="data:image/svg+xml;base64,AAAA"/><use href="data:image/png;base64,AAAA"/></svg>`, open + `<image href="data:image/png;base64,AAAA"></image><image></image><use></use></svg>`},
		{"styles", `<svg><style>.a &gt; b { fill: url( #c ) }</style><style>@import "d"</style><style>e { fill: u\72l(f) }</style><g style="fill:red"/><g style="fill:url( 'http://h')"/></svg>`, open + `<style>.a &gt; b { fill: url( #c ) }</style><style></style><style></style><g style="fill:red"></g><g></g></svg>`},
		{"escaped", `<svg aria-label="&lt;b&gt;&quot;"><text>&lt;script&gt;&amp;</text></svg>`, `<svg xmlns="http://www.w3.org/2000/svg" aria-label="&lt;b&gt;&#34;"><text>&lt;script&gt;&amp;</text></svg>`},
		{"spaces", `<svg><text xml:space="preserve" xml:base="http://a">b</text></svg>`, open + `<text xml:space="preserve">b</text></svg>`},
	} {
		got, err := svgsafe.Take(".svg", []byte(test.from))
		if err != nil || string(got) != test.want+"\n" {
			t.Errorf("%s:\n got %s\nwant %s\n%v", test.name, got, test.want, err)
		}
	}
}

func TestTakeRefuses(t *testing.T) {
	for _, test := range []struct{ extension, data, want string }{
		{".svg", "", "empty"},
		{".svg", "hello", "there is no element <svg>"},
		{".svg", "<html/>", "it begins with <html>"},
		{".svg", "<svg/><svg/>", "it begins with <svg>"},
		{".svg", "<svg>", "XML syntax error"},
		{".svg", "<svg>&bomb;</svg>", "entity"},
		{".svg", strings.Repeat("<svg>", 1000), "nested"},
		{".png", "<svg/>", "not PNG"},
		{".jpeg", "\x89PNG\r\n\x1a\n", "not JPEG"},
		{".pdf", "%!PS", "not PDF"},
		{".gif", "GIF89a", "not a kind of picture"},
		{".png", "\x89PNG\r\n\x1a\n" + strings.Repeat("x", int(svgsafe.MaxSize)), "larger than"},
	} {
		if _, err := svgsafe.Take(test.extension, []byte(test.data)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %.20q: got %v, want %q", test.extension, test.data, err, test.want)
		}
	}
	for extension, data := range map[string]string{".png": "\x89PNG\r\n\x1a\nx", ".JPG": "\xff\xd8\xffx", ".pdf": "%PDF-1.7"} {
		if got, err := svgsafe.Take(extension, []byte(data)); err != nil || string(got) != data {
			t.Errorf("%s: got %q, %v", extension, got, err)
		}
	}
}

// FuzzTakeSVG: the output is XML, a fixed point of Take, and contains nothing active.
func FuzzTakeSVG(f *testing.F) {
	f.Add(`<svg><style>a{}</style><g onclick="x" style="a"/><script/><a href="#b">c</a></svg>`)
	f.Add(`<s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><s:use x:href="#a"/></s:svg>`)
	f.Fuzz(func(t *testing.T, text string) {
		got, err := svgsafe.Take(".svg", []byte(text))
		if err != nil {
			return
		}
		decoder := xml.NewDecoder(strings.NewReader(string(got)))
		for {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v: %s", err, got)
			}
			element, is := token.(xml.StartElement)
			if !is {
				continue
			}
			if name := strings.ToLower(element.Name.Local); name == "script" || name == "foreignobject" || element.Name.Space != "http://www.w3.org/2000/svg" {
				t.Errorf("<%s> in %s", name, got)
			}
			for _, a := range element.Attr {
				if strings.HasPrefix(strings.ToLower(a.Name.Local), "on") || a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") && !strings.HasPrefix(a.Value, "data:image/") {
					t.Errorf("%s=%q in %s", a.Name.Local, a.Value, got)
				}
			}
		}
		if again, err := svgsafe.Take(".svg", got); err != nil || string(again) != string(got) {
			t.Errorf("taken again %s becomes %s, %v", got, again, err)
		}
	})
}
