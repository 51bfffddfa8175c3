package browser

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// stopwatch notes when the editor is there, in milliseconds since the page was asked for, as the browser notes its first paint.
const stopwatch = `new MutationObserver((_, o) => {
	if (!document.querySelector('.cm-content')) return;
	window.editorReady = performance.now();
	o.disconnect();
}).observe(document, { childList: true, subtree: true });`

// seen are milliseconds since a page was asked for, for a browser that has nothing of it.
const (
	painted = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
	edited  = "window.editorReady ?? 0"
)

// rest is how long everything is left alone before a page is asked for, and once it was seen: a browser is still busy when it has opened or
// closed a tab, and the server with what the page asked of it, such as a grid. None of that is part of the next page.
const rest = time.Second / 2

// settle has the server compile what it compiles when a page of a problem is first opened, so that afterwards nothing is compiled
// beside a page.
func (p *place) settle(problem string) {
	p.Helper()
	t, end := p.blank(p)
	defer end()
	t.do(chromedp.Navigate(p.address))
	t.open("/laboratory/" + problem)
	t.says("#grid .period", "period")
	t.open("/p/" + problem)
	t.is("document.querySelector('.cm-content')")
	t.keys("'", kb.ModifierCtrl)
	t.is("document.querySelector('#headline.good, #headline.bad, #headline.late') && document.getElementById('stop').disabled")
}

// BenchmarkPages measures how long it takes until something of a page is painted, and until the editor can be typed in, in a browser
// that has visited nothing before. The floor is a line of text from the same server: what of the time the page has no part in.
func BenchmarkPages(b *testing.B) {
	p := serve(b, "nim", "bash", "wallgame")
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Get(p.address)
	if err != nil {
		b.Fatal(err)
	}
	answer.Body.Close()
	cookie := answer.Cookies()[0]
	p.settle("nim")
	floor := 0.0
	for _, test := range []struct{ name, path, when, unit string }{
		{"floor", "/p/nim/figures/none.svg", painted, "ms-paint"},
		{"problems", "/", painted, "ms-paint"},
		{"problem", "/p/nim", painted, "ms-paint"},
		{"editor", "/p/nim", edited, "ms-editor"},
		{"progress", "/progress", painted, "ms-paint"},
		{"laboratory", "/laboratory/nim", painted, "ms-paint"},
		{"verify", "/verify/nim", painted, "ms-paint"},
	} {
		b.Run(test.name, func(b *testing.B) {
			var times []float64
			for b.Loop() {
				t, end := p.blank(b)
				call(t, network.SetCookie, network.SetCookieParams{Name: cookie.Name, Value: cookie.Value, URL: p.root})
				if test.when == edited {
					call(t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: stopwatch})
				}
				time.Sleep(rest)
				t.do(chromedp.Navigate(p.root + test.path))
				t.is(test.when)
				var took float64
				if _, err := fmt.Sscan(t.text("String("+test.when+")"), &took); err != nil {
					b.Fatal(err)
				}
				times = append(times, took)
				time.Sleep(2 * rest)
				end()
				time.Sleep(rest)
			}
			slices.Sort(times)
			median := times[len(times)/2]
			if test.name == "floor" {
				floor = median
			}
			b.ReportMetric(0, "ns/op") // which is mostly rest
			b.ReportMetric(times[0], "min-"+test.unit)
			b.ReportMetric(median, test.unit)
			if floor > 0 {
				b.ReportMetric(median/floor, "x-floor")
			}
		})
	}
}
