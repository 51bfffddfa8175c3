package exchange

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/base/yamldoc"
)

// polygonCase is a test with the files that the package has of it.
type polygonCase struct {
	polygonTest
	number        int
	name          string
	input, answer string // "" for one that is missing
	command       string // of generators.yaml, for a missing input
	points        float64
}

// tests imports the tests of all sets, in groups if a package has more than one set, groups or points.
func (pi *polygonImport) tests() error {
	testsets := pi.about.Judging.Testsets
	if len(testsets) == 0 {
		return hint.Errorf("take the full package from Polygon", "problem.xml: there is no testset")
	}
	total := 0
	for _, ts := range testsets {
		cases, err := pi.cases(ts)
		if err != nil {
			return err
		}
		total += len(cases)
		if err := pi.testset(ts, cases, len(testsets) > 1); err != nil {
			return err
		}
	}
	if total == 0 {
		return hint.Errorf("take Polygon's full package", "the files of the tests are missing, and so are the programs that make them")
	}
	if !pi.scoring {
		return nil
	}
	return pi.whole()
}

// cases returns the tests of a set that the package has or can make, and notes the others.
func (pi *polygonImport) cases(ts polygonTestset) ([]polygonCase, error) {
	var cases []polygonCase
	manual, generated := 0, 0
	for i, test := range ts.Tests {
		c := polygonCase{
			polygonTest: test, number: i + 1, name: stem(path.Base(at(ts.Input, i+1))), input: at(ts.Input, i+1), answer: at(ts.Answer, i+1), points: points(test.Points),
		}
		if !pi.tree.has(c.answer) {
			if !pi.canAnswer() {
				pi.note(c.answer, "missing, so test %d of %s is left out: there is no main solution that could make it", i+1, ts.Name)
				continue
			}
			if pi.interactive {
				pi.note("problem.xml", "missing answers are empty: the problem is interactive")
			}
			c.answer = ""
		}
		if !pi.tree.has(c.input) {
			command, err := pi.command(ts, c)
			if err != nil {
				return nil, err
			}
			if command == "" {
				pi.note(c.input, "missing, so test %d of %s is left out: the package has no program that makes it%s", i+1, ts.Name, madeBy(test))
				continue
			}
			c.input, c.command = "", command
		}
		if test.Command != "" {
			generated++
		} else {
			manual++
		}
		cases = append(cases, c)
	}
	commands := ""
	if generated > 0 {
		commands = ", whose commands are the descriptions of the cases"
	}
	pi.note("problem.xml", "testset %s: %d tests written by hand, %d generated%s", ts.Name, manual, generated, commands)
	return cases, nil
}

func madeBy(test polygonTest) string {
	if test.Command == "" {
		return ""
	}
	return " (made by: " + test.Command + ")"
}

// canAnswer reports whether missing answers can be made: by the main solution, or as empty ones of an interactive
// problem.
func (pi *polygonImport) canAnswer() bool {
	return pi.interactive || slices.ContainsFunc(pi.about.Solutions, func(s polygonSolution) bool {
		return s.Tag == "main" && pi.tree.has(s.Source.Path)
	})
}

// group is a test group to write.
type group struct {
	name   string // below data/secret, "" for secret itself
	cases  []polygonCase
	points float64
	whole  bool // all or nothing
	needs  []string
}

func (pi *polygonImport) testset(ts polygonTestset, cases []polygonCase, several bool) error {
	prefix := ""
	if several {
		prefix = pi.safeName(cmp.Or(ts.Name, "tests"))
	}
	var secret []polygonCase
	for _, c := range cases {
		if c.Sample {
			if err := pi.sample(ts, prefix, c); err != nil {
				return err
			}
		}
		// A sample with points counts here, but samples of a package do not.
		if !c.Sample || pi.scoring && c.points > 0 {
			secret = append(secret, c)
		}
	}
	groups := pi.groups(ts, secret, prefix)
	pi.nameGroups(ts, groups, prefix)
	for _, g := range groups {
		folder := strings.TrimSuffix("secret/"+g.name, "/")
		for _, c := range g.cases {
			if err := pi.addCase(testCase{name: folder + "/" + pi.caseName(c), input: c.input, answer: c.answer, command: c.command, settings: notes(c)}); err != nil {
				return err
			}
		}
		if err := pi.yaml("data/"+folder+"/test_group.yaml", pi.groupKeys(ts, g, groups)); err != nil {
			return err
		}
	}
	return nil
}

