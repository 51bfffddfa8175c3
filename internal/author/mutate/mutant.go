package mutate

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
)

// Mutant is a source with one change.
type Mutant struct {
	event.Mutant

	original language.Source
	edits    []edit // of File
}

// Source is the changed source.
func (m *Mutant) Source() language.Source {
	source := m.original
	source.Files = slices.Clone(source.Files)
	for i, file := range source.Files {
		if file.Name == m.File {
			source.Files[i].Data = []byte(apply(file.Data, m.edits, 0, len(file.Data)))
		}
	}
	return source
}

// Changed converts the mutant for the judge.
func (m *Mutant) Changed() job.Mutant {
	source := m.Source()
	i := slices.IndexFunc(source.Files, func(f language.File) bool { return f.Name == m.File })
	return job.Mutant{ID: m.ID, File: m.File, Content: source.Files[i].Data}
}

// edit replaces the bytes from start to end.
type edit struct {
	start, end int
	text       string
}

// change turns a file into a mutant: ordered edits that do not overlap.
type change struct {
	operator event.Operator
	edits    []edit
}

// changes collects the changes of one file.
type changes struct {
	text []byte
	list []change
}

func (c *changes) add(operator event.Operator, edits ...edit) {
	c.list = append(c.list, change{operator, edits})
}

// replace adds a change of one position.
func (c *changes) replace(operator event.Operator, start, end int, text string) {
	c.add(operator, edit{start, end, text})
}

// exchange adds a change that swaps two texts.
func (c *changes) exchange(operator event.Operator, start1, end1, start2, end2 int) {
	first, second := string(c.text[start1:end1]), string(c.text[start2:end2])
	if first != second {
		c.add(operator, edit{start1, end1, second}, edit{start2, end2, first})
	}
}

// Mutants makes all mutants of a source in a language, given by the ID of its row. The files must be in memory
// (Data). Mutants come in the order of the text; changes with the same result give one mutant.
func Mutants(source language.Source, languageID string) ([]Mutant, error) {
	family, err := familyOf(languageID)
	if err != nil {
		return nil, err
	}
	var mutants []Mutant
	for _, file := range source.Files {
		if !slices.Contains(family.endings, path.Ext(file.Name)) {
			continue
		}
		list, err := family.changes(file.Data)
		if err != nil {
			return nil, fmt.Errorf("make mutants of %s: %w", file.Name, err)
		}
		mutants = append(mutants, mutantsOf(source, file, list)...)
	}
	return mutants, nil
}

// mutantsOf applies each change to a file of the source.
func mutantsOf(source language.Source, file language.File, list []change) []Mutant {
	text := file.Data
	slices.SortStableFunc(list, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.edits[0].start, b.edits[0].start),
			cmp.Compare(slices.Index(Operators(), a.operator), slices.Index(Operators(), b.operator)))
	})
	seen := map[[sha256.Size]byte]bool{sha256.Sum256(text): true}
	equal := map[string]int{} // how often a change of the same lines occurred
	var mutants []Mutant
	for _, c := range list {
		changed := sha256.Sum256([]byte(apply(text, c.edits, 0, len(text))))
		if seen[changed] {
			continue
		}
		seen[changed] = true
		m := Mutant{original: source, edits: c.edits}
		m.Operator, m.File, m.Hunks = c.operator, file.Name, hunks(text, c.edits)
		m.Line = m.Hunks[0].Line
		m.Before, m.After = m.sides()
		identity := strings.Join([]string{m.File, string(m.Operator), m.Before, m.After}, "\x00")
		equal[identity]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", identity, equal[identity]))
		m.ID = hex.EncodeToString(sum[:4])
		mutants = append(mutants, m)
	}
	return mutants
}

// apply returns the part of a text from start to end with the edits applied.
func apply(text []byte, edits []edit, start, end int) string {
	var b strings.Builder
	for _, e := range edits {
		b.Write(text[start:e.start])
		b.WriteString(e.text)
		start = e.end
	}
	b.Write(text[start:end])
	return b.String()
}

// sides joins the changed lines of all hunks, before and after, without indentation.
func (m *Mutant) sides() (before, after string) {
	var old, new []string
	for _, hunk := range m.Hunks {
		old, new = append(old, hunk.Before...), append(new, hunk.After...)
	}
	return joinTrimmed(old), joinTrimmed(new)
}

func joinTrimmed(lines []string) string {
	trimmed := make([]string, len(lines))
	for i, line := range lines {
		trimmed[i] = strings.TrimSpace(line)
	}
	return strings.Join(trimmed, "\n")
}

// hunks returns the lines that edits change. Neighbouring lines share a hunk, and no line is shown twice.
func hunks(text []byte, edits []edit) []event.Hunk {
	var found []event.Hunk
	for len(edits) > 0 {
		start, end := lineStart(text, edits[0].start), lineEnd(text, edits[0].end)
		together := 1
		for together < len(edits) && lineStart(text, edits[together].start) <= end+1 {
			end = max(end, lineEnd(text, edits[together].end))
			together++
		}
		hunk := event.Hunk{
			Line:   1 + bytes.Count(text[:start], []byte{'\n'}),
			Before: lines(string(text[start:end])),
			After:  lines(apply(text, edits[:together], start, end)),
		}
		shown := len(found) > 0 && found[len(found)-1].Line+len(found[len(found)-1].Before) == hunk.Line-1
		if start > 0 && !shown {
			hunk.Above = lines(string(text[lineStart(text, start-1) : start-1]))
		}
		if end+1 < len(text) {
			hunk.Below = lines(string(text[end+1 : lineEnd(text, end+1)]))
		}
		found = append(found, hunk)
		edits = edits[together:]
	}
	return found
}

func lines(text string) []string {
	return strings.Split(strings.ReplaceAll(text, "\r", ""), "\n")
}

// lineStart is the start of the line that contains the byte at.
func lineStart(text []byte, at int) int {
	return 1 + bytes.LastIndexByte(text[:at], '\n')
}

// lineEnd is the line break that ends the line with the byte at, or the end of the text.
func lineEnd(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}
