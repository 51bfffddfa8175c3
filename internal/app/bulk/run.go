package bulk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/harness"
	"grundy/internal/judge/language"
	"grundy/internal/store/workspace"
)

// Batch is what to judge, and how.
type Batch struct {
	Lines io.Reader
	To    *Output
	// Detail is how much each result says.
	Detail Detail
	// Ordered writes results in the order of the lines, not in that in which they are ready.
	Ordered bool
	// Stop leaves out the cases of a submission that cannot change its result once one is not accepted.
	Stop bool
	// Remote refuses lines that name files of this machine, and keeps their priorities from going before other batches.
	Remote bool
	// MaxLine bounds a line in bytes; 0 means MaxLine.
	MaxLine int
	// Progress is told whenever results were written.
	Progress func(Summary)
}

// Summary counts the lines.
type Summary struct {
	// Verdicts counts the results by their verdict.
	Verdicts map[verdict.Verdict]int
	// Failures counts the lines without a result, and Judge those of them where the judge failed.
	Failures, Judge int
	// Copied counts the results that are those of the same source and cases in another line.
	Copied int
	// Earlier counts the lines whose result an earlier run wrote.
	Earlier int
}

// Judged is how many results there are.
func (s Summary) Judged() (sum int) {
	for _, n := range s.Verdicts {
		sum += n
	}
	return sum
}

const (
	// ahead is how many more judgements than slots are under way: they are built while the programs of others run.
	ahead = 2
	// maxUnwritten bounds the lines that were read and have no row yet.
	maxUnwritten = 1024
)

// run is the work of Run.
type run struct {
	Batch
	client   job.Client
	table    *language.Table
	problems *problems
	waiting  *waiting
	places   chan struct{} // for lines without a row
	outcomes chan outcome
	turns    uint64 // of the reader

	mu       sync.Mutex // guards what follows, and the output
	inFlight map[fingerprint]*leader
	sum      Summary
}

// leader is a line that is being judged, with the others that have the same key.
type leader struct{ others []*task }

// outcome is what a row is to say about a line.
type outcome struct {
	task    *task
	result  Result
	err     error  // why there is no result
	row     []byte // a result that was known
	unnamed bool   // the row has no ID
}

// Run judges lines until they end. If the user cancels ctx, it stops and leaves out what is not done. The error is that
// of reading or writing, or of a judge that cannot be opened.
func Run(ctx context.Context, w *workspace.Workspace, client job.Client, request Batch) (Summary, error) {
	builder, err := w.Builder()
	if err != nil {
		return Summary{}, err
	}
	problems, err := newProblems(w)
	if err != nil {
		return Summary{}, err
	}
	defer problems.close()
	r := &run{
		Batch: request, client: client, table: builder.Table, problems: problems,
		places: make(chan struct{}, maxUnwritten), outcomes: make(chan outcome), inFlight: map[fingerprint]*leader{},
		sum: Summary{Verdicts: map[verdict.Verdict]int{}},
	}
	r.MaxLine = cmp.Or(r.MaxLine, MaxLine)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	waiting, stop := newWaiting(ctx)
	defer stop()
	r.waiting = waiting

	var working sync.WaitGroup
	working.Go(func() {
		defer r.waiting.close()
		if err := r.read(ctx); err != nil {
			cancel(err)
		}
	})
	for range client.Slots() + ahead {
		working.Go(func() {
			for t := r.waiting.take(ctx); t != nil; t = r.waiting.take(ctx) {
				r.judge(ctx, t)
			}
		})
	}
	go func() {
		working.Wait()
		close(r.outcomes)
	}()
	if err := r.write(); err != nil {
		cancel(err)
		for range r.outcomes { // those that are under way
		}
	}
	if err := context.Cause(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return r.sum, err
	}
	return r.sum, nil
}

