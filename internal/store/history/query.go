package history

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"grundy/internal/base/hint"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
)

// Run is a stored judgement. Its tags define its JSON form, as event.Marshal writes it.
type Run struct {
	ID          int64          `json:"run"`
	At          time.Time      `json:"at"`
	Problem     string         `json:"problem"` // its ID
	ProblemKey  string         `json:"problem_key"`
	Package     string         `json:"package,omitempty"` // digest
	Submission  string         `json:"submission"`
	Path        string         `json:"path"`
	Cases       event.Cases    `json:"cases"`
	ByUser      bool           `json:"by_user"`
	Source      string         `json:"source_digest,omitempty"`
	Language    string         `json:"language"`
	Verdict     string         `json:"verdict"`
	Reason      string         `json:"reason"`
	Score       *float64       `json:"score,omitempty"`
	MaxScore    *float64       `json:"max_score,omitempty"` // nil if it is unbounded or unknown
	Credit      verdict.Credit `json:"credit"`
	Tests       int            `json:"tests"`
	Passed      int            `json:"passed"`
	Failed      int            `json:"failed"`
	Interrupted bool           `json:"interrupted"`
	Slowest     time.Duration  `json:"cpu_seconds"`
	SlowestTest string         `json:"slowest_test,omitempty"`
	TimeLimit   time.Duration  `json:"time_limit_seconds"`
	Wall        time.Duration  `json:"wall_seconds"`
	Memory      int64          `json:"peak_bytes"`
	Tier        string         `json:"tier"`
	Processor   string         `json:"processor,omitempty"`
	Version     string         `json:"version"`
	// Repeats is the run whose source was judged again, or 0 for the source in the file.
	Repeats int64 `json:"repeats,omitempty"`
	// Helped reports whether the user had opened a hint or the solution of the problem before.
	Helped bool `json:"helped"`
}

// IsAccepted reports whether a run earned full credit on all tests of its problem.
func (r *Run) IsAccepted() bool {
	return r.IsFull() && r.Cases == event.AllCases && !r.Interrupted
}

// IsFull and IsPartial report whether a run earned full credit, or a part of the points, on the tests that were judged.
func (r *Run) IsFull() bool    { return r.Credit == verdict.FullCredit }
func (r *Run) IsPartial() bool { return r.Credit == verdict.PartialCredit }

// Points are the points out of the maximum, "" without a score.
func (r *Run) Points() string { return verdict.Points(r.Score, r.MaxScore) }

// Word is the result in a word or two: "WA", "19/100", "AC 100/100".
func (r *Run) Word() string {
	if r.Interrupted {
		return "interrupted"
	}
	v, err := verdict.Parse(r.Verdict)
	if err != nil { // one of a later version
		return r.Verdict
	}
	return strings.TrimSpace(r.Credit.Letters(v) + " " + r.Points())
}

// What describes what was judged: the submission, and whether it was an earlier version of it.
func (r *Run) What() string {
	if r.Repeats == 0 {
		return r.Submission
	}
	return fmt.Sprintf("%s as in run %d", r.Submission, r.Repeats)
}

// Case is one test of a run.
type Case struct {
	Test    string        `json:"test"`
	Verdict string        `json:"verdict"` // "" if it could not be judged
	CPU     time.Duration `json:"cpu_seconds"`
	Wall    time.Duration `json:"wall_seconds"`
	Memory  int64         `json:"peak_bytes"`
	Runs    int           `json:"runs"`
}

// Query selects runs; the zero value selects all.
type Query struct {
	Problem string // its ID
	Path    string // of the solution, absolute
	Since   time.Time
	Last    int // that many of the newest ones; 0 for all
}

// scanner is a row of the database.
type scanner interface{ Scan(into ...any) error }

const columns = `id, at, problem, problem_key, package, submission, path, cases, own, coalesce(source, ''), language, verdict, reason, score,
	tests, passed, failed, interrupted, slowest, slowest_test, time_limit, wall, memory, tier, processor, version, repeats, max_score, credit,
	EXISTS(SELECT 1 FROM step WHERE step.problem_key = run.problem_key AND ` + isHelp + ` AND step.at <= run.at)`

func (r *Run) scan(row scanner) error {
	var at int64
	err := row.Scan(&r.ID, &at, &r.Problem, &r.ProblemKey, &r.Package, &r.Submission, &r.Path, &r.Cases, &r.ByUser, &r.Source, &r.Language,
		&r.Verdict, &r.Reason, &r.Score, &r.Tests, &r.Passed, &r.Failed, &r.Interrupted, &r.Slowest, &r.SlowestTest, &r.TimeLimit, &r.Wall,
		&r.Memory, &r.Tier, &r.Processor, &r.Version, &r.Repeats, &r.MaxScore, &r.Credit, &r.Helped)
	r.At = time.UnixMilli(at)
	return err
}

