package icpc

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/yamldoc"
	"grundy/internal/pkgfmt/problem"
)

func TestCompletePackagesHaveNoFault(t *testing.T) {
	p := loadClean(t, complete2025)
	if p.ID != "nim" || p.Format != problem.V2025 || p.Names["en"] != "Nim" || p.License != "unknown" {
		t.Errorf("got ID %q, format %q, names %v, license %q", p.ID, p.Format, p.Names, p.License)
	}
	if p := loadClean(t, completeLegacy); p.Format != problem.Legacy {
		t.Errorf("without a version: got format %q, want legacy", p.Format)
	}
}

func TestVersions(t *testing.T) {
	for version, want := range map[string]problem.Format{
		"2025-09": problem.V2025, "2023-07": problem.V2025, "2023-07-draft": problem.V2025,
		"legacy": problem.Legacy, "legacy-icpc": problem.LegacyICPC,
	} {
		p, _ := load(t, complete2025, file("problem.yaml", "problem_format_version: "+version+"\n"))
		if p.Format != want {
			t.Errorf("%s: got %s, want %s", version, p.Format, want)
		}
	}
}

// TestFaults2025 lists faults of a 2025-09 package and how they are reported.
func TestFaults2025(t *testing.T) {
	tests := []struct {
		name    string
		overlay string
		want    []string
	}{
		{
			"unknown version", file("problem.yaml", "name: Nim\nuuid: 8152979a-4dcf-4a9e-9de8-a5078d3c24bd\nproblem_format_version: 2031-01\n"),
			[]string{`lack problem.yaml:3: problem_format_version: unknown version "2031-01"`},
		},
		{"unknown key", yaml2025("limits:\n  memroy: 5\n"), []string{"lack problem.yaml:6: unknown key limits.memroy"}},
		{"legacy key", yaml2025("validation: custom\n"), []string{"lack problem.yaml:5: unknown key validation"}},
		{
			"number as name", file("problem.yaml", "problem_format_version: 2025-09\nuuid: 8152979a-4dcf-4a9e-9de8-a5078d3c24bd\nname: 42\n"),
			[]string{"lack problem.yaml:3: name: want text, got an integer 42", "lack problem.yaml: name is missing"},
		},
		{
			"float as name", file("problem.yaml", "problem_format_version: 2025-09\nuuid: 8152979a-4dcf-4a9e-9de8-a5078d3c24bd\nname: 1e-6\n"),
			[]string{"lack problem.yaml:3: name: want text, got a number 1e-6", "lack problem.yaml: name is missing"},
		},
		{"text as limit", yaml2025("limits: {time_limit: fast}\n"), []string{`error problem.yaml:5: limits.time_limit: want seconds, more than 0, got "fast"`}},
		{"quoted limit", yaml2025("limits: {memory: '512'}\n"), []string{`error problem.yaml:5: limits.memory: want an integer of at least 1, got "512"`}},
		{"fractional limit", yaml2025("limits: {memory: 0.5}\n"), []string{`error problem.yaml:5: limits.memory: want an integer`}},
		{"zero limit", yaml2025("limits: {code: 0}\n"), []string{`lack problem.yaml:5: limits.code: 0 is no limit`}},
		{"huge limit", yaml2025("limits: {memory: 99999999999}\n"), []string{`error problem.yaml:5: limits.memory: want more than 0 and at most`}},
		{"infinite time", yaml2025("limits: {time_limit: .inf}\n"), []string{`error problem.yaml:5: limits.time_limit: want seconds`}},
		{
			"small multiplier", yaml2025("limits:\n  time_multipliers: {ac_to_time_limit: 0.5}\n"),
			[]string{`error problem.yaml:6: limits.time_multipliers.ac_to_time_limit: want a number of at least 1`},
		},
		{
			"passes of a single-pass problem", yaml2025("limits: {validation_passes: 3}\n"),
			[]string{`error problem.yaml:5: limits.validation_passes: the key is for multi-pass problems only`},
		},
		{"limits are no map", yaml2025("limits: 5\n"), []string{`error problem.yaml:5: limits: want a map, got an integer 5`}},
		{"yes is no boolean", yaml2025("allow_file_writing: yes\n"), []string{`error problem.yaml:5: allow_file_writing: want true or false, got "yes"`}},
		{"duplicate key", yaml2025("version: a\nversion: b\n"), []string{`lack problem.yaml:6: key version stands twice, first in line 5`}},
		{"syntax", yaml2025("limits: {memory: 5\n"), []string{"error problem.yaml:5: invalid YAML"}},
		{"date", yaml2025("version: 2025-01-01\n"), []string{"warning problem.yaml:5: version: other judges take an unquoted date for a time stamp"}},
		{"merge key", yaml2025("limits:\n  <<: {memory: 5}\n"), []string{"error problem.yaml:6: limits: merge keys"}},
		{"pass-fail and scoring", yaml2025("type: [pass-fail, scoring]\n"), []string{"error problem.yaml:5: type: pass-fail and scoring cannot go together"}},
		{
			"submit-answer and multi-pass", yaml2025("type: [submit-answer, multi-pass]\n") + file("output_validator/v.py", ""),
			[]string{"error problem.yaml:5: type: submit-answer and multi-pass cannot go together"},
		},
		{
			"submit-answer and interactive", yaml2025("type: [submit-answer, interactive]\n") + file("output_validator/v.py", ""),
			[]string{"error problem.yaml:5: type: submit-answer and interactive cannot go together"},
		},
		{"unknown type", yaml2025("type: pasfail\n"), []string{`error problem.yaml:5: type: unknown type "pasfail"`}},
		{"types in one text", yaml2025("type: pass-fail interactive\n"), []string{
			"lack problem.yaml:5: type: want one type, or a list of several", "error output_validator: the output validator is missing",
		}},
		{"type twice", yaml2025("type: [scoring, scoring]\n"), []string{"error problem.yaml:5: type: scoring stands twice"}},
		{"no uuid", file("problem.yaml", "problem_format_version: 2025-09\nname: Nim\n"), []string{"lack problem.yaml: uuid is missing"}},
		{"bad uuid", file("problem.yaml", "problem_format_version: 2025-09\nname: Nim\nuuid: abc\n"), []string{`lack problem.yaml:3: uuid: "abc" is not a UUID`}},
		{"no name", file("problem.yaml", "problem_format_version: 2025-09\nuuid: 8152979a-4dcf-4a9e-9de8-a5078d3c24bd\n"), []string{"lack problem.yaml: name is missing"}},
		{"statement without name", file("statement/problem.de.md", ""), []string{"lack problem.yaml: name: there is a statement in de but no name"}},
		{
			"name without statement", file("problem.yaml", "problem_format_version: 2025-09\nname: {en: Nim, sv: Nim}\nuuid: 8152979a-4dcf-4a9e-9de8-a5078d3c24bd\n"),
			[]string{"lack problem.yaml: name: there is a name in sv but no statement"},
		},
		{"no statement", file("statement!", ""), []string{"lack statement: the statement is missing"}},
		{"statement without language", file("statement!", "") + file("statement/problem.md", ""), []string{"lack statement/problem.md: the name lacks the language"}},
		{
			"legacy statement directory", file("statement!", "") + file("problem_statement/problem.en.tex", ""),
			[]string{"lack problem_statement: version 2025-09 keeps statements in statement/"},
		},
		{"unknown license", yaml2025("license: cc-by\n"), []string{`lack problem.yaml:5: license: unknown value "cc-by"`}},
		{"license without owner", yaml2025("license: cc by\n"), []string{"lack problem.yaml:5: rights_owner: license cc by needs an owner"}},
		{"owner of the public domain", yaml2025("license: public domain\nrights_owner: Ann\n"), []string{"lack problem.yaml:6: rights_owner: the public domain has no owner"}},
		{"embargo", yaml2025("embargo_until: tomorrow\n"), []string{`lack problem.yaml:5: embargo_until: "tomorrow" is neither a date`}},
		{"keywords as text", yaml2025("keywords: a b\n"), []string{`lack problem.yaml:5: keywords: want a list, got "a b"`}},
		{"unknown language", yaml2025("languages: [cpp, pyton3]\n"), []string{`error problem.yaml:5: languages[1]: unknown language "pyton3"`}},
		{"bad constant", yaml2025("constants: {1a: 5, b: [1]}\n"), []string{`error problem.yaml:5: constants.1a: "1a" is not a name`, "error problem.yaml:5: constants.b: want a number or text, got a list"}},
		{"no input validator", file("input_validators!", ""), []string{"lack input_validators: the input validator is missing"}},
		{"no accepted submission", file("submissions!", ""), []string{"lack submissions/accepted: there is no accepted submission"}},
		{"no problem.yaml", file("problem.yaml!", ""), []string{"lack problem.yaml: the file is missing", "lack statement: version legacy keeps statements in problem_statement/"}},
		{"two output validators", file("output_validator/a/v.py", "") + file("output_validator/b/v.py", ""), []string{"error output_validator: want one program, got 2: a, b"}},
		{"legacy validators", file("output_validators/v.py", ""), []string{"error output_validators: 2025-09 keeps its one validator in output_validator/"}},
		{"interactive without validator", yaml2025("type: interactive\n"), []string{"error output_validator: the output validator is missing"}},
		{"static validator of answers", yaml2025("type: submit-answer\n") + file("static_validator/s.py", ""), []string{"error static_validator: a submit-answer problem"}},
		{"include of unknown language", file("include/c++/a.h", "") + file("include/cxx/a.h", ""), []string{"warning include/c++: the name is not allowed", `lack include/cxx: unknown language "cxx"`}},
		{"include of a language that is not allowed", yaml2025("languages: [python3]\n") + file("include/cpp/a.h", ""), []string{"error include/cpp: submissions may not use cpp"}},
		{"largest limit", yaml2025("limits: {memory: 1000000000}\n"), nil},
		{"time of zero", yaml2025("limits: {time_limit: 0}\n"), []string{`error problem.yaml:5: limits.time_limit: want seconds, more than 0`}},
		{"resolution of zero", yaml2025("limits: {time_limit: 1, time_resolution: 0}\n"), []string{`error problem.yaml:5: limits.time_resolution: want seconds, more than 0`}},
		{"words for a resolution", yaml2025("limits: {time_limit: 1, time_resolution: fine}\n"), []string{`error problem.yaml:5: limits.time_resolution: want seconds, more than 0`}},
		{"all languages", yaml2025("languages: all\n"), nil},
		{"languages in one word", yaml2025("languages: cpp\n"), []string{"error problem.yaml:5: languages: want a list"}},
		{"no owner of the public domain", yaml2025("license: public domain\nrights_owner:\n"), []string{"lack problem.yaml:6: rights_owner: want text, got nothing"}},
		{"license of an author", yaml2025("license: cc by\ncredits: Ann\n"), nil},
		{"license of a source", yaml2025("license: cc by\nsource: NWERC\n"), nil},
		{"limit off the resolution", yaml2025("limits:\n  time_resolution: 0.5\n  time_limit: 1.2\n"), []string{"error problem.yaml:7: limits.time_limit: 1.2 is not a multiple of time_resolution 0.5"}},
		{"limit off the default resolution", yaml2025("limits:\n  time_limit: 1.2\n"), []string{"lack problem.yaml:6: limits.time_limit: 1.2 is not a multiple of time_resolution, which is 1.0"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, faults := load(t, complete2025, test.overlay)
			wantFaults(t, faults, test.want...)
		})
	}
}

