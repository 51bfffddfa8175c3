package browser

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// axeCore is the source of axe-core, "" where npm has not got it and not everything is tested.
func axeCore(t *testing.T) string {
	t.Helper()
	source, err := fetched("node_modules/axe-core/axe.min.js")
	switch {
	case err == nil:
		return source
	case everything:
		t.Fatal(err)
	}
	t.Logf("everything but what axe-core would find: %v", err)
	return ""
}

// fetched is a file of a package of npm.
func fetched(file string) (string, error) {
	if source, err := os.ReadFile(file); err == nil {
		return string(source), nil
	}
	if out, err := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund").CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm has not got axe-core: %v\n%s", err, out)
	}
	source, err := os.ReadFile(file)
	return string(source), err
}

// TestPages visits one page of each kind that links lead to, light, dark and narrow: nothing scrolls sideways on a telephone, and
// axe-core finds nothing.
func TestPages(t *testing.T) {
	p := serve(t, "nim", "wallgame")
	axe := axeCore(t)
	b := p.tab()
	b.open("/p/double?file=a.sh")
	for _, source := range []string{wrong, right} {
		b.edits(source)
		b.keys(kb.Enter, kb.ModifierCtrl)
		b.says("#facts", "run ")
	}
	next := []string{"/", "/p/double?file=a.sh", "/p/nim", "/submissions", "/s/1", "/s/2?with=1", "/progress", "/nowhere"}
	kinds := map[string]bool{"/p/…": true, "/s/…": true}
	for _, path := range next {
		kinds[kind(path)] = true
	}
	for len(next) > 0 {
		path := next[0]
		next = next[1:]
		b.open(path)
		if strings.HasPrefix(path, "/p/") {
			b.is("document.querySelector('.cm-content')")
		}
		if strings.HasPrefix(path, "/laboratory/") {
			b.is("document.querySelector('#grid .period')?.textContent") // when everything is known
		}
		b.looks(axe, path)
		var links []string
		if err := json.Unmarshal([]byte(b.text("JSON.stringify([...document.querySelectorAll('main a, nav a')].map((a) => a.getAttribute('href')).filter((h) => h && !/^[a-z]+:/.test(h)).map((h) => '/' + (h.startsWith('./') ? h.slice(2) : h)))")), &links); err != nil {
			t.Fatal(err)
		}
		for _, link := range links {
			if !kinds[kind(link)] {
				kinds[kind(link)] = true
				next = append(next, link)
			}
		}
	}
	if axe == "" {
		t.Skip("the rest is done; axe-core is missing")
	}
}

// TestBoards begins each game, and looks at its board with the moves on it, a hint and the reason.
func TestBoards(t *testing.T) {
	games := []string{"compoundduel", "mousetrapduel", "nimduel", "oddstonesduel", "spidersduel", "spidersweb"}
	p := serve(t, games...)
	axe := axeCore(t)
	b := p.tab()
	for _, game := range games {
		b.open("/play/" + game)
		b.is("document.querySelector('#choices button, #board [data-move]')")
		if b.text("document.querySelector('#choices') ? 'asked' : ''") != "" { // who begins, or which side one takes
			b.press("#choices button")
			b.is("document.querySelector('#board [data-move]')")
		}
		for key, told := range map[string]string{"h": "#told strong", "w": "#told .words"} {
			b.keys(key)
			b.is("document.querySelector('" + told + "')")
			b.looks(axe, "/play/"+game+"?"+key)
		}
	}
}

// TestGrids looks at grids of each kind: with one and with two axes, of who wins and of numbers, of positions that are drawn.
func TestGrids(t *testing.T) {
	drawn := map[string]bool{"bash": false, "knights": true, "oddstones": true, "remotenesstable": true, "takeset": false, "wallgame": true}
	p := serve(t, slices.Collect(maps.Keys(drawn))...)
	axe := axeCore(t)
	b := p.tab()
	for problem, isDrawn := range drawn {
		b.open("/laboratory/" + problem)
		b.is("[...document.querySelectorAll('#grid [data-cell]')].every((cell) => !/not known/.test(cell.ariaLabel ?? 'not known'))")
		top := b.text("String(document.querySelector('.legend').offsetTop)")
		b.do(chromedp.Focus(chromedp.CSS("#grid [data-cell]")))
		b.is("!document.getElementById('input').hidden")
		if isDrawn {
			b.is("document.querySelector('#drawn svg') || document.querySelector('#drawn img')?.naturalWidth")
		}
		if now := b.text("String(document.querySelector('.legend').offsetTop)"); now != top {
			t.Errorf("%s: what is shown of a position moves the legend from %s to %s", problem, top, now)
		}
		b.looks(axe, "/laboratory/"+problem)
	}
}

// looks shows the page light, dark and narrow.
func (t *tab) looks(axe, path string) {
	t.Helper()
	t.width(1280)
	name := strings.NewReplacer("/", "_", "?", "_", "=", "_").Replace(path)
	for _, scheme := range []string{"light", "dark"} {
		t.scheme(scheme, "")
		t.shoot(name + "-" + scheme)
		t.clean(axe, path+", "+scheme)
	}
	t.scheme("light", "")
	t.width(390)
	t.shoot(name + "-narrow")
	if over := t.text("String(document.scrollingElement.scrollWidth - innerWidth)"); strings.Trim(over, "-0123456789") != "" || !strings.HasPrefix(over, "-") && over != "0" {
		t.Errorf("%s scrolls sideways on a telephone, by %s pixels", path, over)
	}
	if cut := t.text("[...document.querySelectorAll('.wide:has(> .rows)')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent).join()"); cut != "" {
		t.Errorf("%s has a table that is cut off on a telephone: %s", path, cut)
	}
	t.width(1280)
}

// clean holds that axe-core, where it is there, finds nothing on the page.
func (t *tab) clean(axe, where string) {
	t.Helper()
	if axe == "" {
		return
	}
	for _, found := range t.checked(axe) {
		t.Errorf("%s: %s (%s)", where, found.Help, found.ID)
		for _, node := range found.Nodes {
			t.Errorf("  %s: %s", node.HTML, strings.ReplaceAll(node.FailureSummary, "\n", " "))
		}
	}
}

// kind is what pages that are made by one template have in common: "/p/…".
func kind(path string) string {
	path, _, _ = strings.Cut(path, "?")
	first, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if rest == "" {
		return "/" + first
	}
	return "/" + first + "/…"
}
