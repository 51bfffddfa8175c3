package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"grundy/internal/app/practice"
	"grundy/internal/base/bytesize"
	"grundy/internal/base/fsutil"
	"grundy/internal/base/hint"
	"grundy/internal/job"
	"grundy/internal/store/workspace"
	"grundy/internal/ui/terminal"
)

// maxInput bounds how much of a stream is read as an input.
const maxInput = bytesize.GiB

// inputFile is the file that --input names. Standard input ("-") and pipes such as the shell's <(…) can be read only
// once, so they are copied to a temporary file: each run reads the input.
func (c *call) inputFile(w *workspace.Workspace) (string, error) {
	name := c.String("input")
	stream := c.in
	if name != "-" {
		info, err := os.Stat(name)
		if err != nil || info.Mode().IsRegular() || info.IsDir() {
			if err := workspace.Readable(name); err != nil {
				return "", fmt.Errorf("--input %w", err)
			}
			return name, nil
		}
		if stream, err = os.Open(name); err != nil {
			return "", fmt.Errorf("--input %w", err)
		}
		defer stream.Close()
	}
	return c.copied(w, name, stream)
}

// copied copies the input that a stream holds to a temporary file.
func (c *call) copied(w *workspace.Workspace, name string, stream io.Reader) (string, error) {
	scratch, err := w.Scratch()
	if err != nil {
		return "", err
	}
	copied := filepath.Join(scratch, "input.in")
	err = fsutil.Replace(copied, 0o644, func(to io.Writer) error {
		size, err := io.Copy(to, io.LimitReader(stream, int64(maxInput)+1))
		if err == nil && bytesize.Size(size) > maxInput {
			err = hint.Errorf("write it to a file", "--input %s: more than %s", name, maxInput)
		}
		return err
	})
	return copied, err
}

// interactorInput is the input of an interactor: that of --input, or what standard input holds unless it is a terminal.
func (c *call) interactorInput(w *workspace.Workspace) (string, error) {
	if !c.IsSet("input") {
		if terminal.Is(c.in) {
			return filepath.Abs(os.DevNull)
		}
		return c.copied(w, "-", c.in)
	}
	file, err := c.inputFile(w)
	if err != nil {
		return "", err
	}
	return filepath.Abs(file)
}

// executeAll runs the solutions of a session on the one input that replaces their cases, and shows their output.
func executeAll(ctx context.Context, c *call, client job.Client, session *practice.Session) error {
	for _, e := range session.Entries {
		if err := execute(ctx, c, client, e.Against, e.Name, e.Execution(), nil); err != nil {
			return err
		}
	}
	return nil
}
