package work

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"grundy/internal/ui/web/site"
)

// Judgements contains current and recent judgements.
type Judgements struct {
	mutex   sync.Mutex
	begun   map[string]*attempt // the newest for each file, by path
	streams []*Stream           // the newest ones; the last one has the number told
	told    int
	closed  bool
	running sync.WaitGroup

	lifetime context.Context // of the server
	patience time.Duration   // how long a browser may take to read what it is sent
}

// NewJudgements returns judgements that end with a server. The number of its first stream follows a given one: a page of
// an earlier server follows a number that no judgement of this one has.
func NewJudgements(lifetime context.Context, number int) *Judgements {
	return &Judgements{begun: map[string]*attempt{}, told: number, lifetime: lifetime, patience: patience}
}

// attempt is the judgement of a file.
type attempt struct {
	number int // of its stream
	stop   context.CancelFunc
	done   chan struct{} // closed when it is over
}

// keptStreams is how many judgements a page can follow from the beginning. Finished ones are in the history too.
const keptStreams = 64

// stream finds the stream with a number, or nil if it no longer exists.
func (j *Judgements) stream(number int) *Stream {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	place := len(j.streams) - 1 - (j.told - number)
	if place < 0 || place >= len(j.streams) {
		return nil
	}
	return j.streams[place]
}

// Newest returns the stream number of a file's newest judgement; 0 for none.
func (j *Judgements) Newest(path string) int {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if a := j.begun[path]; a != nil && j.told-a.number < len(j.streams) {
		return a.number
	}
	return 0
}

// Start cancels the current judgement of a file, and starts another one once it has ended. It returns the number of its
// stream.
func (j *Judgements) Start(path string, work func(context.Context, *Stream)) (number int, err error) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.closed {
		return 0, ErrEnding
	}
	before := j.begun[path]
	if before != nil {
		before.stop()
	}
	stream := newStream()
	j.streams = append(j.streams, stream)
	j.streams = slices.Delete(j.streams, 0, max(0, len(j.streams)-keptStreams))
	j.told++
	a := &attempt{number: j.told, done: make(chan struct{})}
	var working context.Context
	working, a.stop = context.WithCancel(j.lifetime)
	j.begun[path] = a
	j.running.Go(func() {
		defer close(a.done)
		defer stream.end()
		defer a.stop()
		if before != nil {
			<-before.done
		}
		if working.Err() == nil {
			work(working, stream)
		}
	})
	return a.number, nil
}

// Stop cancels the judgement of a file.
func (j *Judgements) Stop(path string) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if a := j.begun[path]; a != nil {
		a.stop()
	}
}

// Wait returns when all judgements have ended; no new one starts.
func (j *Judgements) Wait() {
	j.mutex.Lock()
	j.closed = true
	j.mutex.Unlock()
	j.running.Wait()
}

var ErrEnding = errors.New("grundy serve is ending; start it again")

// judgementStarted is what a page is told about a judgement that starts.
type judgementStarted struct {
	Stream int `json:"stream"`
}

// Started answers the request that started a judgement.
func Started(w http.ResponseWriter, number int, err error) {
	if err != nil {
		site.Refuse(w, http.StatusServiceUnavailable, err)
		return
	}
	site.Answer(w, http.StatusAccepted, judgementStarted{number})
}
