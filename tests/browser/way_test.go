package browser

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// poll is how long a page is left alone between two looks at it.
const poll = 50 * time.Millisecond

// Solutions of the problem "double".
const (
	right = "read n; echo $((2 * n))"
	wrong = "read n; echo $((n + 1))" // right on the sample
)

// TestWay walks from the list to a solved problem by the keyboard alone.
func TestWay(t *testing.T) {
	p := serve(t)
	b := p.tab()
	b.is("document.querySelector('#problems')")
	b.keys("/")
	b.is("document.activeElement.id === 'filter'")
	b.keys("tag:arith")
	b.says("#matches", "1 of 1")
	b.keys(kb.Enter)
	b.is("location.href.startsWith(document.baseURI + 'p/double') && document.querySelector('.cm-content')")
	b.do(chromedp.Focus(chromedp.CSS(".cm-content")))
	b.types(wrong)
	b.keys("'", kb.ModifierCtrl)
	b.says("#headline", "Accepted · 1/1")
	b.keys(kb.Enter, kb.ModifierCtrl)
	b.says("#headline", "Wrong answer on secret/")
	b.says("#failures", "First difference: line 1")
	b.says("#why", "Why is it wrong?")
	p.holds("solutions/double/a.sh", wrong)

	b.keys(kb.Escape)
	b.keys(kb.Tab)
	b.is("!document.activeElement.closest('.cm-editor')")
	b.keys("]")
	b.is("document.activeElement.matches('.failure')")

	b.click("[data-hint='1']")
	b.says("#hints", "to it.")

	b.edits(right)
	b.keys(kb.Enter, kb.ModifierCtrl)
	b.says("#headline", "Accepted · 6/6")
	b.keys(kb.Escape)
	b.keys(kb.Tab)
	b.keys("gp")
	b.is(`location.href === document.baseURI && document.querySelector('[aria-label="solved with help"]')`)
}

// TestTwoEditors holds that of the person's own editor and the page's neither loses a letter.
func TestTwoEditors(t *testing.T) {
	p := serve(t)
	b := p.tab()
	b.open("/p/double?file=a.sh")
	b.edits("mine")
	p.holds("solutions/double/a.sh", "mine")
	p.write("solutions/double/a.sh", "elsewhere")
	b.says(".cm-content", "elsewhere") // nothing was typed here meanwhile

	// What is typed here without the server is not saved before the file is changed there.
	both := func(here, there string) {
		t.Helper()
		b.click(".cm-content")
		b.connected(false)
		b.types(here)
		b.says("#saved", "does not answer")
		p.write("solutions/double/a.sh", there)
		b.connected(true)
		b.says("#theirs", there)
	}
	both("mine again", "theirs")
	b.click(".cm-content")
	b.types(" and more")
	mine := b.text("document.querySelector('.cm-content').textContent")
	if !strings.Contains(mine, "mine again") || !strings.Contains(mine, " and more") {
		t.Errorf("the editor holds %q", mine)
	}
	p.write("solutions/double/a.sh", "theirs by now") // what is chosen from is what lies there
	b.says("#theirs", "theirs by now")
	b.looks(axeCore(t), "/p/double?conflict")
	b.press("#keep")
	p.holds("solutions/double/a.sh", mine)
	b.says("#saved", "saved")

	both("!", "again")
	b.press("#take")
	b.says(".cm-content", "again")
	b.click(".cm-content")
	b.keys("z", kb.ModifierCtrl) // what was given up is one step away
	b.says(".cm-content", "!")

	// What was removed elsewhere is still here, and comes back when it is kept.
	p.holds("solutions/double/a.sh", b.text("document.querySelector('.cm-content').textContent"))
	if err := os.Remove(filepath.Join(p.dir, "solutions/double/a.sh")); err != nil {
		t.Fatal(err)
	}
	b.says("#theirs", "the file is gone")
	b.press("#keep")
	p.holds("solutions/double/a.sh", b.text("document.querySelector('.cm-content').textContent"))
}

// TestReload holds that what is typed outlives a page that is loaded again at once.
func TestReload(t *testing.T) {
	p := serve(t)
	b := p.tab()
	b.open("/p/double?file=a.sh")
	b.edits("typed in haste")
	b.do(chromedp.Reload())
	b.says(".cm-content", "typed in haste")
	p.holds("solutions/double/a.sh", "typed in haste")

	// A long line scrolls beside the line numbers, and not with them.
	b.edits(strings.Repeat("long ", 100))
	b.is("document.querySelector('.cm-scroller').scrollLeft > 0 && document.getElementById('editor').scrollWidth <= innerWidth")
}

// connected lets the tab reach the server, or cuts it off.
func (t *tab) connected(is bool) {
	t.Helper()
	call(t, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{
		{Offline: !is, DownloadThroughput: -1, UploadThroughput: -1},
	}})
}

// TestPrint holds that print gives the statement alone.
func TestPrint(t *testing.T) {
	p := serve(t, "nimduel", "bash")
	b := p.tab()
	b.open("/p/double")
	b.is("document.querySelector('.cm-content')")
	b.scheme("light", "print")
	text := b.text("document.body.innerText")
	if !strings.Contains(text, "Print twice") || strings.Contains(text, "Submit") || strings.Contains(text, "Progress") || strings.Contains(text, "Hints") {
		t.Errorf("printed is\n%s", text)
	}
	for _, path := range []string{"/p/nimduel", "/p/bash"} { // a game, and one with a laboratory
		b.open(path)
		b.is("document.querySelector('.cm-content')")
		b.scheme("light", "print")
		b.shoot(strings.ReplaceAll(path, "/", "_") + "-print")
		text := b.text("document.body.innerText")
		for _, only := range []string{"Play it yourself", "laboratory", "picture", "Again from", "Run samples"} {
			if strings.Contains(text, only) {
				t.Errorf("%s: printed is %q", path, only)
			}
		}
	}
	b.scheme("dark", "print")
	if colour := b.text("getComputedStyle(document.documentElement).backgroundColor"); colour != "rgb(253, 253, 252)" {
		t.Errorf("printed from a dark page the paper is %s", colour)
	}
}

// width makes the window as wide as a telephone or a desk has it.
func (t *tab) width(columns int64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(columns, 844)); err != nil {
		t.Fatal(err)
	}
}
