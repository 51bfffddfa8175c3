package companion

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestOneProcessHears(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "companion")
	first, err := Take(t.Context(), dir, func(o Owner) { t.Errorf("taken by %+v", o) })
	if err != nil {
		t.Fatal(err)
	}
	me := Owner{Process: os.Getpid(), Command: "grundy listen", Port: 10043, Folder: "/home/ada/solutions"}
	if err := first.Tell(me); err != nil {
		t.Fatal(err)
	}
	// The next one learns who it is, and takes over.
	told := make(chan Owner, 2)
	second := make(chan *InboxLock, 1)
	go func() {
		seat, err := Take(t.Context(), dir, func(o Owner) { told <- o })
		if err != nil {
			t.Error(err)
		}
		second <- seat
	}()
	if got := <-told; got != me {
		t.Errorf("got %+v", got)
	}
	select {
	case <-second:
		t.Fatal("two have it")
	case <-time.After(2 * patience):
	}
	if err := first.Leave(); err != nil {
		t.Fatal(err)
	}
	if seat := <-second; seat == nil || len(told) > 0 {
		t.Error("it was told again, or not taken")
	} else {
		defer seat.Leave()
	}
	// A waiting process may give up. It is told of an owner that does not say who it is, too.
	ctx, cancel := context.WithCancel(t.Context())
	_, err = Take(ctx, dir, func(o Owner) {
		if o != (Owner{}) {
			t.Errorf("an owner that said nothing: %+v", o)
		}
		cancel()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
