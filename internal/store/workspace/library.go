package workspace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/changeset"
	"grundy/internal/pkgfmt/course"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/pkgfmt/problemset"
	"grundy/internal/store/cache"
	"grundy/problems"
)

// formats are the formats of problems in the order in which they are tried.
var formats = []problem.Loader{
	{Name: "an ICPC package (problem.yaml, data/)", Is: icpc.Is, Load: icpc.Load},
	{Name: "a directory of inputs and answers (" + plain.KnownLayouts + ")", Is: plain.Is, Load: plain.Load, Nearest: plain.Nearest},
}

// Library is a collection of problem packages: a directory of the user's, or the built-in one.
type Library struct {
	dir      string // "" for the built-in one
	unpacked *cache.Folders
	log      *slog.Logger
	plain    Plain
	profiles Profiles

	// The built-in packages never change, so their hashes, and what a list shows of them, are kept by ID.
	sums, looks sync.Map
	// builtIn reads the course of the binary once.
	builtIn func() (*course.Course, problem.Diagnostics)
}

// openLibrary opens the problems of a directory, or finds the collection to use if none is named.
func openLibrary(config Config, unpacked *cache.Folders) *Library {
	dir := config.Problems
	if dir == "" {
		dir = nearestProblems()
	}
	l := &Library{dir: dir, unpacked: unpacked, log: config.Log, plain: config.Plain, profiles: config.Profiles}
	l.builtIn = sync.OnceValues(l.readCourse)
	return l
}

// Dir returns the directory of the packages, or "" for the built-in ones.
func (l *Library) Dir() string { return l.dir }

// nearestProblems finds ./problems, the current directory if it is a course, or the directory problems beside a directory
// solutions that contains the current one; "" if there is none.
func nearestProblems() string {
	isDir := func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.IsDir()
	}
	if isDir("problems") {
		return "problems"
	}
	if IsCourse(".") {
		return "."
	}
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	for dir := here; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		beside := filepath.Join(filepath.Dir(dir), "problems")
		if filepath.Base(dir) == "solutions" && isDir(beside) {
			return beside
		}
	}
	return ""
}

// fsys returns the collection as a file system.
func (l *Library) fsys() fs.FS {
	if l.dir == "" {
		return problems.Library
	}
	return os.DirFS(l.dir)
}

// IDs lists the problems by name.
func (l *Library) IDs() ([]string, error) {
	entries, err := fs.ReadDir(l.fsys(), ".")
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() && l.Has(name) {
			ids = append(ids, name)
		}
	}
	sort.Strings(ids)
	return ids, nil
}

// Has reports whether there is a problem of that name.
func (l *Library) Has(id string) bool {
	if !fs.ValidPath(id) || strings.Contains(id, "/") || id == "." {
		return false
	}
	for _, mark := range []string{"problem.yaml", "data"} {
		if _, err := fs.Stat(l.fsys(), id+"/"+mark); err == nil {
			return true
		}
	}
	return false
}

// IsPackage reports whether a directory is a package.
func (l *Library) IsPackage(dir string) bool { return icpc.Is(dir) }

// Path returns a directory with the problem's package. It unpacks a built-in one into the cache once, under the hash of
// its content.
func (l *Library) Path(id string) (string, error) {
	if l.dir != "" {
		return filepath.Join(l.dir, id), nil
	}
	packaged, err := fs.Sub(problems.Library, id)
	if err != nil {
		return "", err
	}
	sum, known := l.sums.Load(id)
	if !known {
		if sum, err = contentHash(packaged); err != nil {
			return "", err
		}
		l.sums.Store(id, sum)
	}
	dir := filepath.Join(l.unpacked.Dir(), sum.(string), id)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := problem.UnpackFS(packaged, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("unpack problem %q: %w", id, err)
	}
	return dir, nil
}

