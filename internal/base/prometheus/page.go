// Package prometheus writes metrics in the text format of Prometheus
// (https://prometheus.io/docs/instrumenting/exposition_formats/).
package prometheus

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Page is text in the format.
type Page struct {
	text strings.Builder
	name string // of the metric whose values follow
}

// Metric begins a metric.
func (p *Page) Metric(name, kind, help string) {
	p.name = name
	fmt.Fprintf(&p.text, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// Value writes a value, optionally with a label: its name and value.
func (p *Page) Value(suffix string, value float64, label ...string) {
	p.text.WriteString(p.name + suffix)
	if len(label) == 2 {
		// The format escapes these three, and takes all other characters as they are.
		quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(strings.ToValidUTF8(label[1], "?"))
		fmt.Fprintf(&p.text, `{%s="%s"}`, label[0], quoted)
	}
	fmt.Fprintf(&p.text, " %v\n", value)
}

// Values writes a value for each value of a label, in order.
func (p *Page) Values(label string, values map[string]int) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		p.Value("", float64(values[key]), label, key)
	}
}

// String returns the text.
func (p *Page) String() string { return p.text.String() }
