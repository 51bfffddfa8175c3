package exchange

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
)

// The programs of other formats speak their own protocols. The ICPC format cannot state a dialect, but a directory
// may contain the scripts build and run, which every judge of the format uses: build compiles the program
// unchanged, and run translates.

// A run script for testlib. The message goes to the feedback directory; testlib documents the exit codes.
const (
	checkerScript = `#!/bin/sh
# Calls a testlib checker by the ICPC protocol: INPUT ANSWER FEEDBACK/, the output at standard input, exit code 42 or 43.
here=$(dirname "$0")
output=$3/output.testlib
message=$3/judgemessage.txt
cat >"$output" || exit 1
"$here/checker" "$1" "$output" "$2" >/dev/null 2>"$message"
code=$?
rm -f "$output"
`
	interactorScript = `#!/bin/sh
# Calls a testlib interactor by the ICPC protocol: INPUT ANSWER FEEDBACK/, the conversation at standard input and output,
# exit code 42 or 43. A checker, if there is one, looks at what the interactor wrote.
here=$(dirname "$0")
output=$3/output.testlib
message=$3/judgemessage.txt
"$here/interactor" "$1" "$output" "$2" 2>"$message"
code=$?
exec >/dev/null
if [ "$code" -eq 0 ] && [ -x "$here/checker" ]; then
	"$here/checker" "$1" "$output" "$2" 2>"$message"
	code=$?
fi
rm -f "$output"
`
	percentSaid = `percent=$(sed -n '1s/^partially correct (\([0-9]*\)).*/\1/p' "$message")
`
	pointsSaid = `points=$(sed -n '1s/^points \([-0-9.]*\).*/\1/p' "$message")
`
	// A partial score of n per cent exits with n, which collides with the other codes, so the text decides.
	testlibVerdict = "cat \"$message\" >&2\n" + percentSaid + pointsSaid + `if [ -n "$percent" ]; then
	[ "$percent" -gt 0 ] || exit 43
%s	exit 42
fi
case $code in
0) %sexit 42 ;;
1 | 2 | 4 | 8) exit 43 ;;
7)
	case $points in '' | -*) exit 43 ;; esac
	[ -n "$(printf %%s "$points" | tr -d 0.)" ] || exit 43
%s	exit 42
	;;
esac
exit 1
`
	// In a group that is all or nothing, a part of a test's points is nothing.
	allOrNothing = "if [ \"$4\" = --all-or-nothing ]; then\n\t" + percentSaid + "\t" + pointsSaid + `	[ -z "$percent$points" ] || cat "$message" >&2
	[ -z "$percent" ] || exit $((percent >= 100 ? 42 : 43))
	[ -z "$points" ] || exit "$(awk "BEGIN { print $points >= $5 ? 42 : 43 }")"
fi
`
	percentScore = `	if [ "$percent" -ge 100 ]; then echo 1; else printf '0.%02d\n' "$percent"; fi >"$3/score_multiplier.txt"
`
	pointsScore = `	echo "$points" >"$3/score.txt"
`
	noScore         = `echo 0 >"$3/score.txt"`
	validatorScript = `#!/bin/sh
# Calls a testlib validator by the ICPC protocol: the input at standard input, exit code 42 or 43.
"$(dirname "$0")/validator" "$@"
case $? in
0 | 42) exit 42 ;;
3 | 43) exit 43 ;;
esac
exit 1
`
	generatorScript = `#!/bin/sh
exec "$(dirname "$0")/generator" "$@"
`
	buildScript = "#!/bin/sh\nset -e\n"
)

// testlibRun is the script that calls a testlib checker or interactor.
func testlibRun(script string, scoring bool) string {
	if scoring {
		return script + fmt.Sprintf(testlibVerdict, percentScore, "", pointsScore)
	}
	return script + fmt.Sprintf(testlibVerdict, "", "", "")
}

// compiled is a C++ source with the name of its executable.
type compiled struct {
	source, standard, program string
}

// wrap makes a directory with C++ programs of the source, the headers that they include, and the
// scripts.
func (im *importer) wrap(folder, run string, programs ...compiled) error {
	build := buildScript
	for _, p := range programs {
		if !isCpp(p.source) {
			return fmt.Errorf("%s: only programs in C++ can be called by testlib's protocol; rewrite it", p.source)
		}
		name := im.safeName(path.Base(p.source))
		if err := im.source(folder, p.source, folder+"/"+name); err != nil {
			return err
		}
		build += fmt.Sprintf("${CXX:-g++} -O2 -std=%s -o %s %s\n", p.standard, p.program, name)
	}
	if err := im.text(folder+"/build", build); err != nil {
		return err
	}
	return im.text(folder+"/run", run)
}

