package cli

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"grundy/internal/sandbox/backend"
	"grundy/internal/workspace"
)

// Main runs the command line of the process and returns its exit code. The sandbox executes this very binary again, so
// nothing may come before it. Only here the process is asked what surrounds it. Configure changes how workspaces are opened.
func Main(configure ...func(*workspace.Config)) int {
	backend.Init()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second Ctrl-C ends the process at once: its boxes end with it.
	context.AfterFunc(ctx, stop)
	a := newApplication(surroundings{
		in: os.Stdin, out: os.Stdout, err: os.Stderr, environment: os.Environ(), now: time.Now,
		limitMemory: func(bytes int64) { debug.SetMemoryLimit(bytes) },
		configure:   configure,
	})
	return a.run(ctx, os.Args)
}
