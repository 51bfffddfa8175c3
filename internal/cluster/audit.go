package cluster

import (
	"context"
	"encoding/json"
	"time"

	"grundy/internal/cluster/bus"
)

// AuditEntry is one line of the audit: the outcome of a job.
type AuditEntry struct {
	// Time is when the hub got the result.
	Time   time.Time `json:"time"`
	Person string    `json:"person"`
	ID     string    `json:"job"`
	Kind   string    `json:"kind"`
	// Problem is the id that the user gives the problem, and Package the digest of the judged package.
	Problem string `json:"problem"`
	Package string `json:"package"`
	// What is the submission, or the kind of job.
	What   string `json:"what"`
	Worker string `json:"worker"`
	Class  string `json:"class"`
	// Verdict is the verdict of a judgement, "done" for other jobs, or "error" if the judge failed. A job without a
	// result has "cancelled" if the user cancelled it, and "no toolchain" or "no package" if another worker may still
	// do it.
	Verdict string `json:"verdict"`
	// Seconds is how long the worker had the job.
	Seconds float64 `json:"seconds"`
}

// resultContext describes the job of a result.
type resultContext struct {
	Kind, Problem, Package, What string
	Took                         time.Duration
	// End is why there is no result, or "" if there is one.
	End string `json:",omitempty"`
}

// The reasons why jobs have no result.
const (
	endCancelled = "cancelled"
	endUnbuilt   = "no toolchain"
	endUnpacked  = "no package"
)

// Follow calls tell for every job that is done or ended without a result, in order, until ctx ends; bus.EndedJob
// explains name.
func Follow(ctx context.Context, b *bus.Bus, name string, tell func(AuditEntry) error) error {
	return b.Finished(ctx, name, func(f bus.EndedJob) error {
		var r record
		if f.Uninvited {
			r.About.End = endCancelled
		} else if err := unpack(f.Result, &r); err != nil {
			r.Reply.Error = json.RawMessage(`"unreadable"`)
		}
		return tell(AuditEntry{
			Time: f.At, Person: f.Person, ID: f.ID, Kind: r.About.Kind, Problem: r.About.Problem, Package: r.About.Package, What: r.About.What,
			Worker: r.Maker.Machine, Class: r.Maker.Class, Verdict: r.verdict(), Seconds: r.About.Took.Seconds(),
		})
	})
}

// verdict returns the outcome of the job in a word.
func (r record) verdict() string {
	var judged struct{ Verdict string }
	switch {
	case r.About.End != "":
		return r.About.End
	case json.Unmarshal(r.Reply.Result, &judged) == nil && judged.Verdict != "":
		return judged.Verdict
	case len(r.Reply.Error) > 0 && string(r.Reply.Error) != "null":
		return "error"
	}
	return "done"
}
