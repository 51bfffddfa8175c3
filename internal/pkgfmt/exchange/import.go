package exchange

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/checker"
	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/plain"
	"grundy/internal/pkgfmt/problem"
)

// Format is a format to read packages from.
type Format string

// The formats. Packages of Kattis and DOMjudge are Kattis, test directories of oj are Plain.
const (
	Polygon        Format = "polygon"
	CMS            Format = "cms"
	LibraryChecker Format = "library-checker"
	Kattis         Format = "icpc"
	AtCoder        Format = "atcoder"
	Sinol          Format = "sinol"
	DMOJ           Format = "dmoj"
	Hydro          Format = "hydro"
	Rbx            Format = "rbx"
	LightCP        Format = "lightcp"
	Plain          Format = "plain"
)

// Formats lists all formats, in the order of detection.
var Formats = []Format{Polygon, CMS, LibraryChecker, Rbx, Sinol, DMOJ, Hydro, Kattis, LightCP, AtCoder, Plain}

// Options configure an import.
type Options struct {
	// Format is the source's format, "" to detect it.
	Format Format
	// Testlib is the user's own testlib.h, or the directory that contains it; "" looks for it among the package's
	// files.
	Testlib string
	// SpareTestlib is a testlib.h for packages that include it and have none; it need not exist, and "" is none.
	SpareTestlib string
	// To is the format that an ICPC package is converted to; "" keeps its own. All others become ICPC packages.
	To Target
	// Scratch is an existing directory for unpacking archives. It is needed until the package was written.
	Scratch string
	// Generate builds a program, runs it without arguments and returns what it prints. Tests whose names only their generator
	// knows are imported by it; nil imports those that the source has.
	Generate func(ctx context.Context, program Program) ([]byte, error)
}

// Import makes a package from a directory or an archive. Notes list what did not become part of it. The caller
// must close the package.
func Import(ctx context.Context, source string, options Options) (*Package, error) {
	dir, name, err := unpacked(ctx, source, options.Scratch)
	if err != nil {
		return nil, fmt.Errorf("import %q: %w", source, err)
	}
	p, err := importFolder(ctx, dir, name, options)
	if err != nil {
		return nil, fmt.Errorf("import %q: %w", source, err)
	}
	return p, nil
}

// unpacked returns the directory to read, and the name of the import.
func unpacked(ctx context.Context, source, scratch string) (dir, name string, err error) {
	source, err = filepath.Abs(source)
	if err != nil {
		return "", "", err
	}
	info, err := os.Stat(source)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", "", fs.ErrNotExist
	case err != nil:
		return "", "", err
	case info.IsDir():
		return source, filepath.Base(source), nil
	}
	ending := filepath.Ext(source)
	if lower := strings.ToLower(ending); lower != ".zip" && lower != ".kpp" {
		return "", "", hint.Errorf("unpack it first, and name the directory", "want a directory, or a .zip or .kpp archive")
	}
	name = strings.TrimSuffix(filepath.Base(source), ending)
	dir = filepath.Join(scratch, "source")
	return dir, name, problem.Unpack(ctx, source, dir)
}

func importFolder(ctx context.Context, dir, name string, options Options) (_ *Package, err error) {
	format := options.Format
	if format == "" {
		if format = detect(dir); format == "" {
			return nil, hint.Errorf("name the directory or archive of one problem", "no problem found; looked for Polygon's problem.xml, CMS's task.yaml, Library Checker's info.toml, DMOJ's init.yml, problem.rbx.yml, config.yml with prog/, problem.yaml with data/ or testdata/, config.yaml with testdata/, and inputs with answers beside them")
		}
	}
	if options.To != "" && format != Kattis {
		return nil, fmt.Errorf("a %s problem becomes a package of %s first; convert that with grundy export", format, formatVersion)
	}
	if format == Kattis {
		return importKattis(ctx, dir, name, options.To)
	}
	t, err := openTree(ctx, dir)
	if err != nil {
		return nil, err
	}
	im := &importer{Package: newPackage(name, t), options: options}
	switch format {
	case Polygon:
		err = im.polygon()
	case CMS:
		err = im.cms()
	case LibraryChecker:
		err = im.libraryChecker(dir)
	case AtCoder:
		err = im.atCoder(dir)
	case Sinol:
		err = im.sinol(ctx, dir)
	case DMOJ:
		err = im.dmoj(ctx, dir)
	case Hydro:
		err = im.hydro(dir)
	case Rbx:
		err = im.rbx(dir)
	case LightCP:
		err = im.lightCP(dir)
	case Plain:
		err = im.plain(dir)
	default:
		err = hint.Errorf("omit the format to have it detected", "unknown format %q", format)
	}
	if err != nil {
		im.Close()
		return nil, err
	}
	im.noteRest()
	return im.Package, nil
}

