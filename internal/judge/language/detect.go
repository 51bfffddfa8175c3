package language

import (
	"bufio"
	"bytes"
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"

	"grundy/internal/base/hint"
)

// Detect determines the language of a source by the endings of its files and, if those are ambiguous, by their
// contents. The error is a SourceError, or says that a file could not be read.
func (t *Table) Detect(source Source) (*Language, error) {
	row, err := t.detect(source)
	if err != nil || !source.Sanitize {
		return row, err
	}
	sanitized, found := t.Lookup(row.Sanitized)
	if !found {
		return nil, &SourceError{Message: row.Name + " cannot be built with sanitizers", Help: t.sanitizable(row)}
	}
	if len(sanitized.Flags) > 0 || len(sanitized.Libraries) > 0 {
		return sanitized, nil
	}
	like := *sanitized
	like.Flags, like.Libraries = row.Flags, row.Libraries
	return &like, nil
}

// sanitizable says what can be built with sanitizers instead of a row.
func (t *Table) sanitizable(row *Language) string {
	if own, found := t.Lookup(row.ID + "-sanitized"); found {
		return fmt.Sprintf("its row in languages.yaml leaves that out: write %s: {sanitized: %s}", row.ID, own.ID)
	}
	var names []string
	for _, other := range t.rows {
		if other.Sanitized != "" {
			names = append(names, other.Name)
		}
	}
	if len(names) == 0 {
		return "no row in languages.yaml has sanitized"
	}
	return strings.Join(names, " and ") + " can"
}

// isSanitized reports whether a row builds like another one, but with sanitizers.
func (t *Table) isSanitized(row *Language) bool {
	return slices.ContainsFunc(t.rows, func(other *Language) bool { return other.Sanitized == row.ID })
}

func (t *Table) detect(source Source) (*Language, error) {
	if len(source.Files) == 0 {
		return nil, &SourceError{Message: "the submission is empty", Help: "give a source file"}
	}
	if source.Language != "" {
		row, found := t.Lookup(source.Language)
		if !found {
			return nil, &SourceError{
				Message: fmt.Sprintf("unknown language %q", source.Language) + t.meant(source.Language),
				Help:    "known languages are " + strings.Join(t.ids(), ", "),
			}
		}
		return row, nil
	}
	if row, found := t.Lookup("scripts"); found && bringsScripts(source) {
		return row, nil
	}
	counts, err := t.count(source)
	if err != nil {
		return nil, err
	}
	switch len(counts) {
	case 0:
		row, known := t.Lookup("executable")
		if !known || !source.Tool && !source.startsByItself(runtime.GOOS) {
			return nil, unknown(source)
		}
		name, err := source.executable()
		if err == nil && name == "" {
			err = unknown(source)
		}
		return row, err
	case 1:
		return counts[0].row, nil
	}
	if entry := source.Entrypoint; entry != "" {
		for _, c := range counts {
			if slices.Contains(c.files, entry) {
				return c.row, nil
			}
		}
	}
	total, most := 0, counts[0]
	for _, c := range counts {
		total += len(c.files)
		if len(c.files) > len(most.files) {
			most = c
		}
	}
	if 2*len(most.files) > total {
		return most.row, nil
	}
	var parts []string
	for _, c := range counts {
		parts = append(parts, c.row.Name+" ("+strings.Join(c.files, ", ")+")")
	}
	return nil, &SourceError{
		Message: "the files are in several languages: " + strings.Join(parts, ", "),
		Help:    "choose one with --language, or give only the files of one solution",
	}
}

// meant is the end of a message about an unknown language: the row that has the word as its name, ending or interpreter, or whose
// ID is nearest, or nothing.
func (t *Table) meant(word string) string {
	for _, row := range t.rows {
		if strings.EqualFold(row.Name, word) || slices.Contains(row.Extensions, "."+strings.ToLower(word)) ||
			slices.Contains(row.Interpreters, strings.ToLower(word)) {
			return hint.Meant(row.ID)
		}
	}
	return hint.DidYouMean(word, t.ids())
}

func (t *Table) ids() []string {
	var ids []string
	for _, row := range t.rows {
		ids = append(ids, row.ID)
	}
	slices.Sort(ids)
	return ids
}

