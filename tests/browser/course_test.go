package browser

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const course = `name: A small course
chapters:
  - id: heaps
    name: Heaps of stones
    text: heaps.md
    problems: [nimduel]
    exercises:
      - {id: twice, fill: double, cells: n >= 1}
      - id: take
        move: nimduel
        position: |
          3
          3 4 5
  - {id: more, name: More, text: more.md, problems: [double]}
pages:
  - {id: books, name: Books, text: more.md}
`

// TestCourse goes the road of a course: from the list to a chapter, through its exercises by keys and by the board, to a problem, and
// from its verdict to the next step.
func TestCourse(t *testing.T) {
	p := lay(t, "nimduel")
	p.write("problems/course.yaml", course)
	p.write("problems/heaps.md", "Heaps have a **nim-sum**, $a \\oplus b$.\n\n{{exercise twice}}\n\n## A move\n\nTake.\n\n![a stone](stone.svg)\n")
	p.write("problems/stone.svg", `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><circle cx="30" cy="30" r="20"/></svg>`)
	p.write("problems/more.md", "More.\n")
	p.write("problems/double/solution/laboratory.yaml", "axes: [{name: n, about: number, from: 0, to: 3}]\ncell: ['{n}']\n")
	p.write("problems/double/submissions/accepted/double.sh", "read -r n; echo $((n + n))\n")
	p.start()
	b := p.tab()
	b.says(".opening", "1. Heaps of stones 0 of 2 exercises")
	axe := axeCore(t)
	b.looks(axe, "course-list")
	b.width(390)
	b.is("document.querySelector('.opening a').offsetHeight > 0")
	b.width(1280)
	b.text("{ const filter = document.getElementById('filter'); filter.value = 'double'; filter.dispatchEvent(new Event('input')); } ''")
	b.is("document.querySelectorAll('.opening')[0].hidden && !document.querySelectorAll('.opening')[1].hidden")
	b.click(".lead a[href='course/heaps']")
	b.is("document.querySelector('.chapter .figure img, .chapter img')?.naturalWidth === 60")
	b.shoot("course-chapter")

	// The package's model answers the laboratory, and the board a move.
	b.text("document.querySelector('#twice input').focus(); ''")
	for _, answer := range []string{"2", "4", "5"} {
		b.keys(answer)
		b.keys(kb.Tab)
	}
	b.keys(kb.Enter)
	b.says("#twice .said", "✗ Not right: 1 of 3 are wrong.")
	b.is("[...document.querySelectorAll('#twice [aria-invalid]')].map((i) => i.getAttribute('aria-label')).join() === 'n = 3'")
	b.shoot("course-wrong")
	b.text("document.querySelectorAll('#twice input')[2].select(); ''")
	b.keys("6")
	b.keys(kb.Enter)
	b.says("#twice .said", "✓ Right")
	b.text("document.querySelector('#take [data-move=\"1 1\"]').focus(); ''")
	b.keys(kb.Enter)
	b.says("#take .said", "✗ Not right: the other side wins then: take 1 stone from heap 1.")
	b.click("#take [data-say=none]")
	b.says("#take .said", "✗ Not right: some move wins.")
	b.text("document.querySelector('#take [name=answer]').select(); ''")
	b.keys("9 9")
	b.keys(kb.Enter)
	b.says("#take .said", "there is no heap 9: they are numbered from 1 to 3.")
	b.text("document.querySelector('#take [data-move=\"1 2\"]').focus(); ''")
	b.keys(" ")
	b.says("#take .said", "✓ Right")
	b.looks(axe, "course-right")

	// What was done is remembered, and the road leads on.
	b.click(".neighbours a[rel=next]")
	b.click(".chapter .rows a")
	b.is("document.querySelector('#ahead').hidden")
	b.text("document.querySelector('.brand').click(); ''")
	b.says(".opening", "1. Heaps of stones 2 of 2 exercises")
	b.is("document.querySelector('a[href=\"course/books\"]')")
	p.write("solutions/double/a.sh", "read n; echo $((2 * n))\n")
	b.click("a[href='p/double']")
	b.click("#submit")
	b.says("#headline", "✓ Accepted")
	b.says("#ahead", "Next: the chapter Heaps of stones, then Nim Duel")
	b.shoot("course-ahead")
}
