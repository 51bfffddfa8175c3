// Package course reads courses: chapters of problems, each with an introduction in Markdown and exercises that need no
// program. A course is a course.yaml beside packages (docs/courses.md).
//
// The package knows the files. It does not know what an exercise asks for: internal/games/lessons does.
package course

import (
	"bytes"
	"slices"
	"strings"

	"grundy/internal/pkgfmt/problem"
)

// File is the file that makes a directory of packages a course.
const File = "course.yaml"

// Course is a road through problems.
type Course struct {
	Name     string
	Chapters []Chapter
	// Pages are texts beside the chapters, such as a list of books. They name no problems.
	Pages []Page
}

// Page is a text of a course.
type Page struct {
	// ID names it in addresses and commands. No other page of the course has it.
	ID, Name string
	// Path is the path of the text below the directory of the course, with slashes.
	Path string
	// Text is the content of the file.
	Text []byte
}

// Chapter is a part of a course: a text that teaches something, exercises in it, and the problems that need it.
type Chapter struct {
	Page
	Problems  []string
	Exercises []Exercise
}

// Kind is what an exercise asks for.
type Kind string

// The kinds. Move asks for a winning move on the board of a game, Fill for answers in cells of a laboratory, and Period
// for the period of a row of it.
const (
	Move   Kind = "move"
	Fill   Kind = "fill"
	Period Kind = "period"
)

// kinds are all kinds. A file says the kind by the key that names the problem.
var kinds = []Kind{Move, Fill, Period}

// Exercise is a question whose answer the model of a game computes.
type Exercise struct {
	ID   string
	Kind Kind
	// Problem is the problem whose game or laboratory asks.
	Problem string
	// Ask replaces the usual question; "" keeps it.
	Ask string
	// Position is an input of the problem, for Move.
	Position string
	// Hold are the values of held axes of the laboratory, and Cells the condition that chooses cells; "" for all.
	Hold  map[string]string
	Cells string
	// At is where the course describes it.
	At problem.Position
}

// Problems lists the problems of all chapters in their order.
func (c *Course) Problems() []string {
	var ids []string
	for _, chapter := range c.Chapters {
		ids = append(ids, chapter.Problems...)
	}
	return ids
}

// ChapterOf returns the index of the chapter with a problem, or -1.
func (c *Course) ChapterOf(id string) int {
	return slices.IndexFunc(c.Chapters, func(chapter Chapter) bool { return slices.Contains(chapter.Problems, id) })
}

// Find returns the chapter with an ID, or the page as a chapter without problems and exercises; nil if there is neither.
func (c *Course) Find(id string) *Chapter {
	for i := range c.Chapters {
		if c.Chapters[i].ID == id {
			return &c.Chapters[i]
		}
	}
	for _, page := range c.Pages {
		if page.ID == id {
			return &Chapter{Page: page}
		}
	}
	return nil
}

// IDs lists the names of all chapters and pages.
func (c *Course) IDs() []string {
	var ids []string
	for _, chapter := range c.Chapters {
		ids = append(ids, chapter.ID)
	}
	for _, page := range c.Pages {
		ids = append(ids, page.ID)
	}
	return ids
}

// Exercise returns the exercise of a chapter with an ID, or nil.
func (ch *Chapter) Exercise(id string) *Exercise {
	i := slices.IndexFunc(ch.Exercises, func(e Exercise) bool { return e.ID == id })
	if i < 0 {
		return nil
	}
	return &ch.Exercises[i]
}

// ExerciseIDs lists the names of the exercises.
func (ch *Chapter) ExerciseIDs() []string {
	var ids []string
	for _, e := range ch.Exercises {
		ids = append(ids, e.ID)
	}
	return ids
}

// CountDone counts the exercises that are done.
func (ch *Chapter) CountDone(isDone func(chapter, exercise string) bool) int {
	done := 0
	for _, e := range ch.Exercises {
		if isDone(ch.ID, e.ID) {
			done++
		}
	}
	return done
}

// Piece is a part of a chapter's text: Markdown, and the exercise that follows it, which may be nil.
type Piece struct {
	Text     []byte
	Exercise *Exercise
}

// Pieces divides the text of a chapter at the lines that ask for an exercise, such as {{exercise first-piles}}.
// Exercises that no line asks for follow the text.
func (ch *Chapter) Pieces() []Piece {
	var (
		parts []Piece
		text  bytes.Buffer
		asked []string
	)
	for line := range bytes.Lines(ch.Text) {
		exercise := ch.Exercise(mentioned(string(line)))
		if exercise == nil {
			text.Write(line)
			continue
		}
		parts = append(parts, Piece{bytes.Clone(text.Bytes()), exercise})
		asked = append(asked, exercise.ID)
		text.Reset()
	}
	parts = append(parts, Piece{Text: bytes.Clone(text.Bytes())})
	for i := range ch.Exercises {
		if !slices.Contains(asked, ch.Exercises[i].ID) {
			parts = append(parts, Piece{Exercise: &ch.Exercises[i]})
		}
	}
	return parts
}

// mentioned returns the exercise that a line asks for, or "".
func mentioned(line string) string {
	inside, begins := strings.CutPrefix(strings.TrimSpace(line), "{{exercise ")
	id, ends := strings.CutSuffix(inside, "}}")
	if !begins || !ends {
		return ""
	}
	return strings.TrimSpace(id)
}
