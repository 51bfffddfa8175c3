package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/problemset"
	"grundy/internal/ui/terminal"
	"grundy/runner"
)

// finder finds solutions and the problems that they solve.
type finder struct {
	Search
	library *Library
	table   runner.Detector
}

func (w *Workspace) finder(search Search) (*finder, error) {
	builder, err := w.Builder()
	if err != nil {
		return nil, err
	}
	return &finder{search, w.library, builder.Table}, nil
}

// find returns the solutions that the arguments stand for; no argument means the current directory.
func (f *finder) find(args []string) ([]Solution, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var solutions []Solution
	for _, arg := range args {
		found, err := f.expand(arg)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, hint.Errorf("name a file, or start one with grundy new PROBLEM", "%s: no source file in a known language", arg)
		}
		solutions = append(solutions, found...)
	}
	return solutions, nil
}

// expand returns the solutions of one argument: a file; a directory whose subdirectories contain solutions; a directory
// that contains solutions, because it is named after a problem, contains test cases too, or is the current one; a directory
// of submissions; or else a directory that is a solution of several files.
func (f *finder) expand(arg string) ([]Solution, error) {
	if arg == "" {
		return nil, hint.Errorf("name a file or a directory", "an argument is empty")
	}
	path, err := filepath.Abs(arg)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, f.library.absent(arg)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", arg, errors.Unwrap(err))
	case !info.IsDir():
		return f.single(arg, path)
	case icpc.Is(path):
		return nil, hint.Errorf("grundy verify "+hint.Quote(arg)+" judges the submissions in it", "%s: this is a problem package, not a solution", arg)
	}
	if named, err := f.problemFolders(path); err == nil && len(named) > 0 {
		var solutions []Solution
		for _, name := range named {
			found, err := f.folder(filepath.Join(arg, name), filepath.Join(path, name))
			if err != nil {
				return nil, err
			}
			solutions = append(solutions, found...)
		}
		return solutions, nil
	}
	if f.library.Has(filepath.Base(path)) || plain.Is(path) || arg == "." {
		return f.folder(arg, path)
	}
	if f.holdsSubmissions(path) {
		return f.submissions(arg, path)
	}
	return f.single(arg, path)
}

// holdsSubmissions reports whether a directory holds submissions to the named problem as sites hand them out: one in each of
// its subdirectories, and no source file beside these.
func (f *finder) holdsSubmissions(dir string) bool {
	if f.Search.Problem == "" && f.Pattern == "" {
		return false
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	holds := false
	for _, entry := range entries {
		switch known := f.isSource(filepath.Join(dir, entry.Name())); {
		case known && !entry.IsDir():
			return false
		case known:
			holds = true
		}
	}
	return holds
}

// isSource reports whether a file or a directory is a source in a known language. --language applies to solutions, not to
// the files beside them.
func (f *finder) isSource(path string) bool {
	if strings.HasPrefix(filepath.Base(path), ".") {
		return false
	}
	source, err := language.ReadSource(path)
	if err != nil || len(source.Files) == 0 {
		return false
	}
	_, err = f.table.Detect(source)
	return err == nil
}

// submissions lists those of a directory, and says how it was understood.
func (f *finder) submissions(arg, dir string) ([]Solution, error) {
	solutions, err := f.folder(arg, dir)
	if err != nil {
		return nil, err
	}
	f.library.log.Info(fmt.Sprintf("%s: %s, one in each directory", arg, terminal.Count(len(solutions), "submission")))
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		name := filepath.Join(arg, entry.Name())
		taken := slices.ContainsFunc(solutions, func(s Solution) bool { return s.Name == name })
		if entry.IsDir() && !taken && !strings.HasPrefix(entry.Name(), ".") {
			f.library.log.Warn(fmt.Sprintf("%s: no source file in a known language", name))
		}
	}
	return solutions, err
}

// problemFolders returns the subdirectories that contain solutions, because they are named after problems, of the
// library or of the set that the user names, or have settings, or tests beside a source. A directory with tests has only the
// former.
func (f *finder) problemFolders(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	isContest := f.Search.Problem == "" && !plain.Is(dir)
	var named []string
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if entry.IsDir() && (f.library.Has(entry.Name()) && !icpc.Is(path) || plain.HasSettings(path) || f.isMember(entry.Name()) ||
			isContest && f.holdsTested(path)) {
			named = append(named, entry.Name())
		}
	}
	return named, err
}

