package library_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"grundy/tests/suite"
)

// The verifiers of other judges, as pip knows them: the first is Kattis' and reads legacy packages, the second reads 2025-09.
const verifiers = "problemtools==1.20260907 bapctools==2026.10.0"

// stubs stand for what the verifiers call besides: TeX, whose output nobody looks at here, and compilers by other names.
var stubs = map[string]string{
	"lualatex":  "#!/bin/sh\nexit 0\n",
	"kpsewhich": "#!/bin/sh\nfor name; do :; done\n[ -f \"$name\" ] && echo \"$name\"\n",
	"tidy":      "#!/bin/sh\nexit 0\n",
	"gccgo":     "#!/bin/sh\n# gccgo -g -o BINARY -static-libgcc FILES\nbinary=$3\nshift 4\nCGO_ENABLED=0 exec go build -o \"$binary\" \"$@\"\n",
}

// TestOtherVerifiers gives exported packages to the verifiers of other judges, which must find no error in them.
func TestOtherVerifiers(t *testing.T) {
	grundy := grundyProgram(t)
	for i, problem := range slices.Concat(ofEachKind[:2], packages(t)) {
		t.Run(problem, func(t *testing.T) {
			if !suite.IsCampaign() { // nor a sample: it would install them each time
				t.Skip(suite.LeftTo + "campaign: installs the verifiers of other judges and gives them all packages")
			}
			path := withVerifiers(t) // of the person who runs the tests
			isolate(t)
			t.Setenv("PATH", path)
			everything := i < 2
			legacy := unpacked(t, grundy, problem, "legacy")
			parts := []string{"-p", "config", "statement", "validators", "graders", "data"}
			if everything {
				// Whoever reads on after the interactor's end waits there for ever, since nothing closes the pipe.
				parts = []string{"-s", `(?<!reads_on)\.(py|cpp|c|go)$`}
			}
			// It tells its errors apart, and exits with 1 if there is one.
			complains(t, filepath.Dir(legacy), "verifyproblem", append(parts, "--", legacy)...)

			icpc := unpacked(t, grundy, problem, "icpc")
			complains(t, icpc, "python", "-c", bapctools, "validate", "--no-bar")
			if everything {
				// Go's runtime does not start in the address space that it gives a submission.
				names := slices.DeleteFunc(allSubmissions(t, icpc), func(name string) bool {
					return !strings.Contains(name, "accepted") || filepath.Ext(name) == ".go"
				})
				complains(t, icpc, "python", slices.Concat([]string{"-c", bapctools, "run", "--no-generate", "--no-bar"}, names)...)
			}
		})
	}
}

// TestStatementsInTeX has other judges' own templates make PDFs of the statements of exported packages.
func TestStatementsInTeX(t *testing.T) {
	grundy := grundyProgram(t)
	for _, problem := range packages(t) {
		t.Run(problem, func(t *testing.T) {
			if !suite.IsCampaign() { // nor a sample, as above
				t.Skip(suite.LeftTo + "campaign: makes PDFs of all statements with the tools of other judges")
			}
			needsTeX(t)
			tools := installed(t)
			path := strings.Join([]string{filepath.Join(tools, "bin"), os.Getenv("PATH")}, string(filepath.ListSeparator))
			isolate(t)
			t.Setenv("PATH", path)
			t.Setenv("TEXMFVAR", filepath.Join(tools, "tex")) // what TeX knows of fonts, which takes it minutes to find out
			legacy := unpacked(t, grundy, problem, "legacy")
			makesPDF(t, legacy, "problem.pdf", "problem2pdf", "-o", filepath.Join(legacy, "problem.pdf"), legacy)
			icpc := unpacked(t, grundy, problem, "icpc")
			makesPDF(t, icpc, "problem.en.pdf", "python", "-c", bapctools, "pdf", "--no-bar")
		})
	}
}

// needsTeX skips where what the templates of the two tools use is not installed.
func needsTeX(t *testing.T) {
	t.Helper()
	for _, program := range []string{"lualatex", "latexmk", "kpsewhich"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("PDFs of statements need TeX: %v", err)
		}
	}
	for _, style := range []string{"ulem.sty", "wrapfig.sty", "tcolorbox.sty", "tikz.sty"} {
		if err := exec.CommandContext(t.Context(), "kpsewhich", style).Run(); err != nil {
			t.Skipf("PDFs of statements need %s of TeX", style)
		}
	}
}

