package sheet

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"grundy/internal/environment"
)

// Drawing gives what draws PDF as SVG, below a folder for temporary files: pdftocairo of Poppler, nil where that is not installed.
func Drawing(ctx context.Context, variables environment.Variables, dir string) func(pdf []byte) ([]byte, error) {
	tool, err := variables.LookPath("pdftocairo")
	if err != nil {
		return nil
	}
	return func(pdf []byte) ([]byte, error) {
		folder, err := os.MkdirTemp(dir, "figure-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(folder)
		from, to := filepath.Join(folder, "figure.pdf"), filepath.Join(folder, "figure.svg")
		if err := os.WriteFile(from, pdf, 0o600); err != nil {
			return nil, err
		}
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		var said bytes.Buffer
		command := exec.CommandContext(ctx, tool, "-svg", "-f", "1", "-l", "1", from, to)
		command.Stderr, command.WaitDelay = &said, time.Second
		if err := command.Run(); err != nil {
			return nil, errors.New("pdftocairo" + reason(said.String(), err))
		}
		return os.ReadFile(to)
	}
}
