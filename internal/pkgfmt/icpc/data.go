package icpc

import (
	"cmp"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
)

// dataFolder is a directory below data/ as it is on disk.
type dataFolder struct {
	entry
	cases   []*caseFiles // by name
	folders []*dataFolder
}

// caseFiles are the files that share a base name, by extension.
type caseFiles struct {
	name  string // below data/: "secret/1"
	files map[string]entry
	// unshipped are the extensions of files that are generated when needed.
	unshipped []string
}

// caseExtensions are those of the files and directories of a test case.
var caseExtensions = append(problem.CaseExtensions(), ".files")

// splitExtension returns the base name and the extension of a test case's file.
func splitExtension(name string) (base, extension string, ok bool) {
	for _, extension := range caseExtensions {
		if base, found := strings.CutSuffix(name, extension); found && base != "" {
			return base, extension, true
		}
	}
	return "", "", false
}

// The files that configure test groups, in legacy and in newer versions.
const (
	olderGroupFile = "testdata.yaml"
	newerGroupFile = "test_group.yaml"
)

// groupFile returns the file that configures a test group.
func (l *loader) groupFile() string {
	if l.olderData {
		return olderGroupFile
	}
	return newerGroupFile
}

// otherGroupFile returns that of the other versions.
func (l *loader) otherGroupFile() string {
	if l.olderData {
		return newerGroupFile
	}
	return olderGroupFile
}

// hasOlderData reports whether the package is configured like legacy ones. Packages of a draft are if they have nothing
// but testdata.yaml: their judges read it by the rules of legacy, with the keys of both versions.
func (l *loader) hasOlderData() bool {
	if !l.draft {
		return !l.is2025()
	}
	older, newer := false, false
	_ = filepath.WalkDir(l.abs("data"), func(_ string, item fs.DirEntry, err error) error {
		if err == nil && !item.IsDir() {
			older = older || item.Name() == olderGroupFile
			newer = newer || item.Name() == newerGroupFile
		}
		return nil
	})
	return older && !newer
}

// readData reads a directory of test data with everything below it. above are the real paths of its parent directories.
func (l *loader) readData(name string, above []string) *dataFolder {
	d := &dataFolder{entry: entry{name: path.Base(name), path: name, isDir: true}}
	real, err := filepath.EvalSymlinks(l.abs(name))
	if err != nil {
		return d
	}
	if slices.Contains(above, real) {
		l.Fail(problem.Position{File: name}, "remove the link", "the link leads to a directory above it")
		return d
	}
	above = append(slices.Clone(above), real)
	cases := map[string]*caseFiles{}
	for _, e := range l.entries(name) {
		if !e.isDir && (e.name == l.groupFile() || e.name == l.otherGroupFile()) {
			switch {
			case e.name == l.otherGroupFile() && l.draft:
				l.Warn(problem.Position{File: e.path}, "rename it to "+l.groupFile()+" and adapt its keys", "it is ignored beside %s", l.groupFile())
			case e.name == l.otherGroupFile():
				l.Fail(problem.Position{File: e.path}, "rename it to "+l.groupFile()+" and adapt its keys", "version %s reads %s", l.p.Format, l.groupFile())
			}
			continue
		}
		base, extension, ok := splitExtension(e.name)
		switch {
		case e.isDir && extension != ".files":
			d.folders = append(d.folders, l.readData(e.path, above))
		case ok && e.isDir == (extension == ".files"):
			c := cases[base]
			if c == nil {
				c = &caseFiles{name: strings.TrimPrefix(path.Join(name, base), "data/"), files: map[string]entry{}}
				cases[base] = c
			}
			c.files[extension] = e
		}
	}
	d.cases = slices.SortedFunc(maps.Values(cases), func(a, b *caseFiles) int { return cmp.Compare(a.name, b.name) })
	return d
}

// holdsCases reports whether there is a test case in the directory or below.
func (d *dataFolder) holdsCases() bool {
	return slices.ContainsFunc(d.cases, (*caseFiles).declared) || slices.ContainsFunc(d.folders, (*dataFolder).holdsCases)
}

