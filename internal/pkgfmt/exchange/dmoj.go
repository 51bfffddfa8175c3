package exchange

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
)

// dmojImport is one import of a problem of DMOJ.
type dmojImport struct {
	*importer
	init keys
	kind []string
	args []string // of the output validator
}

// dmoj imports a directory with init.yml: tests, mostly in an archive, and the programs of the judge. Statements, limits and
// solutions lie in the site's database.
func (im *importer) dmoj(ctx context.Context, dir string) error {
	file := "init.yml"
	config, err := im.tree.readYAML(file)
	if err != nil {
		return err
	}
	di := &dmojImport{importer: im, init: config}
	im.ID = packageID(filepath.Base(dir))
	for _, archive := range words(get(config, "archive")) {
		if err := di.unpack(ctx, dir, archive); err != nil {
			return err
		}
	}
	im.findHeaders(".")
	for _, step := range []func() error{di.judge, di.tests, di.signature} {
		if err := step(); err != nil {
			return err
		}
	}
	if io, isMap := get(config, "file_io").(keys); isMap {
		if err := im.namedFiles(file, problem.NamedFiles{Input: valueOf(io, "input"), Output: valueOf(io, "output")}); err != nil {
			return err
		}
	}
	im.noteKeys(file, "", config, "archive", "test_cases", "pretest_test_cases", "checker", "interactive", "points", "file_io", "signature_grader", "generator")
	return im.finishAssuming(plain.Bare(dir).Limits, di.kind, filepath.Base(dir))
}

// unpack makes the files of the archive part of the source.
func (di *dmojImport) unpack(ctx context.Context, dir, archive string) error {
	if !di.tree.has(archive) {
		return hint.Errorf("add the archive, or import the whole directory of the problem", "init.yml: the archive %s is missing", archive)
	}
	if di.options.Scratch == "" {
		return hint.Errorf("unpack it beside init.yml, and remove the key archive", "init.yml: there is no room to unpack %s", archive)
	}
	to := filepath.Join(di.options.Scratch, fmt.Sprintf("archive%d", len(di.tree.others)))
	if err := problem.Unpack(ctx, filepath.Join(dir, filepath.FromSlash(archive)), to); err != nil {
		return fmt.Errorf("%s: %w", archive, err)
	}
	di.tree.used[archive] = true
	return di.tree.attach(ctx, to)
}

// names returns the value of a key that may be one name or several.
func (di *dmojImport) file(m keys, source string) (string, error) {
	files := words(get(m, "files"))
	if len(files) == 0 {
		files = words(get(m, "source"))
	}
	for _, name := range files {
		if !di.tree.has(name) {
			return "", hint.Errorf("import the whole directory of the problem", "init.yml: %s: the file %s is missing", source, name)
		}
		if isCpp(name) {
			return name, nil
		}
	}
	return "", hint.Errorf("rewrite it in C++", "init.yml: %s: only programs in C++ can be called, got %s", source, strings.Join(files, ", "))
}

// dmojBridgedRun calls a checker of the type "default": input, output and answer, exit code 0 to accept, 1 to reject.
const dmojBridgedRun = `#!/bin/sh
# Calls a bridged checker of DMOJ by the ICPC protocol: INPUT ANSWER FEEDBACK/, the output at standard input, exit code 42 or 43.
here=$(dirname "$0")
output=$3/output.dmoj
cat >"$output" || exit 1
"$here/checker" "$1" "$output" "$2" >"$3/judgemessage.txt"
code=$?
rm -f "$output"
case $code in
0) exit 42 ;;
1) exit 43 ;;
esac
exit 1
`

