package author

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/digest"
)

// checkDuplicates finds cases that give a submission the same input: equal standard input, arguments and files
// (2025-09, section "Test data"). Where the answer steers an interactor, the answer counts too. A case that
// belongs to several groups of a scoring problem is not a duplicate.
func (v *verification) checkDuplicates(ctx context.Context) (int, problem.Diagnostics, error) {
	var faults problem.Diagnostics
	checked := 0
	first := map[[sha256.Size]byte]*problem.Case{}
	var visit func(group *problem.Group) error
	visit = func(group *problem.Group) error {
		if v.problem.Type.Scoring {
			clear(first)
		}
		for _, c := range group.Cases {
			if c.Input == "" {
				continue
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			checked++
			sum, err := v.digest(c)
			if err != nil {
				return fmt.Errorf("compare inputs: %w", err)
			}
			if same, found := first[sum]; found {
				faults = append(faults, problem.Diagnostic{
					Level: problem.Warning, File: v.problem.Place(c.Input),
					Message: "same input as " + same.Name, Help: "remove one of them",
				})
				continue
			}
			first[sum] = c
		}
		for _, child := range group.Groups {
			if err := visit(child); err != nil {
				return err
			}
		}
		return nil
	}
	err := visit(v.problem.Data)
	return checked, faults, err
}

// digest returns a hash that is equal for cases with the same input.
func (v *verification) digest(c *problem.Case) ([sha256.Size]byte, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", c.Args)
	err := addFile(h, c.Input)
	if err == nil && v.problem.Type.Interactive && c.Answer != "" {
		err = addFile(h, c.Answer)
	}
	if err == nil && c.Files != "" {
		err = filepath.WalkDir(c.Files, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			name, err := filepath.Rel(c.Files, path)
			if err != nil {
				return err
			}
			fmt.Fprintf(h, "%q\n", name)
			return addFile(h, path)
		})
	}
	return [sha256.Size]byte(h.Sum(nil)), err
}

// addFile hashes the hash of a file's content, so that two lists of files cannot collide by
// concatenation.
func addFile(h hash.Hash, path string) error {
	sum, err := digest.Of(path)
	fmt.Fprintln(h, sum)
	return err
}

// checkInputEndings checks how the lines of inputs end. The validators decide about everything else in a line, and
// whether the last line may be empty.
func (v *verification) checkInputEndings(ctx context.Context) (int, problem.Diagnostics, error) {
	return v.checkEndings(ctx, "the input", func(c *problem.Case) string { return c.Input }, crlf|trailingBlanks|noNewline)
}

// checkAnswerEndings checks how the lines of answers end: people read answers, and 2025-09 requires text files to
// end in a newline.
func (v *verification) checkAnswerEndings(ctx context.Context) (int, problem.Diagnostics, error) {
	if v.problem.Type.Interactive {
		return 0, nil, nil
	}
	return v.checkEndings(ctx, "the answer", func(c *problem.Case) string { return c.Answer }, anyBlemish)
}

// checkEndings checks one file of every case for the unwanted line flaws.
func (v *verification) checkEndings(ctx context.Context, what string, of func(*problem.Case) string, unwanted lineFlaws) (int, problem.Diagnostics, error) {
	var faults problem.Diagnostics
	checked := 0
	for _, c := range v.problem.Data.AllCases() {
		path := of(c)
		if path == "" {
			continue
		}
		if ctx.Err() != nil {
			return 0, nil, context.Cause(ctx)
		}
		checked++
		found, err := findLineFlaws(path)
		if err != nil {
			return 0, nil, fmt.Errorf("look at the lines of %s: %w", v.problem.Place(path), err)
		}
		for _, kind := range lineFlawKinds {
			if line, has := found[kind.blemish]; has && kind.blemish&unwanted != 0 {
				faults = append(faults, problem.Diagnostic{
					Level: problem.Warning, File: v.problem.Place(path), Line: line,
					Message: what + " " + kind.text, Help: kind.help,
				})
			}
		}
	}
	return checked, faults, nil
}

// lineFlaws is a set of flaws in the lines of a text file that confuse people and programs.
type lineFlaws uint8

const (
	isEmpty lineFlaws = 1 << iota
	crlf
	trailingBlanks
	emptyLastLine
	noNewline
	anyBlemish = isEmpty | crlf | trailingBlanks | emptyLastLine | noNewline
)

const wholeLines = "end the file with exactly one newline"

// lineFlawKinds words the flaws, in the order in which they are reported.
var lineFlawKinds = []struct {
	blemish    lineFlaws
	text, help string
}{
	{isEmpty, "is empty", wholeLines},
	{crlf, "has CRLF line endings", "save it with LF line endings"},
	{trailingBlanks, "has blanks at the end of a line", "remove them: the statement does not show them"},
	{emptyLastLine, "ends in an empty line", wholeLines},
	{noNewline, "does not end in a newline", wholeLines},
}

// findLineFlaws finds the first line with each flaw; 0 stands for the whole file.
func findLineFlaws(path string) (map[lineFlaws]int, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	found := map[lineFlaws]int{}
	note := func(b lineFlaws, line int) {
		if _, known := found[b]; !known {
			found[b] = line
		}
	}
	in := bufio.NewReaderSize(f, 64<<10)
	line, column := 1, 0   // position of the next byte; columns count from 0
	var last, before byte  // the two preceding bytes
	lastLineEmpty := false // whether the line that ended last was empty
	blank := func(c byte) bool { return c == ' ' || c == '\t' }
	for {
		piece, err := in.ReadSlice('\n')
		text := bytes.TrimSuffix(piece, []byte{'\n'})
		column += len(text)
		for _, c := range text[max(0, len(text)-2):] {
			before, last = last, c
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if column > 0 && last == '\r' {
			note(crlf, line)
			last, column = before, column-1
		}
		if column > 0 && blank(last) {
			note(trailingBlanks, line)
		}
		lastLineEmpty = column == 0
		line, column = line+1, 0
	}
	switch {
	case column > 0:
		note(noNewline, 0)
		if blank(last) {
			note(trailingBlanks, line)
		}
	case line == 1:
		note(isEmpty, 0)
	case line > 2 && lastLineEmpty:
		note(emptyLastLine, 0)
	}
	return found, nil
}
