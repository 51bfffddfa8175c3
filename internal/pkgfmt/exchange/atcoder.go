package exchange

import (
	"bytes"
	"path"
	"path/filepath"
	"strings"

	"grundy/checker"
	"grundy/internal/base/hint"
	"grundy/internal/pkgfmt/plain"
)

// atCoderImport is one import of an AtCoder task.
type atCoderImport struct {
	*importer
	// checker and reactive are programs of the judge, "" if there is none.
	checker, reactive string
	cases             []atCoderCase
	sets              []scoreSet // sets that are worth points
}

// atCoderCase is an input of in/ with its answer in out/, which is "" if an interactive task has none.
type atCoderCase struct {
	name, input, answer string
	sample              bool
}

// atCoderStandard is the C++ standard for programs of the judge.
const atCoderStandard = "gnu++20"

// atCoder imports a task in the form that AtCoder publishes and its writers submit: inputs in in/, answers of the
// same names in out/, and in etc/ the judge, validator and generators, and score.txt.
func (im *importer) atCoder(dir string) error {
	ai := &atCoderImport{importer: im}
	im.findHeaders("etc", ".")
	for _, name := range im.tree.in("etc") {
		switch base := path.Base(name); {
		case isCpp(base) && stem(base) == "output_checker":
			ai.checker = name
		case isCpp(base) && stem(base) == "reactive":
			ai.reactive, ai.interactive = name, true
		}
	}
	for _, step := range []func() error{ai.findCases, ai.scores, ai.data, ai.judge, ai.programs} {
		if err := step(); err != nil {
			return err
		}
	}
	var kind []string
	if len(ai.sets) > 1 {
		kind = append(kind, "scoring")
	}
	if ai.reactive != "" {
		kind = append(kind, "interactive")
	}
	limits := plain.Bare(dir).Limits
	limits.Memory = 1 << 30
	return im.finishAssuming(limits, kind, filepath.Base(dir))
}

func (ai *atCoderImport) findCases() error {
	for _, input := range ai.tree.in("in") {
		base := path.Base(input)
		c := atCoderCase{name: ai.safeName(strings.TrimSuffix(base, path.Ext(base))), input: input, answer: "out/" + base}
		c.sample = speaksOfSamples(c.name)
		if !ai.tree.has(c.answer) {
			if ai.reactive == "" {
				return hint.Errorf("import the whole directory of the task", "%s has no answer %s", input, c.answer)
			}
			c.answer = ""
		}
		ai.cases = append(ai.cases, c)
	}
	if len(ai.cases) == 0 {
		return hint.Errorf("import the directory of one task, which has in/ and out/", "there are no inputs in in/")
	}
	return nil
}

func speaksOfSamples(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "sample") || strings.Contains(name, "example")
}

// data writes the cases. If several sets are worth points, it makes groups.
func (ai *atCoderImport) data() error {
	groups := []atCoderGroup{{folder: "secret", cases: ai.secret()}}
	if len(ai.sets) > 1 {
		groups = ai.groups()
	}
	sample := atCoderGroup{folder: "sample"}
	for _, c := range ai.cases {
		if c.sample {
			sample.cases = append(sample.cases, c)
		}
	}
	for _, g := range append(groups, sample) {
		for _, c := range g.cases {
			if err := ai.addCase(testCase{name: g.folder + "/" + c.name, input: c.input, answer: c.answer}); err != nil {
				return err
			}
		}
		if err := ai.yaml("data/"+g.folder+"/test_group.yaml", g.settings); err != nil {
			return err
		}
	}
	var whole keys
	if total := ai.total(); len(ai.sets) > 1 {
		set(&whole, "max_score", total)
	}
	if ai.checker != "" || ai.reactive != "" {
		return ai.yaml("data/secret/test_group.yaml", whole)
	}
	// Without a checker, outputs are compared as contest sites do.
	args := keys{{Key: "output_validator_args", Value: []string{checker.CaseFlag}}}
	if len(sample.cases) > 0 {
		if err := ai.yaml("data/sample/test_group.yaml", args); err != nil {
			return err
		}
	}
	return ai.yaml("data/secret/test_group.yaml", append(whole, args...))
}

