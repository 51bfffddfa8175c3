package icpc

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"grundy/internal/problem"
	"grundy/internal/problem/generators"
)

// Generators reads the generators.yaml of a package that Load has read. It returns all faults it finds; the rules are
// never nil, and empty when there is no such file.
func Generators(p *problem.Problem) (*generators.Rules, problem.Diagnostics) {
	rules := &generators.Rules{Dir: p.Dir, Programs: map[string][]string{}}
	r := &rulesReader{folder: folder{report: &report{}, dir: p.Dir, real: p.Dir}, p: p, rules: rules, numbers: counter{}}
	if real, err := filepath.EvalSymlinks(p.Dir); err == nil {
		r.real = real
	}
	text, found := r.read(generators.File)
	if !found {
		return rules, r.faults
	}
	rules.Exists = true
	if root, ok := r.parse(generators.File, text); ok {
		r.text = bytes.Split(bytes.ReplaceAll(bytes.TrimPrefix(text, []byte("\uFEFF")), []byte("\r\n"), []byte("\n")), []byte("\n"))
		r.readRoot(root)
	}
	return rules, r.faults
}

// rulesReader reads generators.yaml. The format's own documentation calls an entry of data a test case or, with the key
// data, a directory.
type rulesReader struct {
	folder
	p     *problem.Problem
	rules *generators.Rules
	text  [][]byte // the file's lines

	// numbers counts the cases of lists through the whole file.
	numbers counter
	// known are the cases below each key, for include.
	known map[string][]*generators.Case
	twice map[string]bool
}

// counter numbers the entries of lists, in as many digits as the last one needs.
type counter struct{ next, all int }

func (c *counter) name(key string) string {
	c.next++
	name := fmt.Sprintf("%0*d", len(strconv.Itoa(c.all)), c.next)
	if key != "" {
		name += "-" + key
	}
	return name
}

// inherited are the settings that hold for a directory and all below it.
type inherited struct {
	salt       string
	solution   string
	noSolution bool
	visualizer *generators.Command
	retries    int
}

// The keys of the format, by where they stand. Cases are told from directories by theirs.
var (
	caseTexts    = []string{"in", "ans", "out", "in.statement", "ans.statement", "in.download", "ans.download", "interaction", "yaml", "hint", "desc"}
	caseKeys     = append([]string{"generate", "copy", "count", "match"}, caseTexts...)
	sampleOnly   = []string{"in.statement", "ans.statement", "in.download", "ans.download", "interaction"}
	ignoredKeys  = []string{"version", "gitignore_generated", "parallel"}
	otherFolders = map[string]string{"invalid_inputs": "invalid_input", "invalid_answers": "invalid_answer", "invalid_outputs": "invalid_output", "valid_outputs": "valid_output"}
	countRange   = regexp.MustCompile(`^(-?[0-9]+)\.\.=(-?[0-9]+)$`)
)

const (
	maxCount       = 100
	defaultRetries = 1
)

func (r *rulesReader) readRoot(root value) {
	m, ok := root.mapping()
	if !ok {
		return
	}
	r.known, r.twice = map[string][]*generators.Case{}, map[string]bool{}
	r.readPrograms(m)
	for _, key := range ignoredKeys {
		m.take(key)
	}
	settings := r.settings(m, inherited{retries: defaultRetries})
	r.directoryType(m, "directory")
	if f := m.find("data"); f != nil {
		r.numbers.all = countNumbered(f.value)
	}
	data, ok := m.take("data")
	if !ok {
		r.fail(m.place(), "write data: with the keys sample and secret", "the key data is missing")
		m.finish(nil)
		return
	}
	r.groupFileKey(m, "")
	if folders, ok := data.mapping(); ok {
		r.readFolders(folders, settings)
	}
	m.finish(map[string]string{"include": "include cases inside a folder below data"})
}

