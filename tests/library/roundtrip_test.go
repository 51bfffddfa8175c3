package library_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/exchange"
	"grundy/internal/pkgfmt/icpc"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
)

var updateTable = flag.Bool("update", false, "write the table of round trips anew")

// aspect is a part of a problem that a round trip keeps or lists.
type aspect struct {
	name string
	// values are the parts of a problem, by what they are of.
	values func(p *problem.Problem) map[string]string
	// said matches a note that names the loss.
	said string
}

// one is an aspect with a single value.
func one(value func(p *problem.Problem) string) func(p *problem.Problem) map[string]string {
	return func(p *problem.Problem) map[string]string {
		if v := value(p); v != "" {
			return map[string]string{"": v}
		}
		return nil
	}
}

// ofCases is an aspect of test cases, which their contents identify.
func ofCases(value func(tc *problem.Case) string) func(p *problem.Problem) map[string]string {
	return func(p *problem.Problem) map[string]string {
		values := map[string]string{}
		for _, tc := range p.Data.AllCases() {
			if v := value(tc); v != "" {
				values[contents(tc.Input, tc.Answer)] = v
			}
		}
		return values
	}
}

// contents is a digest of files.
func contents(files ...string) string {
	hash := sha256.New()
	for _, file := range files {
		text, _ := os.ReadFile(file) // none is empty
		fmt.Fprintf(hash, "%d %s", len(text), text)
	}
	return fmt.Sprintf("%.6x", hash.Sum(nil))
}

func present(has bool) string {
	if has {
		return "there"
	}
	return ""
}

func inPackageOf(p *problem.Problem, pattern string) string {
	found, _ := filepath.Glob(filepath.Join(p.Dir, pattern))
	return present(len(found) > 0)
}