// read takes the lines apart, and hands on those to be judged.
func (r *run) read(ctx context.Context) error {
	for line, err := range readLines(ctx, r.Lines, r.MaxLine) {
		if err == nil {
			err = r.take(ctx, line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// take finds out what to do about a line.
func (r *run) take(ctx context.Context, from lineOfText) error {
	t := &task{line: &Line{}, number: from.number, size: len(from.text)}
	fault := from.fault
	if fault == nil {
		t.line, fault = read(from.text)
	}
	known, err := r.known(t)
	if err != nil || known.skip && !known.result {
		return err
	}
	if known.twice > 0 {
		fault = fmt.Errorf("id: line %d has the ID %q, too", known.twice, t.line.ID)
	}
	if fault == nil && r.Remote {
		fault = t.line.checkRemote()
	}
	if fault == nil {
		fault = t.prepare(r.table)
	}
	if known.skip {
		if fault == nil {
			err = r.remember(t.key, known.at)
		}
		return err
	}
	select {
	case r.places <- struct{}{}:
	case <-ctx.Done():
		return nil
	}
	t.turn = r.turns
	r.turns++
	if fault != nil {
		r.outcomes <- outcome{task: t, err: fault, unnamed: known.twice > 0}
		return nil
	}
	row, leads, err := r.lead(t)
	switch {
	case err != nil:
		return err
	case row != nil:
		r.outcomes <- outcome{task: t, row: row}
	case leads:
		r.waiting.put(t)
	}
	return nil
}

// prepare reads the source of a task.
func (t *task) prepare(table *language.Table) (err error) {
	if t.source, err = t.line.source(table); err != nil {
		return err
	}
	t.built = sourceKey(t.source)
	t.key, err = t.line.key(t.built)
	for _, file := range t.source.Files {
		t.size += len(file.Data)
	}
	return err
}

// knownRow is what the output knows about a line.
type knownRow struct {
	skip   bool // it has a row of an earlier run
	result bool // which is a result and begins at this byte of the output
	at     int64
	twice  uint64 // the earlier line with the same ID, 0 for none
}

// known looks a line up among those that were read, and those that have a row.
func (r *run) known(t *task) (k knownRow, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	rows := r.To.rows
	key := rowKey(t.line.ID, t.number)
	before, err := rows.get(key)
	if err != nil {
		return k, err
	}
	if t.line.ID != "" && before != 0 && before&earlierRun == 0 {
		k.twice = before
		if before, err = rows.get(rowKey("", t.number)); err != nil {
			return k, err
		}
		key = rowKey("", t.number)
	}
	if before&earlierRun != 0 {
		k.skip, k.result, k.at = true, before&1 == 0 && k.twice == 0, int64((before&^earlierRun)>>1)
		r.sum.Earlier++
	}
	return k, rows.put(key, t.number)
}

// remember notes where a result of an earlier run is.
func (r *run) remember(key fingerprint, at int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	before, err := r.To.keys.get(key)
	if err == nil && before == 0 {
		err = r.To.keys.put(key, uint64(at)+1)
	}
	return err
}

// lead looks for the result of a task: it is known, or it will be that of another task, or the task leads.
func (r *run) lead(t *task) (row []byte, leads bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if l, found := r.inFlight[t.key]; found {
		l.others = append(l.others, t)
		return nil, false, nil
	}
	at, err := r.To.keys.get(t.key)
	if err != nil {
		return nil, false, err
	}
	if at == 0 {
		r.inFlight[t.key] = &leader{}
		return nil, true, nil
	}
	row, err = r.To.read(int64(at) - 1)
	if err == nil {
		row, err = renamed(row, t.line.ID)
	}
	return row, false, err
}

// judge judges a task. It says nothing if the user interrupts it.
func (r *run) judge(ctx context.Context, t *task) {
	built := sync.OnceFunc(func() { r.waiting.built(t) })
	defer built()
	result, err := r.result(ctx, t, built)
	if ctx.Err() == nil {
		r.outcomes <- outcome{task: t, result: result, err: err}
	}
}

func (r *run) result(ctx context.Context, t *task, built func()) (Result, error) {
	against, release := r.problems.use(ctx, t.line.Problem)
	defer release()
	if against.err != nil {
		return Result{}, against.err
	}
	p := against.p
	j := job.Judgement{Name: t.source.Files[0].Name, Source: t.source, Options: t.line.options(r.Stop)}
	j.Source.Legacy = p.Format.IsLegacy()
	if err := t.line.selectCases(p, &j.Options); err != nil {
		return Result{}, err
	}
	c := collector{detail: r.Detail, inline: against.dir != ""}
	if !r.Remote {
		ctx = job.WithPriority(ctx, t.line.Priority)
	}
	ctx = job.WithPriority(ctx, int(t.turn))
	done, err := r.client.Judge(ctx, p, j, func(e event.Event) {
		c.note(e)
		if _, ok := e.(event.Compile); ok {
			built()
		}
	})
	if err != nil {
		return Result{}, err
	}
	result, err := c.result(t.line.ID, done)
	if err == nil && p.Entry == nil && result.Failed > 0 {
		if lang, err := r.table.Detect(t.source); err == nil {
			if function := harness.Defines(t.source, lang); function != "" {
				result.Help = harness.Uncalled + ": " + harness.Remedy(function)
			}
		}
	}
	return result, err
}

// write writes the outcomes until there are no more.
func (r *run) write() error {
	queue := rowQueue{ordered: r.Ordered, held: map[uint64]outcome{}}
	for {
		o, more := r.next()
		if err := r.To.err; err != nil || !more {
			return err
		}
		queue.add(o)
		for o, ready := queue.take(); ready; o, ready = queue.take() {
			others, err := r.put(o)
			if err != nil {
				return err
			}
			<-r.places
			for _, other := range others {
				queue.add(other)
			}
		}
	}
}

// next waits for an outcome. Before it waits, it passes on what was written.
func (r *run) next() (o outcome, more bool) {
	select {
	case o, more = <-r.outcomes:
		if more {
			return o, true
		}
	default:
	}
	r.told()
	o, more = <-r.outcomes
	return o, more
}

// rowQueue holds outcomes until they are to be written.
type rowQueue struct {
	ordered bool
	next    uint64             // the turn of the next one, if ordered
	held    map[uint64]outcome // by turn, if ordered
	free    []outcome
}

func (q *rowQueue) add(o outcome) {
	if q.ordered {
		q.held[o.task.turn] = o
	} else {
		q.free = append(q.free, o)
	}
}

func (q *rowQueue) take() (o outcome, ready bool) {
	if q.ordered {
		if o, ready = q.held[q.next]; ready {
			delete(q.held, q.next)
			q.next++
		}
		return o, ready
	}
	if len(q.free) == 0 {
		return o, false
	}
	o, q.free = q.free[0], q.free[1:]
	return o, true
}

// told passes on what is buffered, and tells of it.
func (r *run) told() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.To.flush()
	r.Progress(r.sum)
}

// put writes the row of an outcome, and returns those of the lines with the same key.
func (r *run) put(o outcome) (others []outcome, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	line := o.task.line
	text := o.row
	switch {
	case text != nil:
		r.sum.Copied++
	case o.err != nil:
		id := line.ID
		if o.unnamed {
			id = ""
		}
		fault := errorRow(id, int64(o.task.number), o.err)
		r.sum.Failures++
		if fault.Judge {
			r.sum.Judge++
		}
		text, err = row(fault)
	default:
		r.sum.Verdicts[o.result.Verdict]++
		text, err = row(o.result)
	}
	if err != nil {
		return nil, err
	}
	at, err := r.To.write(text)
	if err != nil || o.row != nil {
		return nil, err
	}
	l, leads := r.inFlight[o.task.key]
	if !leads {
		return nil, nil
	}
	if o.err == nil && at >= 0 {
		if err := r.To.keys.put(o.task.key, uint64(at)+1); err != nil {
			return nil, err
		}
	}
	delete(r.inFlight, o.task.key)
	for _, other := range l.others {
		twin := outcome{task: other, err: o.err}
		if o.err == nil {
			if twin.row, err = renamed(text, other.line.ID); err != nil {
				return nil, err
			}
		}
		others = append(others, twin)
	}
	return others, nil
}