// readFolders reads the folders of data/, in the order in which their lists are numbered.
func (r *rulesReader) readFolders(folders *mapping, settings inherited) {
	fields := folders.rest()
	slices.SortStableFunc(fields, func(a, b *field) int { return cmp.Compare(folderRank(a.key), folderRank(b.key)) })
	for _, f := range fields {
		name := f.key
		switch newer, old := otherFolders[name]; {
		case old:
			r.warn(f.at, "write "+newer, "the folder's name is now %s", newer)
			name = newer
		case !slices.Contains(dataFolders, name):
			r.fail(f.at, cmp.Or(suggest(name, dataFolders), "the folders are "+strings.Join(dataFolders, ", ")), "unknown folder %s", name)
			continue
		}
		if f.value.kind() == isNull {
			continue
		}
		if m, ok := f.value.mapping(); ok {
			r.readDirectory(m, name, f.at.line, settings)
		}
	}
}

func folderRank(name string) int {
	order := []string{"sample", "secret", "invalid_output", "invalid_answer", "invalid_input", "valid_output"}
	if i := slices.Index(order, name); i >= 0 {
		return i
	}
	return len(order)
}

// readPrograms reads the key generators: programs of several files.
func (r *rulesReader) readPrograms(root *mapping) {
	v, ok := root.take("generators")
	if !ok {
		return
	}
	m, ok := v.mapping()
	if !ok {
		return
	}
	for _, f := range m.rest() {
		if !nameCharacters.MatchString(f.key) {
			r.fail(f.at, "use letters, digits, _ . - only", "%q is no name of a generator", f.key)
			continue
		}
		items, ok := f.value.items("write a list of files below generators/, the main one first")
		if !ok {
			continue
		}
		if len(items) == 0 {
			f.value.fault("name its files, the main one first", "the list is empty")
			continue
		}
		var files []string
		for _, item := range items {
			if file, ok := item.text(); ok && r.isSource(item, file) {
				files = append(files, file)
			}
		}
		if len(files) == len(items) {
			r.rules.Programs[f.key] = files
		}
	}
}

func (r *rulesReader) isSource(at value, file string) bool {
	clean := path.Join("generators", file)
	if path.IsAbs(file) || !strings.HasPrefix(clean, "generators/") || !r.isFile(clean) {
		at.fault("name a file below generators/", "there is no file generators/%s", file)
		return false
	}
	return true
}

// settings reads the keys that are inherited.
func (r *rulesReader) settings(m *mapping, above inherited) inherited {
	own := above
	if f := m.find("solution"); f != nil {
		m.take("solution")
		own.solution, own.noSolution = "", f.value.kind() == isNull
		if !own.noSolution {
			own.solution = r.solution(f.value)
		}
	}
	if f := m.find("visualizer"); f != nil {
		m.take("visualizer")
		own.visualizer = nil
		if f.value.kind() != isNull {
			own.visualizer = r.visualizer(f.value)
		}
	}
	if f := m.find("random_salt"); f != nil {
		m.take("random_salt")
		own.salt = ""
		if f.value.kind() != isNull {
			own.salt, _ = f.value.scalar()
		}
	}
	if v, ok := m.take("retries"); ok {
		if n, ok := v.integer(1); ok {
			if n > maxCount {
				v.fault(fmt.Sprintf("write at most %d", maxCount), "%d tries are too many", n)
				n = maxCount
			}
			own.retries = int(n)
		}
	}
	return own
}

// scalar is the text of a scalar, whether or not it stands in quotes.
func (v value) scalar() (string, bool) {
	switch v.kind() {
	case isText, isInteger, isFloat, isBoolean:
		return v.raw(), true
	}
	v.want("text", "write one text")
	return "", false
}

// solution reads the path of a solution: "/submissions/accepted/a.py".
func (r *rulesReader) solution(v value) string {
	text, ok := v.text()
	if !ok {
		return ""
	}
	if len(strings.Fields(text)) != 1 {
		v.fault("name the program alone", "the solution gets no arguments")
		return ""
	}
	return r.absolute(v, strings.TrimSpace(text))
}

