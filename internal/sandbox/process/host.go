package process

import (
	"context"
	"fmt"
	"os"

	"grundy/internal/sandbox"
)

// Host opens boxes anywhere.
type Host struct{ scratch string }

// New makes a host that keeps its files in an existing folder.
func New(scratch string) *Host { return &Host{scratch} }

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