// holdsTested reports whether a directory holds a source file and tests, but is not a package.
func (f *finder) holdsTested(dir string) bool {
	if icpc.Is(dir) || !plain.Is(dir) {
		return false
	}
	entries, err := os.ReadDir(dir)
	return err == nil && slices.ContainsFunc(entries, func(entry fs.DirEntry) bool {
		return entry.Type().IsRegular() && f.isSource(filepath.Join(dir, entry.Name()))
	})
}

// folder lists the solutions in a directory: every file in a known language, and every directory that contains some.
// It leaves out what helps others. It warns of files without a problem if others there have one.
func (f *finder) folder(arg, dir string) ([]Solution, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var (
		solutions []Solution
		lost      []error // files without a problem
	)
	settings, _ := plain.ReadSettings(dir)
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if !f.isSource(path) || settings.Judges(path) {
			continue
		}
		found, err := f.single(filepath.Join(arg, entry.Name()), path)
		switch {
		case !errors.Is(err, ErrNoProblem):
		case entry.IsDir(), isHelper(path):
			continue // it need not be a solution
		default:
			lost = append(lost, err)
			continue
		}
		if err != nil {
			return nil, err
		}
		solutions = slices.Concat(solutions, found)
	}
	if len(solutions) == 0 && len(lost) > 0 {
		return nil, lost[0]
	}
	own := slices.DeleteFunc(slices.Clone(solutions), func(s Solution) bool { return s.helps(solutions) })
	if len(own) == 0 {
		return solutions, nil
	}
	for _, err := range lost {
		first, _, _ := strings.Cut(err.Error(), "\n")
		f.library.log.Warn(first)
	}
	return own, nil
}

// The names, without their endings, that people give to programs that make inputs, that know the answers, and that judge. Before
// them may stand the name of a solution: A_brute for A. Slower solutions are solutions, but know the answers, too.
var (
	generatorNames = []string{"gen", "generator"}
	referenceNames = []string{"brute", "bruteforce", "brute_force", "brute-force"}
	slowerNames    = []string{"naive", "slow"}
	judgeNames     = []string{"checker", "interactor", "validator"}
	helperNames    = slices.Concat(generatorNames, referenceNames, judgeNames)
)

// isHelper reports whether a file is named as a program that tests solutions.
func isHelper(path string) bool { return slices.Contains(helperNames, called(path)) }

// called returns a file's name without its ending, in small letters.
func called(path string) string { return strings.ToLower(stem(filepath.Base(path))) }

// GeneratorBeside returns the program that makes inputs beside a solution, as the user would name it, and ReferenceBeside the
// one that knows the answers; "" if there is none.
func (w *Workspace) GeneratorBeside(s *Solution) string { return w.helperBeside(s, generatorNames) }

// ReferenceBeside is described at GeneratorBeside.
func (w *Workspace) ReferenceBeside(s *Solution) string {
	return w.helperBeside(s, slices.Concat(referenceNames, slowerNames))
}

// helperBeside finds the first of some names, with the solution's name before it or without.
func (w *Workspace) helperBeside(s *Solution, names []string) string {
	f, err := w.finder(Search{})
	if err != nil {
		return ""
	}
	dir := filepath.Dir(s.Path)
	entries, _ := os.ReadDir(dir)
	for _, name := range slices.Concat(s.own(names), names) {
		for _, entry := range entries {
			path := filepath.Join(dir, entry.Name())
			if entry.Type().IsRegular() && path != s.Path && called(path) == name && f.isSource(path) {
				return ShortPath(path)
			}
		}
	}
	return ""
}

// own puts the solution's name before the names of helpers.
func (s *Solution) own(names []string) []string {
	var own []string
	for _, name := range names {
		own = append(own, called(s.Path)+"_"+name, called(s.Path)+"-"+name)
	}
	return own
}

// helps reports whether a file is not a solution but part of one, or a program that tests them.
func (s *Solution) helps(others []Solution) bool {
	return isHelper(s.Path) || slices.ContainsFunc(others, func(other Solution) bool {
		isOwn := filepath.Dir(other.Path) == filepath.Dir(s.Path) &&
			slices.Contains(other.own(helperNames), called(s.Path))
		return isOwn || other.Uses(s.Path)
	})
}

