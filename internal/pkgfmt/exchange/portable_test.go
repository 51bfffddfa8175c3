package exchange

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grundy/internal/judge/language"
)

// withGo is a package with a validator and an interactor in Go, and one that has its own scripts.
func withGo() map[string]string {
	files := maps.Clone(scored)
	for name, text := range map[string]string{
		"problem.yaml":                   "problem_format_version: 2025-09\nname: Go\nuuid: 6a4f8a1e-2f65-4a2e-9d3b-0f2a7d6a5c24\ntype: [scoring, interactive]\nlimits: {time_limit: 1}\n",
		"input_validators/alone.go":      "package main\n\nfunc main() {}\n",
		"input_validators/own/own.go":    "package main\n\nfunc main() {}\n",
		"input_validators/own/build":     "#!/bin/sh\n",
		"output_validator/interact.go":   "package main\n\nfunc main() { help() }\n",
		"output_validator/help.go":       "package main\n\nfunc help() {}\n",
		"data/secret/a/test_group.yaml":  "max_score: 40\n",
		"data/sample/1.interaction":      "<3\n>4\n<5\n",
		"generators/generate.go":         "package main\n\nfunc main() {}\n",
		"submissions/accepted/solved.go": "package main\n\nfunc main() {}\n",
	} {
		files[name] = text
	}
	return files
}

func TestProgramsThatJudgeAreCompiled(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "binary")
	if err := os.WriteFile(binary, []byte("ELF"), 0o755); err != nil {
		t.Fatal(err)
	}
	compiled := map[string][]string{}
	compile := func(_ context.Context, name string, sources []language.File) (string, error) {
		for _, source := range sources {
			compiled[name] = append(compiled[name], source.Name)
		}
		return binary, nil
	}
	p, err := Export(t.Context(), load(t, folder(t, withGo())), Legacy, compile, "")
	dir := written(t, p, err)
	want := map[string][]string{"input_validators/alone.go": {"alone.go"}, "output_validators/validator": {"help.go", "interact.go"}}
	if diff := cmp.Diff(want, compiled); diff != "" {
		t.Errorf("compiled (-want +got):\n%s", diff)
	}
	for _, program := range []string{"input_validators/alone", "output_validators/validator"} {
		if got := content(t, dir, program+"/run"); got != "ELF" {
			t.Errorf("%s/run is %q", program, got)
		}
		for _, script := range []string{"build", "run"} {
			if info, err := os.Stat(filepath.Join(dir, program, script)); err != nil || info.Mode()&0o100 == 0 {
				t.Errorf("%s/%s cannot be executed: %v", program, script, err)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "input_validators", "alone.go")); err == nil {
		t.Error("the validator's source stands beside its folder, too")
	}
	for name, want := range map[string]string{"data/sample/1.in.download": "3\n5\n", "data/sample/1.ans.download": "4\n"} {
		if got := content(t, dir, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestWithoutGoProgramsStaySource(t *testing.T) {
	missing := func(context.Context, string, []language.File) (string, error) {
		return "", &language.MissingError{Language: "Go", Reason: "go was not found"}
	}
	p, err := Export(t.Context(), load(t, folder(t, withGo())), ICPC, missing, "")
	dir := written(t, p, err)
	content(t, dir, "input_validators/alone.go")
	if !hasNote(p, "input_validators/alone.go: stays source only") {
		t.Errorf("no note among %v", p.Notes)
	}
}
