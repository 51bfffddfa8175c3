package workspace

import (
	"bytes"
	"crypto/sha1"
	_ "embed"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
)

// shipped lists the worked solutions that come with grundy, as `git ls-files --stage solutions` writes them. They are
// identified by content: a worked solution that the user changed, before or after building grundy, is the user's own.
//
//go:embed shipped.txt
var shipped string

// IsOwn reports whether the user wrote any part of the solution. Submissions of a package are by others, and so are
// copies of these submissions and of shipped worked solutions, wherever they are.
func (s *Solution) IsOwn(p *problem.Problem) bool { return OthersOf(p).IsOwn(s) }

// ForeignFiles are the files that other people wrote for a problem, by the Git names of their contents.
type ForeignFiles map[string]bool

// OthersOf reads what others wrote for a problem.
func OthersOf(p *problem.Problem) ForeignFiles {
	known := ForeignFiles{}
	for line := range strings.Lines(shipped) {
		if fields := strings.Fields(line); len(fields) > 1 {
			known[fields[1]] = true
		}
	}
	for _, submission := range p.Submissions {
		source, err := language.ReadSource(submission.Path)
		if err != nil {
			continue
		}
		for _, file := range source.Files {
			known[blob(file)] = true
		}
	}
	return known
}

// IsOwn reports whether the user wrote any part of a solution of the problem.
func (o ForeignFiles) IsOwn(s *Solution) bool {
	return !isSubmission(s.Path) && slices.ContainsFunc(s.Source.Files, func(file language.File) bool { return !o[blob(file)] })
}

// isSubmission reports whether a path is among the submissions of a package.
func isSubmission(path string) bool {
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if filepath.Base(dir) == "submissions" && icpc.Is(filepath.Dir(dir)) {
			return true
		}
	}
	return false
}

// blob returns the Git name of a file's content, with Windows line endings normalized; "" if it cannot be read.
func blob(file language.File) string {
	data, err := file.Read()
	if err != nil {
		return ""
	}
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	hash := sha1.New()
	fmt.Fprintf(hash, "blob %d\x00", len(data))
	hash.Write(data)
	return hex.EncodeToString(hash.Sum(nil))
}
