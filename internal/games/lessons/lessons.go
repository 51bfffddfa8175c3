// Package lessons asks the exercises of courses and checks what the user answers. The right answers come from the
// boards of games and from the models of packages, which answer the cells of a laboratory; no course contains them.
package lessons

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/games"
	"grundy/internal/games/laboratory"
	"grundy/internal/games/play"
	"grundy/internal/games/programs"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/course"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Question is an exercise that is ready to be asked.
type Question struct {
	*course.Exercise
	Of *problem.Problem
	// Move is the position of a course.Move, nil for the others.
	Move *play.Question
	// Grid and Cells are what the others ask about: the cells to fill in, or those of the row.
	Grid  *laboratory.Grid
	Cells []laboratory.Cell

	dir string // of the course
}

// maxAsked is how many positions an exercise may ask about.
const maxAsked = 64

// Open makes an exercise ready. The error is a *problem.FaultError if the course describes it wrongly.
func Open(ctx context.Context, library *workspace.Library, e *course.Exercise) (*Question, error) {
	q := &Question{Exercise: e, dir: library.Dir()}
	var err error
	if q.Of, err = library.Named(ctx, e.Problem); err != nil {
		return nil, err
	}
	if err := q.open(); err != nil {
		return nil, q.fault(err)
	}
	return q, nil
}

// fault is an error in the description of the exercise.
func (q *Question) fault(err error) error {
	return &problem.FaultError{What: problem.CourseFault, Package: q.dir, Diagnostics: problem.Diagnostics{{
		Level: problem.Error, File: q.At.File, Line: q.At.Line, Help: hint.Of(err), Message: fmt.Sprintf("exercise %q: %v", q.ID, err),
	}}}
}

func (q *Question) open() error {
	if q.Kind == course.Move {
		var err error
		q.Move, err = play.NewQuestion(q.Of.UUID, q.Position)
		return err
	}
	lab, err := laboratory.Read(q.Of)
	if err != nil {
		return err
	}
	if q.Grid, err = lab.Grid(q.Hold); err != nil {
		return fmt.Errorf("hold: %w", err)
	}
	if q.Cells, err = q.Grid.Chosen(q.Exercise.Cells); err != nil {
		return fmt.Errorf("cells: %w", err)
	}
	switch {
	case len(q.Cells) == 0:
		return hint.Errorf("grundy lab "+q.Problem+" shows the positions", "cells: no position meets the condition")
	case len(q.Cells) > maxAsked:
		return hint.Errorf("such as cells: n <= 12", "cells: want at most %d positions, got %d", maxAsked, len(q.Cells))
	case q.Kind == course.Period && q.row(q.Cells[0]) != q.row(q.Cells[len(q.Cells)-1]):
		return hint.Errorf("such as cells: k == 3", "cells: want the positions of one row")
	}
	return nil
}

// row is the index of the row of a cell.
func (q *Question) row(cell laboratory.Cell) int { return cell.Index / len(q.Grid.Columns) }

// Text is the question in words.
func (q *Question) Text() string {
	switch {
	case q.Ask != "":
		return q.Ask
	case q.Kind == course.Move:
		return "Name a move that wins, or " + play.None + "."
	case q.Kind == course.Period:
		return "The row repeats. What is its period?"
	}
	return "Fill in the row."
}

// Legend says what can be answered.
func (q *Question) Legend() string {
	switch q.Kind {
	case course.Move:
		return strings.TrimPrefix(q.Move.Table.Ask(), "your move: ") + ", or " + play.None
	case course.Period:
		return "a number"
	}
	var names []string
	numbers := len(q.Grid.Classes) < 2
	for _, class := range q.Grid.Classes {
		if _, err := strconv.Atoi(class.Answer); err == nil {
			numbers = true // the name of a number need not be typed
			continue
		}
		names = append(names, class.Name)
		numbers = numbers || class.Answer == class.Name
	}
	switch {
	case len(names) == 0:
		return "numbers"
	case numbers:
		return strings.Join(names, ", ") + " or a number"
	}
	return strings.Join(names, " or ") + "; the first letter is enough"
}

// DependsOn are the paths of the files that the right answers depend on; none for a move.
func (q *Question) DependsOn() []string {
	if q.Kind == course.Move {
		return nil
	}
	paths := []string{filepath.Join(q.Of.Dir, filepath.FromSlash(games.GridFile))}
	if model, err := programs.ModelOf(q.Of); err == nil { // Model reports the error
		for _, file := range model.Source.Files {
			paths = append(paths, file.Path)
		}
	}
	return paths
}

