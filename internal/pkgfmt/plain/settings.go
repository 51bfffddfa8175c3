package plain

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"grundy/checker"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/hint"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/config"
)

// SettingsFile is the file of a plain directory with what inputs and answers cannot say. A directory with this file is
// a problem, even without a test case.
const SettingsFile = "plain.yaml"

// maxSettings bounds the file, in bytes.
const maxSettings = 64 << 10

// Settings is the content of the file; zero values are not set.
type Settings struct {
	Name string
	// URL is that of the problem's page.
	URL    string
	Time   time.Duration // of CPU, a test case
	Memory bytesize.Size
	// Interactive reports that the solution talks to a program.
	Interactive bool
	// Judge is the checker or the interactor of the directory, or nil.
	Judge *problem.OwnJudge
	// CheckerArgs are those of the checker, or of the built-in comparison.
	CheckerArgs []string
	// InputFile and OutputFile are the files that solutions may read and write instead of the standard streams.
	InputFile, OutputFile string
	// Entry is what solutions define in place of a whole program; nil if they are programs.
	Entry *problem.Entry
}

// Judges reports whether a file is the checker or the interactor of the directory.
func (s *Settings) Judges(path string) bool {
	return s.Judge != nil && s.Judge.Output.Programs[0].Path == path
}

// HasSettings reports whether a directory has the file.
func HasSettings(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, SettingsFile))
	return err == nil && info.Mode().IsRegular()
}

// ReadSettings reads the file of a directory; a missing one sets nothing.
func ReadSettings(dir string) (Settings, problem.Diagnostics) {
	t := openTree(dir)
	return t.settings(), t.faults
}

// Address returns the address of the problem page for a source, as its directory or CPH stores it, or "".
func Address(source string) string {
	if s, _ := ReadSettings(filepath.Dir(source)); s.URL != "" {
		return s.URL
	}
	data, err := readSmall(Prob(source), MaxPage)
	if err != nil {
		return ""
	}
	page, err := ReadPage(data)
	if err != nil || CheckURL(page.URL) != nil {
		return ""
	}
	return page.URL
}

// settings reads the file, and reports its faults.
func (t *tree) settings() (s Settings) {
	entry, found := t.list("")[SettingsFile]
	if !found || !t.isFile("", entry) {
		return s
	}
	text, err := readSmall(t.path(SettingsFile), maxSettings)
	if err != nil {
		t.fault(SettingsFile, err.Error(), "make it a file that can be read")
		return s
	}
	r := &problem.Report{}
	defer func() { t.faults = append(t.faults, r.Faults...) }()
	root, ok := r.Parse(SettingsFile, text)
	if !ok {
		return s
	}
	keys, ok := root.Mapping()
	if !ok {
		return s
	}
	keys.Text("name", &s.Name)
	keys.Boolean("interactive", &s.Interactive)
	keys.Text("input-file", &s.InputFile)
	keys.Text("output-file", &s.OutputFile)
	s.Entry = problem.TakeEntry(keys)
	take(keys, "url", &s.URL, func(text string) (string, error) { return text, CheckURL(text) })
	take(keys, "time-limit", &s.Time, config.Time)
	take(keys, "memory-limit", &s.Memory, config.Size)
	t.judging(keys, &s)
	keys.Finish(nil)
	return s
}

// judging reads the keys that say what decides about outputs.
func (t *tree) judging(keys *yamldoc.Mapping, s *Settings) {
	var dialect checker.Dialect
	take(keys, "checker-dialect", &dialect, checker.ReadDialect)
	for _, key := range []string{"checker", "interactor"} {
		v, ok := keys.Take(key)
		if !ok {
			continue
		}
		name, ok := v.Scalar()
		switch judge, err := t.program(name, dialect, key == "interactor"); {
		case !ok:
		case s.Judge != nil:
			v.Fault("an interactor decides alone: remove the checker", "checker and interactor")
		case err != nil:
			v.Fault("name a source in the directory", "%v", err)
		default:
			s.Judge = judge
		}
	}
	if v, ok := keys.Take("checker-args"); ok {
		if text, ok := v.Scalar(); ok {
			s.CheckerArgs = append([]string{}, strings.Fields(text)...)
		}
	}
	if v, ok := keys.Take("tolerance"); ok {
		if text, ok := v.Scalar(); ok {
			s.CheckerArgs = append(s.CheckerArgs, checker.FloatFlag, text)
		}
		if s.Judge != nil {
			v.Fault("pass it in checker-args if the program takes it", "this is for the built-in comparison, not for a program")
		} else if _, err := checker.ParseOptions(s.CheckerArgs); err != nil {
			v.Fault("such as 1e-6", "%v", err)
		}
	} else if _, err := checker.ParseOptions(s.CheckerArgs); err != nil && s.Judge == nil {
		t.fault(SettingsFile, "checker-args: "+err.Error(), "such as float_tolerance 1e-6")
	}
}

