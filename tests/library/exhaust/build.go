package exhaust

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The package that validators import, and this one.
const (
	theirs = `"grundy/checker/testlib"`
	ours   = `testlib "grundy/tests/library/exhaust"`
)

// Build makes a program of an input validator, which is named from the root of the repository. The program writes the
// valid inputs, as Start reads them. Temporary files are made in dir.
func Build(ctx context.Context, root, dir, validator string) (binary string, err error) {
	root, err = filepath.Abs(root)
	if err != nil {
		return "", err
	}
	source := filepath.Join(root, filepath.FromSlash(validator))
	text, err := os.ReadFile(source)
	if err != nil {
		return "", err
	}
	if strings.Count(string(text), theirs) != 1 {
		return "", fmt.Errorf("%s: want one import of %s", validator, theirs)
	}
	replaced := filepath.Join(dir, "validate.go")
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{source: replaced}})
	if err != nil {
		return "", err
	}
	overlayFile := filepath.Join(dir, "validate.json")
	err = errors.Join(os.WriteFile(replaced, []byte(strings.Replace(string(text), theirs, ours, 1)), 0o600),
		os.WriteFile(overlayFile, overlay, 0o600))
	if err != nil {
		return "", err
	}
	binary = filepath.Join(dir, "inputs.exe")
	// The build needs no version, and git rejects a repository of another user.
	build := exec.CommandContext(ctx, "go", "build", "-overlay", overlayFile, "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", binary, source)
	build.Dir = root
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w\n%s", validator, err, out)
	}
	return binary, nil
}

// Inputs are the valid inputs of a validator, one size after the other.
type Inputs struct {
	command *exec.Cmd
	out     *bufio.Reader
}

// Start begins with the inputs of a size in bytes. The process ends with the context.
func Start(ctx context.Context, binary string, size int) (*Inputs, error) {
	command := exec.CommandContext(ctx, binary, fmt.Sprint(size))
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &Inputs{command, bufio.NewReader(out)}, command.Start()
}

// Next reads all inputs of the next size. It fails if there are more than most, or if the time of Start's context is
// over.
func (i *Inputs) Next(most int) ([]string, error) {
	var inputs []string
	for {
		if len(inputs) > most {
			return nil, fmt.Errorf("more than %d inputs have %d bytes", most, len(inputs[0]))
		}
		var length int
		if _, err := fmt.Fscanf(i.out, "%d\n", &length); err != nil {
			return nil, errors.Join(err, i.command.Wait())
		}
		if length == 0 {
			return inputs, nil
		}
		input := make([]byte, length)
		if _, err := io.ReadFull(i.out, input); err != nil {
			return nil, errors.Join(err, i.command.Wait())
		}
		inputs = append(inputs, string(input))
	}
}
