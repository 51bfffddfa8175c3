package cluster

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"grundy/internal/cluster/bus"
)

// parseMetrics reads the text format as its specification has it, and gives the value of each name with its label.
func parseMetrics(t *testing.T, text string) map[string]float64 {
	t.Helper()
	value := regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"\})? (\S+)$`)
	kinds, helped, values := map[string]string{}, map[string]bool{}, map[string]float64{}
	if !strings.HasSuffix(text, "\n") {
		t.Error("the last line has no end")
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		words := strings.SplitN(line, " ", 4)
		switch {
		case len(words) == 4 && words[0] == "#" && words[1] == "HELP":
			helped[words[2]] = true
			continue
		case len(words) == 4 && words[0] == "#" && words[1] == "TYPE":
			if kinds[words[2]] != "" {
				t.Errorf("%s has two types", words[2])
			}
			kinds[words[2]] = words[3]
			continue
		}
		found := value.FindStringSubmatch(line)
		if found == nil {
			t.Errorf("%q is no line of the format", line)
			continue
		}
		name := found[1]
		for _, suffix := range []string{"_bucket", "_sum", "_count"} {
			if family := strings.TrimSuffix(name, suffix); kinds[family] == "histogram" {
				name = family
			}
		}
		if kinds[name] == "" || !helped[name] {
			t.Errorf("%s has no type or help before it", name)
		}
		number, err := strconv.ParseFloat(found[3], 64)
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if _, twice := values[found[1]+found[2]]; twice {
			t.Errorf("%s has two values", found[1]+found[2])
		}
		values[found[1]+found[2]] = number
	}
	return values
}

func TestMetrics(t *testing.T) {
	var m Metrics
	text := func(o Overview) string {
		var out strings.Builder
		if err := m.Write(&out, o); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if empty := parseMetrics(t, text(Overview{})); empty["grundy_job_seconds_count"] != 0 {
		t.Errorf("of nothing comes %v", empty)
	}
	m.Add(AuditEntry{Verdict: "AC", Seconds: 0.02})
	m.Add(AuditEntry{Verdict: "AC", Seconds: 1})
	m.Add(AuditEntry{Verdict: "WA \"\\\n\xff", Seconds: 1000})
	o := Overview{
		Workers: []Announcement{{Class: "A", Slots: 2}, {Class: "A", Slots: 4}, {Class: "B", Slots: 1}},
		Queues:  []bus.Queue{{Lane: bus.First, Waiting: 3, Running: 1}, {Lane: bus.Bulk, Waiting: 1e6}},
		Parts:   []bus.Part{{Name: "jobs", Bytes: 1 << 40}, {Name: bus.DeadPart, Messages: 7}},
	}
	got := parseMetrics(t, text(o))
	for name, want := range map[string]float64{
		`grundy_jobs_waiting{lane="p0"}`: 3, `grundy_jobs_running{lane="p0"}`: 1, `grundy_jobs_waiting{lane="p3"}`: 1e6,
		`grundy_jobs_unfinished`: 1e6 + 4, `grundy_jobs_dead`: 7, `grundy_workers{class="A"}`: 2, `grundy_slots{class="A"}`: 6,
		`grundy_slots{class="B"}`: 1, `grundy_store_bytes{part="jobs"}`: 1 << 40,
		`grundy_jobs_done_total{verdict="AC"}`: 2, `grundy_jobs_done_total{verdict="WA \"\\\n?"}`: 1,
		`grundy_job_seconds_bucket{le="0.01"}`: 0, `grundy_job_seconds_bucket{le="0.03"}`: 1, `grundy_job_seconds_bucket{le="1"}`: 2,
		`grundy_job_seconds_bucket{le="300"}`: 2, `grundy_job_seconds_bucket{le="+Inf"}`: 3, `grundy_job_seconds_count`: 3,
	} {
		if value, ok := got[name]; !ok || value != want {
			t.Errorf("%s is %v, want %v", name, value, want)
		}
	}
	if sum := got["grundy_job_seconds_sum"]; math.Abs(sum-1001.02) > 1e-9 {
		t.Errorf("the sum is %v", sum)
	}
}
