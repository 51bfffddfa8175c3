package api

import (
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"grundy/internal/base/verdict"
	"grundy/internal/job"
	"grundy/internal/judge/language"
)

// sandboxFusionRoutes are the paths of SandboxFusion's API.
func sandboxFusionRoutes() []route {
	return []route{
		{method: http.MethodPost, path: "/run_code", serve: (*Server).sandboxFusionRun},
		{method: http.MethodPost, path: "/submit", serve: (*Server).sandboxFusionSubmit},
	}
}

// sandboxFusionNames are the languages that SandboxFusion calls otherwise than by their ID.
func sandboxFusionNames() map[string]string {
	return map[string]string{"python": "python3", "nodejs": "javascript"}
}

// sandboxFusionTime is the standard time of a compiler and of a program.
const sandboxFusionTime = 10 * time.Second

// sandboxFusionRequest is a program to run. Files are in base64 by their names; times are in seconds.
type sandboxFusionRequest struct {
	Code           string             `json:"code"`
	Language       string             `json:"language"`
	Stdin          *string            `json:"stdin"`
	Files          map[string]*string `json:"files"`
	Fetch          []string           `json:"fetch_files"`
	Args           []string           `json:"args"`
	CompileTimeout float64            `json:"compile_timeout"`
	RunTimeout     float64            `json:"run_timeout"`
	Memory         int64              `json:"memory_limit_MB"`
}

// sandboxFusionStage is how the compiler or the program ended.
type sandboxFusionStage struct {
	Status string  `json:"status"`
	Time   float64 `json:"execution_time"`
	Code   *int    `json:"return_code"`
	Stdout string  `json:"stdout"`
	Stderr string  `json:"stderr"`
}

type sandboxFusionAnswer struct {
	Status  string              `json:"status"`
	Message string              `json:"message"`
	Compile *sandboxFusionStage `json:"compile_result"`
	Run     *sandboxFusionStage `json:"run_result"`
	Files   map[string]string   `json:"files"`
}

// execution is the job of a request.
func (q *sandboxFusionRequest) execution(working []toolchain) (j job.Execution, err error) {
	row := withID(working, sandboxFusionLanguage(q.Language))
	switch {
	case row == nil:
		return j, fmt.Errorf("language: %q is not served here", q.Language)
	case len(q.Fetch) > 0:
		return j, errors.New("fetch_files: files of a program are not served here")
	}
	files := []language.File{{Name: row.FileName("Main"), Data: []byte(q.Code)}}
	for _, name := range slices.Sorted(maps.Keys(q.Files)) {
		if q.Files[name] == nil {
			continue
		}
		data, err := base64.StdEncoding.DecodeString(*q.Files[name])
		if err != nil {
			return j, fmt.Errorf("files: %s: %w", name, err)
		}
		files = append(files, language.File{Name: name, Data: data})
	}
	source, err := sourceOf(row, files)
	j = job.Execution{
		Source: source, Build: language.Limits{Time: seconds(q.CompileTimeout, sandboxFusionTime), Memory: mostMemory},
		TimeLimit: seconds(q.RunTimeout, sandboxFusionTime), MemoryLimit: memoryOf(q.Memory<<20, mostMemory), OutputLimit: mostOutput,
		Args: q.Args, Input: language.File{Name: "input", Data: []byte{}},
	}
	if q.Stdin != nil {
		j.Input.Data = append(j.Input.Data, *q.Stdin...)
	}
	return j, err
}

// sandboxFusionAnswerOf describes a run in SandboxFusion's words.
func sandboxFusionAnswerOf(r ran) sandboxFusionAnswer {
	given := sandboxFusionAnswer{Status: "Success", Files: map[string]string{}}
	if built := r.built; built != nil {
		given.Compile = &sandboxFusionStage{Status: "Finished", Time: built.time.Seconds(), Code: built.code(), Stderr: built.log}
		if built.failed {
			given.Status = "Failed"
		}
	}
	e := r.ended
	if e == nil {
		return given
	}
	given.Run = &sandboxFusionStage{Status: "Finished", Time: e.Wall.Seconds(), Code: &e.Exit, Stdout: string(e.Output), Stderr: string(e.Errors)}
	killed := -9
	switch e.Verdict {
	case verdict.None:
		return given
	case verdict.TLE, verdict.ILE:
		given.Run.Status, given.Run.Code = "TimeLimitExceeded", nil
	case verdict.RTE:
		if e.Signal != 0 {
			killed = -e.Signal
			given.Run.Code = &killed
		}
	default:
		given.Run.Code = &killed
	}
	given.Status = "Failed"
	return given
}

func (s *Server) sandboxFusionRun(w http.ResponseWriter, r *http.Request) {
	var asked sandboxFusionRequest
	if err := s.readJSON(w, r, &asked); err != nil {
		refuseBody(w, http.StatusUnprocessableEntity, err)
		return
	}
	working, err := s.toolchains(r.Context())
	if err != nil {
		refuse(w, http.StatusServiceUnavailable, err)
		return
	}
	execution, err := asked.execution(working)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	leave := s.admit(w, r)
	if leave == nil {
		return
	}
	defer leave()
	done, err := s.execute(r.Context(), working, execution)
	if err != nil {
		answerJSON(w, http.StatusOK, sandboxFusionAnswer{Status: "SandboxError", Message: err.Error(), Files: map[string]string{}})
		return
	}
	answerJSON(w, http.StatusOK, sandboxFusionAnswerOf(done))
}
