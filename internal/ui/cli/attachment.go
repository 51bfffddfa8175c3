package cli

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/problem"
)

// attachment is a file of a package that users may want to have.
type attachment struct {
	name string // relative to the directory that it is written to
	from string
}

// sampleFiles are the samples of a problem, named so that grundy test finds them: 1.in with 1.ans. The samples of an
// interactive problem are transcripts, which cannot judge a solution.
func sampleFiles(p *problem.Problem) []attachment {
	var files []attachment
	for _, tc := range p.Samples() {
		name := strings.ReplaceAll(strings.TrimPrefix(tc.Name, "sample/"), "/", "-")
		add := func(ending, from string) {
			if from != "" {
				files = append(files, attachment{name + ending, from})
			}
		}
		add(".interaction", tc.Interaction)
		if !p.Type.Interactive {
			add(".in", cmp.Or(tc.DownloadInput, tc.Input))
			add(".ans", cmp.Or(tc.DownloadAnswer, tc.Answer))
		}
	}
	return files
}

// figureEndings are the file extensions of pictures that a statement may show.
var figureEndings = []string{".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".eps", ".pdf"}

// figureFiles are the pictures beside a statement.
func figureFiles(s problem.Statement) ([]attachment, error) {
	dir := filepath.Dir(s.Path)
	var files []attachment
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		isStatement := filepath.Dir(path) == dir && strings.HasPrefix(entry.Name(), "problem.")
		if err != nil || !entry.Type().IsRegular() || isStatement || !slices.Contains(figureEndings, strings.ToLower(filepath.Ext(path))) {
			return err
		}
		name, err := filepath.Rel(dir, path)
		files = append(files, attachment{name, path})
		return err
	})
	return files, err
}

// attach writes files into a directory, which it makes. It overwrites nothing and returns the names that are taken by
// other content.
func attach(dir string, files []attachment) (made, taken []string, err error) {
	for _, file := range files {
		data, err := os.ReadFile(file.from)
		if err != nil {
			return made, taken, fmt.Errorf("read %s: %w", file.name, err)
		}
		path := filepath.Join(dir, file.name)
		_, isTaken, err := fsutil.Add(path, 0o644, data)
		if err != nil {
			return made, taken, err
		}
		if isTaken {
			taken = append(taken, path)
			continue
		}
		made = append(made, path)
	}
	return made, taken, nil
}

// hand gives files of a package to the user: copied into a directory, or, without one, as paths inside the package.
func (c *call) hand(dir string, files []attachment) error {
	if dir == "" {
		for _, file := range files {
			c.made(file.from)
		}
		return nil
	}
	made, taken, err := attach(dir, files)
	for _, path := range made {
		c.made(path)
	}
	if err == nil && len(taken) > 0 {
		err = hint.Errorf("name another directory, or move it away", "%s exists already with other content", taken[0])
	}
	return err
}
