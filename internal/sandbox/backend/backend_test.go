package backend

import (
	"context"
	"errors"
	"testing"

	"grundy/internal/sandbox"
)

// host is one whose boxes do nothing, and which knows what happened to it.
type host struct {
	boxes  []*box
	closed int
}

type box struct {
	sandbox.Box
	config sandbox.Config
	closed int
}

func (h *host) Open(_ context.Context, config sandbox.Config) (sandbox.Box, error) {
	b := &box{config: config}
	h.boxes = append(h.boxes, b)
	return b, nil
}

func (h *host) Tier() sandbox.Tier { return sandbox.Namespaces }

func (h *host) Close() error {
	h.closed++
	return nil
}

func (b *box) Close() error {
	b.closed++
	return nil
}

func TestChoose(t *testing.T) {
	noNamespaces := errors.New("no namespaces")
	const remedy = "allow them"
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for name, test := range map[string]struct {
		ctx      context.Context
		wish     Wish
		obstacle string
		failed   error
		asks     bool // for namespaces
		want     Choice
		wantHost sandbox.Tier
		wantErr  string
	}{
		"the best":                        {t.Context(), Best, "", nil, true, Choice{}, sandbox.Namespaces, ""},
		"isolated":                        {t.Context(), Isolated, "", nil, true, Choice{}, sandbox.Namespaces, ""},
		"no control groups":               {t.Context(), NoCgroup, "", nil, true, Choice{}, sandbox.Namespaces, ""},
		"none":                            {t.Context(), Bare, remedy, noNamespaces, false, Choice{Weaker: "asked for", Remedy: "leave out --sandbox process"}, sandbox.NotIsolated, ""},
		"a locked-down machine":           {t.Context(), Best, remedy, noNamespaces, true, Choice{Weaker: "no namespaces", Remedy: remedy}, sandbox.NotIsolated, ""},
		"isolated on such":                {t.Context(), Isolated, remedy, noNamespaces, true, Choice{}, "", "no namespaces\nallow them"},
		"no control groups on such":       {t.Context(), NoCgroup, remedy, noNamespaces, true, Choice{}, "", "no namespaces\nallow them"},
		"the judge's own fault":           {t.Context(), Best, "", noNamespaces, true, Choice{}, "", "no namespaces"},
		"isolated, the judge's own fault": {t.Context(), Isolated, "", noNamespaces, true, Choice{}, "", "no namespaces"},
		"ended meanwhile":                 {over, Best, remedy, noNamespaces, true, Choice{}, "", "no namespaces\nallow them"},
		"unknown":                         {t.Context(), "strong", "", nil, false, Choice{}, "", `unknown sandbox "strong": want auto, namespaces, no-cgroup or process`},
	} {
		t.Run(name, func(t *testing.T) {
			asked := false
			got, err := choose(test.ctx, test.wish, t.TempDir(), func(noCgroup bool) (Choice, string, error) {
				asked = true
				if noCgroup != (test.wish == NoCgroup) {
					t.Errorf("asked to do without control groups: %t", noCgroup)
				}
				return Choice{Host: &host{}}, test.obstacle, test.failed
			})
			if asked != test.asks {
				t.Errorf("asked for namespaces: %t", asked)
			}
			if test.wantErr != "" {
				if err == nil || err.Error() != test.wantErr {
					t.Errorf("got %v, want %s", err, test.wantErr)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got.Host.Tier() != test.wantHost || got.Weaker != test.want.Weaker || got.Remedy != test.want.Remedy {
				t.Errorf("got %s, %+v; want %s, %+v", got.Host.Tier(), got, test.wantHost, test.want)
			}
		})
	}
}

// The box that was opened to see whether it can be is given to whoever wants one like it, once; nobody has it in the end otherwise.
func TestTheFirstBoxIsKept(t *testing.T) {
	config := sandbox.Config{Name: "0", Core: 1}
	for _, isWanted := range []bool{true, false} {
		h, first := &host{}, &box{config: config}
		o := &opened{Host: h, config: config, box: first}
		open := func(config sandbox.Config) sandbox.Box {
			t.Helper()
			got, err := o.Open(t.Context(), config)
			if err != nil || got.(*box).config != config {
				t.Fatalf("got %+v, %v", got, err)
			}
			return got
		}
		if other := open(sandbox.Config{Name: "1", Core: 1}); other == first || len(h.boxes) != 1 {
			t.Errorf("whoever wants another box has the first one: %t, %d are opened", other == first, len(h.boxes))
		}
		closed := 1
		if isWanted {
			closed = 0 // whoever has it closes it
			if got := open(config); got != first || len(h.boxes) != 1 {
				t.Errorf("whoever wants such a box has the first one: %t, %d are opened", got == first, len(h.boxes))
			}
			if again := open(config); again == first || len(h.boxes) != 2 {
				t.Errorf("it is given away twice: %t, %d are opened", again == first, len(h.boxes))
			}
		}
		if err := o.Close(); err != nil || first.closed != closed || h.closed != 1 {
			t.Errorf("the first box is closed %d times, want %d, and the host %d times, want 1: %v", first.closed, closed, h.closed, err)
		}
	}
}
