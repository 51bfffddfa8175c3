package icpc

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/pkgfmt/problem"
)

// loader reads one package. Its parts fill the problem in the order of Load.
type loader struct {
	folder
	p      *problem.Problem
	legacy legacyMetadata
	// draft reports that the version is 2025-09 under an earlier name.
	draft bool
	// olderData reports that testdata.yaml configures the test data: in legacy, and in packages of a draft that still
	// have it.
	olderData bool
	// descriptions are those that the generator rules give test cases, by name.
	descriptions map[string]string
	// validators are the names of validators of inputs and of answers, by their directory, including ignored ones.
	validators map[string][]string
}

// Is reports whether a directory is meant to be a package: it has a problem.yaml, or the directories that only packages
// have.
func Is(dir string) bool {
	for _, sign := range []string{"problem.yaml", "domjudge-problem.ini", "data/secret", "data/sample"} {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(sign))); err == nil {
			return true
		}
	}
	return false
}

// Load reads the package in a directory. It returns all faults, and as much of the package as it could read; the
// problem is nil only if the directory itself cannot be read or is too deep.
func Load(dir string) (*problem.Problem, problem.Diagnostics) {
	r := &problem.Report{Lenient: true}
	absolute, err := filepath.Abs(dir)
	if err == nil {
		dir = absolute
	}
	real, err := filepath.EvalSymlinks(dir)
	if err == nil {
		_, err = os.ReadDir(real)
	}
	if err != nil {
		r.Fail(problem.Position{}, "check the path and its permissions", "cannot read the package: %v", err)
		return nil, r.Faults
	}
	l := &loader{
		folder: folder{Report: r, dir: dir, real: real, repository: fsutil.RepositoryOf(real), followed: map[string]string{}}, validators: map[string][]string{},
		p: &problem.Problem{ID: filepath.Base(dir), Dir: dir, Names: map[string]string{}, Data: &problem.Group{}},
	}
	l.checkPackageName()
	if !l.survey() {
		return nil, r.Faults
	}
	if !l.loadMetadata() {
		return l.p, r.Faults
	}
	l.loadFiles()
	l.loadStatements()
	l.loadEditorials()
	l.loadTimeLimit()
	l.loadPrograms()
	l.loadData()
	l.loadSubmissions()
	return l.p, r.Faults
}

var packageName = lazyregexp.New(`^[a-z0-9]+$`)

func (l *loader) checkPackageName() {
	if !packageName().MatchString(l.p.ID) {
		l.Warn(problem.Position{}, "rename the directory to "+allowedName(l.p.ID),
			"the format allows only a-z and 0-9 in the package's name, not %q", l.p.ID)
	}
}

func allowedName(name string) string {
	kept := regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(name), "")
	if kept == "" {
		return "problem"
	}
	return kept
}

// is2025 reports whether the package follows 2025-09 rather than a legacy version.
func (l *loader) is2025() bool { return l.p.Format == problem.V2025 }