// makesPDF runs a program, of which TeX's errors and the file count: one of them succeeds without a PDF, and fails where no
// Ghostscript takes what it does not need out of it.
func makesPDF(t *testing.T, dir, pdf, name string, args ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	text, missing := os.ReadFile(filepath.Join(dir, pdf))
	if missing != nil || !strings.HasPrefix(string(text), "%PDF") || strings.Contains("\n"+string(out), "\n! ") {
		t.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// withVerifiers is a PATH with the verifiers and the stubs in front.
func withVerifiers(t *testing.T) string {
	t.Helper()
	root := installed(t)
	return strings.Join([]string{withStubs(t, root), filepath.Join(root, "bin"), os.Getenv("PATH")}, string(filepath.ListSeparator))
}

// bapctools runs bt, which fails for warnings as it does for errors, and fails for errors alone.
const bapctools = `
import sys
from bapctools import cli, config
try:
    cli.main()
except SystemExit:
    pass
sys.exit(min(config.n_error, 1))
`

// complains runs a verifier, which must succeed.
func complains(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil || strings.Contains(string(out), "FATAL ERROR") {
		t.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// unpacked is a package as another judge gets it.
func unpacked(t *testing.T, grundy program, problem, target string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), problem)
	archive := dir + ".zip"
	if done := grundy.run(t, "", "export", "--to", target, "-o", archive, filepath.Join(root, "problems", problem)); done.exit != 0 {
		t.Fatalf("export: %s", done)
	}
	if out, err := exec.CommandContext(t.Context(), "python3", "-c", unzip, archive, dir).CombinedOutput(); err != nil {
		t.Fatalf("unzip: %v\n%s", err, out)
	}
	return dir
}

// unzip keeps the bits that make files executable, as Python's own function does not.
const unzip = `
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    for member in archive.infolist():
        os.chmod(archive.extract(member, sys.argv[2]), member.external_attr >> 16)
`

// onceCompiled is a C++ compiler that has compiled BAPCtools' comparison already: that compiles it for each package anew, which
// takes longer than all else.
const onceCompiled = `#!/bin/sh
case "$*" in
*default_output_validator.cpp*)
	while [ "$1" != -o ]; do shift; done
	exec cp '%s' "$2"
	;;
esac
exec '%s' "$@"
`

func withStubs(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Skipf("the verifiers compile in C++: %v", err)
	}
	texts := maps.Clone(stubs)
	texts["g++"] = fmt.Sprintf(onceCompiled, comparisonOfBAPC(t, root), compiler)
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// By its path, since BAPCtools has the name python3 lead to pypy3.
	python, err := exec.CommandContext(t.Context(), "python3", "-c", "import sys; print(sys.executable, end='')").Output()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "pypy3"), []byte("#!/bin/sh\nexec '"+string(python)+"' \"$@\"\n"), 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// installed is the folder of a virtual environment of Python with the verifiers.
func installed(t *testing.T) string {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("exported programs run on Linux on x86-64 alone")
	}
	return kept(t, "", func(dir string) [][]string {
		return [][]string{
			{"python3", "-m", "venv", "--clear", dir},
			slices.Concat([]string{filepath.Join(dir, "bin", "python"), "-m", "pip", "install", "--quiet"}, strings.Fields(verifiers)),
		}
	})
}

// sourcesOfOthers is the folder of what the verifiers are made from, with their tests: a folder for each.
func sourcesOfOthers(t *testing.T) string {
	t.Helper()
	return kept(t, "-sources", func(dir string) [][]string {
		return [][]string{
			slices.Concat([]string{"python3", "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", dir}, strings.Fields(verifiers)),
			{"python3", "-c", "import pathlib, shutil, sys\nfor a in pathlib.Path(sys.argv[1]).glob('*.tar.gz'): shutil.unpack_archive(a, sys.argv[1])", dir},
		}
	})
}

// kept is a folder that commands make at the first time. It lasts, in the cache of the person who runs the tests.
func kept(t *testing.T, suffix string, commands func(dir string) [][]string) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skipf("no folder for a cache: %v", err)
	}
	dir := filepath.Join(cache, "grundy-tests", strings.NewReplacer("==", "-", " ", "-").Replace(verifiers)+suffix)
	complete := filepath.Join(dir, "complete")
	if _, err := os.Stat(complete); err == nil {
		return dir
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Skipf("no folder for the verifiers: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	for _, command := range commands(dir) {
		if out, err := exec.CommandContext(ctx, command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Skipf("the verifiers cannot be installed: %s: %v\n%s", strings.Join(command, " "), err, out)
		}
	}
	if err := os.WriteFile(complete, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}
