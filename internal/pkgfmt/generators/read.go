package generators

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

// Read reads the generators.yaml of a package whose directory, format version and constants are known. It returns all
// faults; the rules are never nil, and empty without the file.
func Read(p *problem.Problem) (*Rules, problem.Diagnostics) {
	r := &reader{p: p, rules: &Rules{Dir: p.Dir, Programs: map[string][]string{}}, programs: map[string]error{}}
	if !r.rules.isFile(File) {
		return r.rules, nil
	}
	r.rules.Exists = true
	text, err := readText(filepath.Join(p.Dir, filepath.FromSlash(File)))
	if err != nil {
		r.Fail(problem.Position{File: File}, "make the file readable", "cannot read the file: %v", problem.Reason(err))
		return r.rules, r.Faults
	}
	sum := sha256.Sum256(text)
	r.rules.Sum = hex.EncodeToString(sum[:])
	switch root, ok := r.Parse(File, text); {
	case ok:
		r.readRoot(root)
	case len(r.Faults.Fatal(false)) == 0:
		r.Faults = nil // the warning that the file is empty, as a fault
		r.Fail(problem.Position{File: File}, helpData, "the file is empty")
	}
	return r.rules, r.Faults
}

// helpData describes the required content of the file.
const helpData = "write data: with the keys sample and secret"

// maxText bounds what is read of the file: more than the parser accepts.
const maxText = 1 << 20

func readText(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxText))
}

// reader reads generators.yaml. The format's own documentation calls an entry of data a test case or, with the key
// data, a directory.
type reader struct {
	problem.Report
	p     *problem.Problem
	rules *Rules
	// programs caches for the programs of commands whether they exist.
	programs map[string]error

	// numbers counts the cases of lists in the whole file.
	numbers counter
	// known are the cases below each key, for include.
	known map[string][]*Case
	twice map[string]bool
}

// inherited are the settings of a directory and everything below it.
type inherited struct {
	salt       string
	solution   string
	noSolution bool
	visualizer *Command
	retries    int
}

// The keys of the format, by position. Cases are distinguished from directories by their keys.
var (
	caseTexts    = []string{"in", "ans", "out", "in.statement", "ans.statement", "in.download", "ans.download", "interaction", "yaml", "hint", "desc"}
	caseKeys     = append([]string{"generate", "copy", "count", "match"}, caseTexts...)
	sampleOnly   = []string{"in.statement", "ans.statement", "in.download", "ans.download", "interaction"}
	ignoredKeys  = []string{"gitignore_generated", "parallel"}
	versions     = lazyregexp.New(`^[0-9]{4}-[0-9]{2}$`)
	otherFolders = map[string]string{"invalid_inputs": "invalid_input", "invalid_answers": "invalid_answer", "invalid_outputs": "invalid_output", "valid_outputs": "valid_output"}
	countRange   = lazyregexp.New(`^(-?[0-9]+)\.\.=(-?[0-9]+)$`)
)

const (
	maxCount       = 100
	defaultRetries = 1
)

func (r *reader) readRoot(root yamldoc.Value) {
	m, ok := root.Mapping()
	if !ok {
		return
	}
	r.known, r.twice = map[string][]*Case{}, map[string]bool{}
	r.readPrograms(m)
	r.readSearch(m)
	for _, key := range ignoredKeys {
		m.Take(key)
	}
	if v, ok := m.Take("version"); ok {
		if text, ok := v.Text(); ok && !versions().MatchString(text) {
			v.Fault("write a year and a month: 2025-12", "%q is not a version", text)
		}
	}
	settings := r.settings(m, inherited{retries: defaultRetries})
	r.directoryType(m, "directory")
	if f := m.Find("data"); f != nil {
		r.numbers.all = countNumbered(f.Value)
	}
	data, ok := m.Take("data")
	if !ok {
		r.Fail(problem.At(m.Value), helpData, "the key data is missing")
		m.Finish(nil)
		return
	}
	r.groupFileKey(m, "")
	if folders, ok := data.Mapping(); ok {
		for _, folder := range []string{"sample", "secret"} {
			if folders.Find(folder) == nil {
				r.Lack(problem.At(data), "write "+folder+": {} if no rule makes a case of it", "the key data.%s is missing", folder)
			}
		}
		r.readFolders(folders, settings)
	}
	r.finishRoot(m)
}