// Uses reports whether a file lies beside the solution and is built with it.
func (s *Solution) Uses(path string) bool {
	return slices.ContainsFunc(s.Source.Beside, func(file language.File) bool { return file.Path == path })
}

// single makes a solution of a file, or of a directory of several files.
func (f *finder) single(name, path string) ([]Solution, error) {
	s, err := f.read(name, path)
	if err != nil {
		return nil, err
	}
	err = f.assign(&s)
	return []Solution{s}, err
}

func (f *finder) read(name, path string) (Solution, error) {
	source, err := ReadSource(name, f.Language)
	return Solution{Name: name, Path: path, Source: source}, err
}

// ErrNoProblem reports that a solution cannot be judged because its problem is unknown.
var ErrNoProblem = hint.Errorf(
	"name one with --problem ID|DIR|ZIP, put the file into a directory with the problem's name, or put tests beside it (1.in, 1.ans)",
	"no problem found for it")

// unfound returns ErrNoProblem for a solution, with what was searched for and the nearest matches.
func (f *finder) unfound(s *Solution) error {
	names := namesOf(s.Path)
	lines := []string{
		"a package (problem.yaml) around it",
		"a problem of grundy list named " + strings.Join(slices.Compact(names), ", "),
		"what the browser extension CPH keeps for it in .cph",
		"tests beside it, or in test, tests, samples and the like: " + plain.KnownLayouts,
	}
	for i := range lines {
		lines[i] = "\n  looked for " + lines[i]
	}
	near := plain.Nearest(filepath.Dir(s.Name))
	if ids, err := f.library.IDs(); near == "" && err == nil {
		for _, name := range slices.Backward(names) {
			if id := hint.Nearest(name, ids); id != "" && len(name) > 2 {
				near = "the problem " + id + ": name it with --problem"
				break
			}
		}
	}
	if near != "" {
		lines = append(lines, "\n  nearest is "+near)
	}
	return fmt.Errorf("%s: %w%s", s.Name, ErrNoProblem, strings.Join(lines, ""))
}

// stem returns a file's name without its extension.
func stem(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }

// assign finds the problem of a solution. In this order: the one named; the package that contains the file; the tests
// beside it if its directory has settings, or is named after a problem of the library and has tests; the library's problem
// after which a parent directory is named; the problem that a browser extension stored for it; the tests beside it; the
// library's problem after which the file is named.
func (f *finder) assign(s *Solution) error {
	s.profiles, s.plain = f.library.profiles, f.library.plain
	if f.Pattern != "" {
		return f.patterned(s)
	}
	if f.Search.Problem != "" {
		path, err := f.named(s)
		if err == nil {
			f.packaged(s, path)
		}
		return err
	}
	if dir := packageAround(s.Path); dir != "" {
		f.packaged(s, dir)
		return nil
	}
	if plain.HasSettings(filepath.Dir(s.Path)) && f.beside(s) {
		return nil // even if a problem of the library has the directory's name
	}
	for _, dir := range []string{filepath.Dir(s.Path), filepath.Dir(filepath.Dir(s.Path))} {
		if id := filepath.Base(dir); f.library.Has(id) {
			return f.likeNamed(s, id)
		}
	}
	if prob := plain.Prob(s.Path); prob != "" {
		s.Key = prob
		s.load = func(ctx context.Context) (*problem.Problem, error) {
			p, faults, err := plain.LoadProb(prob, f.library.unpacked.Dir())
			if err != nil {
				return nil, err
			}
			f.library.unpacked.Used(p.Dir)
			p.Output.IgnoreCase = f.library.plain.IgnoreCase
			return p, tolerate(ctx, prob, faults)
		}
		return nil
	}
	if f.beside(s) {
		return nil
	}
	if id := stem(filepath.Base(s.Path)); f.library.Has(id) {
		return f.fromLibrary(s, id)
	}
	return f.unfound(s)
}

// packageAround returns the directory of the package that contains a file, or "".
func packageAround(path string) string {
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if icpc.Is(dir) {
			return dir
		}
	}
	return ""
}

// named finds the problem that the user names. Of a set it is the problem after which the solution or one of the two
// directories above it is named, by label or ID.
func (f *finder) named(s *Solution) (string, error) {
	set := f.set()
	if set == nil {
		return f.library.Resolve(f.Search.Problem)
	}
	for _, name := range slices.Backward(namesOf(s.Path)) {
		if member, found := set.Find(name); found {
			return filepath.Join(set.Dir, member.ID), nil
		}
	}
	return "", fmt.Errorf("%s: %w", s.Name, setError(f.Search.Problem, set))
}

