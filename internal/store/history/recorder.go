package history

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/event"
)

// maxStream bounds, in compressed bytes, the stored events of one judgement.
const maxStream = 4 << 20

// Recorder writes each judgement of a stream into a history when the judgement ends.
type Recorder struct {
	store *Store
	begin event.Begin
	run   *recording // nil between judgements
	last  int64      // number of the most recently written run
	err   error      // the first
}

// Recorder returns a sink for a stream. It logs what could not be written when it is closed.
func (s *Store) Recorder() *Recorder { return &Recorder{store: s} }

// Last returns the number of the run that was written last, or 0 if there is none.
func (r *Recorder) Last() int64 { return r.last }

// recording is a judgement in progress.
type recording struct {
	plan   event.Plan
	cases  []caseRun
	done   event.Done
	packed bytes.Buffer
	zip    *gzip.Writer
	stream *event.Encoder
}

// caseRun is what is stored of a test besides the stream.
type caseRun struct {
	test, verdict           string
	cpu, wall, memory, runs int64
}

// Event processes an event.
func (r *Recorder) Event(e event.Event) {
	switch e := e.(type) {
	case event.Begin:
		r.begin = e
		return
	case event.Plan:
		r.start(e)
	}
	if r.run == nil {
		return
	}
	switch e := e.(type) {
	case event.Test:
		verdict := e.Verdict.String()
		if e.Unjudged {
			verdict = ""
		}
		r.run.cases = append(r.run.cases, caseRun{
			e.Test, verdict, int64(e.CPU), int64(e.Wall), int64(e.Memory), int64(max(1, len(e.Runs))),
		})
	case event.Done:
		r.run.done = e
	case event.Attempt: // stored by its fields
		if err := r.end(e); err != nil && r.err == nil {
			r.err = err
		}
		r.run = nil
		return
	}
	r.run.keep(e)
}

// Close logs what could not be written. It returns no error, because nothing depends on the history.
func (r *Recorder) Close() error {
	if r.err != nil {
		r.store.warn("the judgement could not be stored in the history", r.err)
	}
	return nil
}

// start begins a judgement with a stream of its own.
func (r *Recorder) start(plan event.Plan) {
	r.run = &recording{plan: plan}
	r.run.zip, _ = gzip.NewWriterLevel(&r.run.packed, gzip.BestSpeed) // this level exists
	r.run.stream = event.NewEncoder(r.run.zip)
	begin := r.begin
	begin.Submissions, begin.Names, begin.Repeat = 1, []string{plan.Submission}, ""
	r.run.keep(begin)
}

// keep adds an event to the stream, unless the stream has become too long.
func (n *recording) keep(e event.Event) {
	if n.stream == nil {
		return
	}
	if err := n.stream.Encode(e); err != nil || n.packed.Len() > maxStream {
		n.stream = nil
	}
}

// events returns the compressed stream, or nil if it was too long.
func (n *recording) events() []byte {
	if err := n.zip.Close(); err != nil || n.stream == nil {
		return nil
	}
	return n.packed.Bytes()
}

// end stores a finished judgement in the database. If the database turns out to be damaged, it uses a new one; while
// another program has locked it, it uses a file beside it.
func (r *Recorder) end(a event.Attempt) error {
	at := r.store.config.Now()
	err := r.write(a, at)
	if r.store.isDamaged(err) && r.store.renew(err) == nil {
		err = r.write(a, at)
	}
	if err == nil {
		r.store.takeIn()
	}
	if !isLocked(err) {
		return err
	}
	if failed := r.postpone(a, at); failed != nil {
		return errors.Join(err, failed)
	}
	r.store.config.Log.Warn("another program has locked the history; the judgement is stored next time",
		"reason", err, "meanwhile in", r.store.pending())
	return nil
}

// write stores a finished judgement completely or not at all, and removes the oldest ones beyond the limit.
func (r *Recorder) write(a event.Attempt, at time.Time) error {
	db, err := r.store.writing()
	if err != nil {
		return err
	}
	ctx := context.Background()
	return within(ctx, db, func(tx *sql.Tx) error {
		key, err := keepSource(ctx, tx, a.Source)
		if err != nil {
			return err
		}
		d, at := r.run.done, at.UnixMilli()
		id, err := insertRun(ctx, tx, Run{
			At: time.UnixMilli(at), Problem: d.Problem, ProblemKey: a.Problem, Package: a.Package, Submission: a.Submission, Path: a.Path,
			Cases: a.Cases, ByUser: a.ByUser, Language: d.Language, Verdict: d.Verdict.String(), Reason: d.Reason, Score: d.Score,
			MaxScore: d.MaxScore, Credit: d.Credit(), Tests: d.Tests, Passed: d.Passed, Failed: d.Failed, Interrupted: d.Interrupted,
			Slowest: d.Slowest, SlowestTest: d.SlowestTest, TimeLimit: d.TimeLimit, Wall: d.Wall, Memory: int64(d.Memory),
			Tier: string(d.Tier), Processor: a.Processor, Version: r.begin.Version, Repeats: a.Repeats,
		}, a.Against, key, r.run.events())
		if err != nil {
			return err
		}
		if err := keepCases(ctx, tx, id, r.run.cases); err != nil {
			return err
		}
		if err := advance(ctx, tx, a, d, at); err != nil {
			return err
		}
		r.last = id
		return prune(ctx, tx, r.store.config.Keep)
	})
}

