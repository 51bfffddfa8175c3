package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/games/lessons"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/course"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/statement"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/report"
	"grundy/internal/ui/terminal"
)

func courseCommand() *command {
	return &command{
		do: showCourse,
		Command: cli.Command{
			Name:      "course",
			Usage:     "read the chapters of the course, and do their exercises",
			ArgsUsage: "[CHAPTER [EXERCISE]]",
			Description: `Lists the chapters of the course. With CHAPTER, shows the text that teaches what its problems need,
with exercises for which you write no program: grundy asks, and checks your answer by the model
of the game.

   grundy course
   grundy course nim
   grundy course nim three-heaps
   grundy course nim three-heaps --answer "1 2"
   grundy course --problems mine --check     compute the answers of all exercises

The course is the file course.yaml beside the problems; docs/courses.md says how to write one.

Exit code: 0, or 1 for a wrong answer, 2 for mistakes in the command or the course, 3 when the
judge failed.`,
			Flags: slices.Concat([]cli.Flag{
				&cli.StringFlag{Name: "answer", Aliases: []string{"a"}, Usage: "answer the exercise with `TEXT` instead of standard input"},
				switchFlag("check", "try all exercises: read their positions and compute their answers"),
				onFlag(),
				libraryFlag(),
			}, judgeFlags()),
		},
	}
}

func showCourse(ctx context.Context, c *call) error {
	words := c.words()
	if c.IsSet("answer") && len(words) != 2 {
		return hint.Errorf("grundy course nim three-heaps --answer '1 2'", "--answer: name a chapter and an exercise")
	}
	if len(words) > 2 || c.Bool("check") && len(words) > 0 {
		return hint.Errorf("grundy course nim", "course: want a chapter and an exercise, or --check alone")
	}
	w, err := c.open()
	if err != nil {
		return err
	}
	defer w.Close()
	read, err := w.Problems().LoadCourse()
	if err != nil {
		return err
	}
	k := taught{call: c, workspace: w, course: read}
	if k.done, err = w.History().Exercises(ctx, read); err != nil {
		c.log.Warn("the exercises that you did earlier are unknown", "reason", err, "remedy", hint.Of(err))
	}
	switch {
	case c.Bool("check"):
		return k.check(ctx)
	case len(words) == 0:
		return k.list(ctx)
	}
	chapter := read.Find(words[0])
	if chapter == nil {
		return hint.Errorf("grundy course lists them", "the course has no chapter %q%s", words[0], hint.DidYouMean(words[0], read.IDs()))
	}
	if len(words) == 1 {
		return k.show(ctx, chapter)
	}
	exercise := chapter.Exercise(words[1])
	if exercise == nil {
		return hint.Errorf("grundy course "+chapter.ID+" shows them",
			"the chapter %q has no exercise %q%s", chapter.ID, words[1], hint.DidYouMean(words[1], chapter.ExerciseIDs()))
	}
	return k.ask(ctx, chapter, exercise)
}

// taught is a course with what the user did of it.
type taught struct {
	*call
	workspace *workspace.Workspace
	course    *course.Course
	done      func(chapter, exercise string) bool
}

// list lists the chapters, with how much of each is done.
func (k *taught) list(ctx context.Context) error {
	found, err := k.workspace.Problems().Index(ctx)
	if err != nil {
		return &workspace.JudgeError{Err: err}
	}
	var rows [][]string
	for i, chapter := range k.course.Chapters {
		solved := 0
		for _, listed := range found {
			if !slices.Contains(chapter.Problems, listed.ID) {
				continue
			}
			standing, err := k.workspace.History().Standing(ctx, listed.Problem)
			if err != nil {
				return err
			}
			if standing.IsSolved() {
				solved++
			}
		}
		rows = append(rows, []string{
			fmt.Sprintf("%2d", i+1), chapter.ID, share(chapter.CountDone(k.done), len(chapter.Exercises)), share(solved, len(chapter.Problems)), chapter.Name,
		})
	}
	for _, page := range k.course.Pages {
		rows = append(rows, []string{"", page.ID, "", "", page.Name})
	}
	k.table([]string{"", "chapter", "exercises", "solved", "about"}, rows)
	k.advise("grundy course CHAPTER shows its text")
	return nil
}

// share is a part of a whole, aligned to the right; "" of nothing.
func share(part, whole int) string {
	if whole == 0 {
		return ""
	}
	return fmt.Sprintf("%2d of %d", part, whole)
}

// show prints a page or a chapter with its exercises.
func (k *taught) show(ctx context.Context, chapter *course.Chapter) error {
	options := k.textOptions()
	options.Title, options.Memory = chapter.Name, k.workspace.Formulas()
	for _, part := range chapter.Pieces() {
		if strings.TrimSpace(string(part.Text)) != "" {
			if err := k.print(part.Text, options); err != nil {
				return err
			}
			options.Title = ""
		}
		if part.Exercise == nil {
			continue
		}
		q, err := lessons.Open(ctx, k.workspace.Problems(), part.Exercise)
		if err != nil {
			return err
		}
		k.pose(chapter.ID, q)
	}
	if len(chapter.Problems) > 0 {
		k.advise("problems: %s", strings.Join(chapter.Problems, ", "))
	}
	return nil
}

func (k *taught) print(text []byte, options statement.Options) error {
	shown, err := statement.Render(text, "md", options)
	if err != nil {
		return err
	}
	fmt.Fprintln(k.out, strings.TrimRight(shown, "\n"))
	return nil
}

