package shrink

import (
	"context"
	"crypto/sha256"
	"errors"
	"iter"
)

// errTries ends a search that has used up its tries.
var errTries = errors.New("no tries left")

// oracle tries candidates, several at once, and never the same one twice.
type oracle struct {
	try      Try
	jobs     int
	maxTries int
	settled  func() // called after each failed try

	tries   int
	refused map[digest]bool // candidates that were tried in vain
	ahead   map[digest]bool // answers about candidates that were tried before their turn
}

type digest [sha256.Size]byte

// candidateRun is a candidate being tried.
type candidateRun struct {
	at        cursor
	candidate []byte
	digest    digest
	done      chan struct{} // closed once ok and err are set
	ok        bool
	err       error
}

func newOracle(try Try, jobs, maxTries int) *oracle {
	return &oracle{try: try, jobs: jobs, maxTries: maxTries, refused: map[digest]bool{}, ahead: map[digest]bool{}}
}

// fails tries a single input.
func (o *oracle) fails(ctx context.Context, input []byte) (bool, error) {
	if err := context.Cause(ctx); err != nil {
		return false, err
	}
	o.tries++
	return o.try(ctx, input)
}

// first returns the first candidate, in their order, that is smaller than best and still fails; nil if there is
// none. Later ones are tried at the same time, but neither their answers nor their errors count before their turn.
func (o *oracle) first(ctx context.Context, best []byte, candidates iter.Seq2[cursor, []byte]) (*candidateRun, error) {
	trying, cancel := context.WithCancel(ctx)
	var queue []*candidateRun
	defer func() {
		cancel()
		for _, t := range queue {
			if <-t.done; t.err == nil {
				o.ahead[t.digest] = t.ok
			}
		}
	}()

	next := func() (*candidateRun, error) {
		t := queue[0]
		queue = queue[1:]
		return o.settle(ctx, t)
	}
	for at, candidate := range candidates {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		if !smaller(candidate, best) {
			continue
		}
		d := digest(sha256.Sum256(candidate))
		if o.refused[d] || contains(queue, d) {
			continue
		}
		if len(queue) == o.jobs {
			if t, err := next(); err != nil || t != nil {
				return t, err
			}
		}
		if o.maxTries > 0 && o.tries+len(queue) >= o.maxTries {
			for len(queue) > 0 {
				if t, err := next(); err != nil || t != nil {
					return t, err
				}
			}
			return nil, errTries
		}
		queue = append(queue, o.start(trying, &candidateRun{at: at, candidate: candidate, digest: d, done: make(chan struct{})}))
	}
	for len(queue) > 0 {
		if t, err := next(); err != nil || t != nil {
			return t, err
		}
	}
	return nil, nil
}

func contains(queue []*candidateRun, d digest) bool {
	for _, t := range queue {
		if t.digest == d {
			return true
		}
	}
	return false
}

func (o *oracle) start(ctx context.Context, t *candidateRun) *candidateRun {
	if ok, known := o.ahead[t.digest]; known {
		delete(o.ahead, t.digest)
		t.ok = ok
		close(t.done)
		return t
	}
	go func() {
		defer close(t.done)
		t.ok, t.err = o.try(ctx, t.candidate)
	}()
	return t
}

// settle waits for a trial whose turn has come and returns it if it succeeded.
func (o *oracle) settle(ctx context.Context, t *candidateRun) (*candidateRun, error) {
	<-t.done
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if t.err != nil {
		return nil, t.err
	}
	o.tries++
	if t.ok {
		return t, nil
	}
	o.refused[t.digest] = true
	o.settled()
	return nil, nil
}
