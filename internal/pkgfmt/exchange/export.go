package exchange

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

// Target is a format to write packages in.
type Target string

// The targets. DOMjudge is Legacy with additional files; Polygon, Hydro and DMOJ have formats of their own.
const (
	ICPC      Target = "icpc"
	Legacy    Target = "legacy"
	DOMjudge  Target = "domjudge"
	ToPolygon Target = "polygon"
	ToHydro   Target = "hydro"
	ToDMOJ    Target = "dmoj"
)

// PackageTargets lists the targets whose packages are of the ICPC format, and Targets all.
var (
	PackageTargets = []Target{ICPC, Legacy, DOMjudge}
	Targets        = append(slices.Clone(PackageTargets), ToPolygon, ToHydro, ToDMOJ)
)

// conversion converts one package.
type conversion struct {
	*Package
	problem  *problem.Problem
	target   Target
	metadata keys // problem.yaml of the source
	inliner  inliner
	// asIs says that the package keeps its version, and problem.yaml as it is.
	asIs    bool
	testlib string // the user's testlib.h, which need not exist; "" for none
	// moves maps the names of submissions below submissions/ to their new ones, "" for those that are left out.
	moves map[string]string
	// flagsMoved says that arguments of validators stand in problem.yaml instead of the settings of groups.
	flagsMoved bool
}

// Export converts a package, which was loaded without faults, to a target. The result does not depend on grundy:
// its library is inlined into the Go programs, programs that judge are compiled, testlib.h goes along with programs
// that include it, and statements are LaTeX. Testlib is the user's own header, which need not exist. The caller must
// close the result.
func Export(ctx context.Context, p *problem.Problem, target Target, compile Compiler, testlib string) (*Package, error) {
	if p.Entry != nil {
		return nil, hint.Errorf("have submissions be programs, and remove the key entry",
			"problem %q: submissions define the function %s, and other systems run programs", p.ID, p.Entry.Function)
	}
	c, err := convert(ctx, p, target, testlib)
	if err != nil {
		return nil, err
	}
	if foreignFormats[target] != nil {
		c.noteIgnored()
		return c.Package, nil
	}
	if err := c.standAlone(ctx, compile); err != nil {
		c.Close()
		return nil, fmt.Errorf("problem %q: %w", p.ID, err)
	}
	c.noteIgnored()
	return c.Package, nil
}

// converted converts a package to a target, or keeps its version if that is "", and leaves programs and statements unchanged.
func converted(ctx context.Context, p *problem.Problem, target Target) (*Package, error) {
	c, err := convert(ctx, p, target, "")
	if err != nil {
		return nil, err
	}
	if c.is2025() != (c.target == ICPC) {
		if err := c.complete(); err != nil {
			c.Close()
			return nil, fmt.Errorf("problem %q: %w", p.ID, err)
		}
	}
	if err := c.domjudgePrograms(); err != nil {
		c.Close()
		return nil, fmt.Errorf("problem %q: %w", p.ID, err)
	}
	if c.Unprinted != "" {
		c.note("problem.pdf", "DOMjudge shows PDF, HTML and text only: make a PDF of the statement, or let grundy export print one")
	}
	c.noteIgnored()
	return c.Package, nil
}

// convert begins a conversion to a target.
func convert(ctx context.Context, p *problem.Problem, target Target, testlib string) (_ *conversion, err error) {
	if p.Format == problem.Plain {
		return nil, hint.Errorf("grundy import makes a package of it", "problem %q is not a package", p.ID)
	}
	t, err := openTree(ctx, p.Dir)
	if err != nil {
		return nil, err
	}
	c := &conversion{Package: newPackage(p.ID, t), problem: p, target: target, testlib: testlib, asIs: target == ""}
	if c.asIs {
		c.target = Legacy
		if c.is2025() {
			c.target = ICPC
		}
	}
	defer func() {
		if err != nil {
			c.Close()
		}
	}()
	if c.metadata, err = t.readYAML("problem.yaml"); err != nil {
		return nil, err
	}
	if err := c.convert(); err != nil {
		return nil, fmt.Errorf("problem %q: %w", p.ID, err)
	}
	return c, nil
}

// complete adds what the package's rules know but its data lacks.
func (c *conversion) complete() error {
	if err := c.addGenerated(); err != nil {
		return err
	}
	return c.addDescriptions()
}