// program describes the checker or the interactor of the directory.
func (t *tree) program(name string, dialect checker.Dialect, interactive bool) (*problem.OwnJudge, error) {
	if !filepath.IsLocal(name) {
		return nil, fmt.Errorf("want a file below the directory, got %q", name)
	}
	dir, base := path.Split(path.Clean(filepath.ToSlash(name)))
	dir = strings.TrimSuffix(dir, "/")
	if entry, found := t.list(dir)[base]; !found || !t.isFile(dir, entry) {
		return nil, fmt.Errorf("there is no file %s", name)
	}
	return NewJudge(name, t.path(name), dialect, interactive)
}

// take reads a scalar with the same function as the configuration.
func take[T any](keys *yamldoc.Mapping, key string, into *T, read func(string) (T, error)) {
	v, ok := keys.Take(key)
	if !ok {
		return
	}
	text, ok := v.Scalar()
	if !ok {
		return
	}
	value, err := read(text)
	if err != nil {
		v.Fault(hint.Of(err), "%v, got %q", err, text)
		return
	}
	*into = value
}

// readSmall reads a whole file, unless it exceeds the limit.
func readSmall(file string, most int) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, problem.Reason(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	if err != nil {
		return nil, problem.Reason(err)
	}
	if len(data) > most {
		return nil, fmt.Errorf("file is larger than %s", bytesize.Size(most))
	}
	return data, nil
}

// CheckURL returns why a text is not the address of a web page. A browser, or the program that opens pages, might
// interpret anything else in other ways.
func CheckURL(text string) error {
	const remedy = "copy it from the browser: https://…"
	page, err := url.Parse(text)
	if err != nil || page.Scheme != "https" && page.Scheme != "http" || page.Hostname() == "" || page.User != nil {
		return hint.With(remedy, errors.New("want the address of a page in the web"))
	}
	return nil
}

// Text returns the file with the settings.
func (s Settings) Text() []byte {
	var out strings.Builder
	line := func(key, value string) { fmt.Fprintf(&out, "%s: %s\n", key, value) }
	for _, text := range []struct{ key, value string }{
		{"name", s.Name},
		{"url", s.URL},
	} {
		if text.value != "" {
			line(text.key, yamldoc.Scalar(text.value))
		}
	}
	if s.Time > 0 {
		line("time-limit", s.Time.String())
	}
	if s.Memory > 0 {
		line("memory-limit", exactly(s.Memory))
	}
	if s.Interactive {
		line("interactive", "true")
	}
	if s.InputFile != "" {
		line("input-file", yamldoc.Scalar(s.InputFile))
	}
	if s.OutputFile != "" {
		line("output-file", yamldoc.Scalar(s.OutputFile))
	}
	return []byte(out.String())
}

// exactly writes a size without rounding it.
func exactly(size bytesize.Size) string {
	switch {
	case size%bytesize.MiB == 0:
		return fmt.Sprintf("%dMiB", size/bytesize.MiB)
	case size%bytesize.KiB == 0:
		return fmt.Sprintf("%dKiB", size/bytesize.KiB)
	}
	return fmt.Sprintf("%dB", size)
}

// set applies the directory's settings to a problem.
func (s *Settings) set(p *problem.Problem) {
	if s.Name != "" {
		p.Names = map[string]string{"en": s.Name}
	}
	if s.URL != "" {
		p.Sources = []string{s.URL}
	}
	if s.Time > 0 {
		p.Limits.Time, p.Limits.TimeSource = s.Time, SettingsFile
	}
	if s.Memory > 0 {
		p.Limits.Memory, p.Limits.MemoryStated = s.Memory, true
	}
	p.Files = namedFiles(s.InputFile, s.OutputFile)
	p.Entry = s.Entry
	p.Type.Interactive = s.Interactive
	if s.Judge != nil {
		p.Output, p.Type.Interactive = s.Judge.Output, s.Interactive || s.Judge.Interactive
	}
	if s.CheckerArgs != nil {
		p.Data.Template = &problem.Case{OutputArgs: s.CheckerArgs}
		for _, tc := range p.Data.AllCases() {
			tc.OutputArgs = s.CheckerArgs
		}
	}
}

// check reports where judging differs from the page.
func (t *tree) check(s *Settings) {
	for _, message := range unusualStreams(s.InputFile, s.OutputFile) {
		t.faults = append(t.faults, problem.Diagnostic{Level: problem.Warning, File: SettingsFile, Message: message, Help: "use the standard streams"})
	}
}

// unusualStreams says which of the files that a page names are not used here, since they are no names of files.
func unusualStreams(input, output string) []string {
	var messages []string
	for _, stream := range []struct{ name, use string }{
		{input, "input is given on standard input"}, {output, "output is read from standard output"},
	} {
		if stream.name != "" && !problem.IsFileName(stream.name) {
			messages = append(messages, fmt.Sprintf("the page names the file %q: here %s", stream.name, stream.use))
		}
	}
	return messages
}

// namedFiles returns the files that solutions may use, as far as their names are such.
func namedFiles(input, output string) (files problem.NamedFiles) {
	if problem.IsFileName(input) {
		files.Input = input
	}
	if problem.IsFileName(output) {
		files.Output = output
	}
	return files
}
