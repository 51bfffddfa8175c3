package cluster

import (
	"context"
	"encoding/json"
	"time"

	"grundy/internal/cluster/bus"
)

// Entry says what came of a job, for whoever keeps account: a line of the audit.
type Entry struct {
	// Time is when the hub got the result.
	Time   time.Time `json:"time"`
	Person string    `json:"person"`
	ID     string    `json:"job"`
	Kind   string    `json:"kind"`
	// Problem is the id that the person gives its problem, and Package the digest of what it was judged by.
	Problem string `json:"problem"`
	Package string `json:"package"`
	// What is the submission, or the kind of job.
	What   string `json:"what"`
	Worker string `json:"worker"`
	Class  string `json:"class"`
	// Verdict is that of a judgement, "done" of other jobs, "error" where the judge failed. Where there is no result it is "cancelled"
	// of a job that nobody wanted any more, and of one that another worker may do all the same "no toolchain" or "no package".
	Verdict string `json:"verdict"`
	// Seconds is how long the worker had the job.
	Seconds float64 `json:"seconds"`
}

// about is what a result is about.
type about struct {
	Kind, Problem, Package, What string
	Took                         time.Duration
	// End is why there is no result, "" where there is one.
	End string `json:",omitempty"`
}

// Why jobs have no result.
const (
	endCancelled = "cancelled"
	endUnbuilt   = "no toolchain"
	endUnpacked  = "no package"
)

// Follow has every job be told that is done, or ended without a result, in their order, until ctx ends; see bus.Finished for the name.
func Follow(ctx context.Context, b *bus.Bus, name string, tell func(Entry) error) error {
	return b.Finished(ctx, name, func(f bus.Finished) error {
		var r record
		if f.Uninvited {
			r.About.End = endCancelled
		} else if err := unpack(f.Result, &r); err != nil {
			r.Reply.Error = json.RawMessage(`"unreadable"`)
		}
		return tell(Entry{
			Time: f.At, Person: f.Person, ID: f.ID, Kind: r.About.Kind, Problem: r.About.Problem, Package: r.About.Package, What: r.About.What,
			Worker: r.Maker.Machine, Class: r.Maker.Class, Verdict: r.verdict(), Seconds: r.About.Took.Seconds(),
		})
	})
}

// verdict says in a word what came of the job.
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