// judge makes the output validator from the interactor or the checker.
func (di *dmojImport) judge() error {
	for _, key := range []string{"custom_judge", "grader", "unbuffered_grader"} {
		if name := valueOf(di.init, key); name != "" {
			return hint.Errorf("write it as a bridged interactor or checker in C++", "init.yml: %s: %s is a program for DMOJ's own library, which has no place in a package", key, name)
		}
	}
	if m, isMap := get(di.init, "interactive").(keys); isMap {
		source, err := di.file(m, "interactive")
		if err != nil {
			return err
		}
		if kind := cmp.Or(valueOf(m, "type"), "default"); kind != "testlib" {
			return hint.Errorf("rewrite it with testlib.h, and set type: testlib", "init.yml: interactors of the type %s cannot be called", kind)
		}
		di.noteKeys("init.yml", "interactive: ", m, "files", "type", "lang")
		di.kind = append(di.kind, "interactive")
		di.interactive = true
		return di.wrap("output_validator", testlibRun(interactorScript, true), compiled{source, "gnu++17", "interactor"})
	}
	name, args := valueOf(di.init, "checker"), keys(nil)
	if m, isMap := get(di.init, "checker").(keys); isMap {
		name = valueOf(m, "name")
		args, _ = get(m, "args").(keys)
	}
	return di.checker(cmp.Or(name, "standard"), args)
}

// checker chooses the comparison for a checker of DMOJ by its name, or calls a bridged one.
func (di *dmojImport) checker(name string, args keys) error {
	precision := "1e-" + cmp.Or(valueOf(args, "precision"), "6")
	switch name {
	case "bridged":
		source, err := di.file(args, "checker")
		if err != nil {
			return err
		}
		di.noteKeys("init.yml", "checker: ", args, "files", "type", "lang")
		switch kind := cmp.Or(valueOf(args, "type"), "default"); kind {
		case "testlib":
			return di.wrap("output_validator", testlibRun(checkerScript, true), compiled{source, "gnu++17", "checker"})
		case "default":
			return di.wrap("output_validator", dmojBridgedRun, compiled{source, "gnu++17", "checker"})
		default:
			return hint.Errorf("rewrite it with testlib.h, and set type: testlib", "init.yml: checkers of the type %s cannot be called", kind)
		}
	case "standard":
		di.args = []string{"case_sensitive"}
	case "easy":
		di.note("init.yml", "checker: easy ignores the order of characters; here tokens are compared without regard to case")
	case "identical", "rstripped", "linematches":
		di.args = []string{"case_sensitive", "space_change_sensitive"}
		if name != "identical" {
			di.note("init.yml", "checker: %s allows white space at the ends of lines; here all white space counts", name)
		}
	case "floats", "floatsabs", "floatsrel":
		flag := map[string]string{"floats": "float_tolerance", "floatsabs": "float_absolute_tolerance", "floatsrel": "float_relative_tolerance"}[name]
		switch valueOf(args, "error_mode") {
		case "absolute":
			flag = "float_absolute_tolerance"
		case "relative":
			flag = "float_relative_tolerance"
		}
		di.args = []string{flag, precision}
	case "linecount", "sorted", "unordered":
		return hint.Errorf("write it as a bridged checker in C++", "init.yml: the checker %s has no place in a package", name)
	default:
		return hint.Errorf("write it as a bridged checker in C++", "init.yml: the checker %s is a program for DMOJ's own library, which has no place in a package", name)
	}
	return nil
}

// dmojItem is a case of init.yml, or a batch of them.
type dmojItem struct {
	points float64
	cases  []testCase
	batch  bool
	needs  []int // numbers of batches
}

// tests imports the cases: those without points are samples, batches are all or nothing.
func (di *dmojImport) tests() error {
	items, err := di.items(get(di.init, "test_cases"))
	if err != nil {
		return err
	}
	pretests, err := di.items(get(di.init, "pretest_test_cases"))
	if err != nil {
		return err
	}
	var samples []testCase
	for _, item := range pretests {
		samples = append(samples, item.cases...)
	}
	var counted []dmojItem
	for _, item := range items {
		if item.points == 0 && len(items) > 1 {
			samples = append(samples, item.cases...)
			di.note("init.yml", "the case %s is worth nothing: it is a sample here", item.cases[0].name)
			continue
		}
		counted = append(counted, item)
	}
	if len(counted) == 0 {
		return hint.Errorf("add test_cases to init.yml", "init.yml names no test cases that are worth points")
	}
	if err := di.addSamples(samples, di.args); err != nil {
		return err
	}
	if len(counted) == 1 && counted[0].batch && !di.givesParts() {
		return di.addGroups("init.yml", []pointGroup{{cases: counted[0].cases}}, false, di.args) // all or nothing
	}
	di.kind = append(di.kind, "scoring")
	return di.addGroups("init.yml", di.groups(counted), true, di.args)
}

