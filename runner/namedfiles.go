package runner

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/verdict"
	"grundy/internal/judge/sandbox"
	"grundy/internal/pkgfmt/problem"
)

// Old contests have solutions read and write named files. The input then lies in the working directory as well, and the
// output is read where it appeared: in the file, else at standard output.

// files returns the names of the files that the submission may use.
func (sub *Submission) files() problem.NamedFiles { return sub.options.Files.Or(sub.problem.Files) }

var (
	openedFile = lazyregexp.New(`(?i)\b(?:freopen|fopen|[io]?fstream|open|File|FileReader|FileWriter|FileInputStream|FileOutputStream|readFileSync|assign)\b` +
		`[^"'\n]{0,30}["']([\w-]+\.(?:in|inp|out|txt|dat))["']`)
	// opensAtTimes matches what sources ask before they open a file that only their author has.
	opensAtTimes = lazyregexp.New(`(?m)^\s*#\s*if|\bexists\b`)
)

// unnamedFiles says how to name the files that a rejected solution opens where its problem has standard streams alone, or
// returns "".
func (sub *Submission) unnamedFiles() string {
	if sub.problem.Format != problem.Plain || sub.files() != (problem.NamedFiles{}) || len(sub.source.Files) != 1 {
		return ""
	}
	text, err := sub.source.Files[0].Read()
	if err != nil || opensAtTimes().Match(text) {
		return ""
	}
	var opened problem.NamedFiles
	for _, match := range openedFile().FindAllStringSubmatch(string(text), -1) {
		if strings.Contains(strings.ToLower(match[1]), "out") {
			opened = opened.Or(problem.NamedFiles{Output: match[1]})
		} else {
			opened = opened.Or(problem.NamedFiles{Input: match[1]})
		}
	}
	var flags []string
	if opened.Input != "" {
		flags = append(flags, "--input-file "+opened.Input)
	}
	if opened.Output != "" {
		flags = append(flags, "--output-file "+opened.Output)
	}
	if len(flags) == 0 {
		return ""
	}
	return "the program opens files, and the problem names none: give " + strings.Join(flags, " ") + ", or write them into plain.yaml"
}

// writtenFiles is a directory of the host for what a submission leaves in its working directory; "" for none.
type writtenFiles string

func (w writtenFiles) remove() {
	if w != "" {
		_ = os.RemoveAll(string(w))
	}
}

// roomForFiles is how much a submission may leave in its working directory beside its input and output.
const roomForFiles = 64 * bytesize.MiB

// offerFiles has the input lie in the working directory under its name, and the output taken from there.
func (sub *Submission) offerFiles(spec *sandbox.Spec, s *slot, input string) (writtenFiles, error) {
	files := sub.files()
	var size int64
	if files.Input != "" {
		offered := sandbox.Copy{Host: input, To: files.Input, Within: confines(sub.problem, input)}
		spec.Copies = append(slices.Clone(spec.Copies), offered)
		info, err := os.Stat(input)
		if err != nil {
			return "", fmt.Errorf("place the input in a file: %w", err)
		}
		size = info.Size()
	}
	if files.Output == "" {
		return "", nil
	}
	dir, err := os.MkdirTemp(s.dir, "written-")
	if err != nil {
		return "", fmt.Errorf("make a directory for the output: %w", err)
	}
	spec.Export = dir
	if sub.limits.output > 0 {
		spec.ExportLimit = sub.limits.output + bytesize.Size(size) + roomForFiles
	}
	return writtenFiles(dir), nil
}

// takeFile replaces what a submission printed by the file that it wrote. Without the file, the reason says so; if nothing
// was printed either, the answer is wrong.
func (sub *Submission) takeFile(written writtenFiles, output *os.File, a *attempt) error {
	if written == "" {
		return nil
	}
	name := sub.files().Output
	place := filepath.Join(string(written), name)
	info, err := os.Lstat(place)
	if errors.Is(err, os.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return sub.withoutFile(output, a)
	}
	if err != nil {
		return fmt.Errorf("read the output: %w", err)
	}
	from, err := os.Open(place)
	if err != nil {
		return fmt.Errorf("read the output: %w", err)
	}
	defer from.Close()
	if _, err := output.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := output.Truncate(0); err != nil {
		return err
	}
	copied, err := copyBounded(output, from, sub.limits.output)
	if err == nil && sub.limits.output > 0 && copied > sub.limits.output {
		a.Verdict, a.Reason = verdict.OLE, fmt.Sprintf("wrote more than %s to the file %s", sub.limits.output, name)
	}
	return err
}

// withoutFile judges standard output for want of the file.
func (sub *Submission) withoutFile(output *os.File, a *attempt) error {
	printed, err := output.Stat()
	if err != nil {
		return err
	}
	a.Reason = fmt.Sprintf("the file %s was not written", sub.files().Output)
	if printed.Size() == 0 {
		a.Verdict = verdict.WA
		a.Reason += ", and nothing was printed"
		return nil
	}
	a.Reason += ", so standard output counts"
	return nil
}