// absolute reads a path that begins at the package's root with a slash.
func (r *rulesReader) absolute(v value, name string) string {
	if !strings.HasPrefix(name, "/") {
		v.fault("write the path from the package's root: /"+name, "want a path that begins with /, got %q", name)
		return ""
	}
	clean := strings.TrimPrefix(path.Clean(name), "/")
	if _, found := r.find(clean); clean == "" || !found {
		v.fault("check the path", "the package has no file %s", clean)
		return ""
	}
	return clean
}

func (r *rulesReader) visualizer(v value) *generators.Command {
	text, ok := v.text()
	if !ok {
		return nil
	}
	command, err := generators.ParseCommand(text)
	if err != nil {
		v.fault("write a command: /visualizers/draw.py", "%v", err)
		return nil
	}
	if r.absolute(v, command.Program()) == "" {
		return nil
	}
	return &command
}

// directoryType reads the key type, which older versions of the format demand.
func (r *rulesReader) directoryType(m *mapping, want string) {
	if v, ok := m.take("type"); ok {
		if text, ok := v.text(); ok && text != want {
			v.fault("remove the key", "want %s, got %q", want, text)
		}
	}
}

// readDirectory reads a folder of test data.
func (r *rulesReader) readDirectory(m *mapping, name string, line int, above inherited) {
	settings := r.settings(m, above)
	r.directoryType(m, "directory")
	r.groupFileKey(m, name)
	if data, ok := m.take("data"); ok {
		r.readEntries(data, name, settings)
	}
	if include, ok := m.take("include"); ok {
		r.readIncludes(include, name)
	}
	m.finish(nil)
}

// readEntries reads what lies in a folder: a map, or a list whose entries are numbered.
func (r *rulesReader) readEntries(data value, folder string, settings inherited) {
	if data.kind() != isList {
		if m, ok := data.mapping(); ok {
			for _, f := range byKey(m.rest()) {
				r.readEntry(f, folder, settings, nil)
			}
		}
		return
	}
	items, _ := data.items("")
	groups := counter{}
	for _, item := range items {
		groups.all += countDirectories(item)
	}
	for _, item := range items {
		if m, ok := item.mapping(); ok {
			for _, f := range byKey(m.rest()) {
				r.readEntry(f, folder, settings, &groups)
			}
		}
	}
}

func byKey(fields []*field) []*field {
	slices.SortStableFunc(fields, func(a, b *field) int { return cmp.Compare(a.key, b.key) })
	return fields
}

// readEntry reads a case or a folder. In a list groups numbers the folders, elsewhere it is nil.
func (r *rulesReader) readEntry(f *field, folder string, settings inherited, groups *counter) {
	if f.key == "" && groups == nil {
		r.fail(f.at, "give it a name, or write data as a list, which numbers its cases", "the name is empty")
		return
	}
	if isDirectory(f.value) {
		name := f.key
		if groups != nil {
			name = groups.name(f.key)
		}
		full := folder + "/" + name
		if r.checkName(f, name, full) {
			m, _ := f.value.mapping()
			known := len(r.rules.Cases)
			r.readDirectory(m, full, f.at.line, settings)
			r.learn(f.key, r.rules.Cases[known:])
		}
		return
	}
	r.readCases(f, folder, settings, groups != nil)
}

// isDirectory tells directories from cases, by the keys that only cases have.
func isDirectory(v value) bool {
	return v.kind() == isMap && !slices.ContainsFunc(mappingKeys(v), func(key string) bool { return slices.Contains(caseKeys, key) })
}

// mappingKeys lists the keys of a map without reporting anything.
func mappingKeys(v value) []string {
	var keys []string
	for _, pair := range pairs(v) {
		if pair.Key != nil && pair.Key.GetToken() != nil {
			keys = append(keys, pair.Key.GetToken().Value)
		}
	}
	return keys
}

func pairs(v value) []*ast.MappingValueNode {
	switch n := v.node.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	}
	return nil
}

