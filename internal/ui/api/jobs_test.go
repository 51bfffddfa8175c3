package api

import (
	"net/http"
	"strings"
	"testing"
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
	s := &Server{lifetime: t.Context()}
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
