package language

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestDocsListEveryRow keeps docs/languages.md and docs/internals/languages.md in step with the table of toolchains.
func TestDocsListEveryRow(t *testing.T) {
	table, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	sites, err := profiles()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []struct{ page, name, want string }{
		{"docs/languages.md", "languages", listForDocs(table.Languages(), isTried)},
		{"docs/languages.md", "untested", listForDocs(table.Languages(), func(row *Language) bool { return !isTried(row) })},
		{"docs/internals/languages.md", "endings", rowsForDocs(table.Languages())},
		{"docs/internals/languages.md", "commands", commandsForDocs(table.Languages())},
		{"docs/languages.md", "profiles", profilesForDocs(sites)},
	} {
		text, err := os.ReadFile("../../../" + part.page)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, found := strings.Cut(string(text), "<!-- "+part.name+" -->\n")
		got, _, closed := strings.Cut(rest, "<!-- end of "+part.name+" -->")
		if !found || !closed {
			t.Errorf("%s has no part between <!-- %s --> and <!-- end of %s -->", part.page, part.name, part.name)
		} else if got != part.want {
			t.Errorf("%s: the part %q is not what languages.yaml says; replace it by\n%s", part.page, part.name, part.want)
		}
	}
}

// TestPageProvesRows keeps the rows that say they are proved in step with the page that make languages writes.
func TestPageProvesRows(t *testing.T) {
	table, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../../docs/results/languages.md")
	if err != nil {
		t.Fatal(err)
	}
	_, matrix, _ := strings.Cut(string(text), "<!-- matrix -->\n")
	matrix, _, _ = strings.Cut(matrix, "<!-- end of matrix -->")
	var want, got []string
	for line := range strings.Lines(matrix) {
		if fields := strings.Split(line, "`"); len(fields) == 3 && !strings.Contains(line, "**") {
			want = append(want, fields[1])
		}
	}
	for _, row := range table.Languages() {
		if row.Proved {
			got = append(got, row.ID)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("rows with the key proved: %v, rows that docs/results/languages.md proves: %v", got, want)
	}
}

// isTried reports whether a row belongs to those that were run.
func isTried(row *Language) bool { return row.Tested || row.Proved }

// rowsForDocs formats the rows that were run: code, name, endings and interpreters.
func rowsForDocs(rows []*Language) string {
	var out strings.Builder
	out.WriteString("| code | language | endings | also | `#!` |\n|---|---|---|---|---|\n")
	for _, row := range rows {
		if isTried(row) {
			fmt.Fprintf(&out, "| %s | %s | %s | %s | %s |\n", codesForDocs(row), row.Name,
				strings.Join(row.Extensions, " "), strings.Join(row.Also, " "), strings.Join(row.Interpreters, " "))
		}
	}
	return out.String()
}

// listForDocs formats the wanted rows in a block of text: code, name and endings, as many to a line as fit.
func listForDocs(rows []*Language, isWanted func(row *Language) bool) string {
	const width = 140
	var out strings.Builder
	out.WriteString("```\n")
	line := ""
	for _, row := range rows {
		if !isWanted(row) {
			continue
		}
		code := strings.ReplaceAll(codesForDocs(row), "`", "")
		entry := strings.Join(slices.Concat([]string{code + ":", row.Name}, row.Extensions, row.Also), " ")
		if line != "" && len(line)+len("   ")+len(entry) > width {
			out.WriteString(line + "\n")
			line = ""
		}
		if line != "" {
			line += "   "
		}
		line += entry
	}
	out.WriteString(line + "\n```\n")
	return out.String()
}

// codesForDocs formats the code of a row, and the one of the ICPC list where that differs.
func codesForDocs(row *Language) string {
	if row.Code == row.ID {
		return "`" + row.ID + "`"
	}
	return "`" + row.ID + "` (" + row.Code + ")"
}

// commandsForDocs formats the commands of the rows that were run.
func commandsForDocs(rows []*Language) string {
	var out strings.Builder
	out.WriteString("| code | build or check | run |\n|---|---|---|\n")
	for _, row := range rows {
		if !isTried(row) {
			continue
		}
		var compile []string
		for _, command := range row.Compile {
			compile = append(compile, codeForDocs(command.withOptions(row.Options)))
		}
		fmt.Fprintf(&out, "| `%s` | %s | %s |\n", row.ID, strings.Join(compile, ", then "), codeForDocs(row.Run))
	}
	return out.String()
}

// withOptions writes the options of a row into a command; its other placeholders stay.
func (w Words) withOptions(options Words) Words {
	i := slices.Index(w, "{options}")
	if i < 0 {
		return w
	}
	return slices.Concat(w[:i], options, w[i+1:])
}

// profilesForDocs formats the table of profiles.
func profilesForDocs(sites []Profile) string {
	var out strings.Builder
	out.WriteString("| profile | limits | builds | stated at |\n|---|---|---|---|\n")
	for _, site := range sites {
		var limits, builds []string
		if site.Memory.Size > 0 {
			limits = append(limits, site.Memory.String()+" of memory")
		}
		if site.Code.Size > 0 {
			limits = append(limits, site.Code.String()+" of source")
		}
		for _, row := range slices.Sorted(maps.Keys(site.Languages)) {
			builds = append(builds, fmt.Sprintf("`%s`: %s `%s`", row, site.Languages[row].Compiler, strings.Join(site.Languages[row].Options, " ")))
		}
		fmt.Fprintf(&out, "| `%s` | %s | %s | [%s](%s) |\n", site.ID, strings.Join(limits, ", "), strings.Join(builds, "; "), site.Date, site.Page)
	}
	return out.String()
}

// codeForDocs formats a command for a table cell, which a bar would end.
func codeForDocs(command Words) string {
	return "`" + strings.ReplaceAll(strings.Join(command, " "), "|", `\|`) + "`"
}
