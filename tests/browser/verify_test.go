package browser

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestVerify goes as an author from the list of packages to a matrix, to what is wrong in it, and mends it in another editor.
func TestVerify(t *testing.T) {
	p := lay(t)
	if err := os.CopyFS(filepath.Join(p.dir, "contest/pairs"), os.DirFS(filepath.Join(p.dir, "problems/double"))); err != nil {
		t.Fatal(err)
	}
	const folder = "contest/pairs/"
	p.write(folder+"submissions/accepted/a.sh", right)
	p.write(folder+"submissions/accepted/careless.sh", wrong)
	p.write(folder+"submissions/wrong_answer/unkilled.sh", right)
	p.start("contest")
	b := p.tab()
	b.is("document.querySelector('#problems')")
	b.keys("gv")
	b.says(".drafts", "contest/pairs")
	b.shoot("drafts")
	b.keys("j")
	b.keys(kb.Enter)
	b.is("document.getElementById('sheet')?.textContent.includes('Print twice')")
	b.keys("v")
	b.says("#headline", "submissions as expected")
	axe := axeCore(t) // a matrix that is filled is on no page that is only visited
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme, "")
		b.shoot("verify-" + scheme)
		b.clean(axe, "a verified package, "+scheme)
	}
	b.width(390)
	b.shoot("verify-narrow")
	b.width(1280)
	b.scheme("light", "")
	b.says("#findings", "the input validator is missing")
	b.says("#findings", "wrong_answer/unkilled.sh ← no test catches it")
	b.is("document.querySelectorAll('#matrix tbody tr.unmet').length === 2 && document.querySelectorAll('#matrix tbody .cell').length === 3 * 7")

	// The keys lead to the case that decided, and from there to others.
	b.keys("]")
	b.says("#place", "accepted/careless.sh on secret/")
	b.says("#place", ": WA, ")
	b.keys(kb.ArrowUp)
	b.says("#place", "accepted/a.sh on secret/")
	b.says("#place", ": AC, ")

	// The statement is drawn anew when it is saved, also while it is broken, and what was verified is told to be of another time.
	p.write(folder+"statement/problem.en.md", "Print *thrice* the number $n$.\n")
	b.says("#sheet em", "thrice")
	b.says("#sheet math", "n")
	b.is("!document.getElementById('stale').hidden")
	p.write(folder+"problem.yaml", "name: [")
	b.says("#sheet", "problem.yaml")
	b.keys("v")
	b.says("#headline", "1 problem found")
	if err := os.RemoveAll(filepath.Join(p.dir, folder, "submissions/wrong_answer")); err != nil {
		t.Fatal(err)
	}
	p.write(folder+"submissions/accepted/careless.sh", right+" # mended")
	yaml, err := os.ReadFile(filepath.Join(p.dir, "problems/double/problem.yaml"))
	if err != nil {
		t.Fatal(err)
	}

	// Where that is wished it is verified whenever something is saved.
	b.click("#onsave")
	p.write(folder+"problem.yaml", string(yaml))
	b.says("#headline", "2 of 2 submissions as expected")
	b.is("document.getElementById('stale').hidden && document.querySelectorAll('#matrix tbody tr.met').length === 2")

	// The list remembers, and a page that is opened again shows all of it.
	b.open("/verify")
	b.says(".drafts", "2 of 2 submissions as expected")
	b.open("/verify/at:contest:pairs")
	b.says("#headline", "2 of 2 submissions as expected")
	b.open("/verify/at:..:pairs")
	b.says("main", "No package at")
}
