package web

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Whoever follows reads from any place on and gets all of it, in order, also while it is added to.
func TestStreamIsReplayed(t *testing.T) {
	const messages, followers = 500, 200
	stream := newStream()
	var wait sync.WaitGroup
	for follower := range followers {
		wait.Go(func() {
			seen := follower % 7
			for {
				more, ended, next := stream.after(seen)
				for _, m := range more {
					if want := fmt.Sprint(seen); m.kind != "end" && string(m.data) != want {
						t.Errorf("follower %d got %s, want %s", follower, m.data, want)
						return
					}
					seen++
				}
				if ended {
					if seen != messages+1 {
						t.Errorf("follower %d has seen %d, want %d and the end", follower, seen, messages)
					}
					return
				}
				<-next
			}
		})
	}
	// One that never reads anything keeps nobody from adding.
	_, _, _ = stream.after(0)
	for i := range messages {
		stream.add("test", fmt.Append(nil, i))
	}
	stream.end()
	stream.add("late", nil)
	wait.Wait()
}

func TestStreamIsBounded(t *testing.T) {
	stream := newStream()
	for range 100 {
		stream.add("failure", []byte(strings.Repeat("x", maxStream/50)))
	}
	stream.end()
	total := 0
	all, ended, _ := stream.after(-1)
	for _, m := range all {
		total += len(m.data)
	}
	if total > maxStream+10 || !ended || all[len(all)-1].kind != "end" {
		t.Errorf("it holds %d bytes and ended %t", total, ended)
	}
}

func TestOnlyTheNewestStreamsAreKept(t *testing.T) {
	s := &Server{judging: judging{begun: map[string]*attempt{}}}
	for i := range keptStreams + 10 {
		if _, err := s.judging.begin(t.Context(), fmt.Sprint(i), func(context.Context, *Stream) {}); err != nil {
			t.Fatal(err)
		}
	}
	s.judging.wait()
	for number, want := range map[int]bool{0: false, 10: false, 11: true, keptStreams + 10: true, keptStreams + 11: false, -1: false} {
		if got := s.judging.stream(number) != nil; got != want {
			t.Errorf("stream %d: %t, want %t", number, got, want)
		}
	}
	r := httptest.NewRequest("GET", "/api/streams/3", nil)
	r.SetPathValue("stream", "3")
	answer := httptest.NewRecorder()
	if s.follow(answer, r); answer.Code != 404 {
		t.Errorf("status %d for a stream that is gone", answer.Code)
	}
}