// aspects are the rows of the table.
var aspects = []aspect{
	{"names", func(p *problem.Problem) map[string]string { return p.Names }, "name"},
	{"`uuid`", one(func(p *problem.Problem) string { return p.UUID }), "uuid"},
	{"`version`", one(func(p *problem.Problem) string { return p.Version }), "version"},
	{"`license`, `rights_owner`", one(func(p *problem.Problem) string { return strings.Trim(p.License+" "+p.Rights, " ") }), "license|rights_owner"},
	{"authors and other credits", one(func(p *problem.Problem) string { return strings.Join(p.Credits, ", ") }), "credits|author"},
	{"`source`", one(func(p *problem.Problem) string { return strings.Join(p.Sources, ", ") }), "source"},
	{"`keywords`", one(func(p *problem.Problem) string { return strings.Join(p.Keywords, ", ") }), "keywords"},
	{"type", one(func(p *problem.Problem) string { return fmt.Sprintf("%+v", p.Type) }), "type|submit-answer|multi-pass|interactor|nothing can be judged"},
	{"time limit", one(func(p *problem.Problem) string { return strings.TrimPrefix(p.Limits.Time.String(), "0s") }), "limits?\\b"},
	{"memory limit", one(func(p *problem.Problem) string { return p.Limits.Memory.String() }), "limits?\\b"},
	{"other limits", one(func(p *problem.Problem) string {
		l := p.Limits
		return fmt.Sprint(l.Output, l.Code, l.CompilationTime, l.CompilationMemory, l.ValidationTime, l.ValidationMemory, l.ValidationOutput)
	}), "limits"},
	{"statements", func(p *problem.Problem) map[string]string {
		values := map[string]string{}
		for _, s := range p.Statements {
			values[s.Language] = "there"
		}
		return values
	}, "statement"},
	{"`solution/`", one(func(p *problem.Problem) string { return present(len(p.Editorials) > 0) }), "solution"},
	{"`attachments/`", one(func(p *problem.Problem) string { return inPackageOf(p, "attachments/*") }), "attachments"},
	{"`generators/`", one(func(p *problem.Problem) string { return inPackageOf(p, "generators/*") }), "generators"},
	{"`include/`", one(func(p *problem.Problem) string { return inPackageOf(p, "include/*/*") }), "include"},
	{"named files", one(func(p *problem.Problem) string { return p.Files.Input + p.Files.Output }), "grundy.yaml|the file"},
	{"inputs and answers", ofCases(func(tc *problem.Case) string { return present(true) }), "left out|CRLF"},
	{"which are samples", ofCases(func(tc *problem.Case) string { return present(tc.Sample) }), "sample"},
	{"names of cases", ofCases(func(tc *problem.Case) string { return path.Base(tc.Name) }), "names|group|is called"},
	{"points of groups", func(p *problem.Problem) map[string]string {
		values := map[string]string{}
		secret := groupNamed(p, "secret")
		if !p.Type.Scoring || secret == nil {
			return nil
		}
		for _, g := range append([]*problem.Group{secret}, secret.Groups...) {
			if cases := g.AllCases(); len(cases) > 0 && g.Grading.MaxScore != nil {
				values[fmt.Sprint(contents(cases[0].Input, cases[0].Answer), len(cases))] = fmt.Sprint(*g.Grading.MaxScore, g.Grading.Aggregation)
			}
		}
		return values
	}, "points|worth|score|test_group"},
	{"`require_pass`", func(p *problem.Problem) map[string]string {
		values := map[string]string{}
		if secret := groupNamed(p, "secret"); secret != nil {
			for _, g := range secret.Groups {
				if cases := g.AllCases(); len(cases) > 0 && len(g.Grading.RequirePass) > 0 {
					values[contents(cases[0].Input, cases[0].Answer)] = fmt.Sprint(len(g.Grading.RequirePass))
				}
			}
		}
		return values
	}, "require_pass|depend"},
	{"arguments of the checker", ofCases(func(tc *problem.Case) string { return strings.Join(tc.OutputArgs, " ") }), "output_validator|checker"},
	{"arguments of input validators", func(p *problem.Problem) map[string]string {
		values := map[string]string{}
		for _, tc := range p.Data.AllCases() {
			for _, v := range p.InputValidators {
				if args := tc.InputValidatorArgs(v); len(args) > len(tc.Args) {
					values[contents(tc.Input, tc.Answer)] += strings.Join(args, " ") + "; "
				}
			}
		}
		return values
	}, "input_\\w*validator"},
	{"`args`, `NAME.files/`", ofCases(func(tc *problem.Case) string { return strings.Join(tc.Args, " ") + present(tc.Files != "") }), "args|files"},
	{"hints", ofCases(func(tc *problem.Case) string { return strings.TrimSpace(tc.Hint) }), "hint"},
	{"descriptions", ofCases(func(tc *problem.Case) string { return strings.TrimSpace(tc.Description) }), "desc"},
	{"conversations", ofCases(func(tc *problem.Case) string { return present(tc.Interaction != "") }), "conversation|interaction|interactor"},
	{"`invalid_input` and the like", func(p *problem.Problem) map[string]string {
		values := map[string]string{}
		for _, vc := range p.ValidatorCases {
			if !vc.Sample {
				values[contents(vc.Input, vc.Answer, vc.Output)] = string(vc.Kind)
			}
		}
		return values
	}, "invalid_|valid_output"},
	{"checker, interactor", one(func(p *problem.Problem) string { return present(len(p.Output.Programs) > 0) }), "output_validator|checker|interactor"},
	{"input validators", one(func(p *problem.Problem) string { return present(len(p.InputValidators) > 0) }), "input_\\w*validators|validator"},
	{"submissions", func(p *problem.Problem) map[string]string {
		values := map[string]string{}
		for _, s := range p.Submissions {
			values[digestOf(p, s)] = "there"
		}
		return values
	}, "submissions"},
	{"expectations", func(p *problem.Problem) map[string]string {
		values := map[string]string{}
		for _, s := range p.Submissions {
			values[digestOf(p, s)] = expectation(s)
		}
		return values
	}, "submissions/|expect"},
}

