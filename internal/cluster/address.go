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

// rosterTime is how long a command uses a list of workers; they announce themselves no more often.
const rosterTime = announceTime

// recentWorkers is the list of workers that were there a moment ago.
type recentWorkers struct {
	workers []Announcement // those that can do jobs of this command
	mixed   bool           // there are others, of another release
	at      time.Time
}

// present returns the workers that announced themselves recently (or, with now, at this moment) and that can do jobs of
// this command.
func (c *Client) present(ctx context.Context, now bool) (recentWorkers, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !now && time.Since(c.roster.at) < rosterTime {
		return c.roster, nil
	}
	all, err := Workers(ctx, c.bus)
	if err != nil {
		return recentWorkers{}, err
	}
	able := slices.DeleteFunc(slices.Clone(all), func(w Announcement) bool { return !bus.Knows(w.Protocol, c.bus.ProtocolVersion()) })
	c.roster = recentWorkers{able, len(able) < len(all), time.Now()}
	return c.roster, nil
}

// isTimed reports whether times are part of the wanted result of a job.
func isTimed(j job.Job) bool {
	_, timed := j.(job.Judgement)
	return timed
}

// checkClass returns an error if no worker of the named class is there.
func checkClass(class string, workers []Announcement) error {
	if class == "" || len(workers) == 0 || slices.ContainsFunc(workers, func(w Announcement) bool { return w.Class == class }) {
		return nil
	}
	return hint.Errorf("available classes: "+strings.Join(Classes(workers), ", "), "the hub has no worker of the class %q", class)
}

// Classes returns the classes of workers.
func Classes(workers []Announcement) []string {
	classes := map[string]bool{}
	for _, w := range workers {
		classes[w.Class] = true
	}
	return slices.Sorted(maps.Keys(classes))
}

// Classes returns the classes whose times are wanted: the named one, or all available ones. The error says that no
// worker is there.
func (c *Client) Classes(ctx context.Context) ([]string, error) {
	if c.Class != "" {
		return []string{c.Class}, nil
	}
	there, err := c.present(ctx, true)
	if err == nil && len(there.workers) == 0 {
		err = hint.Errorf("start one: grundy worker --join FILE", "the hub has no worker that could measure")
	}
	return Classes(there.workers), err
}

// In returns the client for a class: machines of that class do the timed jobs.
func (c *Client) In(class string) job.Executor { return classClient{c, class} }

// classClient is a client that uses the times of a class.
type classClient struct {
	*Client
	class string
}

// Do lets a worker of the class do a job.
func (c classClient) Do(ctx context.Context, p *problem.Problem, j job.Job, emit func(event.Event)) (job.Result, error) {
	return c.doIn(ctx, c.class, p, j, emit)
}

// timing returns the class whose times count: the named one, or the one with the most slots; "" if no worker is there.
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

// most returns the key with the greatest number, the first of several, or "" if there is none.
func most(numbers map[string]int) string {
	keys := slices.Sorted(maps.Keys(numbers))
	if len(keys) == 0 {
		return ""
	}
	return slices.MaxFunc(keys, func(a, b string) int { return numbers[a] - numbers[b] })
}

// address returns the queue for the job: that of any worker, of a class, or of workers of one kind if others would not
// do. found is false if no suitable worker is there.
func (r *request) address(there recentWorkers) (queue string, found bool) {
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
		case !r.matches(w):
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

// served reports whether a worker takes jobs from a queue.
func served(queue string, workers []Announcement) bool {
	return queue == bus.AnyQueue || slices.ContainsFunc(workers, func(w Announcement) bool {
		return queue == w.Like || queue == bus.ClassQueue(w.Class)
	})
}

// matches reports whether a worker can do what others could not. A worker may be wrong about having a toolchain.
func (r *request) matches(w Announcement) bool {
	if r.second != nil && (w.Slower != slowdown{} || w.Like == r.second.Like) {
		return false
	}
	return !slices.ContainsFunc(r.lacks, func(l missingLanguage) bool { return l.like == w.Like || !slices.Contains(w.Languages, l.language) })
}

// name returns the name of the job, which covers what this command requires of the worker.
func (r *request) name() (string, error) {
	class := r.class
	if r.second != nil {
		class += " beside " + r.second.Machine
	}
	return nameOf(r.wanted, r.client.bus.ProtocolVersion(), r.client.Version, class, r.epoch)
}