// pose prints a question.
func (k *taught) pose(chapter string, q *lessons.Question) {
	pen := terminal.Pen{Color: k.screen(k.out.File).Color}
	mark := "?"
	if k.done(chapter, q.ID) {
		mark = "✓"
	}
	width := k.screen(k.out.File).Width
	text := fmt.Sprintf("%s %s: %s", mark, q.ID, q.Text())
	fmt.Fprintln(k.out, "\n"+pen.Draw(terminal.Strong, strings.Join(terminal.Wrap(terminal.Line(text), width), "\n")))
	if q.Move != nil {
		fmt.Fprintln(k.out, q.Move.Table.Draw(width))
	}
	if q.Kind == course.Fill {
		for _, row := range q.Rows() {
			if row.Name != "" {
				fmt.Fprintln(k.out, terminal.Line(row.Name))
			}
			head, blank := q.Axis(), strings.Repeat(" ", len(q.Axis()))
			for _, cell := range row.Cells {
				head += "  " + terminal.PadLeft(cell.Column, 2)
				blank += "   ?"
			}
			fmt.Fprintln(k.out, terminal.Line(head)+"\n"+blank)
		}
	}
	fmt.Fprintln(k.out, pen.Draw(terminal.Faint, terminal.Line(q.Legend())))
	fmt.Fprintln(k.out, pen.Draw(terminal.Faint, "grundy course "+chapter+" "+q.ID+" takes your answer")+"\n")
}

// ask asks an exercise and says whether the answer is right.
func (k *taught) ask(ctx context.Context, chapter *course.Chapter, exercise *course.Exercise) error {
	q, err := lessons.Open(ctx, k.workspace.Problems(), exercise)
	if err != nil {
		return err
	}
	text := k.String("answer")
	if !k.IsSet("answer") {
		k.pose(chapter.ID, q)
		fmt.Fprint(k.err, "your answer > ")
		lines := bufio.NewScanner(k.in)
		if !lines.Scan() {
			return hint.Errorf("type the answer, or use --answer", "course: there is no answer")
		}
		text = lines.Text()
	}
	model, err := k.model(ctx, q)
	if err != nil {
		return err
	}
	result, err := q.Check(model, strings.Fields(text))
	if err != nil {
		return err
	}
	pen := terminal.Pen{Color: k.screen(k.out.File).Color}
	if result.Right {
		fmt.Fprintln(k.out, pen.Draw(terminal.Good, "✓ right"))
		k.workspace.History().ExerciseDone(ctx, k.course, chapter.ID, exercise.ID)
		return nil
	}
	fmt.Fprintln(k.out, terminal.Text(strings.TrimSuffix(pen.Draw(terminal.Bad, "✗ wrong")+": "+result.Says, ": ")))
	for i, wrong := range result.Wrong {
		if wrong {
			fmt.Fprintf(k.out, "  %s\n", terminal.Line(q.Grid.Place(q.Cells[i])))
		}
	}
	return exitVerdict(exitFailed)
}

// model returns the right answers of a question. A board needs no programs.
func (k *taught) model(ctx context.Context, q *lessons.Question) (map[int]string, error) {
	if q.Move != nil {
		return nil, nil
	}
	client, err := k.workspace.Executor(ctx)
	if err != nil {
		return nil, err
	}
	answers, err := q.Model(ctx, client, k.tellPreparing)
	return answers, judging(err)
}

// check computes the answers of all exercises.
func (k *taught) check(ctx context.Context) error {
	client, err := k.workspace.Executor(ctx)
	if err != nil {
		return err
	}
	count := 0
	faulty := &problem.FaultError{What: problem.CourseFault, Package: k.workspace.Problems().Dir()}
	for i := range k.course.Chapters {
		for j := range k.course.Chapters[i].Exercises {
			e := &k.course.Chapters[i].Exercises[j]
			fault, err := k.try(ctx, client, e)
			if err != nil {
				return judging(err)
			}
			faulty.Diagnostics = append(faulty.Diagnostics, fault...)
			count++
		}
	}
	if len(faulty.Diagnostics) > 0 {
		return faulty
	}
	fmt.Fprintf(k.out, "%s: %s, %s\n", terminal.Line(k.course.Name), terminal.Count(len(k.course.Chapters), "chapter"), terminal.Count(count, "exercise"))
	return nil
}

// try computes the answers of an exercise. What is wrong with its description is returned, not an error.
func (k *taught) try(ctx context.Context, client job.Client, e *course.Exercise) (problem.Diagnostics, error) {
	q, err := lessons.Open(ctx, k.workspace.Problems(), e)
	if err == nil {
		_, err = q.Model(ctx, client, k.tellPreparing)
	}
	var faulty *problem.FaultError
	if errors.As(err, &faulty) {
		return faulty.Diagnostics, nil
	}
	return nil, err
}

// nextStep finds the next step of the course after a problem was solved, nil for none.
func nextStep(ctx context.Context, w *workspace.Workspace, p *problem.Problem) *event.NextStep {
	ahead, err := w.Ahead(ctx, p)
	if ahead == nil || err != nil {
		return nil // the verdict stands, whatever the history lacks
	}
	next := event.NextStep{Problem: ahead.ID, Title: ahead.Name()}
	if ahead.Chapter != nil {
		next.Chapter, next.ChapterTitle = ahead.Chapter.ID, ahead.Chapter.Name
	}
	return &next
}

// lookAhead prints the next step of the course after a problem was solved.
func (c *call) lookAhead(ctx context.Context, w *workspace.Workspace, p *problem.Problem) {
	next := nextStep(ctx, w, p)
	if next == nil {
		return
	}
	c.advise("%s", report.NextStepWords(*next))
	if len(p.Editorials) > 0 {
		c.advise("grundy show %s --solution explains this one", p.ID)
	}
}
