package bus

import (
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	// rumourTime is how long the lane of a queue may have a job that was told of: it may learn of it a moment after the stream has it.
	rumourTime = time.Second
	// lateTime is how long a worker that begins to listen may hear of jobs that were told of before the server knew that it listens.
	lateTime = 250 * time.Millisecond
)

// rumours are what a worker heard of the lanes of its queues. Those of which nobody told anything have no job, and need not be asked:
// to ask all of them before each job costs more than many jobs.
type rumours struct {
	news chan struct{} // has something when something was told

	mu sync.Mutex
	of map[string]*rumour
}

type rumour struct {
	holds bool      // it may have a job
	told  time.Time // when somebody said so
	asked time.Time
}

// about has these lanes be known, of which nothing is heard yet.
func (r *rumours) about(lanes []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.of = map[string]*rumour{}
	for _, lane := range lanes {
		r.of[lane] = &rumour{holds: true}
	}
}

// tell notes that a lane has a job.
func (r *rumours) tell(lane string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	about := r.of[lane]
	if about == nil {
		return
	}
	about.holds, about.told = true, time.Now()
	select {
	case r.news <- struct{}{}:
	default:
	}
}

// tellAll notes that each lane may have one: what was told while the hub was away nobody heard.
func (r *rumours) tellAll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, about := range r.of {
		about.holds = true
	}
}

// worthAsking tells whether a lane may have a job. It is asked then. Of one that another worker lost nobody tells, so each is asked from
// time to time.
func (r *rumours) worthAsking(lane string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	about := r.of[lane]
	if about == nil || !about.holds && time.Since(about.asked) < PollTime {
		return false
	}
	about.asked = time.Now()
	return true
}

// deny notes that a lane has no job any more, or has not learnt of it yet.
func (r *rumours) deny(lane string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if about := r.of[lane]; about != nil && time.Since(about.told) > rumourTime {
		about.holds = false
	}
}

// heed has all that is told of jobs be heard from now on.
func (b *Bus) heed() (err error) {
	b.heeding.Do(func() {
		_, err = b.conn.Subscribe("wake.*", func(m *nats.Msg) {
			_, queue, _ := strings.Cut(m.Subject, ".")
			b.rumours.tell(consumerName(queue, Lane(m.Data)))
		})
	})
	return err
}
