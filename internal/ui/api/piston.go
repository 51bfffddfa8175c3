package api

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
)

// pistonRoutes are the paths of version 2 of Piston's API.
func pistonRoutes() []route {
	return []route{
		{method: http.MethodGet, path: "/api/v2/runtimes", serve: (*Server).pistonRuntimes},
		{method: http.MethodPost, path: "/api/v2/execute", serve: (*Server).pistonExecute},
	}
}

// pistonRuntime is a language as Piston lists it.
type pistonRuntime struct {
	Language string   `json:"language"`
	Version  string   `json:"version"`
	Aliases  []string `json:"aliases"`
}

// pistonNames are the languages that Piston calls otherwise than by their ID.
func pistonNames() map[string]string {
	return map[string]string{"python3": "python", "cpp": "c++", "csharp": "csharp.net", "objectivec": "objective-c", "visualbasic": "basic.net"}
}

// runtimes lists the languages whose toolchains work.
func (s *Server) runtimes(ctx context.Context) ([]pistonRuntime, error) {
	s.listing.Lock()
	defer s.listing.Unlock()
	if s.pistonList != nil {
		return s.pistonList, nil
	}
	builder, err := s.Workspace.Builder()
	if err != nil {
		return nil, err
	}
	for _, status := range builder.Inspect(ctx, s.Workspace.Compiler) {
		row := status.Language
		if status.Missing != "" || status.Err != nil || status.Version == "" {
			continue
		}
		listed := pistonRuntime{Language: row.ID, Version: status.Version}
		if name := pistonNames()[row.ID]; name != "" {
			listed.Language, listed.Aliases = name, []string{row.ID}
		}
		for _, ending := range row.Extensions {
			listed.Aliases = append(listed.Aliases, strings.TrimPrefix(ending, "."))
		}
		s.pistonList = append(s.pistonList, listed)
		s.pistonRows = append(s.pistonRows, row)
	}
	return s.pistonList, nil
}

func (s *Server) pistonRuntimes(w http.ResponseWriter, r *http.Request) {
	list, err := s.runtimes(r.Context())
	if err != nil {
		pistonRefuse(w, http.StatusInternalServerError, err)
		return
	}
	answerValue(w, http.StatusOK, list)
}

// pistonRequest is a program to run. Times are in milliseconds; -1 means no bound of the request's own.
type pistonRequest struct {
	Language string `json:"language"`
	Version  string `json:"version"`
	Files    []struct {
		Name     string `json:"name"`
		Content  string `json:"content"`
		Encoding string `json:"encoding"`
	} `json:"files"`
	Stdin          string   `json:"stdin"`
	Args           []string `json:"args"`
	RunTimeout     int64    `json:"run_timeout"`
	CompileTimeout int64    `json:"compile_timeout"`
	RunMemory      int64    `json:"run_memory_limit"`
	CompileMemory  int64    `json:"compile_memory_limit"`
}

// The defaults and the most of a request to Piston.
const (
	pistonRunTime     = 3 * time.Second
	pistonCompileTime = 10 * time.Second
	pistonMostTime    = time.Minute
	pistonMemory      = bytesize.GiB
	pistonOutput      = bytesize.MiB
)

// pistonStage is how the compiler or the program ended.
type pistonStage struct {
	Stdout  string  `json:"stdout"`
	Stderr  string  `json:"stderr"`
	Output  string  `json:"output"`
	Code    *int    `json:"code"`
	Signal  *string `json:"signal"`
	Message *string `json:"message"`
	Status  *string `json:"status"`
	CPU     int64   `json:"cpu_time"`
	Wall    int64   `json:"wall_time"`
	Memory  int64   `json:"memory"`
}

type pistonAnswer struct {
	Language string       `json:"language"`
	Version  string       `json:"version"`
	Run      *pistonStage `json:"run,omitempty"`
	Compile  *pistonStage `json:"compile,omitempty"`
}

func (s *Server) pistonExecute(w http.ResponseWriter, r *http.Request) {
	var asked pistonRequest
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxLine))
	if err == nil {
		err = json.Unmarshal(body, &asked)
	}
	if err != nil {
		pistonRefuse(w, http.StatusBadRequest, err)
		return
	}
	list, err := s.runtimes(r.Context())
	if err != nil {
		pistonRefuse(w, http.StatusInternalServerError, err)
		return
	}
	execution, listed, err := asked.execution(list, s.pistonRows)
	if err != nil {
		pistonRefuse(w, http.StatusBadRequest, err)
		return
	}
	leave := s.admit(w, r)
	if leave == nil {
		return
	}
	defer leave()
	given := pistonAnswer{Language: listed.Language, Version: listed.Version}
	result, err := s.Client.Executor.Do(r.Context(), job.NoProblem(), execution, func(e event.Event) {
		if built, ok := e.(event.Compile); ok && built.Command != "" {
			code := 0
			given.Compile = &pistonStage{Stderr: built.Log, Output: built.Log, Code: &code, Wall: built.Time.Milliseconds()}
		}
	})
	executed, isRun := result.(job.Executed)
	rejected, isRejected := errors.AsType[*language.CompileError](err)
	switch {
	case isRejected:
		code := 1
		given.Compile = &pistonStage{Stderr: rejected.Log, Output: rejected.Log, Code: &code, Wall: rejected.Time.Milliseconds()}
	case err != nil:
		pistonRefuse(w, http.StatusInternalServerError, err)
		return
	case !isRun:
		pistonRefuse(w, http.StatusInternalServerError, errors.New("the judge gave no result"))
		return
	default:
		given.Run = stageOf(&executed)
	}
	answerValue(w, http.StatusOK, given)
}

