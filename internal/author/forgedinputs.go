package author

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"grundy/checker"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/job"
	"grundy/internal/pkgfmt/problem"
)

// Bounds of these trials: enough to find a validator that does not look, at little cost beside the other checks.
const (
	forgedCases = 2
	forgedSize  = 64 << 10 // bytes of a file that is changed
)

// forgedFile is a change of an input or an answer that validators must refuse.
type forgedFile struct {
	name string
	// level is what accepting it is: an error for text that cannot be a file of a problem, a warning for text that only a
	// tolerant reader takes, a note for text that may be right.
	level problem.Level
	make  func(text []byte) []byte // returns nil when the text is not suited
}

var forgedFiles = []forgedFile{
	{name: "nothing in it", level: problem.Error, make: func([]byte) []byte { return []byte{} }},
	{name: "binary data in it", level: problem.Error, make: func([]byte) []byte { return memoryDump(4 << 10) }},
	{name: "other words in it", level: problem.Error, make: func([]byte) []byte { return []byte("?junk -.- !\n#%&\n") }},
	{name: "a blank at the beginning", level: problem.Warning, make: func(text []byte) []byte { return append([]byte(" "), text...) }},
	{name: "a blank at the end of a line", level: problem.Warning, make: func(text []byte) []byte { return replaceOnce(text, "\n", " \n") }},
	{name: "two blanks between words", level: problem.Warning, make: func(text []byte) []byte { return replaceOnce(text, " ", "  ") }},
	{name: "an empty line at the end", level: problem.Warning, make: func(text []byte) []byte { return append(slices.Clone(text), '\n') }},
	{name: "no newline at the end", level: problem.Warning, make: withoutNewline},
	{name: "CRLF at the ends of lines", level: problem.Warning, make: func(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")) }},
	{name: "a leading zero", level: problem.Warning, make: func(text []byte) []byte { return replaceInteger(text, "${1}0$2") }},
	{name: "a plus sign", level: problem.Warning, make: func(text []byte) []byte { return replaceInteger(text, "${1}+$2") }},
	{name: "a number of thirty digits", level: problem.Warning, make: func(text []byte) []byte { return replaceInteger(text, "${1}123456789012345678901234567890") }},
	{name: "a further word at the end", level: problem.Warning, make: func(text []byte) []byte { return append(slices.Clone(text), []byte("1\n")...) }},
	{name: "the first and the last word exchanged", level: problem.Note, make: exchanged},
}

func replaceOnce(text []byte, old, by string) []byte {
	if !bytes.Contains(text, []byte(old)) {
		return nil
	}
	return bytes.Replace(text, []byte(old), []byte(by), 1)
}

func withoutNewline(text []byte) []byte {
	cut, ends := bytes.CutSuffix(text, []byte("\n"))
	if !ends {
		return nil
	}
	return cut
}

// anInteger matches a positive integer that is a word of its own. Zero would become one that some formats allow.
var anInteger = lazyregexp.New(`(^|[ \n])([1-9][0-9]*)(?:$|[ \n])`)

// replaceInteger replaces the first integer of a text. By may refer to what precedes it as $1, and to it as $2.
func replaceInteger(text []byte, by string) []byte {
	match := anInteger().FindSubmatchIndex(text)
	if match == nil {
		return nil
	}
	changed := anInteger().Expand(slices.Clone(text[:match[0]]), []byte(by), text, match)
	return append(changed, text[match[5]:]...)
}

// exchanged swaps the first and the last word of a text.
func exchanged(text []byte) []byte {
	words := bytes.Fields(text)
	if len(words) < 2 || bytes.Equal(words[0], words[len(words)-1]) {
		return nil
	}
	first, last := words[0], words[len(words)-1]
	begin, end := bytes.Index(text, first), bytes.LastIndex(text, last)
	return slices.Concat(text[:begin], last, text[begin+len(first):end], first, text[end+len(last):])
}

// checkInputTrials runs the input validators on changed inputs, which one of them must refuse.
func (v *verification) checkInputTrials(ctx context.Context) (int, problem.Diagnostics, error) {
	return v.forgeFiles(ctx, "input", v.problem.InputValidators, func(c *problem.Case) string { return c.Input })
}

// checkAnswerTrials runs the answer validators on changed answers, which one of them must refuse.
func (v *verification) checkAnswerTrials(ctx context.Context) (int, problem.Diagnostics, error) {
	return v.forgeFiles(ctx, "answer", v.problem.AnswerValidators, func(c *problem.Case) string { return c.Answer })
}

// forgeFiles runs validators on changes of a file of some cases. What names the file: "input" or "answer".
func (v *verification) forgeFiles(ctx context.Context, what string, validators []problem.Program, file func(*problem.Case) string) (int, problem.Diagnostics, error) {
	if len(validators) == 0 {
		return 0, nil, nil
	}
	cases, err := smallCases(v.problem, file, forgedSize, forgedCases)
	if err != nil {
		return 0, nil, err
	}
	var trials []forgedTrial
	for _, c := range cases {
		text, err := fsutil.ReadWithin(v.problem.Dir, file(c))
		if err != nil {
			return 0, nil, err
		}
		if len(bytes.TrimSpace(text)) == 0 {
			continue // an empty file is right here
		}
		for _, change := range forgedFiles {
			if forged := change.make(text); forged != nil {
				trials = append(trials, forgedTrial{of: c, path: file(c), change: change, text: forged})
			}
		}
	}
	group, below := errgroup.WithContext(ctx)
	group.SetLimit(v.options.Jobs)
	for i := range trials {
		group.Go(func() (err error) {
			trials[i].accepted, err = v.acceptsForged(below, validators, trials[i].of, what, trials[i].text)
			return err
		})
	}
	err = group.Wait()
	if _, broken := errors.AsType[*job.PackageError](err); broken {
		return 0, nil, nil // checkInputs and checkAnswers report it
	}
	return len(trials), v.forgedFaults(what, validators, trials), err
}

// forgedTrial is a changed file of a case, and whether the validators accept it.
type forgedTrial struct {
	of       *problem.Case
	path     string // of the file
	change   forgedFile
	text     []byte
	accepted bool
}

// forgedFaults sums up what validators accepted: a diagnostic for each level.
func (v *verification) forgedFaults(what string, validators []problem.Program, trials []forgedTrial) problem.Diagnostics {
	if len(trials) > 0 && !slices.ContainsFunc(trials, func(t forgedTrial) bool { return !t.accepted }) {
		return problem.Diagnostics{{
			Level: problem.Error, File: validators[0].Name,
			Message: fmt.Sprintf("it accepts every %s: junk, other white space, leading zeros, signs, other ends of lines", what),
			Help:    "let it read the whole " + what + ", and check each word and each end of a line",
		}}
	}
	var faults problem.Diagnostics
	for _, kind := range []struct {
		level problem.Level
		help  string
	}{
		{problem.Error, "let one of them read the whole " + what + ", and refuse what the statement does not allow"},
		{problem.Warning, "let one of them check each word and each end of a line, as readSpace, readEoln and readEof of testlib do"},
		{problem.Note, "see whether one of them should"},
	} {
		var names []string
		first := ""
		for _, t := range trials {
			if t.accepted && t.change.level == kind.level && !slices.Contains(names, t.change.name) {
				names = append(names, t.change.name)
				first = cmp.Or(first, t.path)
			}
		}
		if len(names) > 0 {
			faults = append(faults, problem.Diagnostic{
				Level: kind.level, File: v.problem.Place(first),
				Message: fmt.Sprintf("no %s validator refuses it with %s", what, strings.Join(names, ", ")), Help: kind.help,
			})
		}
	}
	return faults
}

// acceptsForged reports whether all validators accept a text in place of the input or the answer of a case.
func (v *verification) acceptsForged(ctx context.Context, validators []problem.Program, c *problem.Case, what string, text []byte) (bool, error) {
	made, err := job.MadeOf(c)
	if err != nil {
		return false, err
	}
	extension := map[string]string{"input": ".in", "answer": ".ans"}[what]
	for i := range made.Files {
		if made.Files[i].Name == extension {
			made.Files[i].Path, made.Files[i].Data = "", text
		}
	}
	for _, program := range validators {
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		validated, err := v.validator.Validate(ctx, v.problem, job.Validation{Program: program.Name, Made: &made})
		var failure *checker.JudgeError
		if errors.As(err, &failure) {
			return false, nil // a validator that crashes refuses
		}
		if err != nil {
			return false, fmt.Errorf("%s: %w", v.problem.Place(c.Input), err)
		}
		if !validated.Valid {
			return false, nil
		}
	}
	return true, nil
}
