package work

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A follower reads from any position on and gets all of the stream, in order, also while it grows.
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
	// A follower that never reads does not stop the writer.
	_, _, _ = stream.after(0)
	for i := range messages {
		stream.AddLine("test", fmt.Append(nil, i))
	}
	stream.end()
	stream.AddLine("late", nil)
	wait.Wait()
}

func TestStreamIsBounded(t *testing.T) {
	stream := newStream()
	for range 100 {
		stream.AddLine("failure", []byte(strings.Repeat("x", maxStream/50)))
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
	j := NewJudgements(t.Context(), 0)
	for i := range keptStreams + 10 {
		if _, err := j.Start(fmt.Sprint(i), func(context.Context, *Stream) {}); err != nil {
			t.Fatal(err)
		}
	}
	j.Wait()
	for number, want := range map[int]bool{0: false, 10: false, 11: true, keptStreams + 10: true, keptStreams + 11: false, -1: false} {
		if got := j.stream(number) != nil; got != want {
			t.Errorf("stream %d: %t, want %t", number, got, want)
		}
	}
	r := httptest.NewRequest("GET", "/api/streams/3", nil)
	r.SetPathValue("stream", "3")
	answer := httptest.NewRecorder()
	if j.Follow(answer, r); answer.Code != 404 {
		t.Errorf("status %d for a stream that is gone", answer.Code)
	}
}

// TestStalledReaders holds that browsers which open a long stream and read nothing of it take little memory, slow no other browser, and are let
// go after a while.
func TestStalledReaders(t *testing.T) {
	const stalled, message = 50, 100 << 10
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	j := NewJudgements(ctx, 0)
	j.patience = time.Minute
	ready := make(chan struct{})
	number, err := j.Start("long", func(_ context.Context, to *Stream) {
		<-ready
		for range maxStream / message {
			to.AddLine("failure", bytes.Repeat([]byte("x"), message))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	var following atomic.Int32
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/streams/{stream}", func(w http.ResponseWriter, r *http.Request) {
		following.Add(1)
		defer following.Add(-1)
		j.Follow(w, r)
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	path := fmt.Sprintf("/api/streams/%d", number)
	for range stalled {
		connection, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		fmt.Fprintf(connection, "GET %s HTTP/1.1\r\nHost: here\r\n\r\n", path)
	}
	for following.Load() < stalled {
		time.Sleep(time.Millisecond)
	}
	close(ready)
	j.Wait() // the writer goes on without readers
	before := live()
	answer, err := http.Get(server.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	all, err := io.ReadAll(answer.Body)
	if err != nil || !bytes.HasSuffix(all, []byte("event: end\ndata: {}\n\n")) || len(all) < maxStream-message {
		t.Errorf("who reads gets %d bytes: %v", len(all), err)
	}
	most := int64(stalled*(portion+message)*2 + len(all))
	all = nil
	grown := live() - before
	for end := time.Now().Add(time.Minute); grown > most && time.Now().Before(end); grown = live() - before {
		time.Sleep(10 * time.Millisecond) // some are still written to, as far as their connections take it
	}
	if grown > most {
		t.Errorf("%d that do not read hold %d bytes", stalled, grown)
	}
	for end := time.Now().Add(time.Minute); following.Load() > stalled && time.Now().Before(end); {
		time.Sleep(time.Millisecond) // who read everything is still being served
	}
	if left := following.Load(); left != stalled {
		t.Errorf("%d of %d follow while they may still read", left, stalled)
	}

	j.patience = 10 * time.Millisecond
	last, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer last.Close()
	fmt.Fprintf(last, "GET %s HTTP/1.1\r\nHost: here\r\n\r\n", path)
	for end := time.Now().Add(time.Minute); following.Load() > stalled && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if following.Load() > stalled {
		t.Error("who does not read is waited for")
	}
	cancel()
}

// live is how many bytes are held.
func live() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