// allCases returns the cases of the directory and everything below it, by name.
func (d *dataFolder) allCases() []*caseFiles {
	cases := slices.Clone(d.cases)
	for _, below := range d.folders {
		cases = append(cases, below.allCases()...)
	}
	slices.SortFunc(cases, func(a, b *caseFiles) int { return cmp.Compare(a.name, b.name) })
	return cases
}

func (c *caseFiles) has(extension string) bool {
	_, ok := c.files[extension]
	return ok
}

// declared reports whether the files make a test case, which requires an input.
func (c *caseFiles) declared() bool { return c.has(".in") }

// isShown reports whether the files are a sample for display only, on which no submission is judged.
func (c *caseFiles) isShown() bool {
	return !c.has(".ans") && !c.has(".out") && (c.has(".interaction") || c.has(".in.statement"))
}

// path returns where a file of the case is or should be, below the package.
func (c *caseFiles) path(extension string) string { return "data/" + c.name + extension }

func (l *loader) loadData() {
	if l.olderData = l.hasOlderData(); l.olderData && l.draft {
		l.Warn(problem.Position{File: "data"}, "write "+newerGroupFile+", and adapt the keys", "%s is read by the rules of legacy", olderGroupFile)
	}
	read := map[string]*dataFolder{}
	for _, e := range l.entries("data") {
		if !e.isDir {
			continue
		}
		if !slices.Contains(problem.DataFolders(), e.name) {
			l.Warn(problem.Position{File: e.path}, cmp.Or(yamldoc.Suggest(e.name, problem.DataFolders()), "move its cases into data/secret"), "unknown directory; it is ignored")
			continue
		}
		read[e.name] = l.readData(e.path, nil)
	}
	l.addUnshipped(read)
	l.describe()
	root := l.rootGroup()
	l.p.Data = &problem.Group{Grading: root.grading}
	for _, name := range []string{"sample", "secret"} {
		d := cmp.Or(read[name], &dataFolder{entry: entry{name: name, path: "data/" + name}})
		l.p.Data.Groups = append(l.p.Data.Groups, l.loadGroup(d, root))
	}
	l.checkCases()
	if !l.olderData {
		l.checkScoring()
	}
	for _, kind := range []problem.ValidatorCaseKind{
		problem.InvalidInput, problem.InvalidAnswer, problem.InvalidOutput, problem.ValidOutput,
	} {
		if d := read[string(kind)]; d != nil {
			l.loadValidatorCases(d, kind, root)
		}
	}
}

// describe reads the descriptions of test cases from the generator rules; a file of a case may override them. Faults of
// the rules are reported by the code that generates cases.
func (l *loader) describe() {
	rules, _ := generators.Read(l.p)
	l.descriptions = rules.Descriptions()
}

func (l *loader) checkCases() {
	help := "add data/secret/1.in and data/secret/1.ans"
	if l.isFile(generators.File) {
		help = "grundy generate fills it by " + generators.File
	}
	switch cases := l.p.Data.AllCases(); {
	case len(cases) == 0 && !l.isDir("data"):
		l.Fail(problem.Position{File: "data"}, help, "the directory is missing")
	case len(cases) == 0:
		l.Fail(problem.Position{File: "data/secret"}, help, "there is no test case")
	case cases[len(cases)-1].Sample:
		l.Lack(problem.Position{File: "data/secret"}, help, "there is no secret test case")
	}
}

