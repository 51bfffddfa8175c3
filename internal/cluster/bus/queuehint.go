package bus

import (
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	// rumourTime is how long the lane of a queue may contain an announced job: it may see the job a moment after the
	// stream has it.
	rumourTime = time.Second
	// lateTime is how long a new listener may still receive announcements of jobs that were submitted before the server
	// knew that it listens.
	lateTime = 250 * time.Millisecond
)

// queueHints contains what a worker has heard about the lanes of its queues. A lane without announcements has no job and
// need not be asked: asking all lanes before each job costs more than many jobs.
type queueHints struct {
	news chan struct{} // receives when something was announced

	mu sync.Mutex
	of map[string]*queueHint
}

type queueHint struct {
	holds bool      // it may have a job
	told  time.Time // when it was announced
	asked time.Time
}

// about sets the lanes, about which nothing is known yet.
func (r *queueHints) about(lanes []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.of = map[string]*queueHint{}
	for _, lane := range lanes {
		r.of[lane] = &queueHint{holds: true}
	}
}

// tell records that a lane has a job.
func (r *queueHints) tell(lane string) {
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

// tellAll records that each lane may have a job: announcements while the hub was away are lost.
func (r *queueHints) tellAll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, about := range r.of {
		about.holds = true
	}
}

// worthAsking reports whether a lane may have a job; the caller then asks it. A job that another worker lost is not
// announced, so each lane is asked from time to time.
func (r *queueHints) worthAsking(lane string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	about := r.of[lane]
	if about == nil || !about.holds && time.Since(about.asked) < PollTime {
		return false
	}
	about.asked = time.Now()
	return true
}

// deny records that a lane has no job any more, or does not see it yet.
func (r *queueHints) deny(lane string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if about := r.of[lane]; about != nil && time.Since(about.told) > rumourTime {
		about.holds = false
	}
}

// subscribeHints subscribes to all announcements of jobs.
func (b *Bus) subscribeHints() (err error) {
	b.heeding.Do(func() {
		_, err = b.conn.Subscribe("wake.*", func(m *nats.Msg) {
			_, queue, _ := strings.Cut(m.Subject, ".")
			b.hints.tell(consumerName(queue, Lane(m.Data)))
		})
	})
	return err
}
