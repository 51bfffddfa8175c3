package browser

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// zoomed shows the page as a desk's window of 1280 by 844 pixels does at a zoom.
func (t *tab) zoomed(factor float64) {
	t.Helper()
	call(t, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(1280 / factor), Height: int64(844 / factor), DeviceScaleFactor: factor,
	})
}

// boardGames are the problems of the library whose games need no program to be compiled.
var boardGames = []string{"bash", "takeset", "nimmisere", "notallnim", "wnumbers", "dagsum", "remotenesstable", "firerobot", "compounddag", "knightsendless"}

// TestHouseBoards plays the games that need no program by the keyboard: the rules stand on the board, a hint leads to the end,
// and the button that asks for the mistake is there after a losing move alone. What is told counts as help, and only then.
func TestHouseBoards(t *testing.T) {
	p := serve(t, boardGames...)
	b := p.tab()
	b.open("/play")
	b.is("document.querySelectorAll('.games li').length === " + strconv.Itoa(len(boardGames)))
	b.is("[...document.querySelectorAll('.thumb')].every((thumb) => thumb.querySelector('svg'))")
	b.tour("play")
	for _, game := range boardGames {
		b.open("/p/" + game)
		b.is("document.querySelector('article a[href^=\"play/\"]')")
		b.open("/play/" + game)
		b.press("#choices button")
		b.is("document.querySelector('#board [data-move]')")
		b.is("document.querySelector('.rules').textContent.includes('Press ') && !document.getElementById('told').textContent.trim()")
		b.tour("play-" + game)
	}

	b.open("/play/bash?case=sample%2F1%233") // ten stones, at most three at a time
	b.press("#choices button")
	b.is("document.querySelector('#board [data-move]') && !document.getElementById('mistake')")
	b.press("#board [data-move='1']")
	b.is("document.getElementById('mistake')")
	b.is("!document.getElementById('told').textContent.trim()")
	b.keys("m")
	b.says("#told", "take 2 stones")
	b.tour("play-mistake")
	b.keys("r")
	b.press("#choices button")
	for range 3 {
		b.is("document.querySelector('#board [data-move]')")
		b.keys("h")
		b.is("document.querySelector('#told .mark-winning')")
		move := b.text("document.querySelector('#board .winning')?.dataset.move ?? [...document.querySelectorAll('#board .winning')].at(0).dataset.move")
		b.text("window.moved = document.querySelectorAll('.moves li').length; ''")
		b.press("#board [data-move='" + move + "']")
		b.is("document.querySelectorAll('.moves li').length > window.moved")
	}
	b.says("#headline", "You have won.")
	b.tour("play-won")
}

// tour keeps pictures of a page in every way in which it is looked at.
func (t *tab) tour(name string) {
	t.Helper()
	t.fits(name)
	if os.Getenv("GRUNDY_SCREENSHOTS") == "" {
		return
	}
	for _, look := range []struct {
		name, scheme string
		factor       float64
	}{{"light", "light", 1}, {"dark", "dark", 1}, {"zoom", "light", 2}} {
		t.scheme(look.scheme, "")
		t.zoomed(look.factor)
		t.shoot(name + "-" + look.name)
	}
	t.scheme("light", "")
	t.width(390)
	t.shoot(name + "-phone")
	t.width(1280)
}

// fits holds that nothing of a page scrolls sideways on a telephone, nor at a zoom of 200 %.
func (t *tab) fits(where string) {
	t.Helper()
	for _, columns := range []int64{640, 390} {
		t.width(columns)
		if over := t.text("String(Math.max(0, document.scrollingElement.scrollWidth - innerWidth))"); over != "0" {
			t.Errorf("%s is %s pixels too wide for %d", where, over, columns)
		}
	}
	t.width(1280)
}

