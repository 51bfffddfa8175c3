package workspace

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/course"
	"grundy/internal/pkgfmt/problem"
	"grundy/problems"
)

// IsCourse reports whether a directory contains a course.
func IsCourse(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, course.File))
	return err == nil && info.Mode().IsRegular()
}

// Course reads the course of the library, as far as its files have no faults; nil if it has none.
func (l *Library) Course() (*course.Course, problem.Diagnostics) {
	if l.dir == "" {
		return l.builtIn()
	}
	return l.readCourse()
}

// LoadCourse reads the course of the library. The error is a *problem.FaultError if it is faulty.
func (l *Library) LoadCourse() (*course.Course, error) {
	read, faults := l.Course()
	switch {
	case len(faults.Fatal(false)) > 0:
		return nil, &problem.FaultError{What: problem.CourseFault, Package: l.dir, Diagnostics: faults}
	case read == nil:
		return nil, hint.Errorf("docs/courses.md says how to write one; without --problems it is that of the built-in problems", "%s has no %s", l.dir, course.File)
	}
	return read, nil
}

// TellCourse reports the faults of the course to who follows ctx.
func (l *Library) TellCourse(ctx context.Context) {
	if _, faults := l.Course(); l.dir != "" {
		Report(ctx, l.dir, faults)
	}
}

func (l *Library) readCourse() (*course.Course, problem.Diagnostics) {
	ids, err := l.IDs()
	if err != nil {
		return nil, nil // those who list the problems report it
	}
	files, err := l.files()
	if err != nil {
		return nil, nil
	}
	defer files.Close()
	return course.Read(files, ids)
}

// closing is a file system that must be closed.
type closing struct {
	fs.FS
	close func() error
}

func (c closing) Close() error { return c.close() }

// files opens the collection as a file system that no link leads out of.
func (l *Library) files() (closing, error) {
	if l.dir == "" {
		return closing{problems.Library, func() error { return nil }}, nil
	}
	root, err := os.OpenRoot(l.dir)
	if err != nil {
		return closing{}, err
	}
	return closing{root.FS(), root.Close}, nil
}

// CourseFile opens a file below the directory of the course, such as a figure of its texts.
func (l *Library) CourseFile(name string) (fs.File, error) {
	files, err := l.files()
	if err != nil {
		return nil, err
	}
	defer files.Close() // the file stays open
	return files.Open(name)
}

// Ahead is the next step of the course.
type Ahead struct {
	*problem.Problem
	// Chapter is the chapter that begins with the problem, nil within a chapter.
	Chapter *course.Chapter
}

// Ahead finds the first unsolved problem after one in the course, else the first unsolved one before it. It is nil
// if the course does not contain the problem, or if no other one is unsolved.
func (w *Workspace) Ahead(ctx context.Context, p *problem.Problem) (*Ahead, error) {
	read, _ := w.Problems().Course()
	if read == nil {
		return nil, nil
	}
	ids := read.Problems()
	at := slices.Index(ids, p.ID)
	if at < 0 {
		return nil, nil
	}
	if own, err := w.Problems().look(ctx, p.ID); err != nil || ProblemKey(own.Problem) != ProblemKey(p) {
		return nil, err // another problem of the same name
	}
	for _, id := range slices.Concat(ids[at+1:], ids[:at]) {
		listed, err := w.Problems().look(ctx, id)
		if err != nil {
			return nil, err
		}
		standing, err := w.history.Standing(ctx, listed.Problem)
		if err != nil {
			return nil, err
		}
		if standing.IsSolved() || listed.Faulty != "" {
			continue
		}
		ahead := &Ahead{Problem: listed.Problem}
		if chapter := &read.Chapters[read.ChapterOf(id)]; read.ChapterOf(p.ID) != read.ChapterOf(id) && chapter.Problems[0] == id {
			ahead.Chapter = chapter
		}
		return ahead, nil
	}
	return nil, nil
}
