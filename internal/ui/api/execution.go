package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/verdict"
	"grundy/internal/event"
	"grundy/internal/job"
	"grundy/internal/judge/language"
)

// The most that a request of a foreign wire may ask for.
const (
	mostTime   = time.Minute
	mostMemory = bytesize.GiB
	mostOutput = bytesize.MiB
)

// toolchain is a language of this machine whose toolchain works.
type toolchain struct {
	row     *language.Language
	version string
}

// toolchains lists the languages that the wires can run.
func (s *Server) toolchains(ctx context.Context) ([]toolchain, error) {
	s.listing.Lock()
	defer s.listing.Unlock()
	if s.working != nil {
		return s.working, nil
	}
	builder, err := s.Workspace.Builder()
	if err != nil {
		return nil, err
	}
	for _, status := range builder.Inspect(ctx, s.Workspace.Compiler) {
		if status.Missing == "" && status.Err == nil && status.Version != "" {
			s.working = append(s.working, toolchain{status.Language, status.Version})
		}
	}
	return s.working, nil
}

// compiled is what a compiler did.
type compiled struct {
	log    string
	time   time.Duration
	failed bool
}

// code is the exit code of a compiler, as far as it is known.
func (c *compiled) code() *int {
	code := 0
	if c.failed {
		code = 1
	}
	return &code
}

// ran is how a program was built and how it ended.
type ran struct {
	built *compiled // nil for a language that is interpreted
	// ended is nil if the program was not built.
	ended *job.Executed
}

// execute runs a program. Other services do not look at a source that is interpreted before it runs: if it is faulty, it has run
// and failed.
func (s *Server) execute(ctx context.Context, working []toolchain, j job.Execution) (r ran, err error) {
	row := withID(working, j.Source.Language)
	interpreted := row != nil && len(row.Interpreters) > 0
	result, err := s.Client.Executor.Do(ctx, job.NoProblem(), j, func(e event.Event) {
		if built, ok := e.(event.Compile); ok && built.Command != "" && !interpreted {
			r.built = &compiled{log: built.Log, time: built.Time}
		}
	})
	rejected, isRejected := errors.AsType[*language.CompileError](err)
	if isRejected && interpreted {
		r.ended = &job.Executed{Verdict: verdict.RTE, Reason: "exit code 1", Exit: 1, Errors: []byte(rejected.Log), CPU: rejected.Time, Wall: rejected.Time}
		return r, nil
	}
	if isRejected {
		r.built = &compiled{rejected.Log, rejected.Time, true}
		return r, nil
	}
	if err != nil {
		return r, err
	}
	executed, ok := result.(job.Executed)
	if !ok {
		return r, errors.New("the judge gave no result")
	}
	r.ended = &executed
	return r, nil
}

// sourceOf is a source that starts with the first of its files.
func sourceOf(row *language.Language, files []language.File) (language.Source, error) {
	source := language.Source{Language: row.ID, Files: files}
	for _, file := range files {
		if !fs.ValidPath(file.Name) || file.Name == "." {
			return source, fmt.Errorf("files: %q is not the name of a file below a directory", file.Name)
		}
	}
	if len(files) > 1 && row.ID != "java" {
		source.Entrypoint = files[0].Name
	}
	return source, nil
}

// withID returns the language with an ID, nil if no toolchain of it works.
func withID(working []toolchain, id string) *language.Language {
	i := slices.IndexFunc(working, func(t toolchain) bool { return t.row.ID == id })
	if i < 0 {
		return nil
	}
	return working[i].row
}

// readJSON reads a value from the body of a request.
func (s *Server) readJSON(w http.ResponseWriter, r *http.Request, into any) error {
	body, err := s.readBody(w, r)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, into)
}

// seconds is a time of a request, or the standard one.
func seconds(asked float64, standard time.Duration) time.Duration {
	if asked <= 0 {
		return standard
	}
	return time.Duration(min(asked, mostTime.Seconds()) * float64(time.Second))
}

// memoryOf is a memory limit of a request in bytes, or the standard one.
func memoryOf(asked int64, standard bytesize.Size) bytesize.Size {
	if asked <= 0 {
		return standard
	}
	return min(bytesize.Size(asked), mostMemory)
}
