package web_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"grundy/internal/base/hint"
	"grundy/internal/cluster"
	"grundy/internal/cluster/bus"
)

// seenHub stands as it is said.
type seenHub struct {
	view cluster.View
	err  error
}

func (h *seenHub) Look(context.Context) (cluster.View, error) { return h.view, h.err }

// TestHub holds what the owner and everybody else see of a hub, that names from elsewhere are text, and that nothing leads to a hub
// where there is none.
func TestHub(t *testing.T) {
	owner := cluster.View{
		Overview: cluster.Overview{
			Workers: []cluster.Announcement{{Name: "<b>lab</b>", Class: "fast", Version: "1.2.3", Slots: 4, Running: 3}},
			Queues:  []bus.Queue{{Lane: bus.First, Waiting: 17, Running: 5}, {Lane: bus.Bulk}},
			Parts:   []bus.Part{{Name: bus.DeadPart, Messages: 1, Bytes: 2048}},
		},
		GivenUp: []cluster.Dead{{ID: "0123456789abcdef", Person: "anna", At: time.Now(), Problem: "double", What: "<i>.sh", Worker: "lab", Reason: "three workers were lost"}},
		IsOwner: true,
	}
	seen := &seenHub{view: owner}
	p := newPlace(t)
	p.hub = seen
	b := p.open(t)
	_, _, page := b.ask("GET", "/hub", "")
	for _, want := range []string{
		`<a href="hub" data-key="u" aria-current="page">Hub</a>`, "1 worker with 4 slots. 17 jobs waiting, 5 running", "&lt;b&gt;lab&lt;/b&gt;",
		"<td>p0</td>", "2 KiB of dead", "<code>0123456789ab</code>", "&lt;i&gt;.sh", "three workers were lost",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the owner does not see %q:\n%s", want, page)
		}
	}
	_, head, _ := b.ask("GET", "/api/hub", "")
	if status, _, _ := b.ask("GET", "/api/hub", "", "If-None-Match", head.Get("ETag")); status != http.StatusNotModified {
		t.Errorf("a hub at which nothing has changed: %d", status)
	}
	seen.view = cluster.View{Overview: cluster.Overview{Own: 2}}
	if _, _, piece := b.ask("GET", "/api/hub", ""); !strings.Contains(piece, "2 jobs of yours") || strings.Contains(piece, "Lanes") {
		t.Errorf("somebody else sees\n%s", piece)
	}
	seen.err = hint.Errorf("start it with grundy hub", "no hub answers")
	if status, _, page := b.ask("GET", "/hub", ""); status != http.StatusOK || !strings.Contains(page, "No hub answers") || !strings.Contains(page, "Start it with") {
		t.Errorf("without an answer (%d):\n%s", status, page)
	}

	b = newPlace(t).open(t)
	if _, _, page := b.ask("GET", "/", ""); strings.Contains(page, "/hub") {
		t.Errorf("without a hub a page leads to one:\n%s", page)
	}
	for _, path := range []string{"/hub", "/api/hub"} {
		if status, _, _ := b.ask("GET", path, ""); status != http.StatusNotFound {
			t.Errorf("%s without a hub: %d", path, status)
		}
	}
}
