package library_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grundy/tests/suite"
	"grundy/tests/verifiers"
)

// stubs replace other programs that the verifiers call: TeX, whose output does not matter here.
var stubs = map[string]string{
	"lualatex":  "#!/bin/sh\nexit 0\n",
	"kpsewhich": "#!/bin/sh\nfor name; do :; done\n[ -f \"$name\" ] && echo \"$name\"\n",
	"tidy":      "#!/bin/sh\nexit 0\n",
}

// TestOtherVerifiers runs the verifiers of other judges on exported packages. They must find no error.
func TestOtherVerifiers(t *testing.T) {
	grundy := grundyProgram(t)
	for i, problem := range slices.Concat(ofEachKind[:2], packages(t)) {
		t.Run(problem, func(t *testing.T) {
			if !suite.IsCampaign() { // not in the sample: it would install them each time
				t.Skip(suite.LeftTo + "campaign: installs the verifiers of other judges and gives them all packages")
			}
			path := withVerifiers(t) // of the user who runs the tests
			isolate(t)
			t.Setenv("PATH", path)
			everything := i < 2
			legacy := unpacked(t, grundy, problem, "legacy")
			parts := []string{"-p", "config", "statement", "validators", "graders", "data"}
			if everything {
				parts = []string{"-s", `\.(py|cpp|c|go)$`}
			}
			// It distinguishes errors from warnings, and exits with 1 if there is an error.
			complains(t, filepath.Dir(legacy), "verifyproblem", append(parts, "--", legacy)...)

			if strings.Contains(readFile(t, filepath.Join(root, "problems", problem, "problem.yaml")), "type: scoring") {
				return // BAPCtools knows no scores
			}
			icpc := unpacked(t, grundy, problem, "icpc")
			complains(t, icpc, "python", "-c", verifiers.ErrorsOnly, "validate", "--no-bar")
			if everything {
				// Go's runtime does not start in the address space that it gives a submission.
				names := slices.DeleteFunc(allSubmissions(t, icpc), func(name string) bool {
					return !strings.Contains(name, "accepted") || filepath.Ext(name) == ".go"
				})
				complains(t, icpc, "python", slices.Concat([]string{"-c", verifiers.ErrorsOnly, "run", "--no-generate", "--no-bar"}, names)...)
			}
		})
	}
}

// TestStatementsInTeX makes PDFs of the statements of exported packages with other judges' own templates.
func TestStatementsInTeX(t *testing.T) {
	grundy := grundyProgram(t)
	for _, problem := range packages(t) {
		t.Run(problem, func(t *testing.T) {
			if !suite.IsCampaign() { // not in the sample, as above
				t.Skip(suite.LeftTo + "campaign: makes PDFs of all statements with the tools of other judges")
			}
			needsTeX(t)
			tools := verifiers.Installed(t)
			path := strings.Join([]string{filepath.Join(tools, "bin"), os.Getenv("PATH")}, string(filepath.ListSeparator))
			isolate(t)
			t.Setenv("PATH", path)
			t.Setenv("TEXMFVAR", filepath.Join(tools, "tex")) // TeX's font cache, which takes minutes to build
			legacy := unpacked(t, grundy, problem, "legacy")
			makesPDF(t, legacy, "problem.pdf", "problem2pdf", "-o", filepath.Join(legacy, "problem.pdf"), legacy)
			icpc := unpacked(t, grundy, problem, "icpc")
			makesPDF(t, icpc, "problem.en.pdf", "python", "-c", verifiers.ErrorsOnly, "pdf", "--no-bar")
		})
	}
}

// needsTeX skips the test unless everything that the templates of the two tools use is installed.
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

// makesPDF runs a program and checks for TeX's errors and the file. Exit codes do not suffice: one program succeeds
// without a PDF, and fails if Ghostscript, which it does not need here, is missing.
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

// withVerifiers is a PATH that starts with the verifiers and the stubs.
func withVerifiers(t *testing.T) string {
	t.Helper()
	root := verifiers.Installed(t)
	return strings.Join([]string{withStubs(t, root), filepath.Join(root, "bin"), os.Getenv("PATH")}, string(filepath.ListSeparator))
}

// complains runs a verifier, which must succeed.
func complains(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil || strings.Contains(string(out), "FATAL ERROR") {
		t.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// unpacked is a package as another judge receives it.
func unpacked(t *testing.T, grundy program, problem, target string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), problem)
	archive := dir + ".zip"
	if done := grundy.run(t, "", "export", "--to", target, "-o", archive, filepath.Join(root, "problems", problem)); done.exit != 0 {
		t.Fatalf("export: %s", done)
	}
	verifiers.Unzip(t, archive, dir)
	return dir
}

// onceCompiled is a C++ compiler with BAPCtools' comparison already compiled: BAPCtools compiles it for each package,
// which takes longer than everything else.
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
	verifiers.Compilers(t, dir)
	return dir
}
