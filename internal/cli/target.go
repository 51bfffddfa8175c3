package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/language"
	"grundy/internal/problem"
	"grundy/internal/problem/icpc"
	"grundy/internal/problem/plain"
	"grundy/runner"
)

// target is a submission and where its problem was found.
type target struct {
	name   string // as the person would type it
	path   string // absolute
	source language.Source
	// problem opens what the submission is judged against; targets of one problem share its key.
	problem func() (*problem.Problem, error)
	key     string
}

// finder looks for submissions and the problems that they solve.
type finder struct {
	streams *streams
	library *library
	table   runner.Detector
	// named is the problem that the person named, "" to find it, and pattern how its test files are named, "" likewise.
	named, pattern string
	// language is the code that the person named, "" to find it.
	language string
}

// find gives the submissions that the arguments stand for; no argument is the present folder.
func (f *finder) find(args []string) ([]target, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var targets []target
	for _, arg := range args {
		found, err := f.expand(arg)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, usageErrorf("name a file, or start one with grundy new PROBLEM", "%s: no source file in a known language", arg)
		}
		targets = append(targets, found...)
	}
	return targets, nil
}

// expand gives the submissions of one argument: a file; a folder of folders named after problems; a folder that holds
// solutions, because it is named after a problem, holds test cases too, or is the present one; or else a folder that is
// a submission of several files.
func (f *finder) expand(arg string) ([]target, error) {
	if arg == "" {
		return nil, usageErrorf("name a file or a folder", "an argument is empty")
	}
	path, err := filepath.Abs(arg)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usageErrorf("grundy new starts a solution", "%s: no such file or folder", arg)
	case err != nil:
		return nil, usageErrorf("", "%s: %v", arg, errors.Unwrap(err))
	case !info.IsDir():
		t, err := f.target(arg, path)
		return []target{t}, err
	case icpc.Is(path):
		return nil, usageErrorf(fmt.Sprintf("grundy verify %s judges the submissions in it", quoted(arg)),
			"%s: this is a problem package, not a solution", arg)
	case f.hasShelves(path):
		return f.shelves(arg, path)
	case f.library.has(filepath.Base(path)), plain.Is(path), arg == ".":
		return f.solutions(arg, path)
	}
	t, err := f.target(arg, path)
	return []target{t}, err
}

// isShelf tells whether an entry of a folder is a folder of solutions: one that is named after a problem.
func (f *finder) isShelf(dir string, entry os.DirEntry) bool {
	return entry.IsDir() && f.library.has(entry.Name()) && !icpc.Is(filepath.Join(dir, entry.Name()))
}

func (f *finder) hasShelves(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && slices.ContainsFunc(entries, func(e os.DirEntry) bool { return f.isShelf(dir, e) })
}

// shelves expands a folder of folders named after problems; others are left alone.
func (f *finder) shelves(arg, dir string) ([]target, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var targets []target
	for _, entry := range entries {
		if !f.isShelf(dir, entry) {
			continue
		}
		found, err := f.solutions(filepath.Join(arg, entry.Name()), filepath.Join(dir, entry.Name()))
		if err != nil {
			return nil, err
		}
		targets = append(targets, found...)
	}
	return targets, nil
}

// solutions lists the submissions in a folder: every file in a known language, and every folder that holds some.
func (f *finder) solutions(arg, dir string) ([]target, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var targets []target
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		path := filepath.Join(dir, entry.Name())
		source, err := runner.ReadSource(path)
		if err != nil || len(source.Files) == 0 {
			continue
		}
		source.Language = f.language
		if _, err := f.table.Detect(source); err != nil {
			continue
		}
		t, err := f.target(filepath.Join(arg, entry.Name()), path)
		if errors.Is(err, errNoProblem) && entry.IsDir() {
			continue // whatever it is, it need not be a solution
		}
		if err != nil {
			return nil, err
		}
		targets = append(targets, t)
	}
	return targets, nil
}

// target makes a target of one submission.
func (f *finder) target(name, path string) (target, error) {
	source, err := readSource(name, f.language)
	if err != nil {
		return target{}, err
	}
	t := target{name: name, path: path, source: source}
	return t, f.assign(&t)
}

