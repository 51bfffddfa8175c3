package api

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/internal/judge/language"
	"grundy/internal/pkgfmt/icpc"
)

// judge0Submission is a submission as Judge0 is sent it and as it answers. Times are in seconds, memory is in KiB.
type judge0Submission struct {
	Source     []byte  `json:"source_code"`
	LanguageID int     `json:"language_id"`
	Stdin      []byte  `json:"stdin"`
	Expected   []byte  `json:"expected_output"`
	Args       string  `json:"command_line_arguments"`
	CPU        float64 `json:"cpu_time_limit"`
	Wall       float64 `json:"wall_time_limit"`
	MemoryKiB  float64 `json:"memory_limit"`
	Runs       int     `json:"number_of_runs"`
	Merge      bool    `json:"redirect_stderr_to_stdout"`
	Additional []byte  `json:"additional_files"`

	Stdout        []byte        `json:"stdout"`
	Stderr        []byte        `json:"stderr"`
	CompileOutput []byte        `json:"compile_output"`
	Message       []byte        `json:"message"`
	ExitCode      *int          `json:"exit_code"`
	ExitSignal    *int          `json:"exit_signal"`
	Status        judge0Named   `json:"status"`
	StatusID      int           `json:"status_id"`
	Created       judge0Moment  `json:"created_at"`
	Finished      *judge0Moment `json:"finished_at"`
	Token         string        `json:"token"`
	Time          *string       `json:"time"`
	WallTime      *string       `json:"wall_time"`
	Memory        *int64        `json:"memory"`
}

// judge0Moment is a time that is written in the form of Judge0.
type judge0Moment struct{ time.Time }

// MarshalJSON writes the time.
func (m judge0Moment) MarshalJSON() ([]byte, error) {
	return json.Marshal(m.UTC().Format("2006-01-02T15:04:05.000Z"))
}

// The defaults of a submission to Judge0, and its bounds.
const (
	judge0CPU    = 5
	judge0Memory = 128000 // KiB
	judge0Runs   = 20
	judge0Batch  = 20
)

// judge0Texts are the fields that base64_encoded concerns.
func judge0Texts() []string {
	return []string{"source_code", "stdin", "expected_output", "stdout", "stderr", "compile_output", "message"}
}

// readJudge0 reads a submission. What would change its result and is not done here is refused.
func readJudge0(text []byte, encoded bool) (sub judge0Submission, err error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return sub, err
	}
	for _, name := range []string{"compiler_options", "callback_url", "enable_network"} {
		if value := string(fields[name]); value != "" && value != "null" && value != `""` && value != "false" {
			return sub, fmt.Errorf("%s: is not served here", name)
		}
	}
	for _, name := range judge0Texts() {
		var plain *string
		if err := json.Unmarshal(fields[name], &plain); err == nil && plain != nil {
			content := *plain
			if encoded {
				content = strings.NewReplacer("\n", "", "\r", "").Replace(content)
			} else {
				content = base64.StdEncoding.EncodeToString([]byte(content))
			}
			fields[name], _ = json.Marshal(content)
		}
	}
	for _, name := range []string{"language_id", "cpu_time_limit", "wall_time_limit", "memory_limit", "number_of_runs", "redirect_stderr_to_stdout"} {
		var quoted string // as Judge0 reads it, too
		if json.Unmarshal(fields[name], &quoted) == nil && json.Valid([]byte(quoted)) {
			fields[name] = json.RawMessage(quoted)
		}
	}
	if text, err = json.Marshal(fields); err == nil {
		err = json.Unmarshal(text, &sub)
	}
	if err == nil && len(sub.Source) == 0 {
		err = errors.New("source_code: can't be blank")
	}
	return sub, err
}

