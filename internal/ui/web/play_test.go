package web_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"grundy/tests/suite"
)

// openGame serves a place with the problem nimduel, and waits until its judge is ready.
func openGame(t *testing.T) *browser {
	t.Helper()
	suite.NeedsAll(t, "compiling the judge of a game takes a while")
	p := newPlace(t)
	if err := os.CopyFS(filepath.Join(p.dir, "problems/nimduel"), os.DirFS("../../../problems/nimduel")); err != nil {
		t.Fatal(err)
	}
	return p.open(t)
}

// game asks for the page of a game until it is known.
func (b *browser) game(address string) (status int, page string) {
	b.Helper()
	for end := time.Now().Add(4 * time.Minute); time.Now().Before(end); {
		status, _, page = b.ask("GET", address, "")
		if !strings.Contains(page, "data-waiting") {
			return status, page
		}
		time.Sleep(100 * time.Millisecond)
	}
	b.Fatalf("%s is never ready:\n%s", address, page)
	return 0, ""
}

// say makes a move, and gives the page that it leads to.
func (b *browser) say(address, move string) (status int, next, page string) {
	b.Helper()
	answer, err := b.PostForm(b.root+address, url.Values{"move": {move}})
	if err != nil {
		b.Fatal(err)
	}
	answer.Body.Close()
	next = strings.TrimPrefix(answer.Request.URL.RequestURI(), b.base())
	if answer.Request.Method == http.MethodPost {
		return answer.StatusCode, address, ""
	}
	status, page = b.game(next)
	return status, next, page
}

const ownNim = "/play/nimduel?position=2%0A1+2%0A"

// TestPlay holds that a game can be won, that it stands in its address, and that what the rules forbid is refused in words.
func TestPlay(t *testing.T) {
	b := openGame(t)
	if _, page := b.game(ownNim); !strings.Contains(page, `value="FIRST"`) {
		t.Fatalf("no side can be chosen:\n%s", page)
	}
	_, chosen, _ := b.say(ownNim, "FIRST")
	if status, _, _ := b.say(chosen, "2 9"); status != http.StatusUnprocessableEntity {
		t.Errorf("a move that is none: status %d", status)
	}
	_, page := b.game(chosen + "&tell=hint")
	if !strings.Contains(page, "take 1 stone from heap 2") || !strings.Contains(page, `data-move="2 1"`) {
		t.Errorf("no hint, or no button:\n%s", page)
	}
	_, first, page := b.say(chosen, "2 1")
	if strings.Contains(page, "have won") {
		t.Errorf("won too early:\n%s", page)
	}
	// Another tab of the same game goes another way.
	_, _, other := b.say(chosen, "1 1")
	if _, page := b.game(first); strings.Contains(page, "take 1 stone from heap 1</a>") || !strings.Contains(other, "take 1 stone from heap 1</a>") {
		t.Errorf("two tabs share a game:\n%s\n%s", page, other)
	}
	left := "1 1"
	if _, page := b.game(first); strings.Contains(page, `data-move="2 1"`) {
		left = "2 1"
	}
	if _, _, page = b.say(first, left); !strings.Contains(page, "You have won.") {
		t.Errorf("not won:\n%s", page)
	}
	for address, want := range map[string]string{
		ownNim + "&said=FIRST~9+9":                                   "there is no heap 9",
		ownNim + "&said=NONE":                                        "choose FIRST or SECOND",
		"/play/nimduel?position=2%0A1%0A":                            "no position of the game",
		"/play/nimduel?position=" + url.QueryEscape("1\n<script>\n"): "no position of the game",
	} {
		if status, page := b.game(address); status != http.StatusUnprocessableEntity || !strings.Contains(page, want) || strings.Contains(page, "<script>") {
			t.Errorf("%s: status %d, want %q in\n%s", address, status, want, page)
		}
	}
	for _, address := range []string{"/play/double", "/play/none", "/play/nimduel?case=none"} {
		if status, _ := b.game(address); status != http.StatusNotFound {
			t.Errorf("%s: status %d", address, status)
		}
	}
}

// TestMistakes holds that a lost game shows where it was lost, and goes on from there.
func TestMistakes(t *testing.T) {
	b := openGame(t)
	_, page := b.game(ownNim + "&said=FIRST~2+2&tell=mistake")
	for _, want := range []string{"You have lost.", "take 2 stones from heap 2", "take 1 stone from heap 2", "nim-sum", `class="part played winning"`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	back := regexp.MustCompile(`href="([^"]*)">Play on from`).FindStringSubmatch(page)
	if back == nil || !strings.HasSuffix(back[1], "said=FIRST") {
		t.Errorf("it does not go on from there: %v", back)
	}
	if _, page := b.game(ownNim + "&said=FIRST&tell=mistake"); strings.Contains(page, "Where it was lost") || strings.Contains(page, "Why was that losing?") {
		t.Errorf("a mistake where there is none:\n%s", page)
	}
	// The theory is told on request alone, and the move that was played in any case.
	_, page = b.game(ownNim + "&said=FIRST~2+2")
	for want, is := range map[string]bool{"take 2 stones from heap 2": true, "Why was that losing?": true, "nim-sum": false, `class="mark-winning"`: false} {
		if strings.Contains(page, want) != is {
			t.Errorf("%q is in a lost game: %v, want %v:\n%s", want, !is, is, page)
		}
	}
}
