package api

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"grundy/internal/base/verdict"
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

// runtimeOf is a toolchain as Piston lists it.
func runtimeOf(t toolchain) pistonRuntime {
	listed := pistonRuntime{Language: t.row.ID, Version: t.version}
	if name := pistonNames()[t.row.ID]; name != "" {
		listed.Language, listed.Aliases = name, []string{t.row.ID}
	}
	for _, ending := range t.row.Extensions {
		listed.Aliases = append(listed.Aliases, strings.TrimPrefix(ending, "."))
	}
	return listed
}

func (s *Server) pistonRuntimes(w http.ResponseWriter, r *http.Request) {
	working, err := s.toolchains(r.Context())
	if err != nil {
		pistonRefuse(w, http.StatusInternalServerError, err)
		return
	}
	list := []pistonRuntime{}
	for _, t := range working {
		list = append(list, runtimeOf(t))
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

// The defaults of a request to Piston.
const (
	pistonRunTime     = 3 * time.Second
	pistonCompileTime = 10 * time.Second
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
	if err := s.readJSON(w, r, &asked); err != nil {
		status, err := bodyFault(w, http.StatusBadRequest, err)
		pistonRefuse(w, status, err)
		return
	}
	working, err := s.toolchains(r.Context())
	if err != nil {
		pistonRefuse(w, http.StatusInternalServerError, err)
		return
	}
	execution, listed, err := asked.execution(working)
	if err != nil {
		pistonRefuse(w, http.StatusBadRequest, err)
		return
	}
	leave := s.admit(w, r)
	if leave == nil {
		return
	}
	defer leave()
	done, err := s.execute(r.Context(), working, execution)
	if err != nil {
		pistonRefuse(w, http.StatusInternalServerError, err)
		return
	}
	given := pistonAnswer{Language: listed.Language, Version: listed.Version}
	if built := done.built; built != nil {
		given.Compile = &pistonStage{Stderr: built.log, Output: built.log, Code: built.code(), Wall: built.time.Milliseconds()}
	}
	if done.ended != nil {
		given.Run = stageOf(done.ended)
	}
	answerValue(w, http.StatusOK, given)
}

// execution is the job that a request asks for.
func (p *pistonRequest) execution(working []toolchain) (j job.Execution, listed pistonRuntime, err error) {
	i := slices.IndexFunc(working, func(t toolchain) bool {
		listed = runtimeOf(t)
		return (listed.Language == p.Language || slices.Contains(listed.Aliases, p.Language)) && isVersion(listed.Version, p.Version)
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
	row := working[i].row
	var files []language.File
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
			name = row.FileName(fmt.Sprintf("file%d", i))
		}
		files = append(files, language.File{Name: name, Data: content})
	}
	source, err := sourceOf(row, files)
	return job.Execution{
		Source: source,
		Build:  language.Limits{Time: seconds(float64(p.CompileTimeout)/1000, pistonCompileTime), Memory: memoryOf(p.CompileMemory, mostMemory)},
		// Piston bounds the clock; a program that waits is ended by the clock here, too.
		TimeLimit: seconds(float64(p.RunTimeout)/1000, pistonRunTime), MemoryLimit: memoryOf(p.RunMemory, mostMemory), OutputLimit: mostOutput,
		Args: p.Args, Input: language.File{Name: "input", Data: []byte(p.Stdin)},
	}, listed, err
}

// isVersion reports whether a version is one that a request asks for: 3.11.7, 3.11, 3.x or *.
func isVersion(version, asked string) bool {
	have := strings.Split(version, ".")
	for i, part := range strings.Split(asked, ".") {
		switch {
		case part == "x" || part == "X" || part == "*":
			return true
		case i >= len(have) || part != have[i]:
			return false
		}
	}
	return true
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
