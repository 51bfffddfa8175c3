package library_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grundy/checker"
	"grundy/internal/pkgfmt/generators"
	"grundy/internal/pkgfmt/problem"
	"grundy/tests/suite"
	"grundy/tests/verifiers"
)

// vector is an output with its answer, and whether a judge accepts it.
type vector struct {
	Source, Flags, Answer, Output string
	Accepted                      bool
}

// readVectors prints the vectors of both judges as JSON: BAPCtools keeps them in YAML, as its own reader parses it,
// and problemtools in directories. Its files are bytes, which become characters.
const readVectors = `
import json, pathlib, sys, yaml
root, vectors = pathlib.Path(sys.argv[1]), []
def add(source, flags, answer, output, accepted):
    vectors.append(dict(Source=source, Flags=flags, Answer=answer, Output=output, Accepted=accepted))
for document in root.glob('bapctools-*/test/default_output_validator/*.yaml'):
    for group in yaml.safe_load_all(document.read_text()):
        for key in 'ac', 'wa':
            for output in group.get(key, []):
                add('BAPCtools', group['flags'], str(group['ans']), str(output), key == 'ac')
for folder in root.glob('problemtools-*/tests/default_validator_tests/test_*'):
    args = folder / 'args.txt'
    answer, output = ((folder / name).read_bytes().decode('latin1') for name in ('judge.ans', 'user.out'))
    accepted = (folder / 'expected_exit_code.txt').read_text().strip() == '42'
    add(folder.name, args.read_text() if args.exists() else '', answer, output, accepted)
json.dump(vectors, sys.stdout)
`

// beyondThirtyDigits are outputs that BAPCtools accepts under a tolerance of 0, since it computes in doubles: they
// are off by 1e-44. The format allows judges to limit the number of digits beyond thirty, but does not require it.
var beyondThirtyDigits = regexp.MustCompile(`^-?100\.0{43}1$`)

// TestOtherVectors gives the built-in comparison the test data of other judges' comparisons.
func TestOtherVectors(t *testing.T) {
	if !suite.IsCampaign() { // not in the sample: it would install them each time
		t.Skip(suite.LeftTo + "campaign: installs other judges and takes the tests of their comparisons")
	}
	python := filepath.Join(verifiers.Installed(t), "bin", "python")
	text, err := exec.CommandContext(t.Context(), python, "-c", readVectors, verifiers.Sources(t)).Output()
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) < 890 {
		t.Errorf("%d vectors: there were more", len(vectors))
	}
	for _, v := range vectors {
		options, err := checker.ParseOptions(strings.Fields(v.Flags))
		if err != nil {
			t.Fatal(err)
		}
		mismatch, err := checker.Compare(strings.NewReader(v.Output), strings.NewReader(v.Answer), options)
		if err != nil {
			t.Fatal(err)
		}
		wanted := v.Accepted && !beyondThirtyDigits.MatchString(v.Output)
		if (mismatch == nil) != wanted {
			t.Errorf("%s: output %q, answer %q, flags %q: accepted there: %v; here %+v", v.Source, v.Output, v.Answer, v.Flags, v.Accepted, mismatch)
		}
	}
}

// TestOtherRules reads the documents with which BAPCtools tests its schema of generators.yaml: those that it calls
// invalid have faults, and the others have none.
func TestOtherRules(t *testing.T) {
	if !suite.IsCampaign() { // not in the sample, as above
		t.Skip(suite.LeftTo + "campaign: takes another judge's tests of generators.yaml")
	}
	sources := verifiers.Sources(t)
	for _, kind := range []struct {
		name  string
		least int
	}{{"valid", 6}, {"invalid", 155}} {
		documents := yamlDocuments(t, filepath.Join(sources, "bapctools-*", "test", "yaml", "generators", kind.name+"_yaml", "*"))
		if len(documents) < kind.least {
			t.Errorf("%d %s documents: there were more", len(documents), kind.name)
		}
		for _, document := range documents {
			dir := suite.WriteAll(t, t.TempDir(), map[string]string{
				generators.File: document,
				// The files that the documents name, so that only the intended faults remain.
				"generators/my_generator.py": "", "generators/gen.py": "", "generators/gen_tree.py": "", "generators/tree/tree.py": "",
				"generators/foo.py": "", "generators/b.py": "", "generators/x.py": "", "generators/ab.in": "", "generators/ab.ans": "",
			})
			_, faults := generators.Read(&problem.Problem{ID: "p", Dir: dir, Format: problem.V2025})
			faults = slices.DeleteFunc(faults.Fatal(false), func(d problem.Diagnostic) bool {
				return strings.Contains(d.Message, "there is no file generators/foo") // dependencies that do not exist
			})
			if (len(faults) > 0) != (kind.name == "invalid") {
				t.Errorf("%s:\n%s\n%v", kind.name, document, faults)
			}
		}
	}
}

