package exchange

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/base/lazyregexp"
)

// sinolGeneratorRun calls a generator of sinol, which writes all inputs into its working directory. A rule names one of them.
const sinolGeneratorRun = `#!/bin/sh
# Calls a generator of sinol, which writes all inputs into its working directory. It prints the input that is named; without a
# name, the names of all.
made=$(mktemp -d) || exit 1
trap 'rm -rf "$made"' EXIT
cp -r "$(dirname "$0")" "$made/prog" && mkdir "$made/in" && cd "$made/in" || exit 1
here=$made/prog
"$here/generator" >&2 || exit
if [ $# -gt 0 ]; then
	cat "$1.in"
else
	ls
fi
`

// besides copies the files of prog/ that a script names, which it may compile or read.
func (si *sinolImport) besides(folder, script string) error {
	text, err := si.tree.read(script)
	if err != nil {
		return err
	}
	named := fileName().FindAllString(string(text), -1)
	for _, name := range si.tree.in("prog") {
		base := path.Base(name)
		if name == script || !slices.Contains(named, base) {
			continue
		}
		if err := si.copy(name, folder+"/"+si.safeName(base)); err != nil {
			return err
		}
		if si.isModel(name) { // a submission, too
			delete(si.tree.used, name)
		}
	}
	return nil
}

// fileName matches what may be the name of a file in a script.
var fileName = lazyregexp.New(`[\w.-]+`)

// generator is the name of the task's generator in rules.
func (si *sinolImport) generator() string { return si.safeName(si.id) + "ingen" }

// generated returns the names of the tests that the task's generator makes, without their ending. Only running it tells them.
func (si *sinolImport) generated(ctx context.Context) ([]string, error) {
	folder := "generators/" + si.generator()
	files := si.filesBelow(folder)
	if si.options.Generate == nil || len(files) == 0 {
		return nil, nil
	}
	program, err := si.program(folder, files)
	if err != nil {
		return nil, err
	}
	printed, err := si.options.Generate(ctx, program)
	if err != nil {
		return nil, fmt.Errorf("prog/%singen, which makes the tests: %w", si.id, err)
	}
	si.note("prog/"+si.id+"ingen", "it ran once, to tell which tests there are")
	var names []string
	for line := range strings.Lines(string(printed)) {
		if file := strings.TrimSpace(line); si.isTest(file) {
			names = append(names, stem(file))
		}
	}
	return names, nil
}

// isTest reports whether a file is named as an input of the task.
func (si *sinolImport) isTest(file string) bool {
	parts := sinolTest.FindStringSubmatch(file)
	return parts != nil && parts[1] == si.id
}

// isComplete reports whether the source has a test for each group: of those with points in config.yml, or any.
func (si *sinolImport) isComplete(inputs map[string]string) bool {
	has := map[string]bool{}
	for name := range inputs {
		has[strings.TrimLeft(sinolTest.FindStringSubmatch(name + ".in")[2], "0")] = true
	}
	delete(has, "") // the samples
	scores, _ := get(si.config, "scores").(keys)
	for _, score := range scores {
		if group := strings.TrimLeft(fmt.Sprint(score.Key), "0"); group != "" && !has[group] {
			return false
		}
	}
	return len(has) > 0
}

// inputs maps the names of the tests to their files in in/, or to "" if the generator makes them.
func (si *sinolImport) inputs(ctx context.Context) (map[string]string, error) {
	inputs := map[string]string{}
	for _, input := range si.tree.in("in") {
		if file := path.Base(input); si.isTest(file) {
			inputs[stem(file)] = input
		}
	}
	if si.isComplete(inputs) {
		return inputs, nil
	}
	names, err := si.generated(ctx)
	for _, name := range names {
		if _, there := inputs[name]; !there {
			inputs[name] = ""
		}
	}
	return inputs, err
}
