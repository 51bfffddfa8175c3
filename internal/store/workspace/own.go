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

// shipped lists the worked solutions that come with grundy, as `git ls-files --stage solutions` writes them. They are named by
// content, so that a worked solution which somebody changed, or built the binary with, is that person's own.
//
//go:embed shipped.txt
var shipped string

// IsOwn tells whether the person wrote something of the solution. Others wrote what lies among the submissions of a package,
// and, wherever they lie, files of those submissions and of worked solutions as they are shipped.
func (s *Solution) IsOwn(p *problem.Problem) bool { return OthersOf(p).IsOwn(s) }

// Others are the files that others than the person wrote for a problem, by the names that Git gives their contents.
type Others map[string]bool

// OthersOf reads what others wrote for a problem.
func OthersOf(p *problem.Problem) Others {
	known := Others{}
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

// IsOwn tells whether the person wrote something of a solution of the problem.
func (o Others) IsOwn(s *Solution) bool {
	return !isSubmission(s.Path) && slices.ContainsFunc(s.Source.Files, func(file language.File) bool { return !o[blob(file)] })
}

// isSubmission tells whether a path lies among the submissions of a package.
func isSubmission(path string) bool {
	for dir := filepath.Dir(path); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if filepath.Base(dir) == "submissions" && icpc.Is(filepath.Dir(dir)) {
			return true
		}
	}
	return false
}

// blob is the name that Git gives the content of a file, whose lines may end as on Windows; "" when it cannot be read.
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