func countDirectories(item value) int {
	count := 0
	for _, pair := range pairs(item) {
		if isDirectory(value{document: item.document, node: item.resolve(pair.Value)}) {
			count++
		}
	}
	return count
}

// countNumbered counts the cases in lists, in a folder and all below it.
func countNumbered(data value) int {
	count, numbered, dictionaries := 0, false, []value{data}
	if list, ok := data.node.(*ast.SequenceNode); ok {
		numbered, dictionaries = true, nil
		for _, node := range list.Values {
			dictionaries = append(dictionaries, value{document: data.document, node: data.resolve(node)})
		}
	}
	for _, dictionary := range dictionaries {
		for _, pair := range pairs(dictionary) {
			entry := value{document: data.document, node: data.resolve(pair.Value)}
			if isDirectory(entry) {
				for _, below := range pairs(entry) {
					if key := below.Key.GetToken(); key != nil && key.Value == "data" {
						count += countNumbered(value{document: data.document, node: data.resolve(below.Value)})
					}
				}
			} else if numbered {
				count += quietCount(entry)
			}
		}
	}
	return count
}

// quietCount is how many cases an entry makes; its faults are reported when it is read.
func quietCount(entry value) int {
	for _, pair := range pairs(entry) {
		if pair.Key.GetToken() != nil && pair.Key.GetToken().Value == "count" {
			silent := &document{report: &report{}, file: entry.file, anchors: entry.anchors}
			if list, ok := (value{document: silent, node: silent.resolve(pair.Value)}).counts(); ok {
				return len(list)
			}
		}
	}
	return 1
}

// counts reads the key count: 3, [1, 4, 9] or "2..=5".
func (v value) counts() ([]int, bool) {
	const help = "write a number, a list of numbers, or a range such as 1..=5"
	var list []int
	switch v.kind() {
	case isInteger:
		n, ok := v.integer(1)
		if !ok {
			return nil, false
		}
		for i := range min(n, maxCount+1) {
			list = append(list, int(i)+1)
		}
	case isList:
		items, _ := v.items(help)
		for _, item := range items {
			n, ok := item.integer(math.MinInt32)
			if !ok {
				return nil, false
			}
			if slices.Contains(list, int(n)) {
				item.fault("keep one of them", "%d stands twice", n)
				return nil, false
			}
			list = append(list, int(n))
		}
	default:
		bounds := countRange.FindStringSubmatch(v.raw())
		if v.kind() != isText || bounds == nil {
			v.want("a number, a list or a range", help)
			return nil, false
		}
		low, err := strconv.Atoi(bounds[1])
		high, otherErr := strconv.Atoi(bounds[2])
		if err != nil || otherErr != nil || high < low {
			v.fault(help, "the range %s is empty", v.raw())
			return nil, false
		}
		for i := low; i <= high && len(list) <= maxCount; i++ {
			list = append(list, i)
		}
	}
	if len(list) == 0 || len(list) > maxCount {
		v.fault(help, "want 1 to %d cases", maxCount)
		return nil, false
	}
	return list, true
}

// checkName reports names that the package format does not allow, and those that stand twice.
func (r *rulesReader) checkName(f *field, name, full string) bool {
	switch {
	case !isGoodName(name):
		r.fail(f.at, "use letters, digits, _ . - only, and begin with a letter, digit or _", "%q is no name of a test case or folder", name)
	case name+".yaml" == r.groupFile():
		r.fail(f.at, "rename the test case", "its settings would be those of the group")
	case strings.HasSuffix(name, ".in"):
		r.fail(f.at, "leave out .in", "the name %s ends in .in", name)
	case r.twice[full]:
		r.fail(f.at, "rename one of them", "there are two entries %s", full)
	default:
		r.twice[full] = true
		return true
	}
	return false
}

func (r *rulesReader) groupFile() string {
	if r.p.Format == problem.V2025 {
		return "test_group.yaml"
	}
	return "testdata.yaml"
}

