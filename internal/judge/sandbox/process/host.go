package process

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"grundy/internal/judge/sandbox"
)

// Host opens boxes on any system.
type Host struct{ scratch string }

// New returns a host that keeps its files in an existing directory.
func New(scratch string) *Host {
	// The judge may be started with signals ignored, such as SIGHUP by nohup. Go's runtime would keep these two
	// ignored, and so would programs. Signals that the judge handles are reset when a program starts.
	for _, ignorable := range []os.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if signal.Ignored(ignorable) {
			signal.Notify(make(chan os.Signal, 1), ignorable)
		}
	}
	return &Host{scratch}
}

// Tier is sandbox.NotIsolated.
func (h *Host) Tier() sandbox.Tier { return sandbox.NotIsolated }

// Close does nothing: each box removes its own files.
func (h *Host) Close() error { return nil }

// Open creates a box. It ignores Core, since there is no portable way to pin a process.
func (h *Host) Open(_ context.Context, config sandbox.Config) (sandbox.Box, error) {
	dir, err := os.MkdirTemp(h.scratch, "box-"+config.Name+"-")
	if err != nil {
		return nil, fmt.Errorf("open sandbox: %w", err)
	}
	return &Box{dir: dir}, nil
}
