package exchange

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/pkgfmt/icpc"
)

// generators imports the other programs, which made tests.
func (pi *polygonImport) generators() error {
	for _, executable := range pi.about.Executables {
		source := executable.Source.Path
		if source == "" || pi.tree.used[source] || !pi.tree.has(source) {
			continue
		}
		if _, err := pi.generator(executable.Source); err != nil {
			return err
		}
	}
	return nil
}

// generator imports a program that makes tests, once, and returns its name in commands.
func (pi *polygonImport) generator(source polygonFile) (string, error) {
	if name, done := pi.made[source.Path]; done {
		return name, nil
	}
	file := pi.safeName(path.Base(source.Path))
	name := stem(file)
	pi.made[source.Path] = name
	if isCpp(source.Path) {
		return name, pi.wrap("generators/"+name, generatorScript, compiled{source.Path, standard(source.Type), "generator"})
	}
	return name, pi.copy(source.Path, "generators/"+file)
}

// fileGeneratorScript calls a generator that writes several tests into files.
const fileGeneratorScript = `#!/bin/sh
# Runs the generator and prints the file that the first argument names.
here=$(dirname "$0")
file=$1
shift
"$here/generator" "$@" >/dev/null || exit 1
cat "$file"
`

// command returns the command of generators.yaml for a test, "" if the package has no program that makes it.
func (pi *polygonImport) command(ts polygonTestset, c polygonCase) (string, error) {
	words, err := icpc.SplitWords(c.Command)
	if err != nil || len(words) == 0 {
		return "", nil
	}
	source, found := pi.programOf(words[0])
	if !found {
		return "", nil
	}
	args := words[1:]
	direct := c.FromFile == "" && !strings.ContainsAny(c.Command, `{}"'\`)
	switch {
	case !direct && !isCpp(source.Path) && !slices.Contains([]string{".py", ".sh"}, path.Ext(source.Path)):
		return "", nil
	case c.FromFile != "":
		name := stem(pi.safeName(path.Base(source.Path))) + "_files"
		args = append([]string{c.FromFile}, args...)
		return strings.Join(append([]string{name}, args...), " "), pi.scripted(name, source, fileGeneratorScript)
	case !direct:
		// A command has no quotes, and braces of its own.
		name := stem(pi.safeName(path.Base(source.Path))) + "_" + pi.safeName(ts.Name) + pi.caseName(c)
		run := fmt.Sprintf("#!/bin/sh\nhere=$(dirname \"$0\")\nexec \"$here/generator\" %s\n", flagText(args))
		return name, pi.scripted(name, source, run)
	}
	name, err := pi.generator(source)
	return strings.Join(append([]string{name}, args...), " "), err
}

// scripted imports a generator that is called by a script, once by that name.
func (pi *polygonImport) scripted(name string, source polygonFile, run string) error {
	folder := "generators/" + name
	if _, done := pi.files[folder+"/run"]; done {
		return nil
	}
	if isCpp(source.Path) {
		return pi.wrap(folder, run, compiled{source.Path, standard(source.Type), "generator"})
	}
	return pi.uncompiled(folder, source.Path, "generator", run)
}

// programOf finds the source of a command's program.
func (pi *polygonImport) programOf(name string) (polygonFile, bool) {
	name = strings.TrimSuffix(path.Base(strings.ReplaceAll(name, `\`, "/")), ".exe")
	for _, executable := range pi.about.Executables {
		if source := executable.Source; stem(path.Base(source.Path)) == name && pi.tree.has(source.Path) {
			return source, true
		}
	}
	for _, file := range pi.tree.in("files") {
		if stem(path.Base(file)) == name && slices.Contains(solutionEndings, path.Ext(file)) {
			return polygonFile{Path: file}, true
		}
	}
	return polygonFile{}, false
}