// insertRun stores a run without its cases and returns its number. The source is what keepSource returned.
func insertRun(ctx context.Context, tx *sql.Tx, run Run, against string, source any, stream []byte) (id int64, err error) {
	inserted, err := tx.ExecContext(ctx, `INSERT INTO run(
			at, problem, problem_key, package, submission, path, against, cases, own, source, language, verdict, reason, score,
			tests, passed, failed, interrupted, slowest, slowest_test, time_limit, wall, memory, tier, processor, version, stream, repeats,
			max_score, credit
		) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		run.At.UnixMilli(), run.Problem, run.ProblemKey, run.Package, run.Submission, run.Path, against, string(run.Cases), run.ByUser, source,
		run.Language, run.Verdict, run.Reason, run.Score, run.Tests, run.Passed, run.Failed, run.Interrupted, int64(run.Slowest),
		run.SlowestTest, int64(run.TimeLimit), int64(run.Wall), run.Memory, run.Tier, run.Processor, run.Version, stream, run.Repeats,
		run.MaxScore, string(run.Credit))
	if err != nil {
		return 0, err
	}
	return inserted.LastInsertId()
}

// keepSource stores a source once for all runs of it and returns its key, or nil for no source.
func keepSource(ctx context.Context, tx *sql.Tx, files []event.SourceFile) (key any, err error) {
	if len(files) == 0 {
		return nil, nil
	}
	text, err := event.Marshal(files) // any bytes, unlike encoding/json
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	key = hex.EncodeToString(sum[:])
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	if _, err := zip.Write(text); err != nil {
		return nil, err
	}
	if err := zip.Close(); err != nil {
		return nil, err
	}
	_, err = tx.ExecContext(ctx, "INSERT OR IGNORE INTO source(key, content) VALUES(?, ?)", key, packed.Bytes())
	return key, err
}

func keepCases(ctx context.Context, tx *sql.Tx, id int64, cases []caseRun) error {
	if len(cases) == 0 {
		return nil
	}
	insert, err := tx.PrepareContext(ctx, "INSERT INTO case_run(run, position, test, verdict, cpu, wall, memory, runs) VALUES(?, ?, ?, ?, ?, ?, ?, ?)")
	if err != nil {
		return err
	}
	defer insert.Close()
	for i, c := range cases {
		if _, err := insert.ExecContext(ctx, id, i+1, c.test, c.verdict, c.cpu, c.wall, c.memory, c.runs); err != nil {
			return err
		}
	}
	return nil
}

// advance records the user's progress with the problem. A solved problem stays solved, and solutions by others do not
// count.
func advance(ctx context.Context, tx *sql.Tx, a event.Attempt, d event.Done, at int64) error {
	if !a.ByUser || d.Passed+d.Failed == 0 {
		return nil
	}
	reached := Tried
	if a.Cases == event.AllCases && d.Credit() == verdict.FullCredit && d.NotRun == 0 {
		reached = Solved
	}
	if now := progress(ctx, tx, a.Problem); now == reached || now == Solved {
		return nil
	}
	_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO progress(problem_key, state, at, problem) VALUES(?, ?, ?, ?)",
		a.Problem, string(reached), at, d.Problem)
	return err
}

// prune removes the oldest runs if there are more than keep. It removes a hundredth more than needed, so that not every
// run has to prune. It first compares both ends of the index, because counting takes a millisecond per thousand runs.
func prune(ctx context.Context, tx *sql.Tx, keep int) error {
	var span int
	const ends = "SELECT (SELECT max(id) FROM run) - (SELECT min(id) FROM run) + 1"
	if err := tx.QueryRowContext(ctx, ends).Scan(&span); err != nil || span <= keep {
		return err
	}
	const oldest = "(SELECT id FROM run ORDER BY id DESC LIMIT 1 OFFSET ?)"
	return removeRuns(ctx, tx, "id <= "+oldest+" AND EXISTS "+oldest, keep-keep/100, keep)
}

// removeRuns removes the runs that meet a condition, their cases, and the sources that no other run uses.
func removeRuns(ctx context.Context, tx *sql.Tx, condition string, args ...any) error {
	var first sql.NullInt64
	if err := tx.QueryRowContext(ctx, "SELECT id FROM run WHERE "+condition+" LIMIT 1", args...).Scan(&first); errors.Is(err, sql.ErrNoRows) {
		return nil
	} else if err != nil {
		return err
	}
	for _, statement := range []struct {
		text string
		args []any
	}{
		{"DELETE FROM case_run WHERE run IN (SELECT id FROM run WHERE " + condition + ")", args},
		{"DELETE FROM run WHERE " + condition, args},
		{"DELETE FROM source WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.source = source.key)", nil},
	} {
		if _, err := tx.ExecContext(ctx, statement.text, statement.args...); err != nil {
			return err
		}
	}
	return nil
}

// unpackSource reads what keepSource wrote.
func unpackSource(packed []byte) (files []event.SourceFile, err error) {
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if _, err := text.ReadFrom(zip); err != nil {
		return nil, err
	}
	return files, event.Unmarshal(text.Bytes(), &files)
}
