package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"grundy/internal/sandbox"
)

// slot is one worker: a box for submissions and compilers, one for checkers and interactors, and the files that go
// between the two.
type slot struct {
	host sandbox.Host
	name string
	core int
	dir  string

	solutionBox, judgeBox sandbox.Box
	output, stderr        *os.File
	// feedback and checker are folders for checkers; boxes keep them mounted, so they are emptied, not replaced.
	feedback, checker string
}

func newSlot(host sandbox.Host, dir, name string, core int) (*slot, error) {
	s := &slot{
		host: host, name: name, core: core, dir: dir,
		feedback: filepath.Join(dir, "feedback"), checker: filepath.Join(dir, "checker"),
	}
	for _, folder := range []string{s.feedback, s.checker} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, fmt.Errorf("make scratch folder: %w", err)
		}
	}
	var err error
	if s.output, err = openScratch(filepath.Join(dir, "output")); err != nil {
		return nil, err
	}
	s.stderr, err = openScratch(filepath.Join(dir, "stderr"))
	return s, err
}

// openScratch makes a file that checkers, which run as somebody else, can read.
func openScratch(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return nil, fmt.Errorf("make scratch file: %w", err)
	}
	return file, file.Chmod(0o644)
}

// solution returns the box of submissions, opening it when needed.
func (s *slot) solution(ctx context.Context) (sandbox.Box, error) {
	return s.open(ctx, &s.solutionBox, s.name)
}

// judge returns the box of checkers, opening it when needed.
func (s *slot) judge(ctx context.Context) (sandbox.Box, error) {
	return s.open(ctx, &s.judgeBox, s.name+"-judge")
}

func (s *slot) open(ctx context.Context, box *sandbox.Box, name string) (sandbox.Box, error) {
	if *box != nil {
		return *box, nil
	}
	opened, err := s.host.Open(ctx, sandbox.Config{Name: name, Core: s.core})
	if err != nil {
		return nil, err
	}
	*box = opened
	return opened, nil
}

// discard closes the boxes after a failure; the next run opens new ones.
func (s *slot) discard() error {
	var errs []error
	for _, box := range []*sandbox.Box{&s.solutionBox, &s.judgeBox} {
		if *box != nil {
			errs = append(errs, (*box).Close())
			*box = nil
		}
	}
	return errors.Join(errs...)
}

// rewind empties the files of the last run.
func (s *slot) rewind() error {
	for _, file := range []*os.File{s.output, s.stderr} {
		if err := file.Truncate(0); err != nil {
			return err
		}
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
	return nil
}

func (s *slot) close() error {
	return errors.Join(s.discard(), s.output.Close(), s.stderr.Close())
}

// FirstBox is the box that a judge with the given cores opens first.
func FirstBox(cores []int) sandbox.Config { return sandbox.Config{Name: "0", Core: cores[0]} }
