package api

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
)

// post posts a job and returns its path.
func post(t *testing.T, s *service, source string) string {
	t.Helper()
	status, body, head := do(t, s.request(t, "POST", "/v1/jobs", jsonType, strings.NewReader(submission("a", source))))
	if status != http.StatusAccepted || !strings.Contains(body, `"state":"queued"`) {
		t.Fatalf("got %d, %q", status, body)
	}
	return head.Get("Location")
}

// TestJobs checks that a client follows its job to the end, and that other clients do not know it.
func TestJobs(t *testing.T) {
	s := serve(t)
	path := post(t, s, "x")
	_, events, _ := do(t, s.request(t, "GET", path+"/events", "", nil))
	if !strings.Contains(events, "id: 1\nevent: row\ndata: {\"id\":\"a\",\"verdict\":\"AC\"") || !strings.Contains(events, "event: end\ndata: {") {
		t.Errorf("got %q", events)
	}
	again := func(r *http.Request) { r.Header.Set("Last-Event-ID", "1") }
	if _, events, _ := do(t, s.request(t, "GET", path+"/events", "", nil, again)); !strings.HasPrefix(events, "event: end") {
		t.Errorf("got %q", events)
	}
	if status, body, _ := do(t, s.request(t, "GET", path, "", nil)); status != 200 || !strings.Contains(body, `"state":"done"`) || !strings.Contains(body, `"rows":[{"id":"a","verdict":"AC"`) {
		t.Errorf("got %d, %q", status, body)
	}
	other := func(r *http.Request) { r.Header.Set("Authorization", "Bearer fedcba9876543210") }
	if status, body, _ := do(t, s.request(t, "GET", path, "", nil, other)); status != 404 {
		t.Errorf("another client got %d, %q", status, body)
	}
	do(t, s.request(t, "DELETE", path, "", nil))
	if status, body, _ := do(t, s.request(t, "GET", path, "", nil)); status != 404 {
		t.Errorf("it is kept: %d, %q", status, body)
	}
}

// TestCancel checks that jobs wait for a place of their client, and that a client cancels a job that waits and one that is judged.
func TestCancel(t *testing.T) {
	s := serve(t)
	judged, waits := post(t, s, "wait"), post(t, s, "x")
	<-s.begun
	for _, path := range []string{waits, judged} {
		do(t, s.request(t, "DELETE", path, "", nil))
		if _, events, _ := do(t, s.request(t, "GET", path+"/events", "", nil)); !strings.Contains(events, `"state":"cancelled"`) {
			t.Errorf("got %q", events)
		}
	}
	<-s.cancelled
}

// TestFull checks that a client gets no more room than its share, and that the oldest of what has ended goes.
func TestFull(t *testing.T) {
	s := &Server{lifetime: t.Context()}       // without a journal
	c := &client{orders: map[string]*order{}} // without a place
	s.clients = []*client{c, {}}
	first := s.newOrder(c, make([]byte, maxKept/2), maxUnfinished/2, nil)
	if err := s.post(c, first); err != nil {
		t.Fatal(err)
	}
	second := s.newOrder(c, []byte("x"), 1, nil)
	if err := s.post(c, second); err == nil {
		t.Error("it got more than its share")
	}
	s.stop(first)
	second = s.newOrder(c, []byte("x"), 1, nil)
	if err := s.post(c, second); err != nil {
		t.Error(err)
	}
	s.stop(second)
	if _, err := s.orderOf(c, first.id); err == nil {
		t.Error("the first one is kept")
	}
	if _, err := s.orderOf(c, second.id); err != nil {
		t.Error(err)
	}
}

// TestJournal checks that the journal of a server tells the next one which jobs had not ended, and which had.
func TestJournal(t *testing.T) {
	dir := t.TempDir()
	journal, err := OpenJournal(filepath.Join(dir, "jobs"))
	if err != nil {
		t.Fatal(err)
	}
	defer journal.Close()
	if _, err := OpenJournal(filepath.Join(dir, "jobs")); !errors.Is(err, fsutil.ErrLocked) {
		t.Errorf("two servers have the journal: %v", err)
	}
	s := serve(t, func(c *Config) { c.Journal = journal })
	ended, forgotten := post(t, s, "x"), post(t, s, "x")
	for _, path := range []string{ended, forgotten} {
		do(t, s.request(t, "GET", path+"/events", "", nil))
	}
	do(t, s.request(t, "DELETE", forgotten, "", nil))
	begun, waits := post(t, s, "wait"), post(t, s, "x")
	<-s.begun

	text, err := os.ReadFile(filepath.Join(dir, "jobs"))
	if err != nil {
		t.Fatal(err)
	}
	killed := filepath.Join(dir, "killed")
	if err := os.WriteFile(killed, append(text, `{"id":"tor`...), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the one that follows tells the next one in turn
		journal, err := OpenJournal(killed)
		if err != nil {
			t.Fatal(err)
		}
		next := serve(t, func(c *Config) { c.Journal = journal })
		for path, want := range map[string]string{
			begun: "ended before the job did", waits: "ended before the job did", ended: "ended after the job was done", forgotten: "there is no job",
		} {
			if _, body, _ := do(t, next.request(t, "GET", path, "", nil)); !strings.Contains(body, want) {
				t.Errorf("want %q, got %s", want, body)
			}
		}
		if err := journal.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	if err := os.Chmod(killed, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(killed); err == nil || hint.Of(err) == "" {
		t.Errorf("a journal that other users may read is obeyed: %v", err)
	}
}

// TestJournalStaysSmall checks that a journal does not grow with the number of jobs that were forgotten.
func TestJournalStaysSmall(t *testing.T) {
	j, err := OpenJournal(filepath.Join(t.TempDir(), "jobs"))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	kept := entry{ID: "kept", Client: "alice", State: queued}
	if _, err := j.add(kept); err != nil {
		t.Fatal(err)
	}
	for i := range 3 * spareLines {
		e := entry{ID: strconv.Itoa(i), Client: "alice", State: queued}
		number, err := j.add(e)
		if err == nil {
			_, err = j.add(entry{ID: e.ID})
		}
		if err == nil && i%spareLines == 0 {
			err = j.sync(number)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if j.lines > 2*spareLines+4 || !slices.Equal(j.entries(), []entry{kept}) {
		t.Errorf("%d lines, %v", j.lines, j.entries())
	}
}