func unknown(source Source) error {
	const shown = 5
	names := namesOf(source.Files)
	if len(names) > shown {
		names = append(names[:shown], fmt.Sprintf("and %d more", len(names)-shown))
	}
	if name, err := source.executable(); err == nil && name != "" {
		return &SourceError{
			Message: "unknown language: " + name + " is an executable file, not a source",
			Help:    "give the source, or judge the file as it is: --language executable",
		}
	}
	if len(source.Files) == 1 && slices.Contains([]string{".in", ".ans", ".out"}, path.Ext(names[0])) {
		return &SourceError{
			Message: "this is a test, not a source",
			Help:    "name the solution alone: grundy finds the tests beside it, and those elsewhere by --problem DIR",
		}
	}
	if len(source.Files) == 1 {
		return &SourceError{
			Message: "unknown language", // the caller names the file
			Help:    "name it with --language (see grundy languages), or give the file one of the usual endings",
		}
	}
	return &SourceError{
		Message: "there is no source file in a known language among " + strings.Join(names, ", "),
		Help:    "name the language with --language (see grundy languages)",
	}
}

// claim is how many files of a source a row claims.
type claim struct {
	row   *Language
	files []string
}

// count returns the claims in the table's order. It ignores files that no row claims, such as headers and data.
func (t *Table) count(source Source) ([]claim, error) {
	files := map[*Language][]string{}
	for _, file := range source.Files {
		row, err := t.claimant(file, source.Legacy)
		if err != nil {
			return nil, err
		}
		if row != nil {
			files[row] = append(files[row], file.Name)
		}
	}
	var claims []claim
	for _, row := range t.rows {
		if len(files[row]) > 0 {
			claims = append(claims, claim{row, files[row]})
		}
	}
	return claims, nil
}

// claimant returns the row that claims a file, or nil.
func (t *Table) claimant(file File, legacy bool) (*Language, error) {
	ending := path.Ext(file.Name)
	var candidates []*Language
	for _, row := range t.rows {
		if slices.Contains(row.Extensions, ending) {
			candidates = append(candidates, row)
		}
	}
	// The legacy format distinguishes Python 2 from 3 by the shebang, the present one by the ending alone.
	// A name with .exe says how people start a file, not what it is.
	shebang := ending == "" || ending == path.Base(file.Name) || strings.EqualFold(ending, ".exe") || legacy && ending == ".py"
	if len(candidates) == 0 && !shebang {
		if lower := strings.ToLower(ending); lower != ending {
			return t.claimant(File{Name: lower[1:] + lower, Path: file.Path, Data: file.Data}, legacy)
		}
		return nil, nil
	}
	if len(candidates) == 1 && !shebang {
		return candidates[0], nil
	}

	text, err := file.Read()
	if err != nil {
		return nil, err
	}
	if row := t.interpreter(text); row != nil && (len(candidates) == 0 || slices.Contains(row.endings(), ending)) {
		return row, nil
	}
	for _, row := range candidates {
		if row.Content.matches(text) {
			return row, nil
		}
	}
	if len(candidates) == 0 {
		return nil, nil
	}
	// No content matches: take the first row that does not look at content, or else the first row.
	if i := slices.IndexFunc(candidates, func(row *Language) bool { return row.Content.text == "" }); i >= 0 {
		return candidates[i], nil
	}
	return candidates[0], nil
}

// interpreter returns the row that a "#!" line names, or nil.
func (t *Table) interpreter(text []byte) *Language {
	if !bytes.HasPrefix(text, []byte("#!")) {
		return nil
	}
	first, _, _ := bufio.ScanLines(text, true)
	line, _, _ := bytes.Cut(text[2:max(first, 2)], []byte("\n"))
	words := strings.Fields(string(line))
	for len(words) > 0 && (path.Base(words[0]) == "env" || strings.HasPrefix(words[0], "-") || strings.Contains(words[0], "=")) {
		words = words[1:] // #!/usr/bin/env -S NAME=value python3 -u
	}
	if len(words) == 0 {
		return nil
	}
	// python3.11 is looked up as python3.11, python3. and python3, then python.
	for name := path.Base(words[0]); name != ""; name = name[:len(name)-1] {
		for _, row := range t.rows {
			if slices.Contains(row.Interpreters, name) {
				return row
			}
		}
		if last := name[len(name)-1]; last != '.' && (last < '0' || last > '9') {
			return nil
		}
	}
	return nil
}

// bringsScripts reports whether a source is a directory with its own build or run script.
func bringsScripts(source Source) bool {
	for _, file := range source.Files {
		if file.Name == "build" || file.Name == "run" {
			return len(source.Files) > 1
		}
	}
	return false
}
