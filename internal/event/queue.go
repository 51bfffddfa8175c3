package event

// queue holds events in their order. The first ones stay in memory, the others, encoded, in a temporary file, so that
// memory stays bounded; it grows only if the file cannot be written.
type queue struct {
	room   int // how many events stay in memory
	first  []Event
	spill  spill
	behind []Event // after the spill fails
}

func (q *queue) put(e Event) {
	switch {
	case len(q.behind) == 0 && q.spill.count == 0 && len(q.first) < q.room:
		q.first = append(q.first, e)
	case len(q.behind) == 0 && q.spill.put(e) == nil:
	default:
		q.behind = append(q.behind, e)
	}
}

// take removes some of the events, none if the queue is empty. After an error, lost is how many events are gone.
func (q *queue) take() (events []Event, lost int, err error) {
	switch {
	case len(q.first) > 0:
		events, q.first = q.first, nil
	case q.spill.count > 0:
		e, err := q.spill.take()
		if err != nil {
			return nil, q.spill.forget(), err
		}
		events = []Event{e}
	default:
		events, q.behind = q.behind, nil
	}
	return events, 0, nil
}

func (q *queue) close() error {
	q.first, q.behind = nil, nil
	return q.spill.close()
}
