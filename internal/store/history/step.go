package history

import (
	"context"
	"time"
)

// StepKind is something that a user does with a problem, other than submitting a solution.
type StepKind string

// The kinds of steps. Hints and solutions are help.
const (
	HintOpened    StepKind = "hint" // the number says which one, from 1
	SolutionShown StepKind = "solution"
	TheoryShown   StepKind = "theory" // of a game: who wins in a position and why, or a winning move
	Played        StepKind = "play"
	ExerciseDone  StepKind = "exercise" // of a course, which takes the place of the problem
)

// isHelp is the SQL condition that a step is help.
const isHelp = "kind IN ('" + string(HintOpened) + "', '" + string(SolutionShown) + "', '" + string(TheoryShown) + "')"

// Step is one such action.
type Step struct {
	Kind       StepKind  `json:"step"`
	At         time.Time `json:"at"`
	Problem    string    `json:"problem"`          // its ID
	ProblemKey string    `json:"problem_key"`      // the key that copies of it share
	Number     int       `json:"number,omitempty"` // 0 for kinds without numbers
}

// Step records that the user does something now. If it cannot be stored, it logs a warning; nothing depends on it.
func (s *Store) Step(ctx context.Context, step Step) {
	db, err := s.writing()
	if err == nil {
		_, err = db.ExecContext(ctx, "INSERT INTO step(at, problem, problem_key, kind, number) VALUES(?, ?, ?, ?, ?)",
			s.config.Now().UnixMilli(), step.Problem, step.ProblemKey, string(step.Kind), step.Number)
	}
	if err != nil {
		s.warn("the history could not record this", err)
	}
}

// Steps lists the user's steps with a problem, or with all problems if its key is "", the oldest first.
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

// Help returns when the hints of a problem were first opened, by their numbers, and when its solution was first shown.
// The zero time means never.
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

// Helped reports whether the user had opened a hint, the solution or the theory of a problem before solving it; false
// while it is not solved.
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