// standAlone makes the package independent of grundy.
func (c *conversion) standAlone(ctx context.Context, compile Compiler) error {
	for _, step := range []func() error{
		c.complete, c.downloads, c.streams, c.texStatements, c.inlineAll, c.packTestlib, c.packHeaders, c.dialects, func() error { return c.buildAll(ctx, compile) },
		c.domjudgePrograms, c.completeRules,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (c *conversion) noteIgnored() {
	for _, name := range c.tree.ignored {
		c.note(name, "left out: hidden files and byte code belong to no package")
	}
}

func (c *conversion) is2025() bool { return c.problem.Format == problem.V2025 }

func (c *conversion) convert() error {
	corrected := !c.asIs && c.correctMetadata()
	switch {
	case foreignFormats[c.target] != nil:
		return c.toForeign()
	case c.is2025() && c.target != ICPC:
		if err := c.toLegacy(); err != nil {
			return err
		}
	case !c.is2025() && c.target == ICPC:
		return c.to2025()
	case !c.asIs && c.isDraft():
		return c.fromDraft()
	default:
		for _, name := range c.tree.files {
			if err := c.copyCorrected(name, corrected); err != nil {
				return err
			}
		}
		if err := c.followMoves(); err != nil {
			return err
		}
	}
	if c.target == DOMjudge {
		return c.forDOMjudge()
	}
	return nil
}

// programFolders are the directories in which each file is a separate program.
var programFolders = []string{
	"input_validators", "input_format_validators", "answer_validators", "output_validators", "generators",
}

// unit names the compilation unit of a source file: itself, or its directory.
func unit(name string) string {
	parts := strings.Split(name, "/")
	if len(parts) == 2 && slices.Contains(programFolders, parts[0]) || len(parts) == 3 && parts[0] == "submissions" {
		return name
	}
	return path.Dir(name)
}

// units maps programs in generators/ that generators.yaml makes from several files to their compilation
// units.
func (c *conversion) units() (map[string]string, error) {
	m, err := c.tree.readYAML("generators/generators.yaml")
	if err != nil {
		return nil, err
	}
	programs, _ := get(m, "generators").(keys)
	units := map[string]string{}
	for _, program := range programs {
		for _, name := range words(program.Value) {
			units[path.Join("generators", name)] = fmt.Sprint(program.Key)
		}
	}
	return units, nil
}

// inlineAll replaces the Go programs that use the library.
func (c *conversion) inlineAll() error {
	units, err := c.units()
	if err != nil {
		return err
	}
	programs := map[string]map[string][]byte{}
	for _, name := range c.names() {
		if path.Ext(name) != ".go" {
			continue
		}
		text, err := c.files[name].content()
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		program := cmp.Or(units[name], unit(name))
		if programs[program] == nil {
			programs[program] = map[string][]byte{}
		}
		programs[program][name] = text
	}
	for program, files := range programs {
		inlined, changed, err := c.inliner.inline(files)
		if err != nil {
			return fmt.Errorf("%s: %w", program, err)
		}
		if !changed {
			continue
		}
		for name, text := range inlined {
			c.files[name] = file{data: text}
		}
	}
	return nil
}

// addGenerated adds the test data that the package does not ship and that was generated elsewhere.
func (c *conversion) addGenerated() error {
	for _, tc := range c.cases() {
		for extension, place := range map[string]string{".in": tc.Input, ".ans": tc.Answer} {
			name := "data/" + tc.Name + extension
			if _, done := c.files[name]; place == "" || done || c.tree.has(name) {
				continue
			}
			if _, err := os.Stat(place); err != nil {
				return fmt.Errorf("%s is not shipped with the package and was not generated (grundy generate makes it): %w", name, err)
			}
			if c.target == ICPC && !c.is2025() {
				name = c.casePath(name)
			}
			if err := c.add(name, file{open: func() (io.ReadCloser, error) { return os.Open(place) }}); err != nil {
				return err
			}
		}
	}
	return nil
}

// cases returns the cases that submissions are judged on, and those with a known judgement.
func (c *conversion) cases() []*problem.Case {
	cases := c.problem.Data.AllCases()
	for i := range c.problem.ValidatorCases {
		cases = append(cases, &c.problem.ValidatorCases[i].Case)
	}
	return cases
}

// addDescriptions writes descriptions of cases that only the package's rules have to where the format has them,
// since no judge reads the rules.
func (c *conversion) addDescriptions() error {
	for _, tc := range c.cases() {
		stem := "data/" + tc.Name
		if c.target == ICPC && !c.is2025() {
			stem = strings.TrimSuffix(c.casePath(stem+".in"), ".in")
		}
		if _, there := c.files[stem+".in"]; !there || tc.Description == "" {
			continue
		}
		if err := c.addDescription(stem, tc.Description); err != nil {
			return err
		}
	}
	return nil
}

func (c *conversion) addDescription(stem, description string) error {
	if c.target != ICPC {
		if _, done := c.files[stem+".desc"]; done {
			return nil
		}
		return c.text(stem+".desc", strings.TrimSpace(description)+"\n")
	}
	var m keys
	if known, there := c.files[stem+".yaml"]; there {
		text, err := known.content()
		if err != nil {
			return fmt.Errorf("read %s.yaml: %w", stem, err)
		}
		if m, err = yamldoc.ReadOrdered(stem+".yaml", text); err != nil {
			return err
		}
		if get(m, "description") != nil {
			return nil
		}
		delete(c.files, stem+".yaml")
	}
	set(&m, "description", description)
	return c.yaml(stem+".yaml", m)
}
