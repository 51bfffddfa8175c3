package runner

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"grundy/internal/event"
)

func TestTranscriptJoinsWhatOneSideSays(t *testing.T) {
	var tr transcript
	tr.add(time.Second, event.FromSubmission, []byte("a"))
	tr.add(2*time.Second, event.FromSubmission, []byte("b\n"))
	tr.add(3*time.Second, event.FromInteractor, []byte("bad \xff byte\n"))
	got := tr.all()
	want := []event.Exchange{{At: time.Second, From: event.FromSubmission, Text: "ab\n"}, {At: 3 * time.Second, From: event.FromInteractor, Text: "bad \uFFFD byte\n"}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %q, want %q", got, want)
	}
}

// However long the dialogue, the transcript stays small, and keeps the beginning and the end.
func TestTranscriptIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var tr transcript
		var said strings.Builder
		for range rapid.IntRange(1, 50).Draw(t, "pieces") {
			party := rapid.SampledFrom([]event.Party{event.FromSubmission, event.FromInteractor}).Draw(t, "party")
			text := strings.Repeat(rapid.StringMatching("[a-z]").Draw(t, "letter"), rapid.IntRange(1, 10_000).Draw(t, "length"))
			said.WriteString(text)
			tr.add(0, party, []byte(text))
		}
		var kept strings.Builder
		for _, exchange := range tr.all() {
			if !utf8.ValidString(exchange.Text) {
				t.Fatalf("not text: %q", exchange.Text)
			}
			kept.WriteString(exchange.Text)
		}
		all, got := said.String(), kept.String()
		if bound := transcriptHead + transcriptTail + 2*exchangeLimit + 100; len(got) > bound {
			t.Fatalf("%d bytes kept, want at most %d", len(got), bound)
		}
		head, tail, cut := strings.Cut(got, "[…]\n")
		if !strings.HasPrefix(all, head) || !strings.HasSuffix(all, tail) {
			t.Fatal("not the beginning and the end")
		}
		if !cut && got != all {
			t.Fatal("something is missing without a mark")
		}
	})
}

// The transcript keeps as much as its bounds allow, and not a byte more.
func TestBoundsOfATranscript(t *testing.T) {
	for more := range 2 {
		var tr transcript
		tr.add(0, event.FromSubmission, make([]byte, transcriptHead))
		for range transcriptTail / exchangeLimit {
			tr.add(1, event.FromInteractor, make([]byte, exchangeLimit))
		}
		tr.add(2, event.FromInteractor, make([]byte, more))
		all := tr.all()
		cut := strings.HasPrefix(all[transcriptHead/exchangeLimit].Text, omission)
		if cut != (more > 0) || len(all) != (transcriptHead+transcriptTail)/exchangeLimit {
			t.Errorf("%d bytes more than is kept: %d exchanges, something is left out %v", more, len(all), cut)
		}
	}
	var tr transcript
	tr.add(0, event.FromSubmission, make([]byte, exchangeLimit-1))
	tr.add(0, event.FromSubmission, []byte("a"))
	tr.add(0, event.FromSubmission, []byte("b"))
	if all := tr.all(); len(all) != 2 || len(all[0].Text) != exchangeLimit || all[1].Text != "b" {
		t.Errorf("as much as one exchange may hold and a byte are %d exchanges", len(all))
	}
}
