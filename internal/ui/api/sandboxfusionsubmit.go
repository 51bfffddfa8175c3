package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"grundy/internal/app/bulk"
	"grundy/internal/base/hint"
	"grundy/internal/base/lazyregexp"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
)

// sandboxFusionSubmission is a completion of a model that is judged by data which it brings along.
type sandboxFusionSubmission struct {
	ID         json.RawMessage `json:"id"`
	Dataset    string          `json:"dataset"`
	Completion string          `json:"completion"`
	Config     struct {
		Type           string                     `json:"dataset_type"`
		Language       string                     `json:"language"`
		CompileTimeout float64                    `json:"compile_timeout"`
		RunTimeout     float64                    `json:"run_timeout"`
		CustomLogic    *string                    `json:"custom_extract_logic"`
		Data           map[string]json.RawMessage `json:"provided_data"`
		Extra          struct {
			RunAll bool `json:"run_all_cases"`
		} `json:"extra"`
	} `json:"config"`
}

// sandboxFusionTest is what became of a test case.
type sandboxFusionTest struct {
	Passed bool                `json:"passed"`
	Run    sandboxFusionAnswer `json:"exec_info"`
	Info   any                 `json:"test_info"`
}

// sandboxFusionResult is the answer about a completion.
type sandboxFusionResult struct {
	ID        json.RawMessage     `json:"id"`
	Accepted  bool                `json:"accepted"`
	Code      string              `json:"extracted_code"`
	FullCode  *string             `json:"full_code"`
	TestCode  *string             `json:"test_code"`
	Tests     []sandboxFusionTest `json:"tests"`
	Extracted string              `json:"extracted_type"`
	Extra     map[string]any      `json:"extra"`
}

// sandboxFusionCase is a test case for standard input and output.
type sandboxFusionCase struct {
	Input  map[string]string `json:"input"`
	Output map[string]string `json:"output"`
}

func (s *Server) sandboxFusionSubmit(w http.ResponseWriter, r *http.Request) {
	var asked sandboxFusionSubmission
	err := s.readJSON(w, r, &asked)
	if err == nil {
		err = asked.check()
	}
	if err != nil {
		refuseBody(w, http.StatusUnprocessableEntity, err)
		return
	}
	leave := s.admit(w, r)
	if leave == nil {
		return
	}
	defer leave()
	given := sandboxFusionResult{ID: asked.ID, Tests: []sandboxFusionTest{}, Extra: map[string]any{}}
	if test, isProgram := asked.program(); isProgram {
		err = s.sandboxFusionProgram(r, asked, test, &given)
	} else {
		err = s.sandboxFusionCases(r, asked, &given)
	}
	var faulty *faultyData
	switch {
	case errors.As(err, &faulty):
		refuse(w, http.StatusUnprocessableEntity, err)
	case err != nil:
		refuse(w, http.StatusServiceUnavailable, err)
	default:
		answerJSON(w, http.StatusOK, given)
	}
}

// faultyData is what is wrong with a submission.
type faultyData struct{ error }

func faulty(format string, args ...any) error { return &faultyData{fmt.Errorf(format, args...)} }

// check refuses what is not served here: data sets of the service's own, and Python that the service would run itself.
func (q *sandboxFusionSubmission) check() error {
	switch {
	case q.Config.CustomLogic != nil:
		return errors.New("config.custom_extract_logic: is not served here")
	case len(q.Config.Data) == 0:
		return hint.Errorf("send the row of the data set with its tests in config.provided_data", "config.provided_data: the service keeps no data sets")
	}
	return nil
}

// field reads a field of the row, which may be JSON within a text. Without it, the value stays.
func (q *sandboxFusionSubmission) field(name string, into any) error {
	value := q.Config.Data[name]
	if len(value) == 0 || string(value) == "null" {
		return nil
	}
	var quoted string
	if json.Unmarshal(value, &quoted) == nil {
		value = json.RawMessage(quoted)
	}
	if err := json.Unmarshal(value, into); err != nil {
		return faulty("config.provided_data.%s: %w", name, err)
	}
	return nil
}

// sandboxFusionProgramTest is a test that is code: it is run behind the completion.
type sandboxFusionProgramTest struct {
	Code   string          `json:"code"`
	Assets json.RawMessage `json:"asset"`
}

// program returns the test of a row whose tests are code.
func (q *sandboxFusionSubmission) program() (test sandboxFusionProgramTest, isProgram bool) {
	return test, q.field("test", &test) == nil && test.Code != ""
}