// TestFaultsLegacy lists faults of a legacy package and how they are reported.
func TestFaultsLegacy(t *testing.T) {
	tests := []struct {
		name    string
		overlay string
		want    []string
	}{
		{"unknown key", yamlLegacy("autor: Ann\n"), []string{"lack problem.yaml:2: unknown key autor"}},
		{"newer key", yamlLegacy("constants: {a: 1}\n"), []string{"lack problem.yaml:2: unknown key constants"}},
		{"dropped key", yamlLegacy("libraries: gmp\n"), []string{"warning problem.yaml:2: libraries: the key has no effect"}},
		{"source_url alone", yamlLegacy("source_url: https://example.org\n"), []string{"lack problem.yaml:2: source_url: there is no source"}},
		{"validation", yamlLegacy("validation: strict\n"), []string{`error problem.yaml:2: validation: want default or custom first`}},
		{"default with words", yamlLegacy("validation: default interactive\n"), []string{`error problem.yaml:2: validation: default takes no further words`}},
		{"default", yamlLegacy("validation: default\n"), nil},
		{
			"types of 2025-09", yamlLegacy("type: pass-fail interactive multi-pass\nlimits: {validation_passes: 3}\n") + file("output_validators/v.py", ""),
			[]string{`lack problem.yaml:2: legacy has no type pass-fail interactive multi-pass`},
		},
		{"unknown type", yamlLegacy("type: interctive\n"), []string{`error problem.yaml:2: type: unknown value "interctive"`}},
		{
			"validation of drafts", yamlLegacy("validation: {interactive: true}\n") + file("output_validators/v.py", ""),
			[]string{`lack problem.yaml:2: validation: want text, got a map`},
		},
		{"unknown word", yamlLegacy("validation: custom interctive\n") + file("output_validators/v.py", ""), []string{`error problem.yaml:2: validation: unknown word "interctive"`}},
		{"score without scoring", yamlLegacy("validation: custom score\n") + file("output_validators/v.py", ""), []string{`lack problem.yaml:2: validation: score is for scoring problems only`}},
		{"grading without scoring", yamlLegacy("grading: {objective: max}\n"), []string{"lack problem.yaml:2: grading is for scoring problems only"}},
		{"custom without validator", yamlLegacy("validation: custom\n"), []string{"error output_validators: validation is custom, but the output validator is missing"}},
		{"default with validator", file("output_validators/v.py", ""), []string{"lack output_validators: validation is default, but there is an output validator"}},
		{"flags that are a list", yamlLegacy("validator_flags: [a]\n"), []string{`error problem.yaml:2: validator_flags: want text, got a list`}},
		{"flags that are a number", yamlLegacy("validator_flags: 1.5\n"), nil},
		{"newer validator", yamlLegacy("validation: custom\n") + file("output_validator/v.py", ""), []string{"warning output_validator: legacy keeps validators in output_validators/"}},
		{"open quote", yamlLegacy("validator_flags: \"'a\"\n"), []string{`error problem.yaml:2: validator_flags: cannot split "'a"`}},
		{"deprecated directory", file("input_validators!", "") + file("input_format_validators/v.py", ""), []string{"warning input_format_validators: the directory's name is deprecated"}},
		{"faulty checktestdata", file("input_validators/v.ctd", "SPACE\nINT(1 2)"), []string{"lack input_validators/v.ctd:2: column 7: want \",\", found 2"}},
		{"viva alone", file("input_validators!", "") + file("input_format_validators/v/v.viva", ""), []string{"warning input_format_validators: the directory's name is deprecated", "warning input_format_validators/v/v.viva: a Viva file needs the Java program Viva"}},
		{"checktestdata for outputs", yamlLegacy("validation: custom\n") + file("output_validators/v.py", "") + file("output_validators/v.ctd", ""), []string{"warning output_validators/v.ctd: a .ctd file cannot judge outputs"}},
		{"scoring in legacy-icpc", yamlLegacy("problem_format_version: legacy-icpc\ntype: scoring\n"), []string{"lack problem.yaml:3: unknown key type"}},
		{"empty file", file("problem.yaml", "# nothing\n"), []string{"warning problem.yaml: the file is empty"}},
		{"two documents", file("problem.yaml", "---\nname: a\n---\nname: b\n"), []string{"error problem.yaml:4: want one document, got 2"}},
		{"list", file("problem.yaml", "- a\n"), []string{"error problem.yaml:1: want a map, got a list"}},
		{"long file", file("problem.yaml", strings.Repeat("k: v\n", 30_000)), []string{"error problem.yaml: the file has 150000 bytes"}},
		{"deep nesting", file("problem.yaml", "name: Nim\na: "+strings.Repeat("[", 1000)+"\n"), []string{"error problem.yaml:2: more than 64 brackets are open"}},
		{"not UTF-8", file("problem.yaml", "source: a\nname: \xff\n"), []string{"error problem.yaml:2: the text is not valid UTF-8"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, faults := load(t, completeLegacy, test.overlay)
			wantFaults(t, faults, test.want...)
		})
	}
}

