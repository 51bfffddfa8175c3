package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/problem"
	"grundy/internal/problem/icpc"
	"grundy/internal/problem/plain"
	"grundy/problems"
)

// loaders are the formats, in the order in which they are tried.
var loaders = []problem.Loader{
	{Name: "an ICPC package (problem.yaml, data/)", Is: icpc.Is, Load: icpc.Load},
	{Name: "a folder of inputs and answers (1.in with 1.ans, …)", Is: plain.Is, Load: plain.Load},
}

func libraryFlag() cli.Flag {
	return &cli.StringFlag{Name: "problems", EnvVars: []string{"GRUNDY_PROBLEMS"}, Usage: "look for problems in `DIR` (default: ./problems, or those that are built in)"}
}

// library is a collection of problem packages: a folder of the person's, or the one in the binary.
type library struct {
	dir   string // "" for the one in the binary
	cache string
}

// library finds the collection to use.
func (s *streams) library(c *cli.Context) (*library, error) {
	dir, err := unpackDir()
	if err != nil {
		return nil, &judgeFailure{err}
	}
	l := &library{cache: dir}
	if dir := c.String("problems"); dir != "" {
		info, err := os.Stat(dir)
		if err != nil || !info.IsDir() {
			return nil, usageErrorf("", "--problems %s: no such folder", dir)
		}
		l.dir = dir
	} else {
		l.dir = nearestProblems()
	}
	return l, nil
}

// nearestProblems finds ./problems, or the folder problems beside a folder solutions that the present one lies below;
// "" when there is none.
func nearestProblems() string {
	isDir := func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.IsDir()
	}
	if isDir("problems") {
		return "problems"
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

// fsys is the collection as a file system.
func (l *library) fsys() fs.FS {
	if l.dir == "" {
		return problems.Library
	}
	return os.DirFS(l.dir)
}

// ids lists the problems.
func (l *library) ids() ([]string, error) {
	entries, err := fs.ReadDir(l.fsys(), ".")
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() && l.has(name) {
			ids = append(ids, name)
		}
	}
	sort.Strings(ids)
	return ids, nil
}

// has tells whether there is a problem of that name.
func (l *library) has(id string) bool {
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

// path gives a folder with the problem's package. One from the binary is unpacked into the cache, under the hash of its
// content, once.
func (l *library) path(id string) (string, error) {
	if l.dir != "" {
		return filepath.Join(l.dir, id), nil
	}
	packaged, err := fs.Sub(problems.Library, id)
	if err != nil {
		return "", err
	}
	sum, err := contentHash(packaged)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(l.cache, sum, id)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := problem.UnpackFS(packaged, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("unpack problem %q: %w", id, err)
	}
	return dir, nil
}

// contentHash names the content of a file system.
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

// resolve finds the package that a person names: a problem of the library, a folder or an archive.
func (l *library) resolve(name string) (string, error) {
	if l.has(name) {
		return l.path(name)
	}
	if _, err := os.Stat(name); err == nil {
		return name, nil
	}
	if !strings.ContainsAny(name, `/\.`) {
		return "", usageErrorf("grundy list shows the problems", "no problem %q%s", name, l.near(name))
	}
	return "", usageErrorf("name a problem of grundy list, a folder or a .zip", "no problem at %s", name)
}

// near suggests the problem that was meant.
func (l *library) near(name string) string {
	ids, err := l.ids()
	if err != nil {
		return ""
	}
	return didYouMean(name, ids)
}

// load opens a package for practice: what only its author must mend is a warning.
func (s *streams) load(l *library, path string) (*problem.Problem, error) {
	p, faults, err := problem.Open(path, loaders, l.cache)
	if err != nil {
		return nil, err
	}
	return p, s.tolerate(path, faults)
}

// tolerate prints warnings, and returns the faults that keep a package from being judged.
func (s *streams) tolerate(path string, faults problem.Diagnostics) error {
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		return &problem.FaultError{Package: path, Diagnostics: fatal}
	}
	for _, fault := range faults {
		fmt.Fprintf(s.err, "warning: %s: %s\n", path, fault)
	}
	return nil
}