// Runs lists runs, the oldest first.
func (s *Store) Runs(ctx context.Context, q Query) ([]Run, error) {
	db, err := s.reading()
	if db == nil || err != nil {
		return nil, err
	}
	limit := q.Last
	if limit == 0 {
		limit = -1
	}
	rows, err := db.QueryContext(ctx, "SELECT * FROM (SELECT "+columns+` FROM run WHERE (?1 = '' OR problem = ?1) AND at >= ?2
		AND (?4 = '' OR path = ?4) ORDER BY id DESC LIMIT ?3) ORDER BY id`, q.Problem, q.Since.UnixMilli(), limit, q.Path)
	if err != nil {
		return nil, s.unreadable(err)
	}
	return collect(rows, (*Run).scan)
}

// collect reads all rows.
func collect[T any](rows *sql.Rows, scan func(*T, scanner) error) (all []T, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var one T
		if err := scan(&one, rows); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// Tally summarizes the user's runs of a problem, except repetitions of earlier ones.
type Tally struct {
	Tries int
	// Best is the slowest test of the fastest run that was accepted on all tests, or 0 if there is none.
	Best time.Duration
	// Last is the number of the newest run; LastAt is its time.
	Last   int64
	LastAt time.Time
}

// Tallies summarizes the user's tries, by the key that copies of a problem share.
func (s *Store) Tallies(ctx context.Context) (map[string]Tally, error) {
	db, err := s.reading()
	if db == nil || err != nil {
		return nil, err
	}
	rows, err := db.QueryContext(ctx, `SELECT problem_key, count(*), coalesce(min(CASE WHEN credit = ? AND cases = ? AND NOT interrupted
		THEN slowest END), 0), max(id), max(at) FROM run WHERE own AND repeats = 0 GROUP BY problem_key`,
		string(verdict.FullCredit), string(event.AllCases))
	if err != nil {
		return nil, s.unreadable(err)
	}
	type keyed struct {
		key string
		Tally
	}
	all, err := collect(rows, func(k *keyed, row scanner) error {
		var at int64
		err := row.Scan(&k.key, &k.Tries, &k.Best, &k.Last, &at)
		k.LastAt = time.UnixMilli(at)
		return err
	})
	tallies := map[string]Tally{}
	for _, k := range all {
		tallies[k.key] = k.Tally
	}
	return tallies, err
}

// Run finds a run by its number.
func (s *Store) Run(ctx context.Context, id int64) (run Run, err error) {
	err = s.one(ctx, id, columns, run.scan)
	return run, err
}

// one reads columns of a run.
func (s *Store) one(ctx context.Context, id int64, columns string, scan func(scanner) error) error {
	db, err := s.reading()
	if err != nil {
		return err
	}
	err = sql.ErrNoRows
	if db != nil {
		err = scan(db.QueryRowContext(ctx, "SELECT "+columns+" FROM run WHERE id=?", id))
	}
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return hint.Errorf("grundy history lists the stored runs", "the history has no run %d", id)
	case err != nil:
		return s.unreadable(err)
	}
	return nil
}

// CasesOf lists the tests of a run in judging order.
func (s *Store) CasesOf(ctx context.Context, id int64) ([]Case, error) {
	db, err := s.reading()
	if db == nil || err != nil {
		return nil, err
	}
	rows, err := db.QueryContext(ctx, "SELECT test, verdict, cpu, wall, memory, runs FROM case_run WHERE run=? ORDER BY position", id)
	if err != nil {
		return nil, s.unreadable(err)
	}
	return collect(rows, func(c *Case, row scanner) error {
		return row.Scan(&c.Test, &c.Verdict, &c.CPU, &c.Wall, &c.Memory, &c.Runs)
	})
}

// Source returns the source that a run judged.
func (s *Store) Source(ctx context.Context, id int64) ([]event.SourceFile, error) {
	var packed []byte
	if err := s.one(ctx, id, "(SELECT content FROM source WHERE key = run.source)", func(row scanner) error {
		return row.Scan(&packed)
	}); err != nil {
		return nil, err
	}
	if packed == nil {
		return nil, hint.Errorf("large sources are not stored", "the source of run %d is not in the history", id)
	}
	files, err := unpackSource(packed)
	if err != nil {
		return nil, s.unreadable(err)
	}
	return files, nil
}

// Stream returns the event stream of a run, from its Begin to its Done.
func (s *Store) Stream(ctx context.Context, id int64) (io.Reader, error) {
	var packed []byte
	if err := s.one(ctx, id, "stream", func(row scanner) error { return row.Scan(&packed) }); err != nil {
		return nil, err
	}
	if packed == nil {
		return nil, hint.Errorf("--record FILE records a stream of any length", "the events of run %d are not stored: there were too many, or it was imported", id)
	}
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, s.unreadable(err)
	}
	return zip, nil
}

// unreadable returns the error for a database that cannot be read.
func (s *Store) unreadable(err error) error {
	if s.isDamaged(err) && s.renew(err) == nil {
		return hint.Errorf("run the command again; it starts a new history", "read the history %s: %w", s.Path(), err)
	}
	return hint.Errorf("move the file away to start a new history", "read the history %s: %w", s.Path(), err)
}