// Model returns the right answers by the index of a cell. Nothing is needed for a move.
func (q *Question) Model(ctx context.Context, client job.Client, emit func(event.Event)) (map[int]string, error) {
	answers := map[int]string{}
	if q.Kind == course.Move {
		return answers, nil
	}
	model, err := programs.ModelOf(q.Of)
	if err != nil {
		return nil, err
	}
	var wrong error
	err = programs.ExploreCells(ctx, client, q.Of, q.Grid, q.Cells, model, func(some []programs.Explored) {
		for _, one := range some {
			if answers[one.Index] = one.Answer; one.Answer == "" {
				wrong = fmt.Errorf("%s: the model does not answer %s: %s", q.Problem, q.Grid.Place(one.Cell), one.Fault)
			}
		}
	}, emit)
	if err = errors.Join(err, wrong); err != nil {
		return nil, err
	}
	if q.Kind == course.Period {
		if _, repeats := laboratory.PeriodOf(q.line(answers)); !repeats {
			return nil, q.fault(hint.Errorf("choose a row that does: grundy lab "+q.Problem, "the row does not repeat within the laboratory"))
		}
	}
	return answers, nil
}

// line are the answers in the order of the cells.
func (q *Question) line(model map[int]string) []string {
	var line []string
	for _, cell := range q.Cells {
		line = append(line, model[cell.Index])
	}
	return line
}

// Result is what is said of an answer.
type Result struct {
	Right bool `json:"right"`
	// Wrong says which answers are wrong, for course.Fill.
	Wrong []bool `json:"wrong,omitempty"`
	// Says is a reason or a counterexample, "" for none.
	Says string `json:"says,omitempty"`
}

// Check says whether the answers are right: one for each cell of a course.Fill, else one. The error is about answers
// that cannot be right or wrong.
func (q *Question) Check(model map[int]string, answers []string) (Result, error) {
	if q.Kind == course.Move {
		right, says, err := q.Move.Check(strings.Join(answers, " "))
		return Result{Right: right, Says: says}, err
	}
	if q.Kind == course.Period {
		return q.checkPeriod(q.line(model), strings.Join(answers, " "))
	}
	if len(answers) != len(q.Cells) {
		return Result{}, hint.Errorf("one for each position, with spaces between", "want %d answers, got %d", len(q.Cells), len(answers))
	}
	result := Result{Right: true, Wrong: make([]bool, len(answers))}
	wrong := 0
	for i, cell := range q.Cells {
		if !q.means(answers[i], model[cell.Index]) {
			result.Right, result.Wrong[i] = false, true
			wrong++
		}
	}
	if wrong > 0 {
		result.Says = fmt.Sprintf("%d of %d are wrong", wrong, len(answers))
	}
	return result, nil
}

// means reports whether a text stands for an answer: itself, or the beginning of its name that no other name has.
func (q *Question) means(text, answer string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" || text == strings.ToLower(answer) {
		return text != ""
	}
	called := q.Grid.Called(answer)
	for _, class := range q.Grid.Classes {
		if class.Name != called && strings.HasPrefix(strings.ToLower(class.Name), text) {
			return false
		}
	}
	return strings.HasPrefix(strings.ToLower(called), text)
}

// checkPeriod compares a number with the period of the row. Two answers that differ refute a wrong one.
func (q *Question) checkPeriod(line []string, text string) (Result, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > len(line) {
		return Result{}, hint.Errorf("such as 3", "%q: want a number from 1 to %d", text, len(line))
	}
	period, _ := laboratory.PeriodOf(line)
	if n == period.Length {
		return Result{Right: true}, nil
	}
	for i := period.Before; i+n < len(line); i++ {
		if line[i] != line[i+n] {
			first, second := q.Cells[i], q.Cells[i+n]
			return Result{Says: fmt.Sprintf("%s is %s, and %s is %s", q.Grid.Place(first), q.Grid.Called(line[i]), q.Grid.Place(second), q.Grid.Called(line[i+n]))}, nil
		}
	}
	return Result{Says: "the row repeats sooner"}, nil
}

// Row is the asked cells of a row of the grid.
type Row struct {
	Name  string // "k = 3"; "" if the grid has one row
	Cells []Asked
}

// Asked is a cell that is asked for.
type Asked struct {
	Column string // the value of its column
	Place  string // the whole position in words
}

// Axis describes the columns.
func (q *Question) Axis() string { return q.Grid.Axes[0].Name }

// Rows returns the asked cells by row, in the order of the answers.
func (q *Question) Rows() []Row {
	var rows []Row
	last := -1
	for _, cell := range q.Cells {
		if row := q.row(cell); row != last {
			name := ""
			if len(q.Grid.Axes) > 1 {
				name = q.Grid.Axes[1].Name + " = " + q.Grid.Rows[row].String()
			}
			rows, last = append(rows, Row{Name: name}), row
		}
		of := &rows[len(rows)-1]
		of.Cells = append(of.Cells, Asked{cell.Names[q.Grid.Axes[0].Name].String(), q.Grid.Place(cell)})
	}
	return rows
}