// loadGroup makes the group of a directory that is sample or secret, or a group below it.
func (l *loader) loadGroup(d *dataFolder, parent groupSettings) *problem.Group {
	settings := l.groupSettings(d.path, parent)
	group := &problem.Group{
		Name:             strings.TrimPrefix(d.path, "data/"),
		Grading:          settings.grading,
		StaticValidation: settings.static,
		Template:         &problem.Case{},
	}
	settings.apply(group.Template)
	own := d
	switch {
	case l.olderData:
		for _, below := range d.folders {
			configured := l.isFile(path.Join(below.path, l.groupFile()))
			if configured && !below.holdsCases() {
				l.Lack(problem.Position{File: below.path}, "add a test case or remove the directory", "the group has no test case")
			}
			if configured || below.holdsCases() {
				group.Groups = append(group.Groups, l.loadGroup(below, settings))
			}
		}
	case group.Name == "secret" && l.hasGroups(d):
		group.Groups = l.loadGroups2025(d, settings)
		own = &dataFolder{entry: d.entry, cases: d.cases} // the directories are groups
	default:
		l.checkNesting(d, group.Name)
	}
	group.Cases = l.loadCases(own, settings, inSample(group.Name))
	return group
}

// loadCases makes the test cases of a directory, and of those below it that are not groups. It also reads settings of
// directories in groups, as BAPCtools does.
func (l *loader) loadCases(d *dataFolder, s groupSettings, sample bool) []*problem.Case {
	var cases []*problem.Case
	for _, files := range d.cases {
		if c := l.loadCase(files, s.settings, sample); c != nil {
			cases = append(cases, c)
		}
	}
	if l.olderData {
		return cases
	}
	for _, below := range d.folders {
		own := s
		if l.isFile(path.Join(below.path, l.groupFile())) {
			own = l.groupSettings(below.path, s)
		}
		cases = append(cases, l.loadCases(below, own, sample)...)
	}
	slices.SortFunc(cases, func(a, b *problem.Case) int { return cmp.Compare(a.Name, b.Name) })
	return cases
}

// hasGroups reports whether secret is divided into groups: a test_group.yaml makes its directory a group. Without one,
// directories only organize cases.
func (l *loader) hasGroups(secret *dataFolder) bool {
	return slices.ContainsFunc(secret.folders, func(d *dataFolder) bool {
		return l.isFile(path.Join(d.path, l.groupFile()))
	})
}

// loadGroups2025 makes the groups of secret: its direct subdirectories, including those that leave all settings to the
// defaults. Directories without test data are not groups.
func (l *loader) loadGroups2025(secret *dataFolder, settings groupSettings) []*problem.Group {
	var groups []*problem.Group
	for _, d := range secret.folders {
		configured := l.isFile(path.Join(d.path, l.groupFile()))
		if !d.holdsCases() && !configured {
			if len(d.allCases()) == 0 {
				l.Warn(problem.Position{File: d.path}, "add test cases or remove the directory", "the directory holds no test case; it is ignored")
			}
			for _, orphan := range d.allCases() {
				l.reportOrphan(orphan)
			}
			continue
		}
		group := l.loadGroup(d, settings)
		if len(group.Cases) == 0 && group.StaticValidation == nil {
			l.Fail(problem.Position{File: d.path}, "add a test case or remove the directory", "the group has no test case")
		}
		groups = append(groups, group)
	}
	if i := slices.IndexFunc(secret.cases, (*caseFiles).declared); i >= 0 && len(groups) > 0 {
		l.Fail(problem.Position{File: secret.cases[i].path(".in")}, "move the case into a group",
			"groups and test cases are mixed: data/%s is a group beside it", groups[0].Name)
	}
	return groups
}

// checkNesting rejects groups where 2025-09 allows none: below a group, and in sample. Plain directories may be
// anywhere.
func (l *loader) checkNesting(d *dataFolder, group string) {
	for _, below := range d.folders {
		if d.path == "data/secret" && len(below.allCases()) == 0 {
			l.Warn(problem.Position{File: below.path}, "add test cases or remove the directory", "the directory holds no test case; it is ignored")
		}
		file := path.Join(below.path, l.groupFile())
		switch {
		case !l.isFile(file):
		case inSample(group):
			l.Fail(problem.Position{File: file}, "write the settings into data/sample/test_group.yaml or NAME.yaml", "sample must not have groups")
		case l.p.Type.Scoring:
			l.Fail(problem.Position{File: file}, "move the group up into data/secret, or the settings into NAME.yaml",
				"groups do not nest in 2025-09")
		default: // without scores it is only about arguments
			l.Lack(problem.Position{File: file}, "move the group up into data/secret, or the settings into NAME.yaml",
				"groups do not nest in 2025-09")
		}
		if slices.ContainsFunc(d.cases, func(c *caseFiles) bool { return path.Base(c.name) == below.name && c.declared() }) {
			l.Fail(problem.Position{File: below.path}, "rename one of them", "a test case beside the directory has the same name")
		}
		l.checkNesting(below, group)
	}
}