// execution is the job that a submission asks for.
func (j *judge0Submission) execution(working []toolchain) (job.Execution, error) {
	row := withID(working, judge0Numbers()[j.LanguageID])
	if row == nil {
		return job.Execution{}, fmt.Errorf("language_id: language with id %d doesn't exist", j.LanguageID)
	}
	files := []language.File{{Name: row.FileName("Main"), Data: j.Source}}
	more, err := unzip(j.Additional)
	if err != nil {
		return job.Execution{}, fmt.Errorf("additional_files: %w", err)
	}
	source, err := sourceOf(row, append(files, more...))
	if err != nil {
		return job.Execution{}, err
	}
	args, err := icpc.SplitWords(j.Args)
	if err != nil {
		return job.Execution{}, fmt.Errorf("command_line_arguments: %w", err)
	}
	return job.Execution{
		Source: source, Build: language.Limits{Time: pistonCompileTime, Memory: mostMemory},
		TimeLimit: seconds(j.CPU, judge0CPU*time.Second), MemoryLimit: memoryOf(int64(j.MemoryKiB)<<10, judge0Memory*bytesize.KiB),
		OutputLimit: mostOutput, Args: args, Input: language.File{Name: "input", Data: append([]byte{}, j.Stdin...)},
	}, nil
}

// unzip reads the files of an archive, which is nil for none.
func unzip(archive []byte) (files []language.File, err error) {
	if len(archive) == 0 {
		return nil, nil
	}
	reader, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, err
	}
	left := int64(maxLine)
	for _, entry := range reader.File {
		if entry.FileInfo().IsDir() {
			continue
		}
		opened, err := entry.Open()
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(io.LimitReader(opened, left+1))
		if err = errors.Join(err, opened.Close()); err != nil {
			return nil, err
		}
		if left -= int64(len(data)); left < 0 {
			return nil, fmt.Errorf("they have more than %d MiB", maxLine>>20)
		}
		files = append(files, language.File{Name: entry.Name, Data: data})
	}
	return files, nil
}

// judge runs a submission as often as it asks for and notes how that ended. Times and memory are the means of the runs.
func (j *judge0Submission) judge(ctx context.Context, s *Server, working []toolchain, execution job.Execution) error {
	var cpu, wall time.Duration
	var memory int64
	runs := max(1, min(j.Runs, judge0Runs))
	for n := range runs {
		r, err := s.execute(ctx, working, execution)
		if err != nil {
			return err
		}
		if r.built != nil && r.built.log != "" {
			j.CompileOutput = []byte(r.built.log)
		}
		if r.ended == nil {
			j.StatusID = judge0Compile
			return nil
		}
		j.note(r.ended)
		cpu, wall, memory = cpu+r.ended.CPU, wall+r.ended.Wall, memory+int64(r.ended.Memory)>>10
		mean := time.Duration(n + 1)
		inSeconds := func(d time.Duration) *string {
			text := strconv.FormatFloat((d / mean).Seconds(), 'f', 3, 64)
			return &text
		}
		kib := memory / int64(mean)
		j.Time, j.WallTime, j.Memory = inSeconds(cpu), inSeconds(wall), &kib
		if j.StatusID != judge0Accepted {
			return nil
		}
	}
	return nil
}

// note notes how a run ended.
func (j *judge0Submission) note(e *job.Executed) {
	j.Stdout, j.Stderr = e.Output, e.Errors
	if j.Merge {
		j.Stdout, j.Stderr = slices.Concat(e.Output, e.Errors), nil
	}
	j.ExitCode = &e.Exit
	if e.Signal != 0 {
		j.ExitCode, j.ExitSignal = nil, &e.Signal
	}
	switch {
	case e.Verdict == verdict.None && (j.Expected == nil || bytes.Equal(trimmed(j.Expected), trimmed(j.Stdout))):
		j.StatusID = judge0Accepted
		return
	case e.Verdict == verdict.None:
		j.StatusID = judge0Wrong
		return
	case e.Verdict == verdict.TLE, e.Verdict == verdict.ILE:
		j.StatusID = judge0Time
	case e.Verdict == verdict.OLE:
		j.StatusID = judge0Output
	case e.Verdict == verdict.RTE && e.Signal == 0:
		j.StatusID = judge0Exit
	default:
		j.StatusID = judge0Other
		if id := map[int]int{11: 7, 25: judge0Output, 8: 9, 6: 10}[e.Signal]; id != 0 && e.Verdict == verdict.RTE {
			j.StatusID = id
		}
	}
	j.Message = []byte(e.Reason)
}

// trimmed is an output as Judge0 compares it: without the space at the ends of its lines and at its own end.
func trimmed(output []byte) []byte {
	lines := bytes.Split(output, []byte("\n"))
	for i := range lines {
		lines[i] = bytes.TrimRight(lines[i], " \t\r\v\f\x00")
	}
	return bytes.TrimRight(bytes.Join(lines, []byte("\n")), "\n")
}
