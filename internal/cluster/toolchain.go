package cluster

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"grundy/internal/event"
	"grundy/internal/job"
)

// lacking is a language that workers of a kind have no toolchain for.
type lacking struct{ like, language string }

// readdress hands the job to workers that have what one lacks. If nobody does, the result says who was asked.
func (r *request) readdress(ctx context.Context, t told) (result record, nobody bool, err error) {
	r.lacks = append(r.lacks, lacking{t.Maker.Like, t.Lack.Language})
	workers, err := Workers(ctx, r.client.bus)
	if err != nil {
		return record{}, false, err
	}
	r.listener.restart()
	slots, asked := map[string]int{}, map[string]bool{t.Maker.Machine: true}
	for _, w := range workers {
		asked[w.Name] = true
		if r.suits(w) {
			slots[w.Like] += w.Slots
		}
	}
	if len(slots) == 0 {
		result, err := t.Lack.everywhere(r.job, slices.Sorted(maps.Keys(asked)))
		result.Maker = t.Maker
		return result, true, err
	}
	// Those that have the most slots; of equal ones the choice is the same for all jobs.
	queues := slices.Sorted(maps.Keys(slots))
	r.queue = slices.MaxFunc(queues, func(a, b string) int { return slots[a] - slots[b] })
	r.ask()
	return record{}, false, nil
}

// suits tells whether a worker may have what others lacked. One that said it had may be wrong.
func (r *request) suits(w Announcement) bool {
	return !slices.ContainsFunc(r.lacks, func(l lacking) bool { return l.like == w.Like || !slices.Contains(w.Languages, l.language) })
}

// everywhere is what comes of a job for which none of the machines has the toolchain.
func (l lack) everywhere(j job.Job, machines []string) (record, error) {
	where := " on " + strings.Join(machines, ", ")
	r := record{Reply: l.Reply}
	value, err := job.DecodeResult(j, l.Reply.Result)
	if err != nil {
		return r, err
	}
	if done, judged := value.(event.Done); judged && done.Skipped {
		done.Reason += where
		if r.Reply.Result, err = job.EncodeResult(done); err != nil {
			return r, err
		}
	}
	if r.Reply.Error, err = job.MissingAt(l.Reply.Error, where); err != nil {
		return r, err
	}
	for _, line := range l.Events {
		e, err := event.OfLine(line)
		if err != nil {
			return r, err
		}
		switch told := e.(type) {
		case event.Compile:
			if told.Skipped {
				told.Failed += where
			}
			e = told
		case event.Done:
			if told.Skipped {
				told.Reason += where
			}
			e = told
		}
		text, err := event.Line(e)
		if err != nil {
			return r, err
		}
		r.Events = append(r.Events, json.RawMessage(text))
	}
	return r, nil
}