// uncompiled adds a program that is called as it is, a script or an executable, and the script that calls it as
// "$here/PROGRAM".
func (im *importer) uncompiled(folder, source, program, run string) error {
	f := im.tree.file(source)
	f.runnable = true
	if text, err := f.content(); err != nil || !strings.HasPrefix(string(text), "#!") {
		switch path.Ext(source) {
		case ".py":
			run = strings.ReplaceAll(run, `"$here/`+program+`"`, `python3 "$here/`+program+`.py"`)
			program += ".py"
		case ".sh":
		default:
			im.note(source, "it has no C++ source: it runs only on machines like the one that it was built on")
		}
	}
	if err := im.add(folder+"/"+program, f); err != nil {
		return err
	}
	return im.text(folder+"/run", run)
}

func isCpp(name string) bool {
	return slices.Contains([]string{".cpp", ".cc", ".cxx", ".c++"}, strings.ToLower(path.Ext(name)))
}

var (
	inclusion    = lazyregexp.New(`(?m)^\s*#\s*include\s*["<]([A-Za-z0-9_./+-]+)[">]`)
	cppStandards = lazyregexp.New(`(11|14|17|20|23)$`)
)

// standard is the C++ standard behind Polygon's name of a language.
func standard(language string) string {
	if version := cppStandards().FindString(strings.TrimSuffix(language, "-64")); version != "" {
		return "gnu++" + version
	}
	return "gnu++17"
}

const testlibHeader = "testlib.h"

// source copies a source; if the target is a directory, it also copies all headers that are included
// directly or indirectly.
func (im *importer) source(folder, from, to string) error {
	text, err := im.tree.read(from)
	if err != nil {
		return err
	}
	if err := im.includeFrom(folder, from, text); err != nil {
		return err
	}
	return im.add(to, file{data: im.flat(text)})
}

// flat removes directories from #include lines, since the headers are beside the source.
func (im *importer) flat(text []byte) []byte {
	return inclusion().ReplaceAllFunc(text, func(line []byte) []byte {
		name := inclusion().FindSubmatch(line)[1]
		base := path.Base(string(name))
		_, given := im.given[base]
		if im.headers[base] == "" && !given {
			return line
		}
		return bytes.Replace(line, name, []byte(base), 1)
	})
}

func (im *importer) includeFrom(folder, source string, text []byte) error {
	for _, match := range inclusion().FindAllSubmatch(text, -1) {
		name := path.Base(string(match[1]))
		to := folder + "/" + name
		if _, done := im.files[to]; done {
			continue
		}
		header, found := im.headers[name]
		given, isGiven := im.given[name]
		var content []byte
		var err error
		switch {
		case name == testlibHeader && im.options.Testlib != "":
			if found {
				im.tree.used[header] = true // the user's own takes its place
			}
			content, err = ownTestlib(im.options.Testlib)
		case isGiven:
			content = given
		case found:
			content, err = im.tree.read(header)
		case name == testlibHeader:
			if content, err = os.ReadFile(im.options.SpareTestlib); err != nil {
				err = &MissingTestlibError{Source: source}
			}
		default:
			continue // a system header
		}
		if err != nil {
			return err
		}
		if err := im.add(to, file{data: im.flat(content)}); err != nil {
			return err
		}
		if name != testlibHeader {
			if err := im.includeFrom(folder, header, content); err != nil {
				return err
			}
		}
	}
	return nil
}

// MissingTestlibError says that a program includes testlib.h, but the header is missing.
type MissingTestlibError struct{ Source string }

func (e *MissingTestlibError) Error() string {
	return e.Source + " includes testlib.h, which is not among the files"
}

// Hint says where to get the header.
func (e *MissingTestlibError) Hint() string {
	return "name your copy with --testlib FILE, or keep it where grundy doctor says; it is at https://github.com/MikeMirzayanov/testlib"
}

// ownTestlib reads the user's header: a file, or one in a directory.
func ownTestlib(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		name = filepath.Join(name, testlibHeader)
		info, err = os.Stat(name)
	}
	if err == nil && !info.Mode().IsRegular() {
		err = hint.Errorf("name testlib.h or the directory that contains it", "not a file")
	}
	if err != nil {
		return nil, causeOnly(name, err)
	}
	return os.ReadFile(name)
}

// findHeaders records the paths of files that programs may include.
func (im *importer) findHeaders(folders ...string) {
	im.headers = map[string]string{}
	for _, folder := range folders {
		for _, name := range im.tree.in(folder) {
			if base := path.Base(name); isHeader(base) && im.headers[base] == "" {
				im.headers[base] = name
			}
		}
	}
}

func isHeader(name string) bool {
	return slices.Contains([]string{".h", ".hh", ".hpp", ".inc"}, path.Ext(name))
}