// detect recognizes the format by a characteristic file; "" if there is none.
func detect(dir string) Format {
	has := func(name string) bool {
		info, err := os.Stat(filepath.Join(dir, name))
		return err == nil && info.Mode().IsRegular()
	}
	switch {
	case has("problem.xml"):
		return Polygon
	case slices.ContainsFunc(cmsTasks, has):
		return CMS
	case has("info.toml"):
		return LibraryChecker
	case has(rbxFile):
		return Rbx
	case has("config.yml") && hasFolder(dir, "prog"):
		return Sinol
	case has("init.yml"):
		return DMOJ
	case has("problem.yaml") && hasFolder(dir, "testdata") && !hasFolder(dir, "data"):
		return Hydro
	case icpc.Is(dir):
		return Kattis
	case has("config.yaml") && hasFolder(dir, "testdata"):
		return LightCP
	case isAtCoder(dir):
		return AtCoder
	case plain.Is(dir):
		return Plain
	}
	return ""
}

// hasFolder reports whether a directory has another of that name.
func hasFolder(dir, name string) bool {
	info, err := os.Stat(filepath.Join(dir, name))
	return err == nil && info.IsDir()
}

// isAtCoder reports whether a directory has inputs in in/ and answers of the same names in out/, as AtCoder
// publishes its tests, or an interactor instead of answers.
func isAtCoder(dir string) bool {
	inputs, err := os.ReadDir(filepath.Join(dir, "in"))
	if err != nil {
		return false
	}
	if _, err := os.Stat(filepath.Join(dir, "etc", "reactive.cpp")); err == nil {
		return true
	}
	return slices.ContainsFunc(inputs, func(input fs.DirEntry) bool {
		answer, err := os.Stat(filepath.Join(dir, "out", input.Name()))
		return err == nil && answer.Mode().IsRegular() && !strings.HasPrefix(input.Name(), ".")
	})
}

// importKattis takes a package of the ICPC format unchanged, or converts it.
func importKattis(ctx context.Context, dir, name string, to Target) (*Package, error) {
	if !icpc.Is(dir) {
		return nil, hint.Errorf("omit the format to have it detected", "no problem.yaml, data/secret or data/sample: this is not an ICPC package")
	}
	p, faults := icpc.Load(dir)
	if to != "" || p == nil {
		if fatal := faults.Fatal(true); len(fatal) > 0 {
			return nil, &problem.FaultError{Package: dir, Diagnostics: fatal}
		}
	}
	p.ID = name
	return converted(ctx, p, to)
}

// importer makes a 2025-09 package from another format.
type importer struct {
	*Package
	options Options
	// headers maps the names of files that programs include to their paths; given are those that are not in the
	// source.
	headers map[string]string
	given   map[string][]byte
	// languages are those of the statements, names the problem's names.
	languages map[string]bool
	names     map[string]string
	// submissions are expectations of submissions beyond their directories, model the path of the one that makes answers.
	submissions keys
	model       string
	// interactive problems need no answers.
	interactive bool
	rules       []yamldoc.Item // of the cases that the source lacks, by their names below data/
}

// noteRest notes all files that did not become part of the package.
func (im *importer) noteRest() {
	for _, name := range im.tree.unused() {
		im.note(name, "not imported: the package has no place for it")
	}
	for _, name := range im.tree.ignored {
		if strings.HasPrefix(name, "statements/") {
			continue // Polygon's rendering of the statements
		}
		im.note(name, "left out: hidden files and byte code belong to no package")
	}
}

var badInName = lazyregexp.New(`[^A-Za-z0-9_.-]+`)