// finishRoot reports unknown keys. The format lets tools have their own keys at the top level, but not in directories
// and cases.
func (r *reader) finishRoot(m *yamldoc.Mapping) {
	for _, key := range append([]string{"include"}, caseKeys...) {
		if f := m.Find(key); f != nil {
			m.Take(key)
			r.Fail(problem.At(f.Name), "write it inside a directory below data", "unknown key %s", key)
		}
	}
	for _, f := range m.Rest() {
		// A misspelt key changes what is made: without its solution, another one makes the answers.
		if near := m.SuggestKey(f.Key); near != "" {
			r.Lack(problem.At(f.Name), near, "unknown key %s", f.Key)
		} else {
			r.Warn(problem.At(f.Name), "remove it if it is not for another tool", "unknown key %s", f.Key)
		}
	}
}

// readFolders reads the directories of data/, in the order in which their lists are numbered.
func (r *reader) readFolders(folders *yamldoc.Mapping, settings inherited) {
	fields := folders.Rest()
	slices.SortStableFunc(fields, func(a, b *yamldoc.Field) int { return cmp.Compare(folderRank(a.Key), folderRank(b.Key)) })
	for _, f := range fields {
		name := f.Key
		switch newer, old := otherFolders[name]; {
		case old:
			r.Warn(problem.At(f.Name), "write "+newer, "the directory's name is now %s", newer)
			name = newer
		case name == fuzzFolder:
			continue
		case !slices.Contains(problem.DataFolders(), name):
			r.Fail(problem.At(f.Name), cmp.Or(yamldoc.Suggest(name, problem.DataFolders()), "the directories are "+strings.Join(problem.DataFolders(), ", ")), "unknown directory %s", name)
			continue
		}
		if f.Value.Kind() == yamldoc.Null {
			continue
		}
		if m, ok := f.Value.Mapping(); ok {
			known := len(r.rules.Cases)
			r.readDirectory(m, name, f.Name.Line(), settings)
			r.learn(name, r.rules.Cases[known:])
		}
	}
}

// fuzzFolder is the directory in which BAPCtools keeps the findings of its searches, which are not test cases.
const fuzzFolder = "fuzz"

func folderRank(name string) int {
	order := []string{"sample", "secret", "invalid_output", "invalid_answer", "invalid_input", "valid_output"}
	if i := slices.Index(order, name); i >= 0 {
		return i
	}
	return len(order)
}

// readPrograms reads the key generators: programs of several files.
func (r *reader) readPrograms(root *yamldoc.Mapping) {
	v, ok := root.Take("generators")
	if !ok {
		return
	}
	m, ok := v.Mapping()
	if !ok {
		return
	}
	for _, f := range m.Rest() {
		if !problem.IsFileName(f.Key) {
			r.Fail(problem.At(f.Name), "use letters, digits, _ . - only", "%q is not a name for a generator", f.Key)
			continue
		}
		items, ok := f.Value.Items("write a list of files below generators/, the main one first")
		if !ok {
			continue
		}
		if len(items) == 0 {
			f.Value.Fault("name its files, the main one first", "the list is empty")
			continue
		}
		var files []string
		for _, item := range items {
			if file, ok := item.Text(); ok && r.isSource(item, file) {
				files = append(files, file)
			}
		}
		if len(files) == len(items) {
			r.rules.Programs[f.Key] = files
		}
	}
}

