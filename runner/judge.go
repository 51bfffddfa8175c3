package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"grundy/internal/bytesize"
	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/sandbox"
)

// Detector tells the language of a source.
type Detector interface {
	Detect(source language.Source) (*language.Language, error)
}

// Builder turns sources into programs.
type Builder interface {
	// Build compiles a source in a box, or finds it in the cache.
	Build(ctx context.Context, box sandbox.Box, source language.Source, limits language.Limits) (*language.Program, error)
}

// Config is what a Judge works with.
type Config struct {
	Host      sandbox.Host
	Languages Detector
	Builder   Builder
	// Cores has one entry for each slot: the processor that its programs are pinned to, or -1.
	Cores []int
	// Scratch is an existing folder for outputs and the like, removed by whoever made it.
	Scratch string
}

// Judge judges submissions on this machine. Its methods may be called concurrently; they share the slots.
type Judge struct {
	host      sandbox.Host
	languages Detector
	builder   Builder
	slots     chan *slot
	all       []*slot
	// alone is held for reading by every run, and for writing by one that must not be disturbed.
	alone sync.RWMutex

	mu       sync.Mutex
	programs map[string]*built // those of packages, by their path
}

// built is the one build of a package's program.
type built struct {
	once    sync.Once
	program *language.Program
	err     error
}

// Job is one submission to judge.
type Job struct {
	Problem *problem.Problem
	// Name is how events call the submission: "a.cpp", "accepted/nim.go".
	Name    string
	Source  language.Source
	Options Options
}

// Options change how a job is judged; the zero value judges as the problem says and runs every case.
type Options struct {
	// TimeLimit and MemoryLimit override the problem's limits and the language's multipliers; 0 leaves them.
	TimeLimit   time.Duration
	MemoryLimit bytesize.Size
	OutputLimit bytesize.Size
	// CheckerArgs replace the problem's and the cases' output validator arguments, nil leaves them.
	CheckerArgs []string
	// StopAtFirst leaves out the cases that cannot matter once one is not accepted.
	StopAtFirst bool
	// Select tells which cases to run, nil for all.
	Select func(*problem.Case) bool
	// Idleness tells idling (IE) from TLE even where the format does not.
	Idleness bool
	// NoRerun judges by the first run alone, also near the limit.
	NoRerun bool
}

// New makes a judge. No box is opened before it is needed.
func New(config Config) (*Judge, error) {
	if len(config.Cores) == 0 {
		return nil, errors.New("a judge needs at least one slot")
	}
	j := &Judge{
		host: config.Host, languages: config.Languages, builder: config.Builder,
		slots: make(chan *slot, len(config.Cores)), programs: map[string]*built{},
	}
	for i, core := range config.Cores {
		s, err := newSlot(config.Host, filepath.Join(config.Scratch, "slot"+strconv.Itoa(i)), strconv.Itoa(i), core)
		if err != nil {
			return nil, errors.Join(err, j.Close())
		}
		j.all = append(j.all, s)
		j.slots <- s
	}
	return j, nil
}

// Close ends all boxes. No method may be running.
func (j *Judge) Close() error {
	var errs []error
	for _, s := range j.all {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}

// acquire waits for a free slot.
func (j *Judge) acquire(ctx context.Context) (*slot, error) {
	select {
	case s := <-j.slots:
		return s, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (j *Judge) release(s *slot) { j.slots <- s }

// packageProgram builds a program of a package, once.
func (j *Judge) packageProgram(ctx context.Context, p *problem.Problem, program problem.Program) (*language.Program, error) {
	j.mu.Lock()
	entry, found := j.programs[program.Path]
	if !found {
		entry = &built{}
		j.programs[program.Path] = entry
	}
	j.mu.Unlock()
	entry.once.Do(func() {
		entry.program, entry.err = j.buildPackageProgram(ctx, p, program)
		if entry.err != nil {
			entry.err = &PackageError{Program: program.Name, Err: entry.err}
		}
	})
	return entry.program, entry.err
}

func (j *Judge) buildPackageProgram(ctx context.Context, p *problem.Problem, program problem.Program) (*language.Program, error) {
	source, err := ReadSource(program.Path)
	if err != nil {
		return nil, err
	}
	source.Language = program.Language
	source.Legacy = p.Format == problem.Legacy || p.Format == problem.LegacyICPC
	s, err := j.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer j.release(s)
	box, err := s.solution(ctx)
	if err != nil {
		return nil, err
	}
	return j.builder.Build(ctx, box, source, language.Limits{
		Time: p.Limits.CompilationTime, Memory: p.Limits.CompilationMemory,
	})
}

// PackageError is a program of a package that cannot be built: the package is faulty, or its toolchain is missing.
type PackageError struct {
	Program string // below the package's folder
	Err     error
}

func (e *PackageError) Error() string {
	var compile *language.CompileError
	if errors.As(e.Err, &compile) && compile.Log != "" {
		return fmt.Sprintf("%s cannot be built: %v\n%s", e.Program, e.Err, compile.Log)
	}
	return fmt.Sprintf("%s cannot be built: %v", e.Program, e.Err)
}

func (e *PackageError) Unwrap() error { return e.Err }

// emptyDir deletes what is in a folder but keeps the folder itself, which a box may have mounted.
func emptyDir(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := os.RemoveAll(filepath.Join(dir, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}
