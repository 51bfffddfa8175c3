package cluster

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
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
	var page metricsPage
	page.begin("grundy_jobs_waiting", "gauge", "Jobs without a worker yet.")
	for _, q := range o.Queues {
		page.value("", float64(q.Waiting), "lane", string(q.Lane))
	}
	page.begin("grundy_jobs_running", "gauge", "Jobs that a worker is doing.")
	for _, q := range o.Queues {
		page.value("", float64(q.Running), "lane", string(q.Lane))
	}
	page.begin("grundy_jobs_unfinished", "gauge", "Jobs that wait or that a worker is doing; an autoscaler can use it.")
	page.value("", float64(o.Waiting()+o.Running()))
	page.begin("grundy_jobs_dead", "gauge", "Jobs that the hub gave up after losing three workers.")
	page.value("", float64(o.Dead()))
	workers, slots := map[string]int{}, map[string]int{}
	for _, each := range o.Workers {
		workers[each.Class]++
		slots[each.Class] += each.Slots
	}
	page.begin("grundy_workers", "gauge", "Workers that announced themselves recently.")
	page.values("class", workers)
	page.begin("grundy_slots", "gauge", "Programs that they run at the same time.")
	page.values("class", slots)
	page.begin("grundy_store_bytes", "gauge", "Size of the store.")
	for _, p := range o.Parts {
		page.value("", float64(p.Bytes), "part", p.Name)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	page.begin("grundy_jobs_done_total", "counter", "Jobs done since this process began.")
	page.values("verdict", m.done)
	page.begin("grundy_job_seconds", "histogram", "How long a worker had a job.")
	below := 0
	for i, bound := range bounds() {
		if m.buckets != nil {
			below += m.buckets[i]
		}
		page.value("_bucket", float64(below), "le", fmt.Sprint(bound))
	}
	page.value("_bucket", float64(m.count), "le", "+Inf")
	page.value("_sum", m.sum)
	page.value("_count", float64(m.count))
	_, err := io.WriteString(w, page.text.String())
	return err
}

// metricsPage is text in the format.
type metricsPage struct {
	text strings.Builder
	name string // of the metric whose values follow
}

func (p *metricsPage) begin(name, kind, help string) {
	p.name = name
	fmt.Fprintf(&p.text, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// value writes a value, optionally with a label: its name and value.
func (p *metricsPage) value(suffix string, value float64, label ...string) {
	p.text.WriteString(p.name + suffix)
	if len(label) == 2 {
		// The format escapes these three, and takes all other characters as they are.
		quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(strings.ToValidUTF8(label[1], "?"))
		fmt.Fprintf(&p.text, `{%s="%s"}`, label[0], quoted)
	}
	fmt.Fprintf(&p.text, " %v\n", value)
}

// values writes a value for each value of a label, in order.
func (p *metricsPage) values(label string, values map[string]int) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		p.value("", float64(values[key]), label, key)
	}
}
