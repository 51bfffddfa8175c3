package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// almost is a solution of nim for three heaps that is wrong where the first one has three stones and no move is right.
const almost = `read n; read a b c
if [ $((a ^ b ^ c)) = 0 ] && [ $a != 3 ]; then echo SECOND; else echo FIRST 1 0; fi`

// TestLaboratory goes through the laboratory of a problem by the keyboard: from the list to a conjecture, to where that is wrong, to
// what a program says.
func TestLaboratory(t *testing.T) {
	p := serve(t, "nim")
	p.write("solutions/nim/nim.sh", almost)
	b := p.tab()
	b.is("document.querySelector('#problems')")
	b.keys("gl")
	b.is("document.querySelector('#laboratories')")
	b.keys("j")
	b.keys(kb.Enter)
	b.says("#headline", "nim.sh is wrong for 1 of 256, first: a = 3, b = 3, c = 0")
	b.says("#grid .period", "period 1 from 1")
	b.shoot("laboratory-program")

	b.keys("c")
	b.keys("a xor b = d")
	b.says("#said", "column 11: there is no \"d\" here")
	b.shoot("laboratory-fault")
	b.keys(kb.Backspace)
	b.keys("c + 1")
	b.says("#said", "right for 224 of 256; the smallest where it is wrong: a = 0, b = 0, c = 0")
	b.shoot("laboratory-refuted")
	b.keys(kb.Escape)
	b.is("document.activeElement.dataset.place === 'a = 0, b = 0, c = 0'")
	b.keys("]")
	b.is("document.activeElement.dataset.place === 'a = 1, b = 0, c = 0'")
	b.says("#place", "a = 1, b = 0, c = 0: won; nim.sh: won; conjecture: lost")
	b.says("#input pre", "1 0 0")
	b.says("#drawn svg.board desc", "3 heaps of stones: 1, 0, 0")
	b.keys(kb.ArrowDown)
	b.keys(kb.ArrowRight)
	b.is("document.activeElement.dataset.place === 'a = 2, b = 1, c = 0'")
	b.scheme("dark", "")
	b.shoot("laboratory-refuted-dark")
	b.scheme("light", "")
	b.keys("c")
	b.keys("a", kb.ModifierCtrl)
	b.keys("lost when a xor b == c")
	b.says("#said", "right for all 256")
	b.shoot("laboratory-right")

	// Another third heap is another grid, and the conjecture stays.
	b.text("{ const held = document.getElementById('held-c'); held.value = '5'; held.dispatchEvent(new Event('change', { bubbles: true })); } ''")
	b.is("location.search.includes('c=5') && document.getElementById('claim').value === 'lost when a xor b == c'")
	b.says("#said", "right for all 256")
	b.says("#headline", "first: a = 3, b = 6, c = 5")
	b.scheme("dark", "")
	b.shoot("laboratory-right-dark")
	b.width(390)
	b.shoot("laboratory-right-narrow")

	// Once the program is saved it answers again.
	p.write("solutions/nim/nim.sh", strings.Replace(almost, "&& [ $a != 3 ]", "", 1))
	b.says("#headline", "nim.sh is right for 256")
	b.is("!document.querySelector('#grid .differs')")
}