func inSample(name string) bool { return name == "sample" || strings.HasPrefix(name, "sample/") }

// loadCase makes a test case of its files; nil if they make none.
func (l *loader) loadCase(files *caseFiles, s settings, sample bool) *problem.Case {
	if !files.declared() {
		if sample && files.isShown() {
			if l.is2025() && !l.draft {
				l.reportOrphan(files)
			}
			shown := &problem.Case{Name: files.name, Sample: true, FullFeedback: true}
			l.loadShown(files, shown)
			l.p.Shown = append(l.p.Shown, shown)
			return nil
		}
		l.reportOrphan(files)
		return nil
	}
	if !files.has(".ans") {
		help := "add the file " + files.path(".ans")
		if files.has(".out") {
			help = "rename " + files.path(".out") + " to " + files.path(".ans")
		}
		l.Fail(problem.Position{File: files.path(".ans")}, help, "test case %s has no answer", files.name)
	}
	c := l.newCase(files, s)
	c.Sample = sample
	l.loadShown(files, c)
	l.loadNotes(files, c)
	return c
}

// newCase makes a case with the settings of its group and its own.
func (l *loader) newCase(files *caseFiles, s settings) *problem.Case {
	c := &problem.Case{
		Name: files.name, Input: l.optional(files, ".in"), Answer: l.optional(files, ".ans"), Files: l.optional(files, ".files"),
		Unshipped: files.unshipped, Description: l.descriptions[files.name],
	}
	if path.Base(files.name)+".yaml" == l.groupFile() {
		l.Fail(problem.Position{File: files.path(".in")}, "rename the test case", "its settings would be those of the group")
	} else if files.has(".yaml") {
		if l.is2025() {
			s = l.caseSettings(files.path(".yaml"), s, c)
		} else {
			l.Warn(problem.Position{File: files.path(".yaml")}, "remove it, or set the keys in testdata.yaml", "legacy does not know settings of a single test case")
		}
	}
	s.apply(c)
	return c
}

func (s settings) apply(c *problem.Case) {
	c.Args, c.OutputArgs, c.FullFeedback = s.args, s.outputArgs, s.fullFeedback
	c.InputArgs, c.InputArgsFor = s.input.all, s.input.byName
	c.AnswerArgs, c.AnswerArgsFor = s.answer.all, s.answer.byName
	c.InputVisualizerArgs, c.OutputVisualizerArgs = s.inputVisualizer, s.outputVisualizer
}

func (l *loader) optional(files *caseFiles, extension string) string {
	if !files.has(extension) {
		return ""
	}
	return l.abs(files.path(extension))
}

