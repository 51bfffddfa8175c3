package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestOwnInput runs the program in the editor on an input that is typed: one that ends, one that crashes, and one that is stopped.
func TestOwnInput(t *testing.T) {
	p := serve(t, "nimduel")
	axe := axeCore(t)
	b := p.tab()
	b.open("/p/double?file=a.sh")
	b.edits(right)
	b.is("!document.getElementById('own').open && document.getElementById('output').hidden")
	b.do(chromedp.Focus(chromedp.CSS("#own summary")))
	b.keys(kb.Enter)
	b.keys(kb.Tab)
	b.is("document.activeElement.id === 'input' && document.activeElement.value === '1\\n'")
	b.keys("a", kb.ModifierCtrl)
	b.keys("21")
	b.keys(kb.Tab)
	b.keys(kb.Enter)
	b.says("#headline", "Ended")
	b.says("#output pre", "42")
	b.says("#facts", "CPU time")
	b.is("document.activeElement.id === 'run' && document.getElementById('errors').hidden")
	p.holds("solutions/double/a.sh", right)

	// Another input and another program by the keys alone; what they are is there again when the page is loaded anew.
	b.edits("read n; echo half of $n; echo oh >&2; exit 3")
	b.do(chromedp.Focus(chromedp.CSS("#input")))
	b.keys("a", kb.ModifierCtrl)
	b.keys("7")
	b.keys(kb.Enter, kb.ModifierCtrl, kb.ModifierShift)
	b.says("#headline", "Run-time error · exit code 3")
	b.says("#output pre", "half of 7")
	b.says("#errors pre", "oh")
	b.is("document.activeElement.id === 'input'")
	b.looks(axe, "/p/double?own")
	b.do(chromedp.Reload())
	b.says("#output pre", "half of 7")
	b.is("document.getElementById('input').value === '7'")

	b.edits("echo begun; while :; do :; done")
	b.keys(kb.Enter, kb.ModifierCtrl, kb.ModifierShift)
	b.is("document.getElementById('own').open")
	b.says("#output pre", "begun")
	b.press("#stop")
	b.says("#headline", "Stopped")
	b.is("document.getElementById('stop').disabled && document.getElementById('errors').hidden")

	b.edits("echo )")
	b.press("#run")
	b.says("#headline", "Compile error")
	b.says("#log", "syntax error")
	b.is("document.getElementById('output').hidden")
	b.edits(right)
	b.keys("'", kb.ModifierCtrl)
	b.says("#headline", "Accepted · 1/1")
	b.is("document.getElementById('output').hidden")

	// What is too large is refused in words.
	b.text("document.getElementById('input').value = '1'.repeat(3 << 20); ''")
	b.press("#run")
	b.says("#run", "an input may take 1 MiB here")

	b.open("/p/nimduel")
	b.is("!document.getElementById('own') && document.getElementById('desk').textContent.includes('a position of your own')")
	b.keys(kb.Enter, kb.ModifierCtrl, kb.ModifierShift)
	b.is("document.getElementById('headline').textContent === ''")
	b.looks(axe, "/p/nimduel")
}
