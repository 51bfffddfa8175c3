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

// missingLanguage is a language for which workers of a kind have no toolchain.
type missingLanguage struct{ like, language string }

// readdress submits the job to workers that have what one lacks. If there are none, the result says which workers were
// asked.
func (r *request) readdress(ctx context.Context, t progress) (result record, isMissing bool, err error) {
	r.lacks, r.queue = append(r.lacks, missingLanguage{t.Maker.Like, t.Lack.Language}), ""
	r.listener.restart()
	var there recentWorkers
	for _, now := range []bool{false, true} {
		if there, err = r.client.present(ctx, now); err != nil {
			return record{}, false, err
		}
		if _, found := r.address(there); found {
			r.ask()
			return record{}, false, nil
		}
	}
	asked := map[string]bool{t.Maker.Machine: true}
	for _, w := range there.workers {
		if r.class == "" || w.Class == r.class {
			asked[w.Name] = true
		}
	}
	result, err = t.Lack.everywhere(r.wanted.Job, slices.Sorted(maps.Keys(asked)))
	result.Maker = t.Maker
	return result, true, err
}

// everywhere returns the result of a job for which no machine has the toolchain.
func (l missingToolchain) everywhere(j job.Job, machines []string) (record, error) {
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