func (ai *atCoderImport) secret() []atCoderCase {
	var cases []atCoderCase
	for _, c := range ai.cases {
		if !c.sample {
			cases = append(cases, c)
		}
	}
	return cases
}

// atCoderCheckerScript calls a checker that does not use testlib.
const atCoderCheckerScript = `#!/bin/sh
# Calls a checker of AtCoder by the ICPC protocol: INPUT ANSWER FEEDBACK/, the output at standard input, exit code 42 or 43. It is
# given INPUT OUTPUT ANSWER and accepts by exit code 0. A failed assertion is a rejection, too; any other signal is a fault.
here=$(dirname "$0")
output=$3/output.atcoder
cat >"$output" || exit 1
"$here/checker" "$1" "$output" "$2" >"$3/judgemessage.txt" 2>&1
code=$?
rm -f "$output"
case $code in
0) exit 42 ;;
134) exit 43 ;;
esac
[ "$code" -lt 126 ] && exit 43
exit 1
`

// judge makes the output validator from the checker or the interactor.
func (ai *atCoderImport) judge() error {
	scoring := len(ai.sets) > 1
	if ai.reactive != "" {
		if !ai.says(ai.reactive, testlibHeader) {
			return hint.Errorf("rewrite it with testlib.h, or take etc/ away to have the inputs alone",
				"%s: only interactors written with testlib.h can be called", ai.reactive)
		}
		programs := []compiled{{ai.reactive, atCoderStandard, "interactor"}}
		if ai.checker != "" && ai.says(ai.checker, testlibHeader) {
			programs = append(programs, compiled{ai.checker, atCoderStandard, "checker"})
		}
		return ai.wrap("output_validator", testlibRun(interactorScript, scoring), programs...)
	}
	if ai.checker == "" {
		return nil
	}
	run := atCoderCheckerScript
	if ai.says(ai.checker, testlibHeader) {
		run = testlibRun(checkerScript, scoring)
	}
	return ai.wrap("output_validator", run, compiled{ai.checker, atCoderStandard, "checker"})
}

// says reports whether a source contains a word.
func (ai *atCoderImport) says(source, word string) bool {
	text, err := ai.tree.read(source)
	return err == nil && bytes.Contains(text, []byte(word))
}

// atCoderValidatorScript calls a validator that does not use testlib.
const atCoderValidatorScript = `#!/bin/sh
# Calls a validator of AtCoder by the ICPC protocol: the input at standard input, exit code 42 or 43. It accepts by exit code 0; a
# failed assertion is a rejection, any other signal a fault.
"$(dirname "$0")/validator" "$@"
code=$?
case $code in
0) exit 42 ;;
134) exit 43 ;;
esac
[ "$code" -lt 126 ] && exit 43
exit 1
`

// programs imports the validators and generators of the inputs. The role of a program follows from its use of
// testlib, or else from its name.
func (ai *atCoderImport) programs() error {
	for _, name := range ai.tree.in("etc") {
		if ai.tree.used[name] {
			continue
		}
		base := path.Base(name)
		folder := stem(ai.safeName(base))
		var err error
		switch {
		case isCpp(base) && ai.says(name, "registerValidation"):
			err = ai.wrap("input_validators/"+folder, validatorScript, compiled{name, atCoderStandard, "validator"})
		case isCpp(base) && strings.HasPrefix(base, "val"):
			err = ai.wrap("input_validators/"+folder, atCoderValidatorScript, compiled{name, atCoderStandard, "validator"})
		case isCpp(base) && (ai.says(name, "registerGen") || strings.HasPrefix(base, "gen")):
			err = ai.wrap("generators/"+folder, generatorScript, compiled{name, atCoderStandard, "generator"})
		case strings.HasPrefix(base, "gen"):
			err = ai.copy(name, "generators/"+ai.safeName(base))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