func TestSuggestions(t *testing.T) {
	_, faults := load(t, complete2025, yaml2025("limits:\n  memroy: 5\n"))
	if want := "did you mean memory?"; len(faults) != 1 || faults[0].Help != want {
		t.Errorf("got %v, want the help %q", faults, want)
	}
	if got := yamldoc.Suggest("zzz", []string{"memory", "output"}); got != "" {
		t.Errorf("far from all: got %q", got)
	}
}

func TestAllKeysOf2025(t *testing.T) {
	p := loadClean(t, complete2025, `
-- problem.yaml --
problem_format_version: 2025-09
name: {en: "Nim", pt-BR: 'Nim!'}
uuid: 8152979a-4dcf-4a9e-9de8-a5078d3c24bd
version: '1.0'
type: [scoring, interactive, multi-pass]
credits:
  authors: [Ann <ann@example.org>, {name: Bob, email: bob@example.org, orcid: 0000-0001, kattis: bob}]
  contributors: Cid
  translators: {pt-BR: [Dee]}
source: [NWERC 2024, {name: SWERC, url: https://example.org}]
license: cc by-sa
rights_owner: ICPC
embargo_until: 2031-01-01T12:00:00Z
keywords: [games, nim]
languages: [cpp, python3]
allow_file_writing: true
constants: {n: 1e-6, max: 0x10, name: "a b", typed: {value: 5, type: int}}
limits:
  time_multipliers: {ac_to_time_limit: 3, time_limit_to_tle: 1.25}
  time_limit: 0.3
  time_resolution: 0.1
  memory: 512
  output: 16
  code: 64
  compilation_time: 10
  compilation_memory: 1024
  validation_time: 20
  validation_memory: 256
  validation_output: 4
  validation_passes: 5
-- statement/problem.pt-BR.tex --
-- output_validator/check.py --
`)
	want := &problem.Problem{
		ID: p.ID, Dir: p.Dir, Format: problem.V2025,
		Names: map[string]string{"en": "Nim", "pt-BR": "Nim!"}, UUID: "8152979a-4dcf-4a9e-9de8-a5078d3c24bd", Version: "1.0",
		License: "cc by-sa", Rights: "ICPC",
		Credits:  []string{"Ann <ann@example.org>", "Bob <bob@example.org>"},
		Sources:  []string{"NWERC 2024", "SWERC (https://example.org)"},
		Keywords: []string{"games", "nim"}, Languages: []string{"cpp", "python3"}, AllowFileWriting: true,
		Type:      problem.Type{Scoring: true, Interactive: true, MultiPass: true},
		Constants: map[string]string{"n": "1e-6", "max": "0x10", "name": "a b", "typed": "5", "typed.type": "int", "typed.value": "5"},
		Limits: problem.Limits{
			Time: 300 * time.Millisecond, TimeSource: "problem.yaml", TimeResolution: 100 * time.Millisecond,
			ACToTimeLimit: 3, TimeLimitToTLE: 1.25,
			Memory: 512 * bytesize.MiB, Output: 16 * bytesize.MiB, Code: 64 * bytesize.KiB,
			CompilationTime: 10 * time.Second, CompilationMemory: bytesize.GiB,
			ValidationTime: 20 * time.Second, ValidationMemory: 256 * bytesize.MiB, ValidationOutput: 4 * bytesize.MiB, ValidationPasses: 5,
		},
		Statements: p.Statements, Data: p.Data, Output: p.Output, InputValidators: p.InputValidators,
		Includes: p.Includes, Submissions: p.Submissions,
	}
	if diff := cmp.Diff(want, p); diff != "" {
		t.Errorf("problem (-want +got):\n%s", diff)
	}
}