// yamlDocuments are the documents in some files.
func yamlDocuments(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var documents []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, document := range strings.Split("\n"+string(text), "\n---\n") {
			if i == 0 && strings.Contains(string(text), "\n---\n") && !strings.Contains(document, ":") {
				continue // the text above the first one
			}
			documents = append(documents, document+"\n")
		}
	}
	return documents
}

// disagreed are submissions in the test packages of other judges that do not behave here as declared, with the
// reason.
var disagreed = map[string]string{
	// They compute until the wall clock has passed the limit. On a busy machine that takes less CPU time, which
	// decides here.
	"alternativeencryption: time_limit_exceeded/ragnar-busy-sleep-decrypt.py": "on a busy machine",
	"alternativeencryption: time_limit_exceeded/ragnar-busy-sleep-encrypt.py": "on a busy machine",

	"hello: mixed/test-memstatic.cc":                    "its program has more bytes than compilers may write",
	"constants: wrong_answer/constant_in_submission.py": "its cases are made by a generator with constants, which the format replaces elsewhere",
}

// declaredBadly matches declarations that are wrong on purpose: BAPCtools is tested with those, too.
var declaredBadly = regexp.MustCompile(`\.bad\.py$`)

// TestOtherPackages verifies the test packages of other judges, after generating their cases.
func TestOtherPackages(t *testing.T) {
	if !suite.IsCampaign() { // not in the sample, as above
		t.Skip(suite.LeftTo + "campaign: takes the packages that other judges are tested with")
	}
	sources := verifiers.Sources(t)
	grundy := grundyProgram(t)
	isolate(t)
	var packages []string
	for _, pattern := range []string{"bapctools-*/test/problems/*/problem.yaml", "problemtools-*/examples/*/problem.yaml"} {
		found, err := filepath.Glob(filepath.Join(sources, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, found...)
	}
	if len(packages) < 24 {
		t.Errorf("%d packages: there were more", len(packages))
	}
	judged := 0
	for _, file := range packages {
		name := filepath.Base(filepath.Dir(file))
		t.Run(name, func(t *testing.T) {
			if name == "testproblemconfig" {
				t.Skip("it has neither test cases nor submissions")
			}
			dir := filepath.Join(t.TempDir(), name)
			// Their headers are links that lead out of the package.
			if out, err := exec.CommandContext(t.Context(), "cp", "-rL", filepath.Dir(file), dir).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			grundy.run(t, "", "generate", dir) // some fail, as those tests intend
			done := grundy.run(t, "", "verify", "--stop", "--format", "json", dir)
			if done.exit > 1 {
				t.Errorf("it is not judged: %s", done)
			}
			for line := range strings.Lines(done.stdout) {
				var submission struct {
					Event, Submission string
					Violations        []string
					Skipped           bool
				}
				if err := json.Unmarshal([]byte(line), &submission); err != nil || submission.Event != "submission" || submission.Skipped {
					continue
				}
				judged++
				_, known := disagreed[name+": "+submission.Submission]
				if len(submission.Violations) > 0 && !known && !declaredBadly.MatchString(submission.Submission) {
					t.Errorf("%s: %s\n%s", submission.Submission, submission.Violations, line)
				}
			}
		})
	}
	if judged < 150 {
		t.Errorf("%d submissions were judged: there were more", judged)
	}
}
