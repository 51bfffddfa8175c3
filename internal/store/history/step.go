package history

import (
	"context"
	"time"
)

// StepKind says what a person did with a problem beside having a solution judged.
type StepKind string

// The kinds of steps. All but games are help.
const (
	HintOpened    StepKind = "hint" // the number says which, from 1 on
	SolutionShown StepKind = "solution"
	Played        StepKind = "play"
)

// isHelp is the condition that a step is help.
const isHelp = "kind IN ('" + string(HintOpened) + "', '" + string(SolutionShown) + "')"

// Step is what a person did with a problem once.
type Step struct {
	Kind       StepKind  `json:"step"`
	At         time.Time `json:"at"`
	Problem    string    `json:"problem"`          // its ID
	ProblemKey string    `json:"problem_key"`      // what copies of it have in common
	Number     int       `json:"number,omitempty"` // 0 for kinds that have none
}

// Step notes that the person does something now. Where that cannot be kept there is a warning, and nothing else hangs on it.
func (s *Store) Step(ctx context.Context, step Step) {
	db, err := s.writing()
	if err == nil {
		_, err = db.ExecContext(ctx, "INSERT INTO step(at, problem, problem_key, kind, number) VALUES(?, ?, ?, ?, ?)",
			s.config.Now().UnixMilli(), step.Problem, step.ProblemKey, string(step.Kind), step.Number)
	}
	if err != nil {
		s.warn("the history does not learn of this", err)
	}
}

// Steps lists what the person did with a problem, or with all where its key is "", the oldest first.
func (s *Store) Steps(ctx context.Context, problemKey string) ([]Step, error) {
	db, err := s.reading()
	if db == nil || err != nil {
		return nil, err
	}
	rows, err := db.QueryContext(ctx, `SELECT at, problem, problem_key, kind, number FROM step WHERE ?1 = '' OR problem_key = ?1
		ORDER BY id`, problemKey)
	if err != nil {
		return nil, s.unreadable(err)
	}
	return collect(rows, func(step *Step, row scanner) error {
		var at int64
		err := row.Scan(&at, &step.Problem, &step.ProblemKey, &step.Kind, &step.Number)
		step.At = time.UnixMilli(at)
		return err
	})
}

// Help finds in the steps of a problem when its hints were first opened, by their numbers, and when its solution was first shown;
// the zero time is never.
func Help(steps []Step) (hints map[int]time.Time, solution time.Time) {
	hints = map[int]time.Time{}
	for _, step := range steps {
		switch {
		case step.Kind == HintOpened && hints[step.Number].IsZero():
			hints[step.Number] = step.At
		case step.Kind == SolutionShown && solution.IsZero():
			solution = step.At
		}
	}
	return hints, solution
}

// Helped tells whether the person had opened a hint or the solution of a problem before it was solved; false while it is not.
func (s *Store) Helped(ctx context.Context, problemKey string) (helped bool, err error) {
	db, err := s.reading()
	if db == nil || err != nil {
		return false, err
	}
	err = db.QueryRowContext(ctx, `SELECT EXISTS(SELECT 1 FROM step JOIN progress USING(problem_key)
		WHERE problem_key = ? AND state = ? AND `+isHelp+` AND step.at <= progress.at)`, problemKey, string(Solved)).Scan(&helped)
	if err != nil {
		return false, s.unreadable(err)
	}
	return helped, nil
}
