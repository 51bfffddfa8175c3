package icpc

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"
)

// TestChecktestdata finds validators in Checktestdata, alone and in directories, and leaves Viva out.
func TestChecktestdata(t *testing.T) {
	p, faults := load(t, completeLegacy, file("input_validators!", "")+file("input_format_validators/a.ctd", "SPACE\n")+
		file("input_format_validators/b/README.md", "")+file("input_format_validators/b/b.ctd", "SPACE\n")+
		file("input_format_validators/c/c.ctd", "?\n")+file("input_format_validators/c/c.py", "\n")+
		file("input_format_validators/d.viva", "{ n; }\n")+file("answer_validators/e.ctd", "NEWLINE\n"))
	wantFaults(t, faults, "warning input_format_validators: the directory's name is deprecated", "warning input_format_validators/d.viva: a Viva file needs")
	got := map[string]string{}
	for _, program := range slices.Concat(p.InputValidators, p.AnswerValidators) {
		path, _ := filepath.Rel(p.Dir, program.Path)
		got[program.Name] = filepath.ToSlash(path)
	}
	want := map[string]string{
		"input_format_validators/a.ctd": "input_format_validators/a.ctd",
		"input_format_validators/b":     "input_format_validators/b/b.ctd",
		"input_format_validators/c":     "input_format_validators/c",
		"answer_validators/e.ctd":       "answer_validators/e.ctd",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestConstantsInChecktestdata(t *testing.T) {
	overlay := file("input_validators!", "") + file("input_validators/a.ctd", "INT(1, {{max}}) NEWLINE\n")
	loadClean(t, complete2025, overlay+yaml2025("constants: {max: 9}\n"))
	_, faults := load(t, complete2025, overlay)
	wantFaults(t, faults, "lack input_validators/a.ctd:1: column 8")
}
