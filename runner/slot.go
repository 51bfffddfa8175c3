package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"

	"grundy/internal/sandbox"
)

// slot is one worker: a box for submissions and compilers, one for checkers and interactors, and the files that go
// between the two.
type slot struct {
	dir                   string
	solutionBox, judgeBox box
	// output and stderr are the submission's, or a validator's that has no submission beside it; log is an interactor's
	// standard error.
	output, stderr, log *os.File
	// feedback and checker are folders for checkers; boxes keep them mounted, so they are emptied, not replaced.
	feedback, checker string

	disk *disk
	used *usage
	// shortages are those of the disk before the present run.
	shortages int64
}

func newSlot(host sandbox.Host, disk *disk, used *usage, name string, core int) (*slot, error) {
	dir := filepath.Join(disk.dir, "slot"+name)
	s := &slot{
		dir: dir, disk: disk, used: used,
		solutionBox: box{host: host, config: sandbox.Config{Name: name, Core: core}},
		judgeBox:    box{host: host, config: sandbox.Config{Name: name + "-judge", Core: core}},
		feedback:    filepath.Join(dir, "feedback"), checker: filepath.Join(dir, "checker"),
	}
	for _, folder := range []string{s.feedback, s.checker} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, fmt.Errorf("make scratch folder: %w", err)
		}
	}
	for name, file := range map[string]**os.File{"output": &s.output, "stderr": &s.stderr, "log": &s.log} {
		var err error
		if *file, err = OpenScratch(filepath.Join(dir, name)); err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	return s, nil
}

// OpenScratch makes a file for the output of programs, which checkers, running as somebody else, can read.
func OpenScratch(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return nil, fmt.Errorf("make scratch file: %w", err)
	}
	if err := file.Chmod(0o644); err != nil {
		return nil, errors.Join(fmt.Errorf("make scratch file: %w", err), file.Close())
	}
	return file, nil
}

// solution returns the box of submissions.
func (s *slot) solution(ctx context.Context) (sandbox.Box, error) {
	return s.solutionBox.metered(ctx, &s.used.submissions)
}

// compiler returns the box of compilers.
func (s *slot) compiler(ctx context.Context) (sandbox.Box, error) {
	return s.solutionBox.metered(ctx, &s.used.compilers)
}

// judge returns the box of checkers.
func (s *slot) judge(ctx context.Context) (sandbox.Box, error) {
	return s.judgeBox.metered(ctx, &s.used.programs)
}

// rewind empties what the last run left in output and stderr.
func (s *slot) rewind() error {
	s.shortages = s.disk.beforeRelease()
	return errors.Join(Empty(s.output), Empty(s.stderr))
}

// Empty makes a file ready to be written to from its beginning.
func Empty(file *os.File) error {
	// Looking is many times cheaper than truncating, also what is empty: that is a transaction of the file system.
	info, err := file.Stat()
	if err == nil && info.Size() > 0 {
		err = file.Truncate(0)
	}
	if err != nil {
		return err
	}
	_, err = file.Seek(0, io.SeekStart)
	return err
}

// checkSpace fails when outputs since rewind may be incomplete because the disk was full.
func (s *slot) checkSpace() error { return s.disk.check(s.shortages) }

// forget empties the feedback folder.
func (s *slot) forget() error {
	entries, err := os.ReadDir(s.feedback)
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		s.disk.beforeRelease()
	}
	for _, entry := range entries {
		if err := os.RemoveAll(filepath.Join(s.feedback, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}

func (s *slot) close() error {
	errs := []error{s.solutionBox.close(), s.judgeBox.close()}
	for _, file := range []*os.File{s.output, s.stderr, s.log} {
		if file != nil {
			errs = append(errs, file.Close())
		}
	}
	return errors.Join(errs...)
}

// box is a sandbox.Box that is opened when it is first needed, and again after it failed.
type box struct {
	sandbox.Box // nil while it is not open
	host        sandbox.Host
	config      sandbox.Config
}

// metered opens the box unless it is open, and adds the CPU time of what runs in it to a sum.
func (b *box) metered(ctx context.Context, cpu *atomic.Int64) (sandbox.Box, error) {
	if b.Box == nil {
		opened, err := b.host.Open(ctx, b.config)
		if err != nil {
			return nil, err
		}
		b.Box = opened
	}
	return meteredBox{b, cpu}, nil
}

// Run closes the box when it fails: nobody knows what is left in it.
func (b *box) Run(ctx context.Context, spec sandbox.Spec) (sandbox.Result, error) {
	result, err := b.Box.Run(ctx, spec)
	if err != nil && ctx.Err() == nil {
		err = errors.Join(err, b.close())
	}
	return result, err
}

func (b *box) close() error {
	if b.Box == nil {
		return nil
	}
	opened := b.Box
	b.Box = nil
	return opened.Close()
}

// FirstBox is the box that a judge with the given cores opens first.
func FirstBox(cores []int) sandbox.Config { return sandbox.Config{Name: "0", Core: cores[0]} }