// sandboxFusionProgram runs the completion with the test code behind it: it is accepted if the program ends well.
func (s *Server) sandboxFusionProgram(r *http.Request, q sandboxFusionSubmission, test sandboxFusionProgramTest, given *sandboxFusionResult) error {
	var labels struct {
		Language string `json:"programming_language"`
		RunsAs   string `json:"execution_language"`
	}
	if err := q.field("labels", &labels); err != nil {
		return err
	}
	written := cmp.Or(labels.Language, q.Config.Language)
	run := sandboxFusionRequest{
		Language: cmp.Or(labels.RunsAs, written), CompileTimeout: q.Config.CompileTimeout, RunTimeout: q.Config.RunTimeout,
	}
	if id := sandboxFusionLanguage(run.Language); id == "java" || id == "go" {
		return faulty("config.provided_data.test.code: tests in %s are not served here", run.Language) // they need more than their text behind the code
	}
	var quoted string
	if json.Unmarshal(test.Assets, &quoted) == nil && quoted != "" {
		test.Assets = json.RawMessage(quoted)
	}
	if len(test.Assets) > 0 {
		if err := json.Unmarshal(test.Assets, &run.Files); err != nil {
			return faulty("config.provided_data.test.asset: %w", err)
		}
	}
	given.Code, given.Extracted = extractCode(q.Completion, written)
	run.Code = withTest(given.Code, test.Code)
	given.FullCode, given.TestCode = &run.Code, &test.Code
	working, err := s.toolchains(r.Context())
	if err != nil {
		return err
	}
	execution, err := run.execution(working)
	if err != nil {
		return &faultyData{err}
	}
	ended, err := s.execute(r.Context(), working, execution)
	if err != nil {
		return err
	}
	outcome := sandboxFusionAnswerOf(ended)
	given.Accepted = outcome.Status == "Success"
	given.Tests = append(given.Tests, sandboxFusionTest{Passed: given.Accepted, Run: outcome})
	return nil
}

// withTest is a program of a completion and the code that tests it.
func withTest(code, test string) string {
	const place = "#<INSERT>"
	if before, after, found := strings.Cut(test, place); found {
		return before + code + after
	}
	code, _, _ = strings.Cut(code, "if __name__ ==")
	return code + "\n" + test
}

// sandboxFusionCases judges the completion by cases for standard input and output, or of a function.
func (s *Server) sandboxFusionCases(r *http.Request, q sandboxFusionSubmission, given *sandboxFusionResult) error {
	working, err := s.toolchains(r.Context())
	if err != nil {
		return err
	}
	row := withID(working, sandboxFusionLanguage(q.Config.Language))
	if row == nil {
		return faulty("config.language: %q is not served here", q.Config.Language)
	}
	cases, function, err := q.cases()
	if err != nil {
		return err
	}
	given.Code, given.Extracted = extractCode(q.Completion, q.Config.Language)
	if given.Code == "" {
		return nil // there is nothing to judge
	}
	limit := seconds(q.Config.RunTimeout, sandboxFusionTime)
	type texts struct {
		Input  string `json:"input"`
		Answer string `json:"answer"`
	}
	problem := map[string]any{"time_limit_seconds": limit.Seconds(), "memory_limit_bytes": int64(mostMemory)}
	var inline []texts
	for _, c := range cases {
		inline = append(inline, texts{c.Input["stdin"], c.Output["stdout"]})
	}
	problem["cases"] = inline
	if function != "" {
		problem["entry"] = map[string]string{"function": function}
	} else {
		problem["checker"] = map[string]any{"args": []string{"float_relative_tolerance", "1e-5"}, "ignore_case": true}
	}
	line, err := json.Marshal(map[string]any{"id": "submission", "language": row.ID, "source": given.Code, "problem": problem})
	if err != nil {
		return err
	}
	var judged bytes.Buffer
	batch := bulk.Batch{Lines: bytes.NewReader(line), Detail: bulk.FullDetail, Stop: !q.Config.Extra.RunAll, Remote: true, MaxLine: 2 * maxLine}
	if err := s.run(r.Context(), batch, &judged); err != nil {
		return err
	}
	var result struct {
		bulk.Result
		Error       string `json:"error"`
		JudgeFailed bool   `json:"judge_failed"`
	}
	if err := event.Unmarshal(judged.Bytes(), &result); err != nil {
		return err
	}
	switch {
	case result.Error != "" && !result.JudgeFailed:
		return faulty("%s", result.Error)
	case result.Error != "":
		return errors.New(result.Error)
	}
	given.Accepted = result.Verdict == verdict.AC
	if result.Verdict == verdict.CE {
		log := cmp.Or(result.CompileLog, result.Reason)
		outcome := sandboxFusionAnswerOf(ran{built: &compiled{log: log, failed: true}})
		if len(row.Interpreters) > 0 {
			outcome = sandboxFusionOutcome(event.Test{Verdict: verdict.RTE, Exit: 1, Stderr: log})
		}
		given.Tests = append(given.Tests, sandboxFusionTest{Run: outcome, Info: cases[0]})
		return nil
	}
	for _, t := range result.Cases {
		given.Tests = append(given.Tests, sandboxFusionTest{t.Verdict == verdict.AC, sandboxFusionOutcome(t), cases[t.Index-1]})
	}
	return nil
}