// groups makes a group of each item, or one of all if these are single cases of the same worth.
func (di *dmojImport) groups(items []dmojItem) []pointGroup {
	even := !slices.ContainsFunc(items, func(item dmojItem) bool { return item.batch || item.points != items[0].points })
	if even {
		whole := pointGroup{}
		for _, item := range items {
			whole.points += item.points
			whole.cases = append(whole.cases, item.cases...)
		}
		return []pointGroup{whole}
	}
	var groups []pointGroup
	var batches []string // in their order
	for i, item := range items {
		g := pointGroup{name: fmt.Sprintf("%0*d", len(strconv.Itoa(len(items))), i+1), points: item.points, cases: item.cases, aggregation: "sum"}
		if item.batch {
			g.aggregation = "pass-fail"
			if di.hasBelow("output_validator") {
				g.aggregation = "min" // a checker may give parts
			}
			batches = append(batches, "secret/"+g.name)
		}
		for _, number := range item.needs {
			if number < 1 || number >= len(batches) {
				di.note("init.yml", "the batch %s depends on batch %d, which does not come before it; that has no place", g.name, number)
				continue
			}
			g.needs = append(g.needs, batches[number-1])
		}
		if g.aggregation == "min" && len(g.needs) > 0 {
			di.note("init.yml", "the dependencies of the batch %s have no place, since its checker may give parts", g.name)
			g.needs = nil
		}
		groups = append(groups, g)
	}
	return groups
}

// items reads a list of cases, or the expressions that find them.
func (di *dmojImport) items(value any) ([]dmojItem, error) {
	if m, isMap := value.(keys); isMap {
		return di.matched(m)
	}
	var items []dmojItem
	usual := points(valueOf(di.init, "points"))
	if usual == 0 {
		usual = 1
	}
	taken := map[string]int{}
	for _, m := range mapsOf(value) {
		item := dmojItem{points: usual}
		if get(m, "points") != nil {
			item.points = points(valueOf(m, "points"))
		}
		parts := []keys{m}
		if batched := mapsOf(get(m, "batched")); batched != nil {
			parts, item.batch = batched, true
		}
		for _, text := range words(get(m, "dependencies")) {
			if number, err := strconv.Atoi(text); err == nil {
				item.needs = append(item.needs, number)
			}
		}
		for _, part := range parts {
			c, err := di.testCase(part, taken)
			if err != nil {
				return nil, err
			}
			di.noteKeys("init.yml", "the case "+c.name+": ", part, "in", "out", "points", "generator_args", "batched", "dependencies")
			item.cases = append(item.cases, c)
		}
		items = append(items, item)
	}
	return items, nil
}

func (di *dmojImport) testCase(m keys, taken map[string]int) (testCase, error) {
	input, answer := valueOf(m, "in"), valueOf(m, "out")
	c := testCase{input: path.Clean(input), answer: path.Clean(answer)}
	if input == "" && valueOf(di.init, "generator") != "" {
		program, err := di.generator()
		if err != nil {
			return c, err
		}
		c.name = fmt.Sprintf("made%d", len(taken)+1)
		taken[c.name]++
		c.input, c.answer = "", ""
		c.command = strings.Join(append([]string{program}, words(get(m, "generator_args"))...), " ")
		return c, nil
	}
	for _, file := range []string{c.input, c.answer} {
		if !di.tree.has(file) && (file != c.answer || answer != "" || !di.interactive) {
			return c, hint.Errorf("import the whole directory of the problem", "init.yml names the file %q, which is missing", file)
		}
	}
	c.name = di.safeName(stem(path.Base(input)))
	if taken[c.name]++; taken[c.name] > 1 {
		c.name += fmt.Sprintf("_%d", taken[c.name])
	}
	if answer == "" {
		c.answer = ""
	}
	return c, nil
}

// dmojGeneratorRun calls a generator, which writes the input to standard output and the answer to standard error.
const dmojGeneratorRun = `#!/bin/sh
# Runs the generator, whose standard error is the answer.
here=$(dirname "$0")
"$here/generator" "$@" >testcase.in 2>testcase.ans
`