// set is the set that the user names instead of a problem, or nil.
func (f *finder) set() *problemset.Set {
	if f.Search.Problem == "" {
		return nil
	}
	path, err := f.library.Resolve(f.Search.Problem)
	if err != nil || !problemset.Is(path) {
		return nil
	}
	return problemset.Read(path)
}

// isMember reports whether the set that the user names has a problem of that label or ID.
func (f *finder) isMember(name string) bool {
	set := f.set()
	if set == nil {
		return false
	}
	_, found := set.Find(name)
	return found
}

// namesOf returns what a solution may be named after: the two directories above it, from the outside, and its own name.
func namesOf(path string) []string {
	dir := filepath.Dir(path)
	return []string{filepath.Base(filepath.Dir(dir)), filepath.Base(dir), stem(filepath.Base(path))}
}

// beside uses the tests beside the source, if there are any.
func (f *finder) beside(s *Solution) bool {
	p, faults := plain.Siblings(s.Path)
	if p == nil && len(faults) == 0 {
		return false
	}
	f.taken(s, p, faults)
	return true
}

// taken lets the tests beside a solution judge it.
func (f *finder) taken(s *Solution, p *problem.Problem, faults problem.Diagnostics) {
	f.library.plain.set(p)
	dir := filepath.Dir(s.Name)
	s.Key = s.Path
	s.load = func(ctx context.Context) (*problem.Problem, error) { return p, tolerate(ctx, dir, faults) }
}

// likeNamed chooses for a solution in a directory that is named after a problem of the library: the tests beside it, unless
// they are the samples that grundy new puts there, or else that problem.
func (f *finder) likeNamed(s *Solution, id string) error {
	own, faults := plain.Siblings(s.Path)
	if own == nil || len(own.Data.AllCases()) == 0 {
		return f.fromLibrary(s, id)
	}
	path, err := f.library.Path(id)
	if err != nil {
		return &JudgeError{err}
	}
	samples, err := filepath.Glob(filepath.Join(path, "data", "sample", "*.in"))
	if err != nil || slices.ContainsFunc(own.Data.AllCases(), func(tc *problem.Case) bool { return isCopy(tc.Input, samples) }) {
		return f.fromLibrary(s, id)
	}
	f.library.log.Info(fmt.Sprintf("%s: the tests beside it judge it; --problem %s judges it by the problem of grundy list", s.Name, id))
	f.taken(s, own, faults)
	return nil
}

// isCopy reports whether a file has the content of one of the others. It reads only files of the same size.
func isCopy(file string, others []string) bool {
	info, err := os.Stat(file)
	return err == nil && slices.ContainsFunc(others, func(other string) bool {
		if there, err := os.Stat(other); err != nil || there.Size() != info.Size() {
			return false
		}
		content, err := os.ReadFile(file)
		sample, otherErr := os.ReadFile(other)
		return err == nil && otherErr == nil && bytes.Equal(content, sample)
	})
}

// patterned uses the test files that match the user's pattern, in the named directory or beside the source.
func (f *finder) patterned(s *Solution) error {
	dir, source, key := f.Search.Problem, "", f.Search.Problem
	if dir == "" {
		dir, source, key = filepath.Dir(s.Path), s.Path, s.Path
	}
	p, faults, err := plain.LoadPattern(dir, f.Pattern, source)
	if err != nil {
		return hint.Errorf("%s stands for the name of a case, %e for in and out: %s.%e", "--pattern %q: %w", f.Pattern, err)
	}
	f.library.plain.set(p)
	s.Key = key
	s.load = func(ctx context.Context) (*problem.Problem, error) { return p, tolerate(ctx, dir, faults) }
	return nil
}

func (f *finder) fromLibrary(s *Solution, id string) error {
	path, err := f.library.Path(id)
	if err != nil {
		return &JudgeError{err}
	}
	f.packaged(s, path)
	return nil
}

func (f *finder) packaged(s *Solution, path string) {
	s.Key = path
	s.load = func(ctx context.Context) (*problem.Problem, error) { return f.library.Load(ctx, path) }
}