// readSource lists the files of a submission that a person names.
func readSource(name, code string) (language.Source, error) {
	source, err := runner.ReadSource(name)
	source.Language = code
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return source, usageErrorf("grundy new starts a solution", "%s: no such file or folder", name)
	case err != nil:
		return source, usageErrorf("", "%s: %v", name, err)
	case len(source.Files) == 0:
		return source, usageErrorf("grundy new PROBLEM starts a solution", "%s: the folder is empty", name)
	}
	for _, file := range source.Files {
		if err := readable(file.Path); err != nil {
			return source, err
		}
	}
	return source, nil
}

// assign finds the problem of a submission: the one named; the package that the file lies in; the library's problem that
// a folder above it is named after; what a browser extension stored for it; the tests beside it; the library's problem
// that the file itself is named after.
func (f *finder) assign(t *target) error {
	if f.pattern != "" {
		return f.patterned(t)
	}
	if f.named != "" {
		path, err := f.library.resolve(f.named)
		if err != nil {
			return err
		}
		f.packaged(t, path)
		return nil
	}
	for dir := filepath.Dir(t.path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if icpc.Is(dir) {
			f.packaged(t, dir)
			return nil
		}
	}
	for _, dir := range []string{filepath.Dir(t.path), filepath.Dir(filepath.Dir(t.path))} {
		if id := filepath.Base(dir); f.library.has(id) {
			return f.fromLibrary(t, id)
		}
	}
	if prob := plain.Prob(t.path); prob != "" {
		t.key = prob
		t.problem = func() (*problem.Problem, error) {
			p, faults, err := plain.LoadProb(prob, f.library.cache)
			if err != nil {
				return nil, err
			}
			return p, f.streams.tolerate(prob, faults)
		}
		return nil
	}
	if p, faults := plain.Siblings(t.path); p != nil || len(faults) > 0 {
		t.key = t.path
		t.problem = func() (*problem.Problem, error) { return p, f.streams.tolerate(filepath.Dir(t.name), faults) }
		return nil
	}
	if id := strings.TrimSuffix(filepath.Base(t.path), filepath.Ext(t.path)); f.library.has(id) {
		return f.fromLibrary(t, id)
	}
	return fmt.Errorf("%s: %w", t.name, errNoProblem)
}

// errNoProblem is why a submission cannot be judged when it is not clear by what.
var errNoProblem = usageErrorf(
	"name one with --problem ID|DIR|ZIP, put the file into a folder with the problem's name, or put tests beside it (1.in, 1.ans)",
	"no problem found for it")

// patterned takes the test files that are named by the person's pattern, in the folder named or beside the source.
func (f *finder) patterned(t *target) error {
	dir := f.named
	if dir == "" {
		dir = filepath.Dir(t.path)
	}
	p, faults, err := plain.LoadPattern(dir, f.pattern)
	if err != nil {
		return usageErrorf("%s stands for the name of a case, %e for in and out: %s.%e", "--pattern %q: %v", f.pattern, err)
	}
	t.key = dir
	t.problem = func() (*problem.Problem, error) { return p, f.streams.tolerate(dir, faults) }
	return nil
}

func (f *finder) fromLibrary(t *target, id string) error {
	path, err := f.library.path(id)
	if err != nil {
		return &judgeFailure{err}
	}
	f.packaged(t, path)
	return nil
}

func (f *finder) packaged(t *target, path string) {
	t.key = path
	t.problem = func() (*problem.Problem, error) { return f.streams.load(f.library, path) }
}

// opener opens each problem once.
type opener struct {
	opened map[string]*problem.Problem // by the key of a target
	// output replaces how the problems judge, nil to leave that.
	output *problem.OutputJudge
}

func (o *opener) open(t target) (*problem.Problem, error) {
	if p, found := o.opened[t.key]; found {
		return p, nil
	}
	p, err := t.problem()
	if err != nil {
		return nil, err
	}
	if p == nil || len(p.Data.AllCases()) == 0 {
		return nil, usageErrorf("", "%s: the problem has no test cases", t.key)
	}
	if o.output != nil {
		judged := *p
		judged.Output = *o.output
		p = &judged
	}
	o.opened[t.key] = p
	return p, nil
}
