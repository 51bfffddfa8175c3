package plain

import (
	"cmp"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"grundy/internal/base/fsutil"
	"grundy/internal/pkgfmt/problem"
)

// Prob returns the path of the .prob file that CPH keeps for a source file; "" if there is none. CPH names it
// .cph/.NAME_MD5.prob with the hash of the source's path; if the directory was moved, it is the only one for that name.
func Prob(source string) string {
	source, err := filepath.Abs(source)
	if err != nil {
		return ""
	}
	dir, name := filepath.Join(filepath.Dir(source), ".cph"), filepath.Base(source)
	hash := md5.Sum([]byte(source))
	exact := "." + name + "_" + hex.EncodeToString(hash[:]) + ".prob"
	entries, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	var named []string
	for _, entry := range entries {
		file := entry.Name()
		hash, ok := strings.CutPrefix(file, "."+name+"_")
		switch {
		case !entry.Type().IsRegular():
		case file == exact:
			return filepath.Join(dir, file)
		case ok && len(hash) == len("d41d8cd98f00b204e9800998ecf8427e.prob") && strings.HasSuffix(hash, ".prob"):
			named = append(named, file)
		}
	}
	if len(named) != 1 {
		return ""
	}
	return filepath.Join(dir, named[0])
}

// LoadProb reads a .prob file of CPH, or the JSON of Competitive Companion. It writes the tests, which are samples, to
// a directory below cacheDir, named after the problem and the file's hash, so that equal files share it; it writes
// nothing for a faulty file. MB are treated as MiB, as contest sites mean them. It fails if the file cannot be read or
// the tests cannot be written.
func LoadProb(file, cacheDir string) (*problem.Problem, problem.Diagnostics, error) {
	data, err := readSmall(file, MaxPage)
	if err != nil {
		return nil, nil, fmt.Errorf("read %q: %w", file, err)
	}
	page, err := ReadPage(data)
	if err != nil {
		return nil, nil, fmt.Errorf("read %q: want the JSON of Competitive Companion: %w", file, err)
	}
	cacheDir, err = filepath.Abs(cacheDir)
	if err != nil {
		return nil, nil, fmt.Errorf("write the tests of %q: %w", file, err)
	}
	hash := sha256.Sum256(data)
	id := FolderName(page.Name)
	dir := filepath.Join(cacheDir, id+"-"+hex.EncodeToString(hash[:8]))
	p := newProblem(id, dir, cmp.Or(page.Name, id), page.cases(dir), nil)
	if page.URL != "" {
		p.Sources = []string{page.URL}
	}
	faults := page.check(filepath.Base(file))
	if len(faults.Fatal(true)) > 0 {
		return p, faults, nil
	}
	page.setLimits(&p.Limits, filepath.Base(file))
	p.Files = namedFiles(page.Input.name(), page.Output.name())
	p.Type.Interactive = page.Interactive
	if err := page.writeTests(dir); err != nil {
		return nil, nil, fmt.Errorf("write the tests of %q: %w", file, err)
	}
	return p, faults, nil
}

// check collects what prevents judging.
func (p *Page) check(file string) problem.Diagnostics {
	var faults problem.Diagnostics
	add := func(level problem.Level, message, help string) {
		faults = append(faults, problem.Diagnostic{Level: level, File: file, Message: message, Help: help})
	}
	if len(p.Tests) == 0 {
		add(problem.Error, "no tests", "fetch the page again, or add a test")
	}
	for i, test := range p.Tests {
		if strings.TrimSpace(test.Output) == "" {
			add(problem.Warning, fmt.Sprintf("test %d has no expected output: only an empty one is accepted", i+1), "fill in the expected output")
		}
	}
	faults = bounded(faults)
	for _, message := range p.excesses() {
		add(problem.Error, message, "correct it")
	}
	for _, message := range unusualStreams(p.Input.name(), p.Output.name()) {
		add(problem.Warning, message, "use the standard streams")
	}
	return faults
}

func (p *Page) setLimits(limits *problem.Limits, file string) {
	if time := p.Time(); time > 0 {
		limits.Time, limits.TimeSource = time, file
	}
	limits.Memory = cmp.Or(p.Memory(), limits.Memory)
}

// cases returns the tests as they are in the directory that writeTests fills.
func (p *Page) cases(dir string) []*problem.Case {
	var cases []*problem.Case
	for i := range p.Tests {
		cases = append(cases, &problem.Case{
			Name:         fmt.Sprintf("sample/%d", i+1),
			Input:        filepath.Join(dir, fmt.Sprintf("%d.in", i+1)),
			Answer:       filepath.Join(dir, fmt.Sprintf("%d.ans", i+1)),
			FullFeedback: true,
			Sample:       true,
		})
	}
	return cases
}

// writeTests writes the tests into a directory, completely or not at all: an existing directory was written from the
// same file.
func (p *Page) writeTests(dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err := fsutil.CreateDirectory(dir, func(root *os.Root) error {
		for i, test := range p.Tests {
			for extension, text := range map[string]string{"in": test.Input, "ans": test.Output} {
				if err := root.WriteFile(fmt.Sprintf("%d.%s", i+1, extension), []byte(text), 0o644); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if _, statErr := os.Stat(dir); statErr == nil {
		return nil // another process was first, with the same tests
	}
	return err
}
