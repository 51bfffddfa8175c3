package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/fsutil"
	"grundy/internal/judge/sandbox"
)

// slot runs one program at a time. It has a box for submissions and compilers, a box for checkers and interactors,
// and the files that they exchange.
type slot struct {
	dir                   string
	solutionBox, judgeBox box
	// passBoxes are the boxes of submissions from the second pass of a case on.
	passBoxes []*box
	// output and stderr belong to the submission, or to a validator that runs without one. log is an interactor's
	// standard error.
	output, stderr, log *os.File
	// feedback and checker are directories for checkers. Boxes keep them mounted, so they are emptied, not replaced.
	feedback, checker string

	space *space
	used  *usage
	// siblings stay with the slot. Its next user mostly runs the same programs in the same order, and opening a box
	// costs more than many short runs in it.
	siblings []*slot

	activity activity
	// The pool owns these fields. core is where the slot runs. resting reports that all programs in it wait.
	// disturbed reports that another slot has computed on the core since this one was lent. leave returns the slot's
	// share of the machine. series is the series that holds the slot.
	core               *core
	resting, disturbed bool
	leave              func()
	series             *series
	// shortages counts how often the disk was full before the present run.
	shortages int64
}

// newSlot makes a slot with its files.
func newSlot(host sandbox.Host, space *space, used *usage, name string, core int) (*slot, error) {
	s := bareSlot(host, space, used, name, core)
	if err := s.equip(); err != nil {
		return nil, err
	}
	return s, nil
}

// bareSlot makes a slot that is to be equipped before it is used.
func bareSlot(host sandbox.Host, space *space, used *usage, name string, core int) *slot {
	dir := filepath.Join(space.dir, "slot"+name)
	return &slot{
		dir: dir, space: space, used: used,
		solutionBox: box{host: host, config: sandbox.Config{Name: name, Core: core}},
		judgeBox:    box{host: host, config: sandbox.Config{Name: name + "-judge", Core: core}},
		feedback:    filepath.Join(dir, "feedback"), checker: filepath.Join(dir, "checker"),
	}
}

// equip makes the files of a slot, unless they are there.
func (s *slot) equip() error {
	if s.output != nil {
		return nil
	}
	for _, folder := range []string{s.feedback, s.checker} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return fmt.Errorf("make scratch directory: %w", err)
		}
	}
	for name, file := range map[string]**os.File{"output": &s.output, "stderr": &s.stderr, "log": &s.log} {
		var err error
		if *file, err = fsutil.Fresh(filepath.Join(s.dir, name)); err != nil {
			err = errors.Join(err, s.closeFiles())
			s.output, s.stderr, s.log = nil, nil, nil
			return err
		}
	}
	return nil
}

// newOnSameCore creates another slot on the same core.
func (s *slot) newOnSameCore(suffix string) (*slot, error) {
	config := s.solutionBox.config
	return newSlot(s.solutionBox.host, s.space, s.used, config.Name+"-"+suffix, config.Core)
}

// sibling returns the n-th slot that is lent along with this one, from 1. Callers ask for them in order.
func (s *slot) sibling(n int) (*slot, error) {
	if n <= len(s.siblings) {
		return s.siblings[n-1], nil
	}
	made, err := s.newOnSameCore(strconv.Itoa(n))
	if err == nil {
		s.siblings = append(s.siblings, made)
	}
	return made, err
}

// solution returns the box of submissions.
func (s *slot) solution(ctx context.Context) (sandbox.Box, error) { return s.pass(ctx, 1) }

// keptPasses is how many boxes a slot keeps open for the passes of a case.
const keptPasses = 4

// pass returns the box of submissions for a pass of a case, from 1. What a run leaves in a box, such as the inode
// numbers of its file system, must not reach a later pass of the same case.
func (s *slot) pass(ctx context.Context, pass int) (sandbox.Box, error) {
	b := &s.solutionBox
	if n := (pass - 1) % keptPasses; n > 0 {
		for len(s.passBoxes) < n {
			config := s.solutionBox.config
			config.Name += "-pass" + strconv.Itoa(len(s.passBoxes)+2)
			s.passBoxes = append(s.passBoxes, &box{host: s.solutionBox.host, config: config})
		}
		b = s.passBoxes[n-1]
	}
	if pass > keptPasses {
		if err := b.close(); err != nil {
			return nil, err
		}
	}
	return s.open(ctx, b, &s.used.submissions)
}

