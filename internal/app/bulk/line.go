package bulk

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"grundy/checker"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/workspace"
)

// Line is one submission. Exactly one of Source, Files and Path holds its source.
type Line struct {
	ID string `json:"id"`
	// Language is a code of grundy languages; with Files or Path it may be left out.
	Language string `json:"language,omitempty"`
	Source   *text  `json:"source,omitempty"`
	// Files are the files of the source by their names.
	Files map[string]text `json:"files,omitempty"`
	// Path is a file or a directory on this machine.
	Path string `json:"path,omitempty"`
	// Problem is the name or the path of a problem, or an Inline.
	Problem json.RawMessage `json:"problem"`
	Options Options         `json:"options,omitzero"`
	// Priority orders lines that wait: the smaller number goes first.
	Priority int `json:"priority,omitempty"`
}

// Options change how a submission is judged; zero values keep what the problem says.
type Options struct {
	TimeLimit   float64  `json:"time_limit_seconds,omitempty"`
	MemoryLimit int64    `json:"memory_limit_bytes,omitempty"`
	OutputLimit int64    `json:"output_limit_bytes,omitempty"`
	CheckerArgs []string `json:"checker_args,omitempty"`
	IgnoreCase  bool     `json:"ignore_case,omitempty"`
	// Stop leaves out the cases that cannot change the result once one is not accepted.
	Stop     bool `json:"stop,omitempty"`
	Idleness bool `json:"idleness,omitempty"`
	NoRerun  bool `json:"no_rerun,omitempty"`
	// Cases are the names of the cases to run; none means all.
	Cases []string `json:"cases,omitempty"`
}

// Inline is a problem within a line.
type Inline struct {
	Cases []Case `json:"cases"`
	// Checker judges the outputs; without it they are compared with the answers.
	Checker     Checker `json:"checker,omitzero"`
	TimeLimit   float64 `json:"time_limit_seconds,omitempty"`
	MemoryLimit int64   `json:"memory_limit_bytes,omitempty"`
	OutputLimit int64   `json:"output_limit_bytes,omitempty"`
	// Entry is what submissions define in place of a whole program; nil if they are programs.
	Entry *problem.Entry `json:"entry,omitempty"`
}

// Case is a test case: texts, or the paths of files on this machine. A case without an answer is run and not judged.
type Case struct {
	Name       string `json:"name,omitempty"`
	Input      *text  `json:"input,omitempty"`
	InputPath  string `json:"input_path,omitempty"`
	Answer     *text  `json:"answer,omitempty"`
	AnswerPath string `json:"answer_path,omitempty"`
}

// Checker is the built-in comparison with Args, or a program.
type Checker struct {
	Args       []string `json:"args,omitempty"`
	IgnoreCase bool     `json:"ignore_case,omitempty"`
	// Source and Language, or Path, are the program's.
	Source   *text           `json:"source,omitempty"`
	Language string          `json:"language,omitempty"`
	Path     string          `json:"path,omitempty"`
	Dialect  checker.Dialect `json:"dialect,omitempty"`
}

// text is a JSON string that may hold any bytes, as in the stream of events.
type text []byte

// UnmarshalJSON reads a string.
func (t *text) UnmarshalJSON(quoted []byte) error {
	if !bytes.HasPrefix(quoted, []byte(`"`)) {
		return errors.New("want a text")
	}
	return event.Unmarshal(quoted, (*[]byte)(t))
}

