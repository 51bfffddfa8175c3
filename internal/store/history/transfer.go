package history

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"grundy/internal/base/hint"
	"grundy/internal/event"
)

// Exported is a run as export writes it: with its tests and its source, without its stream.
type Exported struct {
	Run
	CaseRuns []Case             `json:"case_runs"`
	Files    []event.SourceFile `json:"source,omitempty"`
}

// Attained is the user's progress with a problem.
type Attained struct {
	Progress   Progress  `json:"progress"`
	At         time.Time `json:"at"`      // when it was reached
	Problem    string    `json:"problem"` // its ID
	ProblemKey string    `json:"problem_key"`
}

// Attained lists the user's progress with all problems that were tried.
func (s *Store) Attained(ctx context.Context) ([]Attained, error) {
	db, err := s.reading()
	if db == nil || err != nil {
		return nil, err
	}
	rows, err := db.QueryContext(ctx, "SELECT state, at, problem, problem_key FROM progress ORDER BY at, problem_key")
	if err != nil {
		return nil, s.unreadable(err)
	}
	return collect(rows, func(a *Attained, row scanner) error {
		var at int64
		err := row.Scan(&a.Progress, &at, &a.Problem, &a.ProblemKey)
		a.At = time.UnixMilli(at)
		return err
	})
}

// Merged counts what a merge added, and what the history had already.
type Merged struct{ Runs, Steps, Progress, Known int }

// maxLine bounds a line of an export, in bytes: a source of 1 MiB with escapes, and its tests.
const maxLine = 64 << 20

// Merge adds what another history exported. It overwrites nothing: what both have stays, a problem that is solved in one
// of them is solved, and runs are numbered by their time. With a faulty line it adds nothing.
func (s *Store) Merge(ctx context.Context, exported io.Reader) (merged Merged, err error) {
	if s.config.Keep == 0 {
		return merged, hint.Errorf("set history.keep to the number of runs to keep", "the history keeps nothing")
	}
	db, err := s.writing()
	if err != nil {
		return merged, err
	}
	err = within(ctx, db, func(tx *sql.Tx) error {
		m := merging{tx: tx, numbers: map[int64]int64{}}
		lines := bufio.NewScanner(exported)
		lines.Buffer(nil, maxLine)
		for number := 1; lines.Scan(); number++ {
			if len(bytes.TrimSpace(lines.Bytes())) == 0 {
				continue
			}
			if err := m.line(ctx, lines.Bytes()); err != nil {
				return hint.Errorf("import a file that grundy history export wrote", "line %d: %w", number, err)
			}
		}
		if err := lines.Err(); err != nil {
			return err
		}
		merged = m.Merged
		if err := sortRuns(ctx, tx); err != nil {
			return err
		}
		return prune(ctx, tx, s.config.Keep)
	})
	return merged, err
}

// merging adds lines to a database.
type merging struct {
	Merged
	tx *sql.Tx
	// numbers are the runs of this history, by the numbers that the other one gave them.
	numbers map[int64]int64
}

// line adds a line of an export, whatever it is about.
func (m *merging) line(ctx context.Context, text []byte) error {
	var kind struct{ Run, Step, Progress json.RawMessage }
	if err := json.Unmarshal(text, &kind); err != nil {
		return errors.New("it is not a JSON object")
	}
	switch {
	case kind.Run != nil:
		return add(ctx, text, m.run)
	case kind.Step != nil:
		return add(ctx, text, m.step)
	case kind.Progress != nil:
		return add(ctx, text, m.progress)
	}
	return errors.New("it is neither a run, a step nor progress")
}

// add reads a line and gives it to a function that adds what it is about.
func add[T any](ctx context.Context, text []byte, to func(context.Context, T) error) error {
	var value T
	if err := event.Unmarshal(text, &value); err != nil {
		return err
	}
	return to(ctx, value)
}