func groupNamed(p *problem.Problem, name string) *problem.Group {
	for _, g := range p.Data.Groups {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// digestOf identifies a submission by its main file. Exports may add a comment with the expectation.
func digestOf(p *problem.Problem, s problem.Submission) string {
	if info, err := os.Stat(s.Path); err != nil || info.IsDir() {
		return s.Name
	}
	text, _ := os.ReadFile(s.Path)
	kept, _, _ := strings.Cut(string(p.WithConstants(text)), "@EXPECTED_RESULTS@")
	return fmt.Sprintf("%.6x", sha256.Sum256([]byte(strings.TrimRight(kept, "#/ \n"))))
}

// expectation is what is expected of a submission over all cases and on single groups.
func expectation(s problem.Submission) string {
	var said []string
	for _, e := range s.Expect {
		if e.Permitted == nil && e.Required == nil && e.Score == nil {
			continue
		}
		permitted, required := slices.Sorted(slices.Values(e.Permitted)), slices.Sorted(slices.Values(e.Required))
		if len(permitted) >= 4 {
			permitted = nil // everything
		}
		score := ""
		if e.Score != nil {
			score = fmt.Sprint(*e.Score)
		}
		said = append(said, fmt.Sprint(e.Pattern, permitted, required, score))
	}
	slices.Sort(said)
	return strings.Join(slices.Compact(said), "; ")
}

// directions are the columns of the table: to a target, and back to 2025-09.
var directions = []struct {
	name   string
	target exchange.Target
	back   exchange.Format
}{
	{"legacy", exchange.Legacy, exchange.Kattis},
	{"DOMjudge", exchange.DOMjudge, exchange.Kattis},
	{"2025-09", exchange.ICPC, exchange.Kattis},
	{"Polygon", exchange.ToPolygon, exchange.Polygon},
	{"Hydro", exchange.ToHydro, exchange.Hydro},
	{"DMOJ", exchange.ToDMOJ, exchange.DMOJ},
}

// exchangeable writes the packages of the corpus and of the tests of exports, by their names.
func exchangeable(t *testing.T) map[string]string {
	t.Helper()
	dirs := map[string]string{}
	for _, p := range readCorpus(t) {
		dir := filepath.Join(t.TempDir(), "twice")
		p.write(t, dir)
		dirs[p.format+"/"+p.name] = dir
	}
	for _, kind := range []string{"icpc", "legacy"} {
		sources, err := filepath.Glob(filepath.Join(root, "internal", "pkgfmt", "exchange", "testdata", "conversions", kind+"_*.txtar"))
		if err != nil || len(sources) == 0 {
			t.Fatalf("no packages of %s: %v", kind, err)
		}
		for _, source := range sources {
			archive, err := txtar.ParseFile(source)
			if err != nil {
				t.Fatal(err)
			}
			files := map[string]string{}
			for _, file := range archive.Files {
				files[file.Name] = string(file.Data)
			}
			dirs[filepath.Base(source)] = suite.WriteAll(t, filepath.Join(t.TempDir(), "package"), files)
		}
	}
	return dirs
}

// thereAndBack exports a package, imports it again, and returns the result with all notes.
func thereAndBack(t *testing.T, p *problem.Problem, target exchange.Target, back exchange.Format) (after *problem.Problem, notes []string, err error) {
	t.Helper()
	lacks := func(context.Context, string, []language.File) (string, error) { return "", &language.MissingError{} }
	made, err := exchange.Export(t.Context(), p, target, lacks, "")
	if err != nil {
		return nil, nil, err
	}
	defer made.Close()
	for _, note := range made.Notes {
		notes = append(notes, note.String())
	}
	dir := filepath.Join(t.TempDir(), "exported")
	if err := made.WriteFolder(t.Context(), dir); err != nil {
		return nil, nil, err
	}
	if target == exchange.ToHydro {
		dir = filepath.Join(dir, made.ID)
	}
	options := exchange.Options{Format: back, Testlib: filepath.Join(root, "internal", "pkgfmt", "exchange", "testdata", "testlib.h")}
	if back == exchange.Kattis {
		options.To = exchange.ICPC
	}
	again, err := exchange.Import(t.Context(), dir, options)
	if err != nil {
		return nil, notes, fmt.Errorf("import: %w", err)
	}
	defer again.Close()
	result := filepath.Join(t.TempDir(), "imported")
	if err := again.WriteFolder(t.Context(), result); err != nil {
		return nil, nil, err
	}
	loaded, faults := icpc.Load(result)
	if fatal := faults.Fatal(true); len(fatal) > 0 {
		return nil, notes, fmt.Errorf("load: %v", fatal)
	}
	for _, note := range again.Notes {
		notes = append(notes, note.String())
	}
	return loaded, notes, nil
}

// unusable matches a warning that a package cannot be used as it is.
var unusable = regexp.MustCompile("nothing can be judged until")

// TestRoundTrips exports all packages to all targets and imports them again. What does not come back must be listed, and
// docs/results/round-trips.md says what comes back.
func TestRoundTrips(t *testing.T) {
	kept := map[string]map[string]string{} // by aspect and direction
	tried := 0
	dirs := exchangeable(t)
	for i, name := range slices.Sorted(maps.Keys(dirs)) {
		if !suite.IsAll() && i%8 != 0 {
			continue
		}
		dir := dirs[name]
		p, faults := icpc.Load(dir)
		if p == nil || len(faults.Fatal(true)) > 0 {
			continue // it cannot be exported
		}
		for _, d := range directions {
			after, notes, err := thereAndBack(t, p, d.target, d.back)
			if err != nil {
				expected := strings.Contains(err.Error(), "2025-09 knows one") || slices.ContainsFunc(notes, unusable.MatchString)
				if notes != nil && !expected || errors.Is(err, os.ErrNotExist) {
					t.Errorf("%s through %s: %v", name, d.name, err)
				}
				continue // the target refuses it
			}
			tried++
			for _, a := range aspects {
				lost := differing(a.values(p), a.values(after))
				if kept[a.name] == nil {
					kept[a.name] = map[string]string{}
				}
				switch {
				case lost != "":
					kept[a.name][d.name] = "listed"
				case len(a.values(p)) > 0 && kept[a.name][d.name] == "":
					kept[a.name][d.name] = "kept"
				}
				said := regexp.MustCompile(a.said)
				if lost != "" && !slices.ContainsFunc(notes, said.MatchString) {
					t.Errorf("%s through %s loses %s in silence: %s\nnotes: %s", name, d.name, a.name, lost, strings.Join(notes, "\n"))
				}
			}
		}
	}
	if tried < 40 {
		t.Errorf("only %d round trips were made", tried)
	}
	if !suite.IsAll() {
		t.Skip(suite.LeftTo + "all: the table of what comes back needs all packages")
	}
	checkTable(t, kept)
}

// differing tells of the first value that does not come back, "" for none.
func differing(before, after map[string]string) string {
	for _, key := range slices.Sorted(maps.Keys(before)) {
		if before[key] != after[key] {
			return fmt.Sprintf("%q: %q became %q", key, before[key], after[key])
		}
	}
	return ""
}

// checkTable compares the table of docs/results/round-trips.md with what came back, or writes it.
func checkTable(t *testing.T, kept map[string]map[string]string) {
	t.Helper()
	table, line := "|", "|---|"
	for _, d := range directions {
		table += " | " + d.name
		line += "---|"
	}
	table = strings.Replace(table, "|", "| ", 1) + " |\n" + line + "\n"
	for _, a := range aspects {
		table += "| " + a.name
		for _, d := range directions {
			table += " | " + kept[a.name][d.name]
		}
		table += " |\n"
	}
	const begin, end = "<!-- round trips -->\n", "<!-- end of round trips -->\n"
	file := filepath.Join(root, "docs", "results", "round-trips.md")
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), begin)
	had, after, ends := strings.Cut(rest, end)
	if !found || !ends {
		t.Fatalf("%s has no table of round trips", file)
	}
	if *updateTable {
		if err := os.WriteFile(file, []byte(before+begin+table+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if strings.TrimSpace(had) != strings.TrimSpace(table) {
		t.Errorf("the table of round trips in %s is not what came back; -update writes it:\n%s", file, table)
	}
}