// contentHash identifies the content of a file system.
func contentHash(fsys fs.FS) (string, error) {
	hash := sha256.New()
	err := fs.WalkDir(fsys, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(fsys, path)
		fmt.Fprintf(hash, "%s\x00%d\x00", path, len(data))
		hash.Write(data)
		return err
	})
	return hex.EncodeToString(hash.Sum(nil)[:12]), err
}

// Resolve finds the package that the user names: a problem of the library, a directory or an archive.
func (l *Library) Resolve(name string) (string, error) {
	if l.Has(name) {
		return l.Path(name)
	}
	if _, err := os.Stat(name); err == nil {
		return name, nil
	}
	if member, found := l.Member(name); found {
		return member, nil
	}
	const remedy = "name a problem of grundy list, a directory or a .zip"
	if strings.ContainsAny(name, `/\.`) {
		return "", hint.Errorf(remedy, "no problem at %s", name)
	}
	return "", hint.With(remedy, l.Unknown(name))
}

// Unknown returns the error for an unknown name. It suggests the problem that was probably meant.
func (l *Library) Unknown(name string) error {
	near := ""
	if ids, err := l.IDs(); err == nil {
		near = hint.DidYouMean(name, ids)
	}
	return hint.Errorf("grundy list shows the problems", "no problem %q%s", name, near)
}

// Open opens a package, an archive or a directory of tests; the diagnostics contain its faults.
func (l *Library) Open(ctx context.Context, path string) (*problem.Problem, problem.Diagnostics, error) {
	var (
		p      *problem.Problem
		faults problem.Diagnostics
		err    error
	)
	read := func() { p, faults, err = problem.Open(ctx, path, formats, l.unpacked.Dir()) }
	if l.recover(path) == changeset.Torn {
		read()
	} else {
		changeset.Read(path, read)
	}
	if err == nil {
		l.unpacked.Used(p.Dir)
	} else if set, isSet := l.Set(ctx, path); p == nil && isSet {
		return nil, faults, setError(path, set)
	}
	l.plain.set(p)
	return p, faults, err
}

// Set finds the problem set that the user names by a directory or an archive; false if it is not one.
func (l *Library) Set(ctx context.Context, path string) (*problemset.Set, bool) {
	dir := path
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		if dir, err = problem.Folder(ctx, path, l.unpacked.Dir()); err != nil {
			return nil, false // Open reports the reason
		}
	}
	if !problemset.Is(dir) {
		return nil, false
	}
	l.unpacked.Used(dir)
	return problemset.Read(dir), true
}

// recover finishes or undoes an interrupted change of a package, and logs it.
func (l *Library) recover(path string) changeset.Recovery {
	outcome, err := changeset.Recover(path)
	if outcome == changeset.Nothing {
		return outcome
	}
	var why []any
	if err != nil {
		why = append(why, "reason", err, "remedy", hint.Of(err))
	}
	l.log.Warn(fmt.Sprintf("%s: a change of the package was interrupted%s", path, outcome), why...)
	return outcome
}

// Load opens a package for practice. What only its author must mend is reported to who follows ctx, see Following.
func (l *Library) Load(ctx context.Context, path string) (*problem.Problem, error) {
	p, faults, err := l.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	return p, tolerate(ctx, path, faults)
}

// Named loads the problem that the user names.
func (l *Library) Named(ctx context.Context, name string) (*problem.Problem, error) {
	path, err := l.Resolve(name)
	if err != nil {
		return nil, err
	}
	return l.Load(ctx, path)
}

// tolerate returns the faults that keep a package from being judged as an error, and reports the others.
func tolerate(ctx context.Context, path string, faults problem.Diagnostics) error {
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		return &problem.FaultError{Package: path, Diagnostics: fatal}
	}
	Report(ctx, path, faults)
	return nil
}

// BuiltIn reports whether a package that the user named is a built-in one. It is unpacked below the cache.
func (l *Library) BuiltIn(name, path string) bool {
	if l.dir == "" && l.Has(name) {
		return true
	}
	absolute, err := filepath.Abs(path)
	return err == nil && fsutil.IsBelow(l.unpacked.Dir(), absolute)
}