// run adds a run, unless there is one of the same submission at the same time.
func (m *merging) run(ctx context.Context, run Exported) error {
	var known int64
	err := m.tx.QueryRowContext(ctx, "SELECT id FROM run WHERE at = ? AND problem_key = ? AND submission = ?",
		run.At.UnixMilli(), run.ProblemKey, run.Submission).Scan(&known)
	if err == nil {
		m.numbers[run.ID] = known
		m.Known++
		return nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	key, err := keepSource(ctx, m.tx, run.Files)
	if err != nil {
		return err
	}
	run.Repeats = m.numbers[run.Repeats] // 0 if the export lacks that run
	added, err := insertRun(ctx, m.tx, run.Run, "", key, nil)
	if err != nil {
		return err
	}
	m.numbers[run.ID] = added
	m.Runs++
	cases := make([]caseRun, len(run.CaseRuns))
	for i, c := range run.CaseRuns {
		cases[i] = caseRun{c.Test, c.Verdict, int64(c.CPU), int64(c.Wall), c.Memory, int64(c.Runs)}
	}
	return keepCases(ctx, m.tx, added, cases)
}

// step adds a step, unless it is there.
func (m *merging) step(ctx context.Context, step Step) error {
	added, err := m.tx.ExecContext(ctx, `INSERT INTO step(at, problem, problem_key, kind, number) SELECT ?1, ?2, ?3, ?4, ?5
		WHERE NOT EXISTS (SELECT 1 FROM step WHERE at = ?1 AND problem_key = ?3 AND kind = ?4 AND number = ?5)`,
		step.At.UnixMilli(), step.Problem, step.ProblemKey, string(step.Kind), step.Number)
	return m.count(added, err, &m.Steps)
}

// progress advances the progress with a problem. A problem that both have solved was solved at the earlier time.
func (m *merging) progress(ctx context.Context, a Attained) error {
	if a.Progress != Tried && a.Progress != Solved {
		return fmt.Errorf("unknown progress %q", a.Progress)
	}
	added, err := m.tx.ExecContext(ctx, `INSERT INTO progress(problem_key, state, at, problem) VALUES(?1, ?2, ?3, ?4)
		ON CONFLICT(problem_key) DO UPDATE SET state = ?2, at = ?3, problem = ?4
		WHERE ?2 = ?5 AND (state <> ?5 OR at > ?3)`,
		a.ProblemKey, string(a.Progress), a.At.UnixMilli(), a.Problem, string(Solved))
	return m.count(added, err, &m.Progress)
}

// count counts a line as added or as known.
func (m *merging) count(result sql.Result, err error, added *int) error {
	if err != nil {
		return err
	}
	changed, err := result.RowsAffected()
	if changed > 0 {
		*added++
	} else {
		m.Known++
	}
	return err
}

// sortRuns numbers the runs by their time, if they are not in that order: a later run has a greater number.
func sortRuns(ctx context.Context, tx *sql.Tx) error {
	var disordered bool
	err := tx.QueryRowContext(ctx, "SELECT EXISTS(SELECT 1 FROM (SELECT at, lag(at) OVER (ORDER BY id) AS before FROM run) WHERE at < before)").Scan(&disordered)
	if err != nil || !disordered {
		return err
	}
	// Numbers are made negative first, so that no two runs have the same one meanwhile.
	for _, statement := range []string{
		`CREATE TEMP TABLE renumbered AS SELECT id AS old, (SELECT min(id) FROM run) - 1 + row_number() OVER (ORDER BY at, id) AS new FROM run`,
		`CREATE INDEX temp.renumbered_old ON renumbered(old)`,
		`UPDATE run SET id = -(SELECT new FROM renumbered WHERE old = id), repeats = coalesce((SELECT new FROM renumbered WHERE old = repeats), 0)`,
		`UPDATE case_run SET run = -(SELECT new FROM renumbered WHERE old = run)`,
		`UPDATE run SET id = -id`,
		`UPDATE case_run SET run = -run`,
		`DROP TABLE renumbered`,
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