// groupFileKey reads the settings of a folder, which become a file in it.
func (r *rulesReader) groupFileKey(m *mapping, name string) {
	for _, key := range []string{"test_group.yaml", "testdata.yaml"} {
		v, ok := m.take(key)
		if !ok {
			continue
		}
		if key != r.groupFile() {
			v.fault("write "+r.groupFile()+" and adapt its keys", "version %s reads %s", r.p.Format, r.groupFile())
			continue
		}
		if text, ok := r.yamlText(v); ok {
			r.rules.Groups = append(r.rules.Groups, generators.Group{
				Name: name, Line: v.place().line, Settings: text, File: path.Join("data", name, key),
			})
		}
	}
}

// learn remembers what a key stands for, for include.
func (r *rulesReader) learn(key string, cases []*generators.Case) {
	r.known[key] = append(r.known[key], cases...)
}

// readIncludes adds the cases of other folders to a folder.
func (r *rulesReader) readIncludes(v value, folder string) {
	keys, ok := v.items("write a list of keys: [small, large]")
	if !ok {
		return
	}
	for _, item := range keys {
		key, ok := item.scalar()
		if !ok {
			continue
		}
		cases := r.known[key]
		if len(cases) == 0 {
			item.fault("name the key of a case or folder that stands before", "there is no case or folder %s to include", key)
			continue
		}
		for _, c := range slices.Clone(cases) {
			full := folder + "/" + path.Base(c.Name)
			if r.twice[full] {
				item.fault("rename one of them", "there are two entries %s", full)
				continue
			}
			r.twice[full] = true
			origin := c
			if c.Include != nil {
				origin = c.Include
			}
			r.rules.Cases = append(r.rules.Cases, &generators.Case{Name: full, Line: item.place().line, Include: origin, Retries: 1})
		}
	}
}

// readCases reads an entry that is a test case, or several by its key count.
func (r *rulesReader) readCases(f *field, folder string, above inherited, numbered bool) {
	entry, settings := &caseEntry{field: f}, above
	switch f.value.kind() {
	case isNull:
		entry.manual = true
	case isText:
		entry.command = f.value.raw()
		entry.commandAt = f.value
	case isMap:
		m, ok := f.value.mapping()
		if !ok {
			return
		}
		settings = r.settings(m, above)
		r.readKeys(entry, m, folder)
	default:
		f.value.want("a command or a map", "write a command such as: tree 5, or the keys generate, copy or in")
		return
	}
	if copied, found := strings.CutSuffix(strings.TrimSpace(entry.command), ".in"); found && len(strings.Fields(copied)) == 1 {
		r.warn(f.at, "write copy: "+copied, "a command that is the path of an input is better written with copy")
		entry.command, entry.copied, entry.copyAt = "", copied, f.value
	}
	r.checkCopy(entry)
	count := entry.counts
	if count == nil {
		count = []int{1}
	}
	first := len(r.rules.Cases)
	for _, index := range count {
		name := f.key
		if numbered {
			name = r.numbers.name(f.key)
		}
		if entry.counts != nil {
			name += "-" + countName(index, count)
		}
		if full := folder + "/" + name; r.checkName(f, name, full) {
			if c := r.makeCase(entry, settings, index, full); c != nil {
				r.rules.Cases = append(r.rules.Cases, c)
			}
		}
	}
	r.learn(f.key, r.rules.Cases[first:])
}

// countName writes one of the numbers of the key count, in equal width if they are neighbours.
func countName(index int, all []int) string {
	width := 0
	if slices.Max(all)-slices.Min(all) == len(all)-1 {
		for _, n := range all {
			width = max(width, len(strconv.Itoa(n)))
		}
	}
	return fmt.Sprintf("%0*d", width, index)
}

// caseEntry is a test case as it is written, before key count multiplies it.
type caseEntry struct {
	*field
	manual            bool
	command, copied   string
	commandAt, copyAt value
	counts            []int
	texts, links      map[string]string
	match             map[string][]*regexp.Regexp
	broken            bool
}