// safeName makes a name that the format does not ignore (2025-09, section "General requirements").
func (im *importer) safeName(name string) string {
	safe := strings.TrimLeft(badInName().ReplaceAllString(name, "_"), ".-")
	if safe == "" {
		safe = "file"
	}
	if safe != name {
		im.note(name, "is called %s in the package, whose format does not allow that name", safe)
	}
	return safe
}

// finish writes the collected settings.
func (im *importer) finish(metadata keys) error {
	if err := im.yaml("problem.yaml", metadata); err != nil {
		return err
	}
	if err := im.writeRules(); err != nil {
		return err
	}
	for _, part := range []struct{ folder, text string }{
		{"statement", "there is no statement; write statement/problem.en.md"},
		{"input_validators", "there is no input validator; add one"},
		{"submissions/accepted", "there is no accepted submission; add one"},
	} {
		if !im.hasBelow(part.folder) {
			im.note("", "%s (grundy verify asks for it)", part.text)
		}
	}
	return im.yaml("submissions/submissions.yaml", im.submissions)
}

func (im *importer) hasBelow(folder string) bool { return len(im.filesBelow(folder)) > 0 }

// filesBelow lists the files of the package in a directory.
func (im *importer) filesBelow(folder string) []string {
	return slices.DeleteFunc(im.Package.names(), func(name string) bool { return !strings.HasPrefix(name, folder+"/") })
}

// head begins problem.yaml.
func (im *importer) head(kind []string, fallback string, uuid ...string) keys {
	m := keys{{Key: "problem_format_version", Value: formatVersion}}
	set(&m, "type", kind)
	set(&m, "name", im.name(fallback))
	set(&m, "uuid", uuidOf(uuid...))
	return m
}

// name is the name in the languages of the statements. Without a statement, it is the English name or the first other
// one.
func (im *importer) name(fallback string) any {
	languages := im.languages
	if known := slices.Sorted(maps.Keys(im.names)); len(languages) == 0 && len(known) > 0 && im.names["en"] == "" {
		languages = map[string]bool{known[0]: true}
	}
	for _, code := range slices.Sorted(maps.Keys(im.names)) {
		if !languages[code] && (code != "en" || len(languages) > 0) {
			im.note("", "the name %q (%s) has no place: there is no statement in that language", im.names[code], code)
		}
	}
	return namesFor(languages, im.names, fallback)
}

// plain imports inputs with answers beside them.
func (im *importer) plain(dir string) error {
	p, faults := plain.Load(dir)
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		return &problem.FaultError{Package: dir, Diagnostics: fatal}
	}
	for _, fault := range faults {
		im.note("", "%s", fault)
	}
	below := func(file string) (string, error) {
		relative, err := filepath.Rel(p.Dir, file)
		return filepath.ToSlash(relative), err
	}
	for _, tc := range p.Data.AllCases() {
		if tc.AnswerWanted != "" {
			return hint.Errorf("grundy test --write-answers keeps what a solution prints as answers",
				"%s: no answer for the case %s", filepath.Base(tc.Input), path.Base(tc.Name))
		}
		input, err := below(tc.Input)
		if err != nil {
			return err
		}
		answer, err := below(tc.Answer)
		if err != nil {
			return err
		}
		if err := im.addCase(testCase{name: path.Dir(tc.Name) + "/" + im.safeName(path.Base(tc.Name)), input: input, answer: answer}); err != nil {
			return err
		}
	}
	// The outputs of a plain directory are compared as contest sites do.
	for _, group := range p.Data.Groups {
		if err := im.yaml("data/"+group.Name+"/test_group.yaml", keys{{Key: "output_validator_args", Value: []string{checker.CaseFlag}}}); err != nil {
			return err
		}
	}
	return im.finishAssuming(p.Limits, nil, p.ID)
}

// finishAssuming finishes a package whose source does not state its limits.
func (im *importer) finishAssuming(l problem.Limits, kind []string, name string) error {
	m := im.head(kind, name, name)
	var limits keys
	setTimeLimit(&limits, l.Time.Seconds())
	set(&limits, "memory", int(l.Memory>>20))
	set(&limits, "output", int(l.Output>>20))
	set(&m, "limits", limits)
	set(&m, "allow_file_writing", true)
	im.note("problem.yaml", "limits: the source states no limits; %v and %s are assumed", l.Time, l.Memory)
	return im.finish(m)
}