// Failed returns the tests that a solution failed when it was last judged against the problem at a path. It ignores
// cases of the user's own, earlier versions of the source, and runs that were interrupted before anything failed.
func (s *Store) Failed(path, against string) (tests []string, found bool) {
	db, err := s.reading()
	if err != nil {
		s.warn("cannot read which tests failed earlier", err)
	}
	if db == nil {
		return nil, false
	}
	ctx := context.Background()
	var id int64
	err = db.QueryRowContext(ctx, `SELECT id FROM run WHERE path=? AND against=? AND cases != ? AND repeats = 0 AND passed + failed > 0
		AND (failed > 0 OR NOT interrupted) ORDER BY id DESC LIMIT 1`, path, against, string(event.OwnCase)).Scan(&id)
	if err != nil {
		return failedEarlier(earlier(ctx, db, earlierFailed(path, against)))
	}
	cases, err := s.CasesOf(ctx, id)
	if err != nil {
		return nil, false
	}
	for _, c := range cases {
		if c.Verdict != "" && c.Verdict != "AC" {
			tests = append(tests, c.Test)
		}
	}
	return tests, true
}

// Progress is how far the user has come with a problem.
type Progress string

// The steps, from none to the last.
const (
	Untouched Progress = "new"
	Tried     Progress = "tried"
	Solved    Progress = "solved"
)

// Progress returns the user's progress with a problem, by the key that copies of it share.
func (s *Store) Progress(problemKey string) Progress {
	db, err := s.reading()
	if err != nil {
		s.warn("cannot read which problems were solved earlier", err)
	}
	if db == nil {
		return Untouched
	}
	return progress(context.Background(), db, problemKey)
}

func progress(ctx context.Context, db querier, problemKey string) Progress {
	var state Progress
	if db.QueryRowContext(ctx, "SELECT state FROM progress WHERE problem_key=?", problemKey).Scan(&state) != nil {
		state = Progress(earlier(ctx, db, earlierProgress(problemKey)))
	}
	if state != Tried && state != Solved {
		return Untouched
	}
	return state
}

// Forget removes runs by their numbers. The user's progress stays.
func (s *Store) Forget(ctx context.Context, ids []int64) error {
	return s.forget(func(tx *sql.Tx) error {
		for _, id := range ids {
			if err := removeRuns(ctx, tx, "id = ?", id); err != nil {
				return err
			}
		}
		return nil
	})
}

// ForgetBefore removes runs before a time. The user's progress stays.
func (s *Store) ForgetBefore(ctx context.Context, t time.Time) error {
	return s.forget(func(tx *sql.Tx) error { return removeRuns(ctx, tx, "at < ?", t.UnixMilli()) })
}

// ForgetProblem removes all data about the problems with an ID, including progress; found reports whether there was
// any.
func (s *Store) ForgetProblem(ctx context.Context, id string) (found bool, err error) {
	err = s.forget(func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT problem_key, path, against FROM run WHERE problem = ?1
			UNION SELECT problem_key, '', '' FROM progress WHERE problem = ?1`, id)
		if err != nil {
			return err
		}
		known, err := collect(rows, func(k *[3]string, row scanner) error { return row.Scan(&k[0], &k[1], &k[2]) })
		if err != nil {
			return err
		}
		for _, k := range known {
			if _, err := tx.ExecContext(ctx, "DELETE FROM progress WHERE problem_key = ?", k[0]); err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, "DELETE FROM earlier WHERE name IN (?, ?)", earlierProgress(k[0]), earlierFailed(k[1], k[2])); err != nil {
				return err
			}
		}
		steps, err := tx.ExecContext(ctx, "DELETE FROM step WHERE problem = ?", id)
		if err != nil {
			return err
		}
		n, err := steps.RowsAffected()
		if err != nil {
			return err
		}
		found = len(known) > 0 || n > 0
		return removeRuns(ctx, tx, "problem = ?", id)
	})
	return found, err
}

// ForgetAll removes everything.
func (s *Store) ForgetAll(ctx context.Context) error {
	err := s.forget(func(tx *sql.Tx) error {
		for _, table := range []string{"case_run", "run", "source", "progress", "step", "earlier"} {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+table); err != nil {
				return err
			}
		}
		return nil
	})
	for _, file := range s.earlierFiles() {
		err = errors.Join(err, os.Remove(file))
	}
	return err
}

// forget changes the database. It overwrites removed data by returning the space to the file system.
func (s *Store) forget(do func(*sql.Tx) error) error {
	db, err := s.reading()
	if db == nil || err != nil {
		return err
	}
	ctx := context.Background()
	if err := within(ctx, db, do); err != nil {
		return fmt.Errorf("change the history %s: %w", s.Path(), err)
	}
	for _, statement := range []string{"VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("change the history %s: %w", s.Path(), err)
		}
	}
	return nil
}