func TestDefaultLimits(t *testing.T) {
	common := problem.Limits{
		TimeResolution: time.Second, Memory: 2048 * bytesize.MiB, Output: 8 * bytesize.MiB, Code: bytesize.MiB,
		CompilationTime: time.Minute, CompilationMemory: 2048 * bytesize.MiB,
		ValidationTime: time.Minute, ValidationMemory: 2048 * bytesize.MiB, ValidationOutput: 8 * bytesize.MiB, ValidationPasses: 2,
	}
	newer, older := common, common
	newer.ACToTimeLimit, newer.TimeLimitToTLE = 2, 1.5
	older.ACToTimeLimit, older.TimeLimitToTLE = 5, 2
	if diff := cmp.Diff(newer, loadClean(t, complete2025).Limits); diff != "" {
		t.Errorf("2025-09 (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(older, loadClean(t, completeLegacy).Limits); diff != "" {
		t.Errorf("legacy (-want +got):\n%s", diff)
	}
}

func TestLegacyKeys(t *testing.T) {
	p := loadClean(t, completeLegacy, yamlLegacy(`uuid: 8152979a-4dcf-4a9e-9de8-a5078d3c24bd
type: scoring
author: Ann, Bob and Cid
source: NCPC
source_url: https://example.org
license: cc by-sa
keywords: games nim
validation: custom score interactive multi-pass
validator_flags: float_tolerance 1e-6 'a b'
grading: {objective: min, show_test_data_groups: true}
limits: {time_multiplier: 3.5, time_safety_margin: 1, memory: 0.5, time_limit: 1.5, validation_passes: 3}
`)+file("output_validators/one.py", "")+file("output_validators/two/a.py", "")+file("output_validators/README.md", ""))
	if diff := cmp.Diff([]string{"Ann", "Bob", "Cid"}, p.Credits); diff != "" {
		t.Errorf("credits (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"games", "nim"}, p.Keywords); diff != "" {
		t.Errorf("keywords (-want +got):\n%s", diff)
	}
	if want := (problem.Type{Scoring: true, Interactive: true, MultiPass: true}); p.Type != want {
		t.Errorf("type: got %+v", p.Type)
	}
	if p.Limits.Memory != 512*bytesize.KiB || p.Limits.Time != 1500*time.Millisecond || p.Limits.ACToTimeLimit != 3.5 || p.Limits.ValidationPasses != 3 {
		t.Errorf("limits: got %+v", p.Limits)
	}
	if !p.AllowFileWriting {
		t.Error("legacy submissions may write files")
	}
	var validators []string
	for _, program := range p.Output.Programs {
		validators = append(validators, program.Name)
	}
	if diff := cmp.Diff([]string{"output_validators/one.py", "output_validators/two"}, validators); diff != "" {
		t.Errorf("validators (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"float_tolerance", "1e-6", "a b"}, p.Data.AllCases()[1].OutputArgs); diff != "" {
		t.Errorf("flags (-want +got):\n%s", diff)
	}
}

func TestNames(t *testing.T) {
	tests := []struct {
		name    string
		overlay string
		want    map[string]string
	}{
		{"one name", "", map[string]string{"en": "Nim"}},
		{"from TeX", file("problem.yaml", "source: x\n") + file("problem_statement/problem.tex", "% hi\n\\problemname{A {nested}\n name}\n"), map[string]string{"en": "A {nested} name"}},
		{"plain name first", file("problem.yaml", "source: x\n") + file("problem_statement/problem.tex", "\\problemname{$x^2$}\n%% plainproblemname: x^2\n"), map[string]string{"en": "x^2"}},
		{"further language", file("problem_statement/problem.sv.tex", "\\problemname{Nimm}\n"), map[string]string{"en": "Nim", "sv": "Nimm"}},
		{"only language is not English", file("problem_statement!", "") + file("problem_statement/problem.sv.pdf", ""), map[string]string{"sv": "Nim"}},
		{"from DOMjudge", file("problem.yaml", "source: x\n") + file("problem_statement!", "") + file("problem.pdf", "") + file("domjudge-problem.ini", "name = 'Boolfind'\n"), map[string]string{"en": "Boolfind"}},
		{"DOMjudge has none", file("domjudge-problem.ini", "name = ''\n"), map[string]string{"en": "Nim"}},
		{"both", file("domjudge-problem.ini", "name = 'Boolfind'\n"), map[string]string{"en": "Nim"}},
		{"the second language in TeX", file("problem_statement/problem.de.pdf", "") + file("problem_statement/problem.sv.tex", "\\problemname{Nimm}\n"), map[string]string{"en": "Nim", "sv": "Nimm"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, loadClean(t, completeLegacy, test.overlay).Names); diff != "" {
				t.Errorf("names (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTimeLimitSources(t *testing.T) {
	tests := []struct {
		name    string
		overlay string
		want    time.Duration
		source  string
		faults  []string
	}{
		{"none", "", 0, "", nil},
		{"problem.yaml", yaml2025("limits: {time_limit: 2}\n"), 2 * time.Second, "problem.yaml", nil},
		{".timelimit", file(".timelimit", "3\n"), 3 * time.Second, ".timelimit", nil},
		{"ini", file("domjudge-problem.ini", "probid='nim'\ntimelimit = '2'\n"), 2 * time.Second, "domjudge-problem.ini", nil},
		{"ini with a comment", file("domjudge-problem.ini", "; of a contest\n\ntimelimit=2\n"), 2 * time.Second, "domjudge-problem.ini", nil},
		{"ini with an open quote", file("domjudge-problem.ini", "timelimit='2\n"), 0, "", []string{`error domjudge-problem.ini:1: time limit: want seconds, more than 0, got "'2"`}},
		{"ini with a quote alone", file("domjudge-problem.ini", "timelimit='\n"), 0, "", []string{`error domjudge-problem.ini:1: time limit: want seconds, more than 0, got "'"`}},
		{"all agree", yaml2025("limits: {time_limit: 2}\n") + file(".timelimit", "2.0\n") + file("domjudge-problem.ini", "timelimit=2\n"), 2 * time.Second, "problem.yaml", nil},
		{
			"conflict", yaml2025("limits: {time_limit: 2}\n") + file(".timelimit", "3\n"), 2 * time.Second, "problem.yaml",
			[]string{"error .timelimit: time limit: problem.yaml says 2s, but .timelimit says 3s"},
		},
		{
			"conflict of the others", file(".timelimit", "3\n") + file("domjudge-problem.ini", "x='1'\ntimelimit=\"2\"\n"), 3 * time.Second, ".timelimit",
			[]string{"error domjudge-problem.ini:2: time limit: .timelimit says 3s, but domjudge-problem.ini says 2s"},
		},
		{
			"a text", yaml2025("limits: {time_limit: '2'}\n"), 0, "",
			[]string{`error problem.yaml:5: limits.time_limit: want seconds, more than 0`},
		},
		{"too much", yaml2025("limits: {time_limit: 1e300}\n"), 0, "", []string{`error problem.yaml:5: limits.time_limit: want seconds, more than 0`}},
		{"no number", file(".timelimit", "fast\n"), 0, "", []string{`error .timelimit: time limit: want seconds, more than 0, got "fast"`}},
		{"NaN", file(".timelimit", "nan\n"), 0, "", []string{`error .timelimit: time limit: want seconds`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, faults := load(t, complete2025, test.overlay)
			wantFaults(t, faults, test.faults...)
			if p.Limits.Time != test.want || p.Limits.TimeSource != test.source {
				t.Errorf("got %v from %q, want %v from %q", p.Limits.Time, p.Limits.TimeSource, test.want, test.source)
			}
		})
	}
}

func TestBOMAndCRLFAreTolerated(t *testing.T) {
	p, faults := load(t, completeLegacy, file("problem.yaml", "\uFEFFname: Nim\r\nsource: NCPC\r\n"))
	wantFaults(t, faults, "warning problem.yaml:1: the file begins with a byte-order mark", "warning problem.yaml:1: the file has CRLF")
	if p.Names["en"] != "Nim" || len(p.Sources) != 1 || p.Sources[0] != "NCPC" {
		t.Errorf("got names %v, sources %q", p.Names, p.Sources)
	}
}

func TestPackageName(t *testing.T) {
	for name, good := range map[string]bool{"nim2": true, "nim-2": false, "my_nim": false, "Nim": false} {
		l := &loader{folder: folder{Report: &problem.Report{}}, p: &problem.Problem{ID: name}}
		l.checkPackageName()
		if got := len(l.Faults) == 0; got != good {
			t.Errorf("%s: got %v, want %v", name, got, good)
		}
		if len(l.Faults) > 0 && l.Faults[0].Level != problem.Warning {
			t.Errorf("%s: got %s, want a warning", name, l.Faults[0].Level)
		}
	}
}

func TestSplitWords(t *testing.T) {
	tests := []struct {
		flags string
		want  []string
	}{
		{"", []string{}},
		{"  a\tb\nc ", []string{"a", "b", "c"}},
		{`'a b' "c d" e\ f`, []string{"a b", "c d", "e f"}},
		{`a''b "" ''`, []string{"ab", "", ""}},
		{`"a\"b\n" 'c\d'`, []string{`a"b\n`, `c\d`}},
		{`$HOME *`, []string{"$HOME", "*"}},
	}
	for _, test := range tests {
		got, err := SplitWords(test.flags)
		if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
			t.Errorf("%q: error %v (-want +got):\n%s", test.flags, err, diff)
		}
	}
	for _, flags := range []string{`'a`, `"a`, `a\`} {
		if got, err := SplitWords(flags); err == nil {
			t.Errorf("%q: got %q, want an error", flags, got)
		}
	}
}

func TestIs(t *testing.T) {
	for file, want := range map[string]bool{
		"problem.yaml": true, "domjudge-problem.ini": true, "data/secret/1.in": true, "data/sample/1.in": true,
		"1.in": false, "problem.xml": false, "test/sample-1.in": false, "data/1.in": false,
	} {
		if got := Is(write(t, "-- "+file+" --\n")); got != want {
			t.Errorf("%s: got %v, want %v", file, got, want)
		}
	}
	if p, faults := Load(t.TempDir() + "/none"); p != nil || len(faults.Fatal(true)) != 1 {
		t.Errorf("no directory: got %v and %v", p, faults)
	}
}

// TestSpellingsOfValues has what one value may be written as.
func TestSpellingsOfValues(t *testing.T) {
	for _, name := range []string{"name: Nim", "name: 'Nim'", `name: "N\x69m"`, "name: !!str Nim", "name: &x Nim", "source: &x Nim\nname: *x", "name: >-\n  Nim", "name: Nim # yes", "'name': Nim", "? name\n: Nim"} {
		p, faults := load(t, completeLegacy, file("problem.yaml", name+"\n"))
		if p.Names["en"] != "Nim" || len(faults) > 0 {
			t.Errorf("%s: got %v, %v", name, p.Names, faults)
		}
	}
	p, faults := load(t, completeLegacy, file("problem.yaml", "name: {en: Nim, de: Nimm}\n"))
	if len(faults) != 1 || !faults[0].Practice || faults[0].Message != "name: legacy has one name, not a map" || p.Names["de"] != "Nimm" {
		t.Errorf("a map of names in legacy: got %v, %v", p.Names, faults)
	}
	for _, nothing := range []string{"rights_owner:", "rights_owner: ~", "rights_owner: null"} {
		_, faults := load(t, completeLegacy, yamlLegacy(nothing+"\n"))
		if len(faults) != 1 || !faults[0].Practice || faults[0].Message != "rights_owner: want text, got nothing" {
			t.Errorf("%s: got %v", nothing, faults)
		}
	}
	for _, loop := range []string{"name: &a [*a]", "name: *none", "name: !!int 5", "name: &a *a"} {
		if _, faults := load(t, completeLegacy, file("problem.yaml", loop+"\n")); len(faults.Fatal(false)) == 0 {
			t.Errorf("%s: want an error", loop)
		}
	}
}

// Packages of drafts are read by the rules of 2025-09, with the keys and the directory of validators that legacy gave
// them.
func TestDrafts(t *testing.T) {
	draft := strings.Replace(yaml2025(""), "2025-09", "2023-07-draft", 1)
	for _, test := range []struct {
		name    string
		overlay string
		want    []string
	}{
		{"nothing of legacy", draft, nil},
		{"groups as they are now", draft + file("data/secret/test_group.yaml", "args: [a]\n"), nil},
		{"groups of legacy", draft + file("data/secret/testdata.yaml", "on_reject: continue\n"), []string{"warning data: testdata.yaml is read by the rules of legacy"}},
		{
			"both", draft + file("data/secret/testdata.yaml", "on_reject: continue\n") + file("data/secret/test_group.yaml", "args: [a]\n"),
			[]string{"warning data/secret/testdata.yaml: it is ignored beside test_group.yaml"},
		},
		{
			"validation", draft + "validation: custom\n" + file("output_validators/v.py", ""),
			[]string{"lack problem.yaml:5: unknown key validation", "lack output_validators: 2025-09 keeps its one validator in output_validator/"},
		},
		{
			"faulty flags", draft + "validator_flags: \"'a\"\n",
			[]string{"lack problem.yaml:5: unknown key validator_flags", `error problem.yaml:5: validator_flags: cannot split "'a"`},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, faults := load(t, complete2025, test.overlay)
			wantFaults(t, faults, test.want...)
		})
	}
	p, _ := load(t, complete2025, draft+"validator_flags: case_sensitive\n")
	if got := findCase(t, p, "secret/1").OutputArgs; len(got) != 1 || got[0] != "case_sensitive" {
		t.Errorf("flags: got %q", got)
	}
}

func TestAllowedName(t *testing.T) {
	for name, want := range map[string]string{"Nim-2": "nim2", "äö": "problem", "nim": "nim"} {
		if got := allowedName(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
