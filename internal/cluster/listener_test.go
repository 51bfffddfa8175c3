package cluster

import (
	"encoding/json"
	"slices"
	"testing"

	"grundy/internal/event"
	"grundy/internal/pkgfmt/problem"
)

// Every event comes once and in order, whichever messages are lost and whichever worker judged.
func TestEachEventComesOnce(t *testing.T) {
	line := func(e event.Event) json.RawMessage {
		text, err := event.Line(e)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	events := []json.RawMessage{
		line(event.Plan{}), line(event.Start{Test: "1"}), line(event.Test{Test: "1"}), line(event.Start{Test: "2"}),
		line(event.Test{Test: "2"}), line(event.Done{}),
	}
	// With two slots the cases of another attempt may begin in another order.
	other := []json.RawMessage{events[0], events[1], events[3], events[2], events[4], events[5]}
	want := []string{"plan ", "start 1 0", "test 1", "start 2 0", "test 2", "done "}
	for name, hear := range map[string]func(l *listener){
		"nothing is heard":    func(*listener) {},
		"everything is heard": func(l *listener) { tellAll(l, "a", events, 0) },
		"the end is missed":   func(l *listener) { tellAll(l, "a", events[:2], 0) },
		"the begin is missed": func(l *listener) { tellAll(l, "a", events[3:], 3) },
		"the middle is missed": func(l *listener) {
			tellAll(l, "a", events[:2], 0)
			tellAll(l, "a", events[4:], 4)
		},
		"some come twice": func(l *listener) {
			tellAll(l, "a", events[:3], 0)
			tellAll(l, "a", events[1:], 1)
		},
		"another worker began": func(l *listener) { tellAll(l, "b", other[:3], 0) },
		"another worker began, and this one is heard": func(l *listener) {
			tellAll(l, "b", other[:3], 0)
			tellAll(l, "a", events, 0)
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			l := newListener(&problem.Problem{Data: &problem.Group{}}, func(e event.Event) { got = append(got, identity(e)) })
			hear(l)
			if err := l.rest(record{Attempt: "a", Events: events}); err != nil {
				t.Fatal(err)
			}
			l.hear(progress{Attempt: "a", Number: 6, Events: events[2:3]}) // too late
			slices.Sort(got)
			sorted := slices.Sorted(slices.Values(want))
			if !slices.Equal(got, sorted) {
				t.Errorf("got %q, want %q", got, sorted)
			}
		})
	}
}

func tellAll(l *listener, attempt string, events []json.RawMessage, from int) {
	for i := 0; i < len(events); i += 2 {
		l.hear(progress{Attempt: attempt, Number: from + i, Events: events[i:min(i+2, len(events))]})
	}
}