// TestTour goes as a new user through the pages of a problem whose solution is wrong: the theory is withheld until it is asked for
// or the problem is solved.
func TestTour(t *testing.T) {
	p := serve(t, "bash", "nim")
	b := p.tab()
	b.is("document.querySelector('#problems')")
	b.tour("home")
	p.write("solutions/bash/bash.sh", "read t; for ((i = 0; i < t; i++)); do read n k; if ((n % k)); then echo FIRST; else echo SECOND; fi; done")
	b.open("/p/bash?file=bash.sh")
	b.is("document.querySelector('.cm-content')")
	b.tour("problem")
	b.keys(kb.Enter, kb.ModifierCtrl)
	b.says("#headline", "Wrong answer")
	b.says("#why", "Why is it wrong?")
	b.is("document.querySelector('#why .lost svg') && document.querySelector('#why [data-theory]')")
	if text := b.text("document.body.innerHTML"); strings.Contains(text, "Grundy value") {
		t.Error("the page of a failure holds the theory before it is asked for")
	}
	b.tour("wrong")
	b.press("#why [data-theory]")
	b.says("#why .lost .words", "Grundy value")
	b.is("document.activeElement.matches('.lost')")
	b.tour("theory")
	for _, path := range []string{"submissions", "s/1", "progress", "laboratory", "laboratory/bash", "verify", "inbox", "nowhere", "settings"} {
		b.open("/" + path)
		b.listens()
		b.tour(strings.ReplaceAll(path, "/", "-"))
	}
	b.do(chromedp.Reload())
}

// TestComfort holds what a person meets beside the judging: a stopped run is grey, a status moves no button, what the server cannot do
// is said at the button, parts of the page are reached on a telephone, and the language and the settings are kept.
func TestComfort(t *testing.T) {
	p := serve(t, "bash")
	b := p.tab()
	b.open("/p/double?file=a.sh")
	b.edits("while :; do :; done")
	place := func() string {
		return b.text("JSON.stringify(['samples', 'submit'].map((id) => document.getElementById(id).getBoundingClientRect()))")
	}
	before := place()
	b.keys(kb.Enter, kb.ModifierCtrl)
	b.is("!document.getElementById('stop').disabled")
	if now := place(); now != before {
		t.Errorf("a judgement moves buttons from %s to %s", before, now)
	}
	b.press("#stop")
	b.says("#headline", "Stopped")
	b.says("#facts", "run ")
	if now := place(); now != before {
		t.Errorf("after a judgement buttons are at %s, not %s", now, before)
	}
	b.open("/submissions")
	b.is("document.querySelector('#submissions .verdict.faint')?.textContent.includes('stopped') && !document.querySelector('#submissions .bad')")

	b.open("/p/double?file=a.sh")
	b.is("document.querySelector('.cm-content')")
	b.connected(false)
	b.press("#submit")
	b.says("#submit", "the server does not answer")
	if now := place(); now != before {
		t.Errorf("what a button says moves buttons from %s to %s", before, now)
	}
	b.tour("away")
	b.connected(true)

	b.width(390)
	b.is("!document.getElementById('tabs').hidden && document.querySelector('.statement').checkVisibility() && !document.querySelector('.desk').checkVisibility()")
	b.shoot("tab-statement")
	b.press("[data-tab='code']")
	b.is("!document.querySelector('.statement').checkVisibility() && document.getElementById('editor').checkVisibility()")
	b.shoot("tab-code")
	b.edits(right)
	b.press("#submit")
	b.says("#headline", "Accepted · 6/6")
	b.is("document.getElementById('result').checkVisibility() && !document.getElementById('editor').checkVisibility()")
	b.shoot("tab-result")
	b.width(1280)

	b.open("/p/bash") // begins in the language of what was shown last, if that has a template
	b.is("document.getElementById('desk').dataset.file === 'bash.cpp'")
	b.open("/p/bash?file=bash.py")
	b.is("document.querySelector('.cm-content')")
	b.open("/p/double?file=double.py")
	b.open("/p/bash")
	b.is("document.getElementById('desk').dataset.file === 'bash.py'")
	b.keys("gc")
	b.says("#settings", "--hide-levels")
	b.is("document.getElementById('begin-in').value === 'py'")
	b.looks(axeCore(t), "/settings")
}