// nameGroups remembers the directories of a set and its groups.
func (pi *polygonImport) nameGroups(ts polygonTestset, groups []group, prefix string) {
	for _, g := range groups {
		folder := strings.TrimSuffix("secret/"+g.name, "/")
		for _, c := range g.cases {
			key := [2]string{ts.Name, c.Group}
			if other, taken := pi.groupNames[key]; taken && other != folder {
				folder = "" // its tests are in several directories
			}
			pi.groupNames[key] = folder
		}
	}
	for _, about := range ts.Groups {
		if pi.onlySamples(ts, about.Name) {
			pi.groupNames[[2]string{ts.Name, about.Name}] = "sample"
		}
	}
	if prefix == "" {
		pi.groupNames[[2]string{ts.Name, ""}] = "secret"
	}
}

// groupOf returns the directory below data/ with the tests of a group, or of a whole set. Without the name of a set, the
// first that has the group counts.
func (pi *polygonImport) groupOf(testset, name string) (string, bool) {
	for _, ts := range pi.about.Judging.Testsets {
		if folder := pi.groupNames[[2]string{ts.Name, name}]; folder != "" && (testset == "" || testset == ts.Name) {
			return folder, true
		}
	}
	return "", false
}

func (pi *polygonImport) caseName(c polygonCase) string {
	return pi.safeName(c.name)
}

// notes says where a test comes from.
func notes(c polygonCase) keys {
	made := ""
	if c.Command != "" {
		made = "generated by: " + c.Command
	}
	var m keys
	set(&m, "description", strings.Trim(c.Description+"\n"+made, "\n"))
	return m
}

// validatorArgs are the arguments of a validator for a test, if one asks for them.
func (pi *polygonImport) validatorArgs(ts polygonTestset, group string) []string {
	var args []string
	if pi.asksForTestset && ts.Name != "" {
		args = append(args, "--testset", ts.Name)
	}
	if pi.asksForGroup && group != "" {
		args = append(args, "--group", group)
	}
	return args
}

// sample adds a sample, only once if several sets have it.
func (pi *polygonImport) sample(ts polygonTestset, prefix string, c polygonCase) error {
	content := []byte(c.command)
	if c.input != "" {
		var err error
		if content, err = pi.tree.read(c.input); err != nil {
			return err
		}
	}
	sum := sha256.Sum256(content)
	if earlier, found := pi.samples[sum]; found {
		pi.note(cmp.Or(c.input, c.command), "is the sample %s already", earlier)
		pi.tree.used[c.answer] = true
		return nil
	}
	name := strings.TrimPrefix(prefix+"-"+pi.caseName(c), "-")
	pi.samples[sum] = name
	m := notes(c)
	set(&m, "input_validator_args", pi.validatorArgs(ts, c.Group))
	shown, err := pi.shown(ts, c, name)
	if err != nil {
		return err
	}
	return pi.addCase(testCase{name: "sample/" + name, input: c.input, answer: c.answer, command: c.command, settings: m, shown: shown})
}

// groups distributes the tests of a set to groups: its own, one for each set if there are several, and one for
// each test if points differ.
func (pi *polygonImport) groups(ts polygonTestset, cases []polygonCase, prefix string) []group {
	var named []group
	width, isGrouped := 0, false
	for _, c := range cases {
		isGrouped = isGrouped || c.Group != ""
		if isNumber(c.Group) {
			width = max(width, len(c.Group))
		}
	}
	for _, c := range cases {
		name := pi.groupName(prefix, c.Group, width)
		if isGrouped && c.Group == "" {
			name = pi.groupName(prefix, "ungrouped", width)
		}
		i := slices.IndexFunc(named, func(g group) bool { return g.name == name })
		if i < 0 {
			i = len(named)
			named = append(named, pi.newGroup(ts, c.Group, name, prefix, width))
		}
		named[i].cases = append(named[i].cases, c)
	}
	if !pi.scoring {
		return named
	}
	var graded []group
	for _, g := range named {
		if g.points == 0 {
			for _, c := range g.cases {
				g.points += c.points
			}
		}
		graded = append(graded, pi.split(g, prefix)...)
	}
	return graded
}

// groupName makes names that sort by number, since groups are judged in the order of their names.
func (pi *polygonImport) groupName(prefix, name string, width int) string {
	if name == "" {
		return prefix
	}
	if isNumber(name) {
		name = strings.Repeat("0", max(0, width-len(name))) + name
	}
	return strings.TrimPrefix(prefix+"-"+pi.safeName(name), "-")
}

func isNumber(name string) bool { return strings.Trim(name, "0123456789") == "" }