// decode reads a value strictly: a misspelt name must not be ignored.
func decode(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if _, more := decoder.Token(); err == nil && !errors.Is(more, io.EOF) {
		err = errors.New("there is more than one value")
	}
	var (
		typed  *json.UnmarshalTypeError
		syntax *json.SyntaxError
	)
	switch {
	case errors.As(err, &typed):
		err := fmt.Errorf("want %s, got a JSON %s", jsonName(typed.Type.Kind().String()), typed.Value)
		if typed.Field != "" { // otherwise the value itself
			err = fmt.Errorf("%s: %w", typed.Field, err)
		}
		return err
	case errors.As(err, &syntax):
		return fmt.Errorf("not JSON at byte %d: %w", syntax.Offset, err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("not JSON: the line ends too early")
	case err != nil:
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

// jsonName is the name of a kind of Go's in the words of JSON.
func jsonName(kind string) string {
	switch kind {
	case "bool":
		return "true or false"
	case "slice":
		return "a list"
	case "struct", "map":
		return "an object"
	case "string":
		return "a text"
	}
	return "a number"
}

// lineHint is the remedy of a malformed line.
const lineHint = "docs/bulk.md describes the lines, docs/judge.schema.json is their JSON Schema"

// read reads and checks a line. The result has an ID in any case if the text has one.
func read(text []byte) (*Line, error) {
	l := &Line{}
	err := decode(text, l)
	if err != nil {
		var known struct{ ID string }
		if json.Unmarshal(text, &known) == nil {
			l.ID = known.ID
		}
		return l, hint.With(lineHint, err)
	}
	if err := l.check(); err != nil {
		return l, hint.With(lineHint, err)
	}
	return l, nil
}

// check says what is wrong with a line.
func (l *Line) check() error {
	sources := 0
	for _, given := range []bool{l.Source != nil, len(l.Files) > 0, l.Path != ""} {
		if given {
			sources++
		}
	}
	o := &l.Options
	switch {
	case l.ID == "":
		return errors.New("id: want a text that no other line has")
	case sources != 1:
		return errors.New("want one of source, files and path")
	case l.Source != nil && l.Language == "":
		return errors.New("language: a source needs one, such as python3")
	case len(l.Problem) == 0 || string(l.Problem) == "null":
		return errors.New("problem: want a name, a path or an object with cases")
	case o.TimeLimit < 0 || o.MemoryLimit < 0 || o.OutputLimit < 0:
		return errors.New("options: a limit is negative")
	}
	if _, err := checker.ParseOptions(o.CheckerArgs); err != nil {
		return fmt.Errorf("options: checker_args: %w", err)
	}
	return nil
}

// checkRemote says whether a line of another user names files of this machine.
func (l *Line) checkRemote() error {
	var named string
	var in Inline
	switch {
	case l.Path != "":
		return errors.New("path: the source must be in the line: want source or files")
	case json.Unmarshal(l.Problem, &named) == nil:
		if strings.ContainsAny(named, `/\.`) {
			return errors.New("problem: want a name of grundy list, or an object with cases")
		}
		return nil
	case decode(l.Problem, &in) != nil:
		return nil // opening it says what is wrong
	}
	if in.Checker.Path != "" || slices.ContainsFunc(in.Cases, func(c Case) bool { return c.InputPath != "" || c.AnswerPath != "" }) {
		return errors.New("problem: inputs, answers and the checker must be in the line")
	}
	return nil
}

// source reads the source into memory.
func (l *Line) source(table *language.Table) (language.Source, error) {
	source := language.Source{Language: l.Language}
	switch {
	case l.Path != "":
		named, err := workspace.ReadSource(l.Path, l.Language)
		if err != nil {
			return source, err
		}
		source = named
	case l.Source != nil:
		name, err := fileName(table, l.Language)
		if err != nil {
			return source, err
		}
		source.Files = []language.File{{Name: name, Data: *l.Source}}
	default:
		for _, name := range slices.Sorted(maps.Keys(l.Files)) {
			if !fs.ValidPath(name) || name == "." {
				return source, fmt.Errorf("files: %q is not the name of a file below a directory", name)
			}
			source.Files = append(source.Files, language.File{Name: name, Data: l.Files[name]})
		}
	}
	if _, err := table.Detect(source); err != nil {
		return source, err
	}
	return source.InMemory()
}

// fileName is the name of the only file of a source in a language.
func fileName(table *language.Table, code string) (string, error) {
	row, known := table.Lookup(code)
	if !known {
		_, err := table.Detect(language.Source{Language: code, Files: []language.File{{Name: "solution"}}})
		return "", err
	}
	return row.FileName("solution"), nil
}

// options are the options of the job.
func (l *Line) options(stop bool) job.Options {
	o := &l.Options
	return job.Options{
		TimeLimit: seconds(o.TimeLimit), MemoryLimit: bytesize.Size(o.MemoryLimit), OutputLimit: bytesize.Size(o.OutputLimit),
		CheckerArgs: o.CheckerArgs, IgnoreCase: o.IgnoreCase, StopAtFirst: o.Stop || stop, Idleness: o.Idleness, NoRerun: o.NoRerun,
	}
}

// selectCases narrows the options to the named cases.
func (l *Line) selectCases(p *problem.Problem, options *job.Options) error {
	if len(l.Options.Cases) == 0 {
		return nil
	}
	for _, name := range l.Options.Cases {
		if p.Data.Case(name) == nil {
			return fmt.Errorf("options: cases: %s has no test case %q", p.ID, name)
		}
	}
	wanted := map[string]bool{}
	for _, name := range l.Options.Cases {
		wanted[name] = true
	}
	options.Cases = p.Data.Select(func(tc *problem.Case) bool { return wanted[tc.Name] })
	return nil
}

func seconds(number float64) time.Duration { return time.Duration(number * float64(time.Second)) }

// fingerprint names what was hashed.
type fingerprint [sha256.Size]byte

// parts hashes texts so that their bounds count.
func parts(to hash.Hash, texts ...[]byte) {
	for _, text := range texts {
		fmt.Fprintf(to, "%d:", len(text))
		to.Write(text)
	}
}

// sourceKey names what is compiled.
func sourceKey(source language.Source) (key fingerprint) {
	sum := sha256.New()
	parts(sum, []byte(source.Language))
	for _, file := range source.All() {
		parts(sum, []byte(file.Name), file.Data)
	}
	sum.Sum(key[:0])
	return key
}

// key names what the result of a line depends on.
func (l *Line) key(source fingerprint) (key fingerprint, err error) {
	options, err := json.Marshal(l.Options)
	sum := sha256.New()
	parts(sum, source[:], l.Problem, options)
	sum.Sum(key[:0])
	return key, err
}