func (r *reader) isSource(at yamldoc.Value, file string) bool {
	clean := path.Join("generators", file)
	if path.IsAbs(file) || !strings.HasPrefix(clean, "generators/") || !r.rules.isFile(clean) {
		at.Fault("name a file below generators/", "there is no file generators/%s", file)
		return false
	}
	return true
}

// readSearch reads the key search: commands that make inputs but no test cases. The format reserves unknown keys at the
// top level for tools.
func (r *reader) readSearch(root *yamldoc.Mapping) {
	v, ok := root.Take("search")
	if !ok {
		return
	}
	const help = "write a list of commands: - tree {size} {seed}"
	items, ok := v.Items(help)
	if !ok {
		return
	}
	if len(items) == 0 {
		v.Fault(help, "the list is empty")
	}
	for _, item := range items {
		text, ok := item.Text()
		if !ok {
			continue
		}
		command, err := ParseSearchCommand(string(r.p.WithConstants([]byte(text))))
		if err != nil {
			item.Fault("write the program's name and its arguments: tree {size} {seed}", "%v", err)
			continue
		}
		if r.finds(item, command) {
			r.rules.Search = append(r.rules.Search, command)
		}
	}
}

// settings reads the keys that are inherited.
func (r *reader) settings(m *yamldoc.Mapping, above inherited) inherited {
	own := above
	find := func(key string) *yamldoc.Field { // also where the value is null
		m.Take(key)
		return m.Find(key)
	}
	if f := find("solution"); f != nil {
		own.solution, own.noSolution = "", f.Value.Kind() == yamldoc.Null
		if !own.noSolution {
			own.solution = r.solution(f.Value)
		}
	}
	if f := find("visualizer"); f != nil {
		own.visualizer = nil
		if f.Value.Kind() != yamldoc.Null {
			own.visualizer = r.visualizer(f.Value)
		}
	}
	if f := find("random_salt"); f != nil {
		own.salt = ""
		if f.Value.Kind() != yamldoc.Null {
			own.salt, _ = f.Value.Text()
		}
	}
	if v, ok := m.Take("retries"); ok {
		if n, ok := v.Integer(1); ok {
			if n > maxCount {
				v.Fault(fmt.Sprintf("write at most %d", maxCount), "%d tries are too many", n)
				n = maxCount
			}
			own.retries = int(n)
		}
	}
	return own
}

// solution reads the path of a solution: "/submissions/accepted/a.py".
func (r *reader) solution(v yamldoc.Value) string {
	text, ok := v.Text()
	if !ok {
		return ""
	}
	if len(strings.Fields(text)) != 1 {
		v.Fault("name the program alone", "the solution gets no arguments")
		return ""
	}
	return r.absolute(v, strings.TrimSpace(text))
}

// absolute reads a path that begins with a slash at the package's root.
func (r *reader) absolute(v yamldoc.Value, name string) string {
	if !strings.HasPrefix(name, "/") {
		v.Fault("write the path from the package's root: /"+name, "want a path that begins with /, got %q", name)
		return ""
	}
	clean := strings.TrimPrefix(path.Clean(name), "/")
	if clean == "" || !r.rules.holds(clean) {
		v.Fault("check the path", "the package has no file %s", clean)
		return ""
	}
	return clean
}

func (r *reader) visualizer(v yamldoc.Value) *Command {
	text, ok := v.Text()
	if !ok {
		return nil
	}
	command, err := ParseCommand(text)
	if err != nil {
		v.Fault("write a command: /visualizers/draw.py", "%v", err)
		return nil
	}
	if r.absolute(v, command.Program()) == "" {
		return nil
	}
	return &command
}

// directoryType reads the key type, which older versions of the format require.
func (r *reader) directoryType(m *yamldoc.Mapping, want string) {
	if v, ok := m.Take("type"); ok {
		if text, ok := v.Text(); ok && text != want {
			v.Fault("remove the key", "want %s, got %q", want, text)
		}
	}
}