// compiler returns the box of compilers.
func (s *slot) compiler(ctx context.Context) (sandbox.Box, error) {
	return s.open(ctx, &s.solutionBox, &s.used.compilers)
}

// judge returns the box of checkers.
func (s *slot) judge(ctx context.Context) (sandbox.Box, error) {
	return s.open(ctx, &s.judgeBox, &s.used.programs)
}

// open opens a box if necessary. The CPU time of runs in it is added to cpu.
func (s *slot) open(ctx context.Context, b *box, cpu *atomic.Int64) (sandbox.Box, error) {
	if err := b.ready(ctx); err != nil {
		return nil, err
	}
	return watchedBox{b, cpu, &s.activity}, nil
}

// rewind replaces output and stderr by new files for the next run.
func (s *slot) rewind() error {
	s.shortages = s.space.beforeRelease()
	if err := errors.Join(fsutil.Renew(&s.output), fsutil.Renew(&s.stderr)); err != nil {
		return err
	}
	// Where possible, a box has a user of its own, and programs may open their output by name (/dev/stdout).
	return s.output.Chmod(0o666)
}

// keptOutput is how much the files of a slot may hold until its next run.
const keptOutput = 64 * bytesize.KiB

// release empties output and stderr if they take much space from other slots. If that fails, the next run fails as
// well.
func (s *slot) release() {
	for _, file := range []*os.File{s.output, s.stderr} {
		if info, err := file.Stat(); err == nil && bytesize.Size(info.Size()) > keptOutput {
			s.space.beforeRelease()
			_ = file.Truncate(0)
		}
	}
}

// checkSpace fails if outputs since rewind may be incomplete because the disk was full.
func (s *slot) checkSpace() error { return s.space.check(s.shortages) }

// forget empties the feedback directory.
func (s *slot) forget() error {
	entries, err := os.ReadDir(s.feedback)
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		s.space.beforeRelease()
	}
	for _, entry := range entries {
		if err := os.RemoveAll(filepath.Join(s.feedback, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}

func (s *slot) close() error {
	judgeBox := make(chan error, 1)
	go func() { judgeBox <- s.judgeBox.close() }()
	errs := []error{s.solutionBox.close(), <-judgeBox}
	for _, b := range s.passBoxes {
		errs = append(errs, b.close())
	}
	for _, sibling := range s.siblings {
		errs = append(errs, sibling.close())
	}
	return errors.Join(append(errs, s.closeFiles())...)
}

func (s *slot) closeFiles() (err error) {
	for _, file := range []*os.File{s.output, s.stderr, s.log} {
		if file != nil {
			err = errors.Join(err, file.Close())
		}
	}
	return err
}

// box is a sandbox.Box that opens when it is first needed, and again after it has failed.
type box struct {
	sandbox.Box // the last one, which still knows its paths when it is closed
	open        bool
	host        sandbox.Host
	config      sandbox.Config
}

// ready opens the box if necessary.
func (b *box) ready(ctx context.Context) error {
	if b.open {
		return nil
	}
	opened, err := b.host.Open(ctx, b.config)
	if err != nil {
		return err
	}
	b.Box, b.open = opened, true
	return nil
}

// Run closes the box if it fails, since its state is unknown; the next call opens another. A program that did not
// start leaves nothing behind.
func (b *box) Run(ctx context.Context, spec sandbox.Spec) (sandbox.Result, error) {
	if err := b.ready(ctx); err != nil {
		sandbox.Release(spec)
		return sandbox.Result{}, err
	}
	result, err := b.Box.Run(ctx, spec)
	var unstarted *sandbox.StartError
	if err != nil && ctx.Err() == nil && !errors.As(err, &unstarted) {
		err = errors.Join(err, b.close())
	}
	return result, err
}

func (b *box) close() error {
	if !b.open {
		return nil
	}
	b.open = false
	return b.Box.Close()
}

// FirstBox returns the box that a judge with the given cores opens first.
func FirstBox(cores []int) sandbox.Config { return sandbox.Config{Name: "0", Core: cores[0]} }
