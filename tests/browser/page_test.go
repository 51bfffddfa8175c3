package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tab is one in which the place is open. What it asks for and what goes wrong in it is noted.
type tab struct {
	*place
	ctx    context.Context
	mutex  sync.Mutex
	faults []string
}

// tab opens a tab of a new browser. In the end the browser may not have asked any other server.
func (p *place) tab() *tab {
	p.Helper()
	t, end := p.blank(p)
	p.Cleanup(func() {
		end()
		t.mutex.Lock()
		defer t.mutex.Unlock()
		for _, fault := range t.faults {
			p.Error(fault)
		}
	})
	call(t, network.Enable, network.EnableParams{})
	t.do(chromedp.Navigate(p.address))
	return t
}

// blank opens an empty tab of a new browser, until end is called.
func (p *place) blank(tb testing.TB) (t *tab, end func()) {
	tb.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t = &tab{place: p, ctx: ctx}
	if err := chromedp.Listen(ctx, func(e any) {
		fault := ""
		switch e := e.(type) {
		case *network.EventRequestWillBeSent:
			if url := e.Request.URL; !strings.HasPrefix(url, p.root+"/") && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
				fault = "it asks for " + url
			}
		case *runtime.EventExceptionThrown:
			fault = "a script fails: " + e.ExceptionDetails.Text
			if e.ExceptionDetails.Exception != nil {
				fault += " " + e.ExceptionDetails.Exception.Description
			}
		}
		if fault != "" {
			t.mutex.Lock()
			defer t.mutex.Unlock()
			t.faults = append(t.faults, fault)
		}
	}); err != nil {
		tb.Fatal(err)
	}
	return t, cancel
}

func (t *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

func (t *tab) open(path string) { t.Helper(); t.do(chromedp.Navigate(t.root + path)) }

// click presses what a selector of CSS finds.
func (t *tab) click(selector string) {
	t.Helper()
	t.listens()
	t.do(chromedp.Click(chromedp.CSS(selector)))
}

// listens waits until the scripts of a page run: what it shows is there before that, and keys lead nowhere.
func (t *tab) listens() { t.Helper(); t.is("document.readyState === 'complete'") }

// press presses a button that a selector of CSS finds by the keyboard, wherever it has moved to meanwhile.
func (t *tab) press(selector string) {
	t.Helper()
	t.do(chromedp.Focus(chromedp.CSS(selector)))
	t.keys(kb.Enter)
}

// keys presses one key after the other where the focus is. What a key types goes along with its being pressed, as browsers have it:
// chromedp's own sends it apart, so that a page which takes a key as a command could not keep it from being typed.
func (t *tab) keys(keys string, with ...kb.Modifier) {
	t.Helper()
	t.listens()
	var modifiers kb.Modifier
	for _, modifier := range with {
		modifiers |= modifier
	}
	for _, key := range keys {
		events := kb.Encode(key)
		down, up := *events[0], *events[len(events)-1]
		if len(events) == 3 && modifiers&^kb.ModifierShift == 0 {
			down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
		} else {
			down.Type = kb.KeyRawDown
		}
		for _, event := range []input.DispatchKeyEventParams{down, up} {
			event.Modifiers |= int64(modifiers)
			call(t, input.DispatchKeyEvent, event)
		}
	}
}

// types puts a text where the focus is, at once.
func (t *tab) types(text string) {
	t.Helper()
	call(t, input.InsertText, input.InsertTextParams{Text: text})
}

// call gives the tab a command of the browser's protocol.
func call[P, R any](t *tab, command cdp.Command[P, R], params P) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	if _, err := chromedp.Call(ctx, command, params); err != nil {
		t.Fatal(err)
	}
}

// is waits until an expression holds on the page, also over a change of the page.
func (t *tab) is(expression string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	for {
		held, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+expression+")"))
		if err == nil && held {
			return
		}
		if ctx.Err() != nil {
			t.Fatalf("never: %s (%v)\n%s", expression, err, t.text("document.body.innerText"))
		}
		_ = chromedp.Do(ctx, chromedp.Sleep(poll))
	}
}

// says waits until what a selector finds has a text.
func (t *tab) says(selector, text string) {
	t.Helper()
	t.is(fmt.Sprintf("document.querySelector(%q)?.textContent.includes(%q)", selector, text))
}

func (t *tab) text(expression string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](expression))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// edits waits for the editor, and replaces what it holds by what is given.
func (t *tab) edits(text string) {
	t.Helper()
	t.is("document.querySelector('.cm-content')")
	t.click(".cm-content")
	t.keys("a", kb.ModifierCtrl)
	t.types(text)
}

// scheme shows the page light or dark, or as it is printed.
func (t *tab) scheme(name, media string) {
	t.Helper()
	params := emulation.SetEmulatedMediaParams{Media: media, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}}
	call(t, emulation.SetEmulatedMedia, params)
}

// shoot keeps a picture where GRUNDY_SCREENSHOTS wishes for pictures.
func (t *tab) shoot(name string) {
	t.Helper()
	dir := os.Getenv("GRUNDY_SCREENSHOTS")
	if dir == "" {
		return
	}
	picture, err := chromedp.Run(t.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o644); err != nil {
		t.Fatal(err)
	}
}

// violation is what axe-core finds.
type violation struct {
	ID, Help string
	Nodes    []struct{ HTML, FailureSummary string }
}

// checked has axe-core look at the page.
func (t *tab) checked(axe string) []violation {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	raw, err := chromedp.Run(ctx, chromedp.Evaluate[string](
		"(async () => { if (!window.axe) {"+axe+"\n} return JSON.stringify((await axe.run()).violations.map((v) => ({id: v.id, help: v.help, nodes: v.nodes.slice(0, 3).map((n) => ({html: n.html, failureSummary: n.failureSummary}))}))) })()",
		chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	var found []violation
	if err := json.Unmarshal([]byte(raw), &found); err != nil {
		t.Fatal(err)
	}
	return found
}