// generator imports the program that makes cases, once, and returns its name in commands.
func (di *dmojImport) generator() (string, error) {
	m, isMap := get(di.init, "generator").(keys)
	if !isMap {
		m = keys{{Key: "source", Value: valueOf(di.init, "generator")}}
	}
	source, err := di.file(m, "generator")
	if err != nil {
		return "", err
	}
	name := stem(di.safeName(path.Base(source)))
	if _, done := di.files["generators/"+name+"/run"]; done {
		return name, nil
	}
	return name, di.wrap("generators/"+name, dmojGeneratorRun, compiled{source, "gnu++17", "generator"})
}

// The expressions that find cases in the archive where init.yml has none; DMOJ's own look ahead for in and out.
var (
	dmojInput  = `^(?:.*\.in|.*in.*)$`
	dmojOutput = `^(?:.*\.out|.*out.*)$`
	dmojNumber = regexp.MustCompile(`(?:(?:^|\W)(?P<batch>\d+)[^\d\s]+)?(?P<case>\d+)[^\d\s]*$`)
)

// matched finds the cases whose names match expressions, by the numbers of batch and case in the names.
func (di *dmojImport) matched(m keys) ([]dmojItem, error) {
	di.noteKeys("init.yml", "test_cases: ", m, "input_format", "output_format", "case_points")
	type place struct{ batch, number int }
	find := func(key, usual string) (map[place]string, error) {
		text := cmp.Or(valueOf(m, key), usual)
		expression, err := regexp.Compile(text)
		if err != nil {
			return nil, hint.Errorf("list the cases one by one", "init.yml: %s: the expression %q cannot be read: %v", key, text, err)
		}
		found := map[place]string{}
		for _, name := range di.tree.files {
			parts := expression.FindStringSubmatch(name)
			numbers, of := expression, name
			if parts == nil {
				continue
			}
			if expression.SubexpIndex("case") < 0 {
				numbers, of = dmojNumber, name
				if parts = numbers.FindStringSubmatch(of); parts == nil {
					continue
				}
			}
			p := place{batch: -1}
			p.number, _ = strconv.Atoi(parts[numbers.SubexpIndex("case")])
			if i := numbers.SubexpIndex("batch"); i >= 0 && parts[i] != "" {
				p.batch, _ = strconv.Atoi(parts[i])
			}
			found[p] = name
		}
		return found, nil
	}
	inputs, err := find("input_format", dmojInput)
	if err != nil {
		return nil, err
	}
	outputs, err := find("output_format", dmojOutput)
	if err != nil {
		return nil, err
	}
	worth := list(get(m, "case_points"))
	places := make([]place, 0, len(inputs))
	for p := range inputs {
		if outputs[p] != "" && outputs[p] != inputs[p] {
			places = append(places, p)
		}
	}
	order := func(p place) int { // a case without a batch takes its number for that of the batch
		if p.batch < 0 {
			return p.number
		}
		return p.batch
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a.number, b.number)) })
	var items []dmojItem
	last := -1
	for _, p := range places {
		c := testCase{name: di.safeName(stem(path.Base(inputs[p]))), input: inputs[p], answer: outputs[p]}
		if p.batch >= 0 && p.batch == last {
			items[len(items)-1].cases = append(items[len(items)-1].cases, c)
			continue
		}
		last = p.batch
		item := dmojItem{points: 1, cases: []testCase{c}, batch: p.batch >= 0}
		if len(items) < len(worth) {
			item.points = points(fmt.Sprint(worth[len(items)]))
		}
		items = append(items, item)
	}
	return items, nil
}

// signature imports a main program that calls the function of a solution.
func (di *dmojImport) signature() error {
	m, isMap := get(di.init, "signature_grader").(keys)
	if !isMap {
		return nil
	}
	for _, key := range []string{"entry", "header"} {
		name := valueOf(m, key)
		if !di.tree.has(name) {
			return hint.Errorf("import the whole directory of the problem", "init.yml: signature_grader: the file %q is missing", name)
		}
		if err := di.copy(name, "include/cpp/"+path.Base(name)); err != nil {
			return err
		}
	}
	di.noteKeys("init.yml", "signature_grader: ", m, "entry", "header")
	return nil
}
