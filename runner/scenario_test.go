package runner_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"grundy/checker"
	"grundy/internal/base/bytesize"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/problem"
	"grundy/runner"
)

// TestScenarios judges the submissions of the packages in testdata and compares everything reported about them with
// the package's file "want". The file "options" changes how they are judged.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no scenarios", err)
	}
	j := newJudge(t, 6)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			said, skipped := scenario(t, j, archive, language.ReadSource)
			got := []byte(said)
			want := -1
			for i := range archive.Files {
				if archive.Files[i].Name == "want" {
					want = i
				}
			}
			if want < 0 {
				t.Fatal("no file want")
			}
			for _, submission := range skipped {
				t.Logf("%s is left out: its toolchain is missing", submission)
				block := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(submission) + `: .*\n(  .*\n)*`)
				archive.Files[want].Data = block.ReplaceAll(archive.Files[want].Data, nil)
			}
			if *update && len(skipped) > 0 {
				t.Fatal("the file cannot be made anew without all toolchains")
			}
			if *update {
				archive.Files[want].Data = got
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if !bytes.Equal(got, archive.Files[want].Data) {
				t.Errorf("got:\n%s\nwant:\n%s", got, archive.Files[want].Data)
			}
		})
	}
}

// scenario judges the submissions of an archive and writes down what came of them, but for those whose toolchain is missing.
func scenario(t *testing.T, j *runner.Judge, archive *txtar.Archive, read func(path string) (language.Source, error)) (said string, skipped []string) {
	p := load(t, unpack(t, archive))
	options := job.Options{}
	for _, file := range archive.Files {
		if file.Name == "options" {
			applyOptions(t, string(file.Data), p, &options)
		}
	}
	var wait sync.WaitGroup
	judgements := make([]*judgement, len(p.Submissions))
	for i, submission := range p.Submissions {
		source, err := read(submission.Path)
		if err != nil {
			t.Fatal(err)
		}
		submitted := job.Judgement{Name: submission.Name, Source: source, Options: options}
		wait.Go(func() { judgements[i] = judge(t.Context(), j, p, submitted) })
	}
	wait.Wait()
	var out strings.Builder
	for _, got := range judgements {
		if got.done.Skipped {
			skipped = append(skipped, got.done.Submission)
			continue
		}
		write(&out, p, got)
	}
	return out.String(), skipped
}

// Sources in memory are judged like those on disk: by the static validator, as answers, and with included files.
func TestSourcesInMemory(t *testing.T) {
	t.Parallel()
	j := newJudge(t, 2)
	for _, name := range []string{"submitanswer", "scoring2025", "include"} {
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
			if err != nil {
				t.Fatal(err)
			}
			want, _ := scenario(t, j, archive, language.ReadSource)
			got, _ := scenario(t, j, archive, func(path string) (language.Source, error) {
				source, err := language.ReadSource(path)
				for i := range source.Files {
					if source.Files[i].Data, err = source.Files[i].Read(); err != nil {
						return source, err
					}
					source.Files[i].Path = filepath.Join(t.TempDir(), "nowhere")
				}
				return source, err
			})
			if got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func applyOptions(t *testing.T, text string, p *problem.Problem, options *job.Options) {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch words[0] {
		case "stop":
			options.StopAtFirst = true
		case "idleness":
			options.Idleness = true
		case "no-rerun":
			options.NoRerun = true
		case "checker-args":
			options.CheckerArgs = words[1:]
		case "dialect":
			p.Output.Dialect = checker.Dialect(words[1])
		case "output-limit":
			size, err := bytesize.Parse(words[1])
			if err != nil {
				t.Fatal(err)
			}
			options.OutputLimit = size
		default:
			t.Fatalf("unknown option %q", line)
		}
	}
}

// measured matches what differs from run to run and from machine to machine.
var measured = regexp.MustCompile(`\b[0-9.]+ (ms|s)\b|at [0-9.]+ MiB`)

func write(out *strings.Builder, p *problem.Problem, got *judgement) {
	reason := func(text string) string { return measured.ReplaceAllString(text, "T") }
	fmt.Fprintf(out, "%s: %s", got.done.Submission, reason(got.done.Reason))
	if got.err != nil {
		fmt.Fprintf(out, " (error: %s)", reason(got.err.Error()))
	}
	out.WriteString("\n")
	for _, test := range got.tests {
		fmt.Fprintf(out, "  %d %s %s", test.Index, test.Test, test.Verdict)
		if test.Score != nil {
			fmt.Fprintf(out, " %g", *test.Score)
		}
		if p.Type.MultiPass {
			fmt.Fprintf(out, " after %d", test.Passes)
		}
		if test.Reason != "" {
			fmt.Fprintf(out, ": %s", reason(test.Reason))
		}
		if test.TeamMessage != "" {
			fmt.Fprintf(out, " [%s]", test.TeamMessage)
		}
		out.WriteString("\n")
	}
	for _, group := range got.groups {
		fmt.Fprintf(out, "  %s: %s, %g points", group.Group, group.Verdict.Words(), group.Score)
		if group.MaxScore != nil {
			fmt.Fprintf(out, " of %g", *group.MaxScore)
		}
		out.WriteString("\n")
	}
}
