package bulk

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"grundy/checker"
	"grundy/internal/author/generate"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// maxProblems is how many problems stay open that no judgement uses at the moment.
const maxProblems = 64

// problems opens the problems of lines, each once while it is used.
type problems struct {
	workspace *workspace.Workspace
	// dir holds the inline ones. It is of these problems alone: others may have the same one at the same time.
	dir string

	mu   sync.Mutex
	open map[fingerprint]*opened
	uses uint64
}

// opened is an open problem.
type opened struct {
	ready chan struct{} // closed when the fields below are set
	p     *problem.Problem
	dir   string // of an inline problem, "" for others
	err   error
	// The lock of problems guards these.
	users int
	used  uint64 // the larger, the later
}

// newProblems returns problems without any yet. The caller must close them.
func newProblems(w *workspace.Workspace) (*problems, error) {
	scratch, err := w.Scratch()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(scratch, "problems-")
	return &problems{workspace: w, dir: dir, open: map[fingerprint]*opened{}}, err
}

// close removes the inline problems. None may be in use.
func (ps *problems) close() {
	_ = fsutil.RemoveAll(ps.dir) // it lies in the scratch directory, which is removed in the end
}

// use opens the problem of a line. The caller must release it.
func (ps *problems) use(ctx context.Context, text json.RawMessage) (o *opened, release func()) {
	key := fingerprint(sha256.Sum256(text))
	ps.mu.Lock()
	o, found := ps.open[key]
	if !found {
		o = &opened{ready: make(chan struct{})}
		ps.open[key] = o
	}
	o.users++
	ps.mu.Unlock()
	if !found {
		o.p, o.dir, o.err = ps.read(ctx, key, text)
		close(o.ready)
	}
	<-o.ready
	return o, func() { ps.release(o) }
}

// release ends a use of a problem. It closes those that were not used for the longest time.
func (ps *problems) release(o *opened) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.uses++
	o.users--
	o.used = ps.uses
	for len(ps.open) > maxProblems {
		var oldest fingerprint
		var least *opened
		for key, other := range ps.open {
			if other.users == 0 && (least == nil || other.used < least.used) {
				oldest, least = key, other
			}
		}
		if least == nil {
			return
		}
		delete(ps.open, oldest)
		least.remove()
	}
}

func (o *opened) remove() {
	if o.dir != "" {
		_ = fsutil.RemoveAll(o.dir) // close tries again
	}
}

// read opens a problem: text is its name or an Inline.
func (ps *problems) read(ctx context.Context, key fingerprint, text json.RawMessage) (p *problem.Problem, dir string, err error) {
	if text[0] != '"' {
		dir = filepath.Join(ps.dir, fmt.Sprintf("inline-%x", key[:8]))
		p, err = ps.inline(dir, text)
		if err != nil {
			err = hint.With(lineHint, fmt.Errorf("problem: %w", err))
		}
		return p, dir, err
	}
	var name string
	if err := json.Unmarshal(text, &name); err != nil {
		return nil, "", err
	}
	if p, err = ps.workspace.Problems().Named(ctx, name); err != nil {
		return nil, "", fmt.Errorf("problem: %w", err)
	}
	if len(p.Data.AllCases()) == 0 {
		return nil, "", fmt.Errorf("problem: %s has no test cases", name)
	}
	return p, "", generate.Complete(ctx, ps.workspace, p, nil, func(event.Event) {})
}

