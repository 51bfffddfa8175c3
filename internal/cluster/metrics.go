package cluster

import (
	"fmt"
	"io"
	"slices"
	"sync"

	"grundy/internal/base/prometheus"
)

// Metrics counts finished jobs, and writes the counts together with the status of the hub in the text format of
// Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/). Its methods may be called concurrently.
type Metrics struct {
	mu      sync.Mutex
	done    map[string]int // by verdict
	buckets []int          // how many fall into each bucket
	count   int
	sum     float64 // seconds
}

// bounds returns the upper bounds of the buckets, in seconds.
func bounds() []float64 { return []float64{0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300} }

// Add counts a finished job.
func (m *Metrics) Add(e AuditEntry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.done == nil {
		m.done, m.buckets = map[string]int{}, make([]int, len(bounds()))
	}
	m.done[e.Verdict]++
	m.count++
	m.sum += e.Seconds
	if i := slices.IndexFunc(bounds(), func(bound float64) bool { return e.Seconds <= bound }); i >= 0 {
		m.buckets[i]++
	}
}

// Write writes everything.
func (m *Metrics) Write(w io.Writer, o Overview) error {
	var page prometheus.Page
	page.Metric("grundy_jobs_waiting", "gauge", "Jobs without a worker yet.")
	for _, q := range o.Queues {
		page.Value("", float64(q.Waiting), "lane", string(q.Lane))
	}
	page.Metric("grundy_jobs_running", "gauge", "Jobs that a worker is doing.")
	for _, q := range o.Queues {
		page.Value("", float64(q.Running), "lane", string(q.Lane))
	}
	page.Metric("grundy_jobs_unfinished", "gauge", "Jobs that wait or that a worker is doing; an autoscaler can use it.")
	page.Value("", float64(o.Waiting()+o.Running()))
	page.Metric("grundy_jobs_dead", "gauge", "Jobs that the hub gave up after losing three workers.")
	page.Value("", float64(o.Dead()))
	workers, slots := map[string]int{}, map[string]int{}
	for _, each := range o.Workers {
		workers[each.Class]++
		slots[each.Class] += each.Slots
	}
	page.Metric("grundy_workers", "gauge", "Workers that announced themselves recently.")
	page.Values("class", workers)
	page.Metric("grundy_slots", "gauge", "Programs that they run at the same time.")
	page.Values("class", slots)
	page.Metric("grundy_store_bytes", "gauge", "Size of the store.")
	for _, p := range o.Parts {
		page.Value("", float64(p.Bytes), "part", p.Name)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	page.Metric("grundy_jobs_done_total", "counter", "Jobs done since this process began.")
	page.Values("verdict", m.done)
	page.Metric("grundy_job_seconds", "histogram", "How long a worker had a job.")
	below := 0
	for i, bound := range bounds() {
		if m.buckets != nil {
			below += m.buckets[i]
		}
		page.Value("_bucket", float64(below), "le", fmt.Sprint(bound))
	}
	page.Value("_bucket", float64(m.count), "le", "+Inf")
	page.Value("_sum", m.sum)
	page.Value("_count", float64(m.count))
	_, err := io.WriteString(w, page.String())
	return err
}