// readKeys reads the keys of a case.
func (r *rulesReader) readKeys(entry *caseEntry, m *mapping, folder string) {
	before := len(r.faults)
	r.directoryType(m, "testcase")
	if v, ok := m.take("generate"); ok {
		entry.command, _ = v.text()
		entry.commandAt = v
	}
	if v, ok := m.take("copy"); ok {
		entry.copied, _ = v.scalar()
		entry.copyAt = v
	}
	if v, ok := m.take("count"); ok {
		entry.counts, _ = v.counts()
	}
	r.readMatch(entry, m)
	entry.texts, entry.links = map[string]string{}, map[string]string{}
	for _, key := range caseTexts {
		v, ok := m.take(key)
		if !ok {
			continue
		}
		if slices.Contains(sampleOnly, key) && folder != "sample" {
			v.fault("remove it", "only samples are shown")
			continue
		}
		r.readText(entry, key, v)
	}
	r.notes(entry, m)
	m.finish(map[string]string{
		"data": "a case has no data; a folder has none of the keys of a case", "include": "cases are included by the folder",
		"input": "write generate",
	})
	if m.find("generate") == nil && m.find("copy") == nil && m.find("in") == nil {
		m.value.fault("add the key generate, copy or in", "nothing makes the input")
	}
	entry.broken = len(problem.Diagnostics(r.faults[before:]).Fatal(false)) > 0
}

// readText reads a file that is written out in the rules. It ends in a newline whether or not that was written.
func (r *rulesReader) readText(entry *caseEntry, key string, v value) {
	extension := "." + key
	if key == "yaml" {
		if text, ok := r.yamlText(v); ok {
			entry.texts[extension] = text
		}
		return
	}
	if strings.Contains(key, ".") && v.kind() == isMap {
		m, _ := v.mapping()
		var to string
		base, _, _ := strings.Cut(key, ".")
		m.choice("link", &to, base, base+".statement", base+".download")
		m.finish(nil)
		if to != "" && to != key {
			entry.links[extension] = "." + to
		}
		return
	}
	if text, ok := v.text(); ok {
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		entry.texts[extension] = text
	}
}

// notes turns the keys hint and desc into what the package's version has for them.
func (r *rulesReader) notes(entry *caseEntry, m *mapping) {
	if r.p.Format != problem.V2025 {
		return
	}
	for _, note := range []struct{ key, name string }{{"hint", "hint"}, {"desc", "description"}} {
		text, found := entry.texts["."+note.key]
		if !found {
			continue
		}
		delete(entry.texts, "."+note.key)
		if f := m.find("yaml"); f != nil {
			r.fail(m.find(note.key).at, "write "+note.name+" below yaml", "both %s and yaml would be written to one file", note.key)
			continue
		}
		entry.texts[".yaml"] += note.name + ": " + strconv.Quote(strings.TrimSpace(text)) + "\n"
	}
}

// readMatch reads expressions, for the input unless they are below in or ans.
func (r *rulesReader) readMatch(entry *caseEntry, m *mapping) {
	v, ok := m.take("match")
	if !ok {
		return
	}
	entry.match = map[string][]*regexp.Regexp{}
	if v.kind() != isMap {
		entry.match[".in"] = v.expressions()
		return
	}
	below, _ := v.mapping()
	for _, key := range []string{"in", "ans"} {
		if v, ok := below.take(key); ok {
			entry.match["."+key] = v.expressions()
		}
	}
	below.finish(nil)
}

func (v value) expressions() []*regexp.Regexp {
	texts, ok := v.texts()
	if !ok {
		return nil
	}
	var expressions []*regexp.Regexp
	for _, text := range texts {
		expression, err := regexp.Compile("(?ms)" + text)
		if err != nil {
			v.fault("write it as the Go package regexp reads it", "%v", err)
			continue
		}
		expressions = append(expressions, expression)
	}
	return expressions
}

