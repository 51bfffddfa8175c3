package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

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
	p := serve(t, "nim", "wallgame") // no game that is played: while its judge is compiled its page changes under axe-core
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
		b.width(1280)
		b.open(path)
		if strings.HasPrefix(path, "/p/") {
			b.is("document.querySelector('.cm-content')")
		}
		if strings.HasPrefix(path, "/laboratory/") {
			b.is("document.querySelector('#grid .period')?.textContent") // when everything is known
		}
		name := strings.NewReplacer("/", "_", "?", "_", "=", "_").Replace(path)
		for _, scheme := range []string{"light", "dark"} {
			b.scheme(scheme, "")
			b.shoot(name + "-" + scheme)
			b.clean(axe, path+", "+scheme)
		}
		b.scheme("light", "")
		b.width(390)
		b.shoot(name + "-narrow")
		if over := b.text("String(document.scrollingElement.scrollWidth - innerWidth)"); strings.Trim(over, "-0123456789") != "" || !strings.HasPrefix(over, "-") && over != "0" {
			t.Errorf("%s scrolls sideways on a telephone, by %s pixels", path, over)
		}
		if cut := b.text("[...document.querySelectorAll('.wide:has(> .rows)')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent).join()"); cut != "" {
			t.Errorf("%s has a table that is cut off on a telephone: %s", path, cut)
		}
		var links []string
		if err := json.Unmarshal([]byte(b.text("JSON.stringify([...document.querySelectorAll('main a, nav a')].map((a) => a.getAttribute('href')).filter((h) => h?.startsWith('/')))")), &links); err != nil {
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