// inline lays an inline problem out in a directory.
func (ps *problems) inline(dir string, text json.RawMessage) (*problem.Problem, error) {
	var in Inline
	if err := decode(text, &in); err != nil {
		return nil, err
	}
	if len(in.Cases) == 0 {
		return nil, errors.New("cases: want at least one")
	}
	if in.TimeLimit < 0 || in.MemoryLimit < 0 || in.OutputLimit < 0 {
		return nil, errors.New("a limit is negative")
	}
	if in.Entry != nil {
		if err := in.Entry.Check(); err != nil {
			return nil, fmt.Errorf("entry: %w", err)
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, &workspace.JudgeError{Err: err}
	}
	var cases []*problem.Case
	for i, c := range in.Cases {
		laid, err := c.lay(dir, i+1)
		if err != nil {
			return nil, fmt.Errorf("case %d: %w", i+1, err)
		}
		if slices.ContainsFunc(cases, func(other *problem.Case) bool { return other.Name == laid.Name }) {
			return nil, fmt.Errorf("case %d: another one is called %s, too", i+1, laid.Name)
		}
		laid.OutputArgs = in.Checker.Args
		if laid.Answer == "" && !in.Checker.isProgram() {
			laid.AnswerWanted = filepath.Join(dir, laid.Name+".ans")
		}
		cases = append(cases, laid)
	}
	p := plain.WithCases(dir, cases)
	p.Entry = in.Entry
	l := &p.Limits
	if in.TimeLimit > 0 {
		l.Time, l.TimeSource = seconds(in.TimeLimit), "problem"
	}
	l.Memory = cmp.Or(bytesize.Size(in.MemoryLimit), l.Memory)
	l.Output = cmp.Or(bytesize.Size(in.OutputLimit), l.Output)
	var err error
	p.Output, err = in.Checker.lay(dir)
	return p, err
}

// lay writes the texts of a case into files.
func (c *Case) lay(dir string, number int) (*problem.Case, error) {
	stem := strconv.Itoa(number)
	laid := &problem.Case{Name: cmp.Or(c.Name, stem)}
	if (c.Input == nil) == (c.InputPath == "") {
		return nil, errors.New("want one of input and input_path")
	}
	if c.Answer != nil && c.AnswerPath != "" {
		return nil, errors.New("want one of answer and answer_path")
	}
	for _, file := range []struct {
		to      *string
		text    *text
		path    string
		written string
	}{{&laid.Input, c.Input, c.InputPath, stem + ".in"}, {&laid.Answer, c.Answer, c.AnswerPath, stem + ".ans"}} {
		var err error
		switch {
		case file.text != nil:
			*file.to = filepath.Join(dir, file.written)
			if err := os.WriteFile(*file.to, *file.text, 0o600); err != nil {
				return nil, &workspace.JudgeError{Err: err}
			}
		case file.path != "":
			if *file.to, err = filepath.Abs(file.path); err == nil {
				err = workspace.Readable(file.path)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return laid, nil
}

func (c *Checker) isProgram() bool { return c.Source != nil || c.Path != "" }

// lay writes the text of a checker into a file.
func (c *Checker) lay(dir string) (problem.OutputJudge, error) {
	judge := problem.OutputJudge{IgnoreCase: c.IgnoreCase}
	if !c.isProgram() {
		if c.Language != "" || c.Dialect != "" {
			return judge, errors.New("checker: want a source or a path with its language or dialect")
		}
		if _, err := checker.ParseOptions(c.Args); err != nil {
			return judge, fmt.Errorf("checker: args: %w", err)
		}
		return judge, nil
	}
	if c.Source != nil && c.Path != "" {
		return judge, errors.New("checker: want one of source and path")
	}
	judge.Dialect = cmp.Or(c.Dialect, checker.Testlib)
	if !slices.Contains(checker.Dialects(), judge.Dialect) {
		return judge, fmt.Errorf("checker: dialect: %q is not known", c.Dialect)
	}
	program := problem.Program{Name: "checker", Language: c.Language}
	var err error
	if c.Source != nil {
		if c.Language == "" {
			return judge, errors.New("checker: language: a source needs one, such as cpp")
		}
		program.Path = filepath.Join(dir, "checker")
		if err := os.WriteFile(program.Path, *c.Source, 0o600); err != nil {
			return judge, &workspace.JudgeError{Err: err}
		}
	} else if program.Path, err = filepath.Abs(c.Path); err == nil {
		err = workspace.Readable(c.Path)
	}
	judge.Programs = []problem.Program{program}
	return judge, err
}