func (pi *polygonImport) newGroup(ts polygonTestset, name, folder, prefix string, width int) group {
	g := group{name: folder}
	i := slices.IndexFunc(ts.Groups, func(g polygonGroup) bool { return g.Name == name })
	if i < 0 {
		return g
	}
	about := ts.Groups[i]
	g.points = points(about.Points)
	g.whole = about.Policy == "complete-group"
	for _, dependency := range about.Dependencies {
		needed := "sample"
		if !pi.onlySamples(ts, dependency.Group) {
			needed = "secret/" + pi.groupName(prefix, dependency.Group, width)
		}
		if !slices.Contains(g.needs, needed) {
			g.needs = append(g.needs, needed)
		}
	}
	return g
}

// onlySamples reports whether all tests of a group are samples, so that none is judged in secret.
func (pi *polygonImport) onlySamples(ts polygonTestset, name string) bool {
	for _, test := range ts.Tests {
		if test.Group == name && (!test.Sample || pi.scoring && points(test.Points) > 0) {
			return false
		}
	}
	return true
}

// split keeps a group that is all or nothing, or whose tests have equal points: a package distributes the points
// of a group evenly. Other groups become one group per test, of which the checker may award a part.
func (pi *polygonImport) split(g group, prefix string) []group {
	even := !slices.ContainsFunc(g.cases, func(c polygonCase) bool { return c.points != g.cases[0].points })
	if g.whole || even || len(g.cases) == 1 {
		return []group{g}
	}
	if g.name != "" && g.name != prefix {
		pi.note("problem.xml", "the tests of group %s are worth different points; here each is worth the same share of %g", g.name, g.points)
		return []group{g}
	}
	var single []group
	for _, c := range g.cases {
		name := strings.TrimPrefix(g.name+"-"+pi.caseName(c), "-")
		single = append(single, group{name: name, cases: []polygonCase{c}, points: c.points})
	}
	return single
}

// groupKeys is test_group.yaml.
func (pi *polygonImport) groupKeys(ts polygonTestset, g group, all []group) keys {
	var m keys
	set(&m, "input_validator_args", pi.validatorArgs(ts, g.cases[0].Group))
	if !pi.scoring {
		return m
	}
	if pi.unbounded {
		return append(m, keys{{Key: "score_aggregation", Value: "sum"}, {Key: "max_score", Value: "unbounded"}}...)
	}
	set(&m, "score_aggregation", g.aggregation())
	if g.aggregation() == "pass-fail" && pi.checkerAwards() {
		pi.allOrNothing = true
		set(&m, "output_validator_args", []string{"--all-or-nothing", fmt.Sprint(g.cases[0].points)})
	}
	set(&m, "max_score", pi.share("problem.xml", "group "+cmp.Or(g.name, ts.Name), g.points, &pi.shares))
	set(&m, "require_pass", pi.needed(g, all))
	return m
}

// aggregation is always the sum for secret itself, whose name is empty. A group without points can only pass or
// fail.
func (g group) aggregation() string {
	if g.name != "" && (g.whole || g.points == 0) {
		return "pass-fail"
	}
	return "sum"
}

// needed returns the earlier groups that must pass before: those that can pass or fail.
func (pi *polygonImport) needed(g group, all []group) []string {
	var needs []string
	for _, name := range g.needs {
		i := slices.IndexFunc(all, func(other group) bool { return "secret/"+other.name == name })
		switch {
		case name == "sample":
		case i < 0 || name >= "secret/"+g.name:
			pi.note("problem.xml", "group %s depends on %s, which does not come before it; that has no place", g.name, name)
			continue
		case all[i].aggregation() != "pass-fail":
			pi.note("problem.xml", "group %s depends on %s, whose tests have points of their own; that has no place", g.name, name)
			continue
		}
		needs = append(needs, name)
	}
	return needs
}

// whole configures secret: its points are those of all its groups.
func (pi *polygonImport) whole() error {
	const name = "data/secret/test_group.yaml"
	if _, done := pi.files[name]; done {
		return nil
	}
	if pi.unbounded {
		return pi.yaml(name, keys{{Key: "max_score", Value: "unbounded"}})
	}
	total := 0
	for file := range pi.files {
		if folder, found := strings.CutSuffix(file, "/test_group.yaml"); found && strings.HasPrefix(folder, "data/secret/") {
			m, err := yamldoc.ReadOrdered(file, pi.files[file].data)
			if err != nil {
				return err
			}
			if most, err := parseNumber(get(m, "max_score")); err == nil {
				total += int(most)
			}
		}
	}
	return pi.yaml(name, keys{{Key: "max_score", Value: total}})
}