// sandboxFusionOutcome describes the run of a case in SandboxFusion's words. A wrong answer has run well.
func sandboxFusionOutcome(t event.Test) sandboxFusionAnswer {
	stage := &sandboxFusionStage{Status: "Finished", Time: t.Wall.Seconds(), Code: &t.Exit, Stdout: t.Output, Stderr: t.Stderr}
	given := sandboxFusionAnswer{Status: "Success", Run: stage, Files: map[string]string{}}
	switch t.Verdict {
	case verdict.AC, verdict.WA:
		return given
	case verdict.TLE, verdict.ILE:
		stage.Status, stage.Code = "TimeLimitExceeded", nil
	default:
		if t.Signal != 0 {
			killed := -t.Signal
			stage.Code = &killed
		}
	}
	given.Status, given.Message = "Failed", t.Reason
	return given
}

// cases reads the cases of the row: those of field test, as CommonOJ has them, or of input_output, as APPS has them.
func (q *sandboxFusionSubmission) cases() (cases []sandboxFusionCase, function string, err error) {
	if err := q.field("test", &cases); err != nil {
		return nil, "", err
	}
	var pairs struct {
		Inputs   []json.RawMessage `json:"inputs"`
		Outputs  []json.RawMessage `json:"outputs"`
		Function string            `json:"fn_name"`
	}
	if err := q.field("input_output", &pairs); err != nil {
		return nil, "", err
	}
	if len(pairs.Inputs) != len(pairs.Outputs) {
		return nil, "", faulty("config.provided_data.input_output: %d inputs and %d outputs", len(pairs.Inputs), len(pairs.Outputs))
	}
	wrapped := !slices.ContainsFunc(pairs.Outputs, func(output json.RawMessage) bool {
		var list []json.RawMessage
		return json.Unmarshal(output, &list) != nil || len(list) != 1
	})
	for i := range pairs.Inputs {
		input, output := plainText(pairs.Inputs[i]), plainText(pairs.Outputs[i])
		if pairs.Function != "" {
			if input, err = joined(pairs.Inputs[i]); err != nil {
				return nil, "", faulty("config.provided_data.input_output.inputs[%d]: want the list of the arguments", i)
			}
			output = string(pairs.Outputs[i])
			if wrapped {
				output, _ = joined(pairs.Outputs[i])
			}
		}
		cases = append(cases, sandboxFusionCase{map[string]string{"stdin": input}, map[string]string{"stdout": output}})
	}
	if len(cases) == 0 {
		return nil, "", faulty("config.provided_data: want cases in test or input_output, got the fields %s", strings.Join(slices.Sorted(maps.Keys(q.Config.Data)), ", "))
	}
	for i, c := range cases {
		for _, names := range []map[string]string{c.Input, c.Output} {
			for name := range names {
				if name != "stdin" && name != "stdout" {
					return nil, "", faulty("config.provided_data.test[%d]: the file %q is not served here", i, name)
				}
			}
		}
	}
	return cases, pairs.Function, nil
}

// joined is a list of values, one a line.
func joined(list json.RawMessage) (string, error) {
	var values []json.RawMessage
	err := json.Unmarshal(list, &values)
	var text strings.Builder
	for _, value := range values {
		text.Write(value)
		text.WriteByte('\n')
	}
	return text.String(), err
}

// plainText is a text, or a list of lines.
func plainText(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	var lines []string
	if json.Unmarshal(value, &lines) == nil {
		return strings.Join(append(lines, ""), "\n")
	}
	return string(value)
}

// The blocks of code in a completion: those that are closed, and one that the model did not close.
var (
	fencedCode = lazyregexp.New("(?s)```([^\\n]*)\\n(.*?)\\n[ \\t]*```")
	openedCode = lazyregexp.New("(?s)```([^\\n]*)\\n(.*)")
)

// extractCode takes the code out of a completion: the first block in the language, else the first block, else all of it. Kind is how
// SandboxFusion calls that.
func extractCode(completion, language string) (code, kind string) {
	for _, blocks := range []struct {
		form *regexp.Regexp
		kind string
	}{{fencedCode(), "fenced"}, {openedCode(), "incomplete_fenced"}} {
		found := blocks.form.FindAllStringSubmatch(completion, -1)
		if len(found) == 0 {
			continue
		}
		i := slices.IndexFunc(found, func(block []string) bool {
			return sandboxFusionLanguage(block[1]) == sandboxFusionLanguage(language)
		})
		return found[max(i, 0)][2], blocks.kind
	}
	if strings.TrimSpace(completion) == "" {
		return "", "empty"
	}
	return completion, "heuristic"
}

// sandboxFusionLanguage is the ID of a language by a name that SandboxFusion or the model of a completion gives it.
func sandboxFusionLanguage(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	aliases := map[string]string{
		"py": "python3", "c++": "cpp", "js": "javascript", "node": "javascript", "ts": "typescript", "sh": "bash", "shell": "bash",
		"golang": "go", "rs": "rust", "c#": "csharp",
	}
	return cmp.Or(sandboxFusionNames()[name], aliases[name], name)
}