// loadShown finds the files that contestants see instead of the judge's (2025-09, section "Priority of test case
// files").
func (l *loader) loadShown(files *caseFiles, c *problem.Case) {
	c.Interaction = l.optional(files, ".interaction")
	c.ShownInput = l.optional(files, ".in.statement")
	c.ShownAnswer = cmp.Or(l.optional(files, ".out"), l.optional(files, ".ans.statement"))
	c.DownloadInput = l.optional(files, ".in.download")
	c.DownloadAnswer = l.optional(files, ".ans.download")
	if files.has(".out") && files.has(".ans.statement") {
		l.Lack(problem.Position{File: files.path(".out")}, "keep one of them", "both .out and .ans.statement would be shown")
	}
	if files.has(".interaction") {
		for _, extension := range []string{".in.statement", ".ans.statement", ".out"} {
			if files.has(extension) {
				l.Lack(problem.Position{File: files.path(extension)}, "keep one of them", "%s cannot stand beside .interaction", extension)
			}
		}
		if !l.p.Type.Interactive && !l.p.Type.MultiPass {
			l.Warn(problem.Position{File: files.path(".interaction")}, "remove it", "the problem is neither interactive nor multi-pass")
		}
	}
	if files.has(".out") && c.Sample && !l.p.Type.Interactive && !l.p.Type.MultiPass {
		shown := problem.ValidatorCase{Case: *c, Kind: problem.ValidOutput, Output: c.ShownAnswer}
		l.p.ValidatorCases = append(l.p.ValidatorCases, shown)
	}
}

// loadNotes reads the legacy annotations, and finds the illustration, of which there may be one.
func (l *loader) loadNotes(files *caseFiles, c *problem.Case) {
	for _, note := range []struct {
		extension, key string
		target         *string
	}{{".hint", "hint", &c.Hint}, {".desc", "description", &c.Description}} {
		if !files.has(note.extension) {
			continue
		}
		if l.is2025() {
			l.Warn(problem.Position{File: files.path(note.extension)}, "write the key "+note.key+" in "+files.path(".yaml"),
				"2025-09 does not know %s files; it is ignored", note.extension)
			continue
		}
		if text, ok := l.read(files.path(note.extension)); ok {
			*note.target = strings.TrimSpace(string(text))
		}
	}
	found := slices.DeleteFunc(problem.ImageExtensions(), func(extension string) bool { return !files.has(extension) })
	if len(found) > 0 {
		c.Picture = l.abs(files.path(found[0]))
	}
	if len(found) > 1 {
		l.Warn(problem.Position{File: files.path(found[1])}, "keep one of them", "test case %s has more than one illustration", files.name)
	}
}

// reportOrphan reports files that belong to no test case. A lone answer is an error in every version, but the rest can
// be judged. 2025-09: "If the test case does not exist, then the other files must not exist." (section "Test data")
func (l *loader) reportOrphan(files *caseFiles) {
	for _, extension := range caseExtensions {
		if !files.has(extension) {
			continue
		}
		at, help := problem.Position{File: files.path(extension)}, "add "+files.path(".in")+" or remove the file"
		if extension == ".ans" || (l.is2025() && !slices.Contains(problem.ImageExtensions(), extension)) {
			l.Lack(at, help, "there is no input %s.in for it", files.name)
		} else {
			l.Warn(at, help, "there is no input %s.in for it; it is ignored", files.name)
		}
	}
}

// loadValidatorCases makes the cases with a known judgement of a directory and those below it.
func (l *loader) loadValidatorCases(d *dataFolder, kind problem.ValidatorCaseKind, parent groupSettings) {
	settings := l.groupSettings(d.path, parent)
	needed := map[problem.ValidatorCaseKind][]string{
		problem.InvalidAnswer: {".ans"},
		problem.InvalidOutput: {".ans", ".out"},
		problem.ValidOutput:   {".ans", ".out"},
	}[kind]
	for _, files := range d.cases {
		if !files.declared() {
			l.reportOrphan(files)
			continue
		}
		missing := slices.DeleteFunc(slices.Clone(needed), files.has)
		for _, extension := range missing {
			l.Lack(problem.Position{File: files.path(extension)}, "add the file", "test case %s lacks it", files.name)
		}
		if len(missing) > 0 {
			continue
		}
		c := problem.ValidatorCase{Case: *l.newCase(files, settings.settings), Kind: kind}
		if slices.Contains(needed, ".out") {
			c.Output = l.optional(files, ".out")
		}
		l.p.ValidatorCases = append(l.p.ValidatorCases, c)
	}
	for _, below := range d.folders {
		l.loadValidatorCases(below, kind, settings)
	}
}
