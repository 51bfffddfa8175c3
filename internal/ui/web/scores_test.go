package web_test

import (
	"strings"
	"testing"
)

// In problems with scores the pages show points, and the full score alone solves a problem, also where the package
// accepts less.
func TestScores(t *testing.T) {
	needsBash(t)
	p := newPlace(t)
	p.write(t, "problems/steps/problem.yaml", "name: Steps\ntype: scoring\n")
	p.write(t, "problems/steps/data/testdata.yaml", "on_reject: continue\ngrader_flags: accept_if_any_accepted ignore_sample\nrange: 0 2\n")
	p.write(t, "problems/steps/data/secret/testdata.yaml", "grader_flags: accept_if_any_accepted\n")
	for _, n := range []string{"1", "2"} {
		group := "problems/steps/data/secret/" + n
		p.write(t, group+"/testdata.yaml", "range: 0 1\n")
		p.write(t, group+"/a.in", n+"\n")
		p.write(t, group+"/a.ans", n+"\n")
	}
	p.write(t, "solutions/steps/one.sh", "echo 1\n")
	p.write(t, "solutions/steps/all.sh", "cat\n")
	b := p.open(t)
	shows := func(address string, wanted ...string) {
		t.Helper()
		_, _, page := b.ask("GET", address, "")
		for _, part := range wanted {
			if !strings.Contains(page, part) {
				t.Errorf("%s lacks %s:\n%s", address, part, page)
			}
		}
	}

	came := b.follow(b.submit("steps/one.sh"), "", "")
	if done := find(came, "done"); !strings.Contains(done, `"verdict":"AC"`) || !strings.Contains(done, `"score":1,"max_score":2`) || !strings.Contains(done, `"credit":"partial"`) {
		t.Errorf("got %s", done)
	}
	partial := `<span class="verdict part">± 1/2</span>`
	shows("/submissions", partial)
	shows("/s/1", partial, `<td>secret/1</td><td><span class="verdict good">✓ AC 1/1</span>`, `<td>secret/2</td><td><span class="verdict bad">✗ WA 0/1</span>`,
		`<td>secret</td><td>`+partial)
	shows("/", partial, `data-status="tried"`)

	b.follow(b.submit("steps/all.sh"), "", "")
	shows("/s/2", `<span class="verdict good">✓ AC 2/2</span>`)
	shows("/", `data-status="alone"`)
}
