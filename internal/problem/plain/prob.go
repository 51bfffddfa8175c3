package plain

import (
	"bytes"
	"cmp"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"grundy/internal/bytesize"
	"grundy/internal/disk"
	"grundy/internal/problem"
)

// maxProb bounds a .prob file: it is what the browser extension may send at most.
const maxProb = 16 * bytesize.MiB

// prob is a problem page as Competitive Companion describes it and CPH stores it. Both add keys from time to time, so
// the ones that are not known here are left alone.
type prob struct {
	Name        string  `json:"name"`
	URL         string  `json:"url"`
	Interactive bool    `json:"interactive"`
	MemoryLimit float64 `json:"memoryLimit"` // MB
	TimeLimit   float64 `json:"timeLimit"`   // ms
	Tests       []struct {
		Input  string `json:"input"`
		Output string `json:"output"`
	} `json:"tests"`
	Input  stream `json:"input"`
	Output stream `json:"output"`
}

type stream struct {
	Type     string `json:"type"` // stdin, stdout, file or regex
	FileName string `json:"fileName"`
	Pattern  string `json:"pattern"`
}

// Prob returns the path of the .prob file that CPH keeps for a source file, "" when there is none. CPH names it
// .cph/.NAME_MD5.prob with the hash of the source's path; where the folder has moved since, the only one for that name
// is meant.
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

// LoadProb reads a .prob file of CPH, or the JSON of Competitive Companion. Its tests, which are samples, are written to
// a folder below cacheDir whose name is made of the problem's name and the file's hash, so that equal files share it;
// nothing is written for a faulty file. MB count as MiB, as contest sites mean them. The error tells that the file
// cannot be read or the tests not be written.
func LoadProb(file, cacheDir string) (*problem.Problem, problem.Diagnostics, error) {
	data, err := readBounded(file)
	if err != nil {
		return nil, nil, fmt.Errorf("read %q: %w", file, err)
	}
	var page prob
	if err := json.Unmarshal(data, &page); err != nil {
		return nil, nil, fmt.Errorf("read %q: want the JSON of Competitive Companion: %w", file, err)
	}
	cacheDir, err = filepath.Abs(cacheDir)
	if err != nil {
		return nil, nil, fmt.Errorf("write the tests of %q: %w", file, err)
	}
	hash := sha256.Sum256(data)
	id := slug(page.Name)
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
	if err := page.writeTests(dir); err != nil {
		return nil, nil, fmt.Errorf("write the tests of %q: %w", file, err)
	}
	return p, faults, nil
}

func readBounded(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, problem.Reason(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, int64(maxProb)+1))
	if err != nil {
		return nil, problem.Reason(err)
	}
	if len(data) > int(maxProb) {
		return nil, fmt.Errorf("file is larger than %s", maxProb)
	}
	return data, nil
}

// check collects what keeps the page from being judged.
func (p *prob) check(file string) problem.Diagnostics {
	var faults problem.Diagnostics
	add := func(level problem.Level, message, help string) {
		faults = append(faults, problem.Diagnostic{Level: level, File: file, Message: message, Help: help})
	}
	if p.Interactive {
		add(problem.Error, "interactive problem, and the page has no interactor", "write an interactor and make a package of it")
	}
	const most = 1000
	if n := len(p.Tests); n == 0 || n > most {
		add(problem.Error, fmt.Sprintf("tests: want 1 to %d, got %d", most, n), "fetch the page again, or add a test")
	}
	for i, test := range p.Tests {
		if strings.TrimSpace(test.Output) == "" {
			add(problem.Warning, fmt.Sprintf("test %d has no expected output: only an empty one is accepted", i+1), "fill in the expected output")
		}
	}
	faults = bounded(faults)
	const longest = 10 * 60 * 1000
	if p.TimeLimit < 0 || p.TimeLimit > longest {
		add(problem.Error, fmt.Sprintf("timeLimit: want milliseconds up to %d, got %g", longest, p.TimeLimit), "correct it")
	}
	const largest = 1 << 20
	if p.MemoryLimit < 0 || p.MemoryLimit > largest {
		add(problem.Error, fmt.Sprintf("memoryLimit: want MB up to %d, got %g", largest, p.MemoryLimit), "correct it")
	}
	for _, s := range []struct {
		stream
		use string
	}{{p.Input, "input is given on standard input"}, {p.Output, "output is read from standard output"}} {
		if s.Type == "file" || s.Type == "regex" {
			add(problem.Warning, fmt.Sprintf("the page names the file %q: here %s", s.FileName+s.Pattern, s.use), "use the standard streams")
		}
	}
	return faults
}

func (p *prob) setLimits(limits *problem.Limits, file string) {
	if p.TimeLimit > 0 {
		limits.Time = time.Duration(p.TimeLimit * float64(time.Millisecond))
		limits.TimeSource = file
	}
	if p.MemoryLimit > 0 {
		limits.Memory = bytesize.Size(p.MemoryLimit * float64(bytesize.MiB))
	}
}

// cases are the tests as they lie in the folder that writeTests fills.
func (p *prob) cases(dir string) []*problem.Case {
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

// writeTests puts the tests into a folder, whole or not at all: what is there was written from the same file.
func (p *prob) writeTests(dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err := disk.CreateFolder(dir, func(root *os.Root) error {
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
		return nil // another process came first, with the same tests
	}
	return err
}

// slug makes an identifier out of a name from a page, which must not reach the file system as it is.
func slug(name string) string {
	var out bytes.Buffer
	for _, c := range strings.ToLower(name) {
		switch {
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			out.WriteRune(c)
		case out.Len() > 0 && !bytes.HasSuffix(out.Bytes(), []byte("-")):
			out.WriteByte('-')
		}
		if out.Len() == 48 {
			break
		}
	}
	if id := strings.Trim(out.String(), "-"); id != "" {
		return id
	}
	return "problem"
}