// execution is the job that a request asks for.
func (p *pistonRequest) execution(list []pistonRuntime, rows []*language.Language) (j job.Execution, listed pistonRuntime, err error) {
	i := slices.IndexFunc(list, func(l pistonRuntime) bool {
		return (l.Language == p.Language || slices.Contains(l.Aliases, p.Language)) && (p.Version == "*" || strings.HasPrefix(l.Version, p.Version))
	})
	switch {
	case p.Language == "":
		return j, listed, errors.New("language is required as a string")
	case p.Version == "":
		return j, listed, errors.New("version is required as a string")
	case len(p.Files) == 0:
		return j, listed, errors.New("files is required as an array")
	case i < 0:
		return j, listed, fmt.Errorf("%s-%s runtime is unknown", p.Language, p.Version)
	}
	listed = list[i]
	row := rows[i]
	j = job.Execution{
		Source: language.Source{Language: row.ID},
		Build:  language.Limits{Time: within(p.CompileTimeout, pistonCompileTime), Memory: memoryOf(p.CompileMemory)},
		// Piston bounds the clock; a program that waits is ended by the clock here, too.
		TimeLimit: within(p.RunTimeout, pistonRunTime), MemoryLimit: memoryOf(p.RunMemory), OutputLimit: pistonOutput,
		Args: p.Args, Input: language.File{Name: "input", Data: []byte(p.Stdin)},
	}
	for i, file := range p.Files {
		content := []byte(file.Content)
		switch file.Encoding {
		case "base64":
			content, err = base64.StdEncoding.DecodeString(file.Content)
		case "hex":
			content, err = hex.DecodeString(file.Content)
		}
		if err != nil {
			return j, listed, fmt.Errorf("files[%d].content: %w", i, err)
		}
		name := file.Name
		if name == "" {
			name = fmt.Sprintf("file%d%s", i, firstOf(row.Extensions))
		}
		if !fs.ValidPath(name) || name == "." {
			return j, listed, fmt.Errorf("files[%d].name %q is not the name of a file below a directory", i, name)
		}
		if i == 0 {
			j.Source.Entrypoint = name // Piston starts the first one
		}
		j.Source.Files = append(j.Source.Files, language.File{Name: name, Data: content})
	}
	if len(j.Source.Files) == 1 || row.ID == "java" {
		j.Source.Entrypoint = ""
	}
	return j, listed, nil
}

func firstOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// within is a time of a request.
func within(milliseconds int64, standard time.Duration) time.Duration {
	if milliseconds <= 0 {
		return standard
	}
	return min(time.Duration(milliseconds)*time.Millisecond, pistonMostTime)
}

// memoryOf is a memory limit of a request.
func memoryOf(bytes int64) bytesize.Size {
	if bytes <= 0 {
		return pistonMemory
	}
	return min(bytesize.Size(bytes), pistonMemory)
}

// stageOf describes a run in Piston's words.
func stageOf(e *job.Executed) *pistonStage {
	stage := &pistonStage{
		Stdout: string(e.Output), Stderr: string(e.Errors), Output: string(e.Output) + string(e.Errors),
		CPU: e.CPU.Milliseconds(), Wall: e.Wall.Milliseconds(), Memory: int64(e.Memory),
	}
	killed := "SIGKILL"
	status := map[verdict.Verdict]string{verdict.TLE: "TO", verdict.ILE: "TO", verdict.MLE: "RE", verdict.OLE: "OL", verdict.RTE: "RE"}[e.Verdict]
	switch {
	case e.Verdict == verdict.None:
		stage.Code = &e.Exit
		return stage
	case e.Signal == 0 && e.Verdict == verdict.RTE:
		stage.Code = &e.Exit
	case e.Signal != 0 && e.Verdict == verdict.RTE:
		name := signalName(e.Signal)
		stage.Signal, status = &name, "SG"
	default:
		stage.Signal = &killed
	}
	stage.Status, stage.Message = &status, &e.Reason
	return stage
}

// signalName is the name of a signal that programs die of, by its number on Linux.
func signalName(number int) string {
	names := map[int]string{4: "SIGILL", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 15: "SIGTERM", 31: "SIGSYS"}
	if name := names[number]; name != "" {
		return name
	}
	return fmt.Sprintf("SIG%d", number)
}

func pistonRefuse(w http.ResponseWriter, status int, err error) {
	answerValue(w, status, struct {
		Message string `json:"message"`
	}{err.Error()})
}
