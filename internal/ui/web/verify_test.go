package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// openDrafts serves a place whose person writes the package "mine/pairs".
func openDrafts(t *testing.T) (*place, *browser) {
	t.Helper()
	p := newPlace(t)
	if err := os.CopyFS(filepath.Join(p.dir, "mine/pairs"), os.DirFS(filepath.Join(p.dir, "problems/double"))); err != nil {
		t.Fatal(err)
	}
	p.packages = []string{filepath.Join(p.dir, "mine"), filepath.Join(p.dir, "problems")}
	return p, p.open(t)
}

// TestDrafts holds that packages of the user's are shown, nothing that is none of them, and nothing of them but
// statement and figures.
func TestDrafts(t *testing.T) {
	p, b := openDrafts(t)
	if _, _, page := b.ask("GET", "/verify", ""); strings.Count(page, `href="verify/double"`) != 1 || !strings.Contains(page, `href="verify/at:mine:pairs"`) {
		t.Errorf("the list is\n%s", page)
	}
	for path, want := range map[string]int{
		"/verify/at:mine:pairs": http.StatusOK, "/verify/double": http.StatusOK, "/verify/at:mine:pairs?language=x": http.StatusOK,
		"/verify/at:mine:pairs/figures/figure.svg": http.StatusOK, "/api/verify/at:mine:pairs/sheet": http.StatusOK,

		"/verify/at:mine": http.StatusNotFound, "/verify/at:problems:double": http.StatusNotFound, "/verify/at:solutions": http.StatusNotFound,
		"/verify/at:..:pairs": http.StatusNotFound, "/verify/at::etc": http.StatusNotFound, "/verify/mine": http.StatusNotFound,
		"/verify/at:mine%2fpairs": http.StatusBadRequest, "/verify/none": http.StatusNotFound,
		"/verify/at:mine:pairs/figures/problem.en.md": http.StatusNotFound, "/verify/at:mine:pairs/figures/../problem.yaml": http.StatusBadRequest,
		"/api/verify/at:mine/sheet": http.StatusNotFound, "/verify/none/figures/figure.svg": http.StatusNotFound,
	} {
		if status, head, _ := b.ask("GET", path, ""); status != want {
			t.Errorf("%s: status %d, want %d", path, status, want)
		} else if strings.HasSuffix(path, ".svg") && want == http.StatusOK && !strings.Contains(head.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s may run scripts: %v", path, head)
		}
	}
	if status, _, _ := b.ask("POST", "/api/verify/at:mine", ""); status != http.StatusNotFound {
		t.Errorf("what is no package is verified: %d", status)
	}

	sheet := func(stamp string, want int) (sheet struct{ Stamp, HTML string }) {
		t.Helper()
		status, _, text := b.ask("GET", "/api/verify/at:mine:pairs/sheet?stamp="+url.QueryEscape(stamp), "")
		if status != want || want == http.StatusOK && json.Unmarshal([]byte(text), &sheet) != nil {
			t.Fatalf("status %d, %s; want %d", status, text, want)
		}
		return sheet
	}
	before := sheet("", http.StatusOK)
	if !strings.Contains(before.HTML, "Print twice") || strings.Contains(before.HTML, "<script") || strings.Contains(before.HTML, "evil.example") {
		t.Errorf("the statement is\n%s", before.HTML)
	}
	sheet(before.Stamp, http.StatusNoContent)
	p.write(t, "mine/pairs/statement/problem.en.md", "Print <script>alert(1)</script> thrice.\n")
	now := sheet(before.Stamp, http.StatusOK)
	if !strings.Contains(now.HTML, "thrice") || strings.Contains(now.HTML, "<script") {
		t.Errorf("saved, the statement is\n%s", now.HTML)
	}
	p.write(t, "mine/pairs/problem.yaml", "name: [")
	if broken := sheet(now.Stamp, http.StatusOK); !strings.Contains(broken.HTML, "problem.yaml") {
		t.Errorf("of a faulty package it is\n%s", broken.HTML)
	}
}

// TestVerify holds that a page is told what each submission does on each case, and what is wrong.
func TestVerify(t *testing.T) {
	needsBash(t)
	p, b := openDrafts(t)
	p.write(t, "mine/pairs/submissions/accepted/right.sh", right)
	p.write(t, "mine/pairs/submissions/wrong_answer/unkilled.sh", right)
	p.write(t, "mine/pairs/data/extra/1.in", "1\n")
	status, _, text := b.ask("POST", "/api/verify/at:mine:pairs", "")
	var begun struct{ Stream int }
	if err := json.Unmarshal([]byte(text), &begun); err != nil || status != http.StatusAccepted {
		t.Fatalf("%d %s", status, text)
	}
	all := b.follow(begun.Stream, "0", "")
	if end := find(all, "proved"); !strings.Contains(end, `"ok":false`) || !strings.Contains(end, "warning") || !strings.Contains(end, "1 of 2 submissions as expected") {
		t.Errorf("it ends with %s", end)
	}
	if row := find(all, "row"); !strings.Contains(row, `"state":"met","expected":"AC","verdict":"AC"`) || strings.Count(row, `"column":`) != 3 {
		t.Errorf("the first row is %s", row)
	}
	if matrix := find(all, "matrix"); !strings.Contains(matrix, "wrong_answer/unkilled.sh") || !strings.Contains(matrix, "secret/2") {
		t.Errorf("the matrix is %s", matrix)
	}
	cells, told := 0, ""
	for _, m := range all {
		switch m.kind {
		case "cell":
			cells++
		case "finding":
			told += m.data
		}
	}
	if cells != 6 || !strings.Contains(told, "no test catches it") || !strings.Contains(told, "input validator is missing") ||
		!strings.Contains(told, "data/extra: unknown directory") {
		t.Errorf("%d cells; the findings are %s", cells, told)
	}
	if _, _, page := b.ask("GET", "/verify", ""); !strings.Contains(page, "1 of 2 submissions as expected") {
		t.Errorf("the list does not remember it:\n%s", page)
	}
}
