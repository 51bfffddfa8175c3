package browser

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestChoosing holds that an arrow opens the list of files instead of leading to the next one, and that a list has the focus again on the page
// that its choice leads to.
func TestChoosing(t *testing.T) {
	p := serve(t, "nim")
	p.write("solutions/double/b.sh", right)
	b := p.tab()
	b.open("/p/double?file=a.sh")
	b.is("document.querySelector('.cm-content')")
	b.do(chromedp.Focus(chromedp.CSS("#file")))
	b.keys(kb.ArrowDown)
	b.is("document.getElementById('file').matches(':open')")
	b.keys(kb.Escape)
	b.is("location.search === '?file=a.sh' && document.getElementById('file').value === 'a.sh'")
	choose := func(list, value string) { // as the list does when it is left
		b.text("{ const list = document.getElementById('" + list + "'); list.value = '" + value + "'; list.dispatchEvent(new Event('change', { bubbles: true })); } ''")
	}
	choose("file", "b.sh")
	b.is("location.search === '?file=b.sh' && document.querySelector('.cm-content') && document.activeElement.id === 'file'")
	b.open("/laboratory/nim")
	b.is("document.querySelector('#grid [data-cell][aria-label]')")
	choose("held-c", "1")
	b.is("location.search.includes('c=1') && document.activeElement.id === 'held-c'")
}

// TestHeard holds that who does not see the page hears of what changes on it: of moves, of what is copied, of a file that was changed
// elsewhere. The focus goes where one can go on.
func TestHeard(t *testing.T) {
	p := serve(t, "nimduel")
	b := p.tab()
	b.open("/play/nimduel")
	b.text("window.visited = 'once'")
	b.is("document.querySelector('#choices')")
	if b.text("String(window.visited)") != "once" {
		t.Error("a page that waits for its game is loaded anew, without what had the focus")
	}
	b.press("#choices button")
	b.is("document.activeElement.matches('#board [data-move]')")
	b.says("#news", "Your turn")
	b.keys("h")
	b.says("#news", "Hint: take")

	b.open("/p/double?file=a.sh")
	b.is("document.querySelector('.cm-content')")
	b.press("button.copy")
	b.is("/copied|not allowed/.test(document.getElementById('news').textContent)") // as the browser permits

	b.edits("mine")
	p.holds("solutions/double/a.sh", "mine")
	b.click(".cm-content")
	b.connected(false)
	b.types(" again")
	b.says("#saved", "does not answer")
	b.press("[data-hint='1']")
	b.says("#hints .bad", "does not answer")
	if err := os.WriteFile(filepath.Join(p.dir, "solutions/double/a.sh"), []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	b.connected(true)
	b.says("#news", "changed elsewhere")
	b.press("#take")
	b.says(".cm-content", "theirs")
	b.is("document.activeElement.closest('.cm-editor')")
}
