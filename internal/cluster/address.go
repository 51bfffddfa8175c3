package cluster

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"grundy/internal/base/hint"
	"grundy/internal/cluster/bus"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// rosterTime is how long a command goes by what it learnt of the workers; they say how they are no more often.
const rosterTime = announceTime

// roster is who was there a moment ago.
type roster struct {
	workers []Announcement // who can do jobs of this command
	mixed   bool           // there are others, of another release
	at      time.Time
}

// present are the workers that the hub heard of lately, or hears of now, and that can do jobs of this command.
func (c *Client) present(ctx context.Context, now bool) (roster, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !now && time.Since(c.roster.at) < rosterTime {
		return c.roster, nil
	}
	all, err := Workers(ctx, c.bus)
	if err != nil {
		return roster{}, err
	}
	able := slices.DeleteFunc(slices.Clone(all), func(w Announcement) bool { return !bus.Knows(w.Protocol, c.bus.Speaks()) })
	c.roster = roster{able, len(able) < len(all), time.Now()}
	return c.roster, nil
}

// isTimed tells whether the times are part of what is wanted of a job.
func isTimed(j job.Job) bool {
	_, timed := j.(job.Judgement)
	return timed
}

// checkClass tells why no worker of a class that somebody named is there.
func checkClass(class string, workers []Announcement) error {
	if class == "" || len(workers) == 0 || slices.ContainsFunc(workers, func(w Announcement) bool { return w.Class == class }) {
		return nil
	}
	return hint.Errorf("classes that are there: "+strings.Join(Classes(workers), ", "), "no worker of the class %q is there", class)
}

// Classes are those of workers.
func Classes(workers []Announcement) []string {
	classes := map[string]bool{}
	for _, w := range workers {
		classes[w.Class] = true
	}
	return slices.Sorted(maps.Keys(classes))
}

// Classes are those whose times are wanted: the one that is named, or all that are there. The error tells that nobody is.
func (c *Client) Classes(ctx context.Context) ([]string, error) {
	if c.Class != "" {
		return []string{c.Class}, nil
	}
	there, err := c.present(ctx, true)
	if err == nil && len(there.workers) == 0 {
		err = hint.Errorf("start one: grundy worker --join FILE", "no worker is there that could measure")
	}
	return Classes(there.workers), err
}

// In is the client for a class: timed jobs are done by its machines.
func (c *Client) In(class string) job.Executor { return classClient{c, class} }

// classClient is a client that goes by the times of a class.
type classClient struct {
	*Client
	class string
}

// Do has a worker of the class do a job.
func (c classClient) Do(ctx context.Context, p *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error) {
	return c.doIn(ctx, c.class, p, j, emit)
}

// timing is the class whose times count: the one that is named, or the one that has the most slots; "" when nobody is there.
func (c *Client) timing(workers []Announcement) string {
	if c.Class != "" {
		return c.Class
	}
	slots := map[string]int{}
	for _, w := range workers {
		slots[w.Class] += w.Slots
	}
	return most(slots)
}

// most is the key with the greatest number, the first of several, "" when there is none.
func most(numbers map[string]int) string {
	keys := slices.Sorted(maps.Keys(numbers))
	if len(keys) == 0 {
		return ""
	}
	return slices.MaxFunc(keys, func(a, b string) int { return numbers[a] - numbers[b] })
}

// address is the queue that the job is handed in to: that of any worker or of a class, or that of workers of one kind, where others
// would not do. Found is false when nobody is there who would.
func (r *request) address(there roster) (queue string, found bool) {
	class := r.class
	if class == "" && isTimed(r.wanted.Job) {
		class = r.client.timing(there.workers)
	}
	if len(r.lacks) == 0 && r.second == nil && (!there.mixed || len(there.workers) == 0) {
		if class == "" {
			return bus.AnyQueue, true
		}
		return bus.ClassQueue(class), true
	}
	slots, others := map[string]int{}, map[string]int{}
	for _, w := range there.workers {
		switch {
		case !r.suits(w):
		case class == "" || w.Class == class:
			slots[w.Like] += w.Slots
		case r.class == "":
			others[w.Like] += w.Slots
		}
	}
	if len(slots) == 0 {
		slots = others
	}
	if len(slots) == 0 {
		return bus.ClassQueue(class), false
	}
	return most(slots), true
}

// served tells whether somebody takes jobs from a queue.
func served(queue string, workers []Announcement) bool {
	return queue == bus.AnyQueue || slices.ContainsFunc(workers, func(w Announcement) bool {
		return queue == w.Like || queue == bus.ClassQueue(w.Class)
	})
}

// suits tells whether a worker may do what others could not. One that said it had a toolchain may be wrong.
func (r *request) suits(w Announcement) bool {
	if r.second != nil && (w.Slower != slowdown{} || w.Like == r.second.Like) {
		return false
	}
	return !slices.ContainsFunc(r.lacks, func(l lacking) bool { return l.like == w.Like || !slices.Contains(w.Languages, l.language) })
}

// name names the job, with what this command wants of whoever does it.
func (r *request) name() (string, error) {
	class := r.class
	if r.second != nil {
		class += " beside " + r.second.Machine
	}
	return nameOf(r.wanted, r.client.bus.Speaks(), r.client.Version, class, r.epoch)
}
