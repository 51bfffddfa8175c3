package elsewhere

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"

	"grundy/internal/base/environment"
	"grundy/internal/job/child"
	"grundy/internal/judge/sandbox"
	"grundy/internal/judge/sandbox/backend"
	"grundy/internal/store/workspace"
)

// settings are the parts of the parent's configuration that the child uses.
type settings struct {
	Sandbox  backend.Preference
	Required sandbox.Tier
	Jobs     int
}

// Serve does the jobs on standard input if this process is a child. It reports whether it is one.
func Serve() (is bool, err error) {
	variables := environment.Variables(os.Environ())
	if variables.Get(Variable) != "serve" {
		return false, nil
	}
	var s settings
	if err := json.Unmarshal([]byte(os.Args[1]), &s); err != nil {
		return true, err
	}
	w, err := workspace.Open(workspace.Config{
		Environment: variables, Sandbox: s.Sandbox, Required: s.Required, Jobs: s.Jobs, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return true, err
	}
	defer w.Close()
	client, err := w.Executor(context.Background())
	if err != nil {
		return true, err
	}
	return true, child.Serve(os.Stdin, os.Stdout, client.Executor)
}