// copiedExtensions are those of files that the key copy takes along.
var copiedExtensions = []string{".in", ".ans", ".out", ".in.statement", ".ans.statement", ".in.download", ".ans.download", ".interaction", ".yaml", ".hint", ".desc", ".png", ".jpg", ".jpeg", ".svg"}

// checkCopy makes sure that there is something to copy.
func (r *rulesReader) checkCopy(entry *caseEntry) {
	if entry.copied == "" {
		return
	}
	if base, extension, ok := splitExtension(entry.copied); ok && extension == ".in" {
		r.warn(entry.copyAt.place(), "write "+base, "copy names the case without its extension")
		entry.copied = base
	}
	clean := path.Join("generators", entry.copied)
	inside := !path.IsAbs(entry.copied) && strings.HasPrefix(clean, "generators/")
	if !inside || !slices.ContainsFunc(copiedExtensions, func(extension string) bool { return r.isFile(clean + extension) }) {
		entry.copyAt.fault("name a case below generators/ without its extension", "there is no file generators/%s.in", entry.copied)
		entry.broken = true
	}
}

// makeCase makes one case of an entry, nil when the entry is at fault.
func (r *rulesReader) makeCase(entry *caseEntry, settings inherited, index int, name string) *generators.Case {
	if entry.broken {
		return nil
	}
	c := &generators.Case{
		Name: name, Line: entry.at.line, Manual: entry.manual, Copy: entry.copied, Texts: maps.Clone(entry.texts), Links: entry.links,
		Match: entry.match, Retries: settings.retries, Solution: settings.solution, NoSolution: settings.noSolution,
		Visualizer: settings.visualizer,
	}
	if entry.command == "" {
		return c
	}
	text := constantSequence.ReplaceAllStringFunc(entry.command, func(sequence string) string {
		if constant, ok := r.p.Constants[sequence[2:len(sequence)-2]]; ok {
			return constant
		}
		return sequence
	})
	if entry.counts != nil {
		text = strings.ReplaceAll(text, "{count}", strconv.Itoa(index))
	}
	command, err := generators.ParseCommand(text)
	if err != nil {
		entry.commandAt.fault("write the program's name and its arguments: tree 5 {seed}", "%v", err)
		entry.broken = true
		return nil
	}
	if _, err := r.rules.Program(command); err != nil {
		entry.commandAt.fault("add the program, or correct the name", "%v", err)
		entry.broken = true
		return nil
	}
	c.Command, c.Seed = &command, generators.Seed(settings.salt, command, index)
	return c
}

// yamlText is the text of a map as a file of its own: the very lines of the file, moved to the left.
func (r *rulesReader) yamlText(v value) (string, bool) {
	m, ok := v.mapping()
	if !ok {
		return "", false
	}
	if len(ast.Filter(ast.AliasType, v.node)) > 0 || len(ast.Filter(ast.AnchorType, v.node)) > 0 {
		v.fault("write the values out", "anchors and aliases cannot be copied to a file")
		return "", false
	}
	if node, ok := v.node.(*ast.MappingNode); ok && node.IsFlowStyle {
		var b strings.Builder
		for _, pair := range node.Values {
			fmt.Fprintf(&b, "%s: %s\n", strings.TrimSpace(pair.Key.String()), strings.TrimSpace(pair.Value.String()))
		}
		return b.String(), true
	}
	first := m.fields[0].at.line
	return r.block(first), true
}

// block is the text of the block that begins in a line, until one that is less indented, moved to the left.
func (r *rulesReader) block(first int) string {
	indent := func(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }
	if first < 1 || first > len(r.text) {
		return ""
	}
	left := indent(r.text[first-1])
	var lines []string
	for _, line := range r.text[first-1:] {
		blank := len(bytes.TrimSpace(line)) == 0
		if !blank && indent(line) < left {
			break
		}
		lines = append(lines, string(line[min(left, len(line)):]))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n ") + "\n"
}
