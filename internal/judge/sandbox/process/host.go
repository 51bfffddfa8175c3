package process

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"grundy/internal/judge/sandbox"
)

// Host opens boxes anywhere.
type Host struct{ scratch string }

// New makes a host that keeps its files in an existing folder.
func New(scratch string) *Host {
	// A judge may be started with signals ignored, SIGHUP by nohup. The runtime goes on ignoring these two, and so would
	// programs; those that are heard are reset when a program starts.
	for _, ignorable := range []os.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if signal.Ignored(ignorable) {
			signal.Notify(make(chan os.Signal, 1), ignorable)
		}
	}
	return &Host{scratch}
}

// Tier is sandbox.NotIsolated.
func (h *Host) Tier() sandbox.Tier { return sandbox.NotIsolated }

// Close has nothing to remove: each box does that.
func (h *Host) Close() error { return nil }

// Open makes a box. Core is ignored: there is no portable way to pin a process.
func (h *Host) Open(_ context.Context, config sandbox.Config) (sandbox.Box, error) {
	dir, err := os.MkdirTemp(h.scratch, "box-"+config.Name+"-")
	if err != nil {
		return nil, fmt.Errorf("open sandbox: %w", err)
	}
	return &Box{dir: dir}, nil
}
