package backend

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"testing"

	"grundy/internal/base/hint"
	"grundy/internal/judge/sandbox"
)

// host has boxes that do nothing, and records what happened to it.
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
	over, cancel := context.WithCancel(t.Context())
	cancel()
	failure := func(tier sandbox.Tier, text, remedy string) *Failure { return &Failure{tier, errors.New(text), remedy} }
	const remedy = "allow them"
	var (
		noGroups     = failure(sandbox.CgroupV2, "no clone3", remedy)
		none         = failure(sandbox.Rootless, "no namespaces", remedy)
		noneEither   = failure(sandbox.CgroupV2, "no namespaces", remedy)
		fault        = failure(sandbox.Rootless, "disk full", "")
		faultEarlier = failure(sandbox.CgroupV2, "disk full", "")
		noWalls      = failure(sandbox.Landlock, "no Landlock", remedy)
		notEven      = failure(sandbox.NotIsolated, "no groups of processes", "")
	)
	for name, test := range map[string]struct {
		ctx          context.Context
		wish         Preference
		strong, weak *Failure // with control groups, if the machine has any, and without
		walled       *Failure
		bare         *Failure
		asked        string // tiers that were tried: s, w, l, b
		want         Choice
		wantErr      string
	}{
		"the best":                {wish: Best, asked: "s"},
		"isolated":                {wish: Isolated, asked: "s"},
		"no control groups":       {wish: NoCgroup, asked: "w"},
		"none":                    {wish: Bare, asked: "b", want: Choice{Weaker: "asked for"}},
		"control groups fail":     {wish: Best, strong: noGroups, asked: "sw", want: Choice{Weaker: "cgroup-v2: no clone3", Remedy: remedy, FellBack: true}},
		"isolated without them":   {wish: Isolated, strong: noGroups, asked: "sw", want: Choice{Weaker: "cgroup-v2: no clone3", Remedy: remedy, FellBack: true}},
		"without namespaces":      {wish: Walled, asked: "l", want: Choice{Weaker: "asked for"}},
		"no Landlock either":      {wish: Walled, walled: noWalls, asked: "l", wantErr: "landlock: no Landlock"},
		"a container":             {wish: Best, strong: none, asked: "sl", want: Choice{Weaker: "rootless: no namespaces", Remedy: remedy, FellBack: true}},
		"a locked-down machine":   {wish: Best, strong: none, walled: noWalls, asked: "slb", want: Choice{Weaker: "rootless: no namespaces; landlock: no Landlock", Remedy: remedy, FellBack: true}},
		"nothing helps":           {wish: Best, strong: noGroups, weak: none, walled: noWalls, asked: "swlb", want: Choice{Weaker: "cgroup-v2: no clone3; rootless: no namespaces; landlock: no Landlock", Remedy: remedy, FellBack: true}},
		"twice for the same":      {wish: Best, strong: noneEither, weak: none, asked: "swl", want: Choice{Weaker: "cgroup-v2 and rootless: no namespaces", Remedy: remedy, FellBack: true}},
		"isolated on such":        {wish: Isolated, strong: noneEither, weak: none, asked: "sw", wantErr: "cgroup-v2 and rootless: no namespaces"},
		"no groups on such":       {wish: NoCgroup, weak: none, asked: "w", wantErr: "rootless: no namespaces"},
		"nothing at all":          {wish: Best, strong: none, walled: noWalls, bare: notEven, asked: "slb", wantErr: "rootless: no namespaces; landlock: no Landlock; not-isolated: no groups of processes"},
		"not even bare":           {wish: Bare, bare: notEven, asked: "b", wantErr: "not-isolated: no groups of processes"},
		"the judge's own fault":   {wish: Best, strong: fault, asked: "s", wantErr: "rootless: disk full"},
		"a fault of another time": {wish: Best, strong: faultEarlier, asked: "s", wantErr: "cgroup-v2: disk full"},
		"a fault after a failure": {wish: Best, strong: noGroups, weak: fault, asked: "sw", wantErr: "cgroup-v2: no clone3; rootless: disk full"},
		"isolated, its own fault": {wish: Isolated, strong: fault, asked: "s", wantErr: "rootless: disk full"},
		"ended meanwhile":         {ctx: over, wish: Best, strong: none, asked: "s", wantErr: "rootless: no namespaces"},
		"unknown":                 {wish: "strong", wantErr: `unknown sandbox "strong": want auto, namespaces, no-cgroup, landlock or process`},
	} {
		t.Run(name, func(t *testing.T) {
			asked := ""
			source := func(mark string, fails *Failure, found Choice) (Choice, error) {
				asked += mark
				if fails != nil {
					return Choice{}, fails
				}
				return found, nil
			}
			got, err := choose(cmp.Or(test.ctx, t.Context()), test.wish, sources{
				isolated: func(noCgroup bool) (Choice, error) {
					if noCgroup {
						return source("w", test.weak, Choice{})
					}
					return source("s", test.strong, Choice{})
				},
				walled: func() (Choice, error) { return source("l", test.walled, Choice{Weaker: "asked for"}) },
				bare:   func() (Choice, error) { return source("b", test.bare, Choice{Weaker: "asked for"}) },
			})
			if asked != test.asked {
				t.Errorf("tried %q, want %q", asked, test.asked)
			}
			switch {
			case test.wantErr == "" && err != nil, test.wantErr != "" && (err == nil || err.Error() != test.wantErr):
				t.Errorf("got %v, want %q", err, test.wantErr)
			case got != test.want:
				t.Errorf("got %+v, want %+v", got, test.want)
			}
			if strings.Contains(test.wantErr, none.Error()) && hint.Of(err) != remedy {
				t.Errorf("the remedy is %q, want %q", hint.Of(err), remedy)
			}
		})
	}
}

// The box opened for the trial is returned once, to a caller that asks for one like it. Otherwise it is closed in the
// end.
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
			t.Errorf("a caller that asks for another box gets the first one: %t, %d are opened", other == first, len(h.boxes))
		}
		closed := 1
		if isWanted {
			closed = 0 // its owner closes it
			if got := open(config); got != first || len(h.boxes) != 1 {
				t.Errorf("a caller that asks for such a box gets the first one: %t, %d are opened", got == first, len(h.boxes))
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
