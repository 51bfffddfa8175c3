package handout

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/environment"
	"grundy/internal/base/hint"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox"
	"grundy/internal/statement/formula"
	"grundy/internal/ui/terminal"
)

// ToolRunner runs tools of this machine on files of packages. It uses a box, since such files may exploit the tools.
type ToolRunner struct {
	Variables environment.Variables
	// Scratch is a directory for temporary files.
	Scratch string
	// Lend lends a box.
	Lend func(ctx context.Context, do func(sandbox.Box) error) error
	// Drawn keeps the drawings of LaTeX; nil keeps none.
	Drawn formula.Memory
	// Note tells the user something.
	Note func(text string)
}

// Limits of a run. LaTeX takes seconds for a set of hundreds of pages.
const (
	toolTime   = time.Minute
	toolMemory = 2 * bytesize.GiB
	toolOutput = 256 * bytesize.MiB
)

// run runs a tool with some files in its working directory, and a directory for the files that it writes, whose
// path args receives. Next to an error that says how the tool ended, run returns what the tool printed.
func (b *ToolRunner) run(ctx context.Context, tool language.Tool, from, to string, env []string, args func(to string) []string) (said string, err error) {
	log, err := os.CreateTemp(b.Scratch, "said-")
	if err != nil {
		return "", err
	}
	defer func() {
		_ = log.Close()
		_ = os.Remove(log.Name())
	}()
	var result sandbox.Result
	err = b.Lend(ctx, func(box sandbox.Box) error {
		out := sandbox.Mount{Name: "out", Host: to, Writable: true}
		var err error
		result, err = box.Run(ctx, sandbox.Spec{
			Args:   append([]string{tool.Path}, args(box.Path(out))...),
			Env:    append([]string{"PATH=" + filepath.Dir(tool.Path) + ":/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/tmp", "SOURCE_DATE_EPOCH=315532800"}, env...),
			Mounts: append([]sandbox.Mount{out}, tool.Mounts...),
			Copies: []sandbox.Copy{{Host: from, To: "."}},
			Stdout: log, Stderr: log,
			Limits: sandbox.Limits{CPU: toolTime, Wall: 3 * toolTime, Memory: toolMemory, Output: toolOutput, Processes: 64, OpenFiles: 1024},
		})
		return err
	})
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.NewSectionReader(log, 0, 1<<20))
	if err != nil {
		return "", err
	}
	switch {
	case result.Breach != sandbox.NoBreach:
		err = fmt.Errorf("it hit its limit of %s", map[sandbox.Breach]string{
			sandbox.CPUBreach: "time", sandbox.WallBreach: "time", sandbox.IdleBreach: "time", sandbox.MemoryBreach: "memory", sandbox.OutputBreach: "output",
		}[result.Breach])
	case result.Signal != 0:
		err = fmt.Errorf("killed by signal %d", result.Signal)
	case result.Exit != 0:
		err = fmt.Errorf("exit code %d", result.Exit)
	}
	return string(text), err
}

// stageFiles writes the files for a tool into a directory, and makes one for its output.
func (b *ToolRunner) stageFiles(files map[string][]byte) (from, to string, remove func(), err error) {
	folder, err := os.MkdirTemp(b.Scratch, "tool-")
	if err != nil {
		return "", "", nil, err
	}
	remove = func() { _ = os.RemoveAll(folder) }
	from, to = filepath.Join(folder, "from"), filepath.Join(folder, "to")
	err = errors.Join(os.Mkdir(from, 0o755), os.Mkdir(to, 0o755))
	for name, data := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(from, name), data, 0o644))
	}
	if err != nil {
		remove()
		return "", "", nil, err
	}
	return from, to, remove, nil
}

// convert has a tool convert a file, which it gets by name.
func (b *ToolRunner) convert(ctx context.Context, names string, data []byte, fromName, toName string, args func(to string) []string) ([]byte, error) {
	tool, found := language.FindTool(b.Variables, names, fontFolders...)
	if !found {
		return nil, &toolError{names}
	}
	from, to, remove, err := b.stageFiles(map[string][]byte{fromName: data})
	if err != nil {
		return nil, err
	}
	defer remove()
	said, err := b.run(ctx, tool, from, to, nil, func(to string) []string { return args(filepath.Join(to, toName)) })
	if err != nil {
		return nil, errors.New(tool.Name + reason(said, err))
	}
	return os.ReadFile(filepath.Join(to, toName))
}

// fontFolders are the directories that configure the fonts of the system.
var fontFolders = []string{"/etc/fonts", "/var/cache/fontconfig"}

// toolError says that a tool is not installed.
type toolError struct{ names string }

func (e *toolError) Error() string { return e.names + " is not installed" }

// packages are the Debian packages that contain a tool.
var packages = map[string]string{"pdftocairo": "poppler-utils", "rsvg-convert": "librsvg2-bin"}

// Hint implements hint.Hinter.
func (e *toolError) Hint() string { return "apt install " + packages[e.names] }

// SVG converts the first page of a PDF with pdftocairo of Poppler.
func (b *ToolRunner) SVG(ctx context.Context, pdf []byte) ([]byte, error) {
	return b.convert(ctx, "pdftocairo", pdf, "figure.pdf", "figure.svg", func(to string) []string {
		return []string{"-svg", "-f", "1", "-l", "1", "figure.pdf", to}
	})
}

// PDF converts an SVG with rsvg-convert of librsvg.
func (b *ToolRunner) PDF(ctx context.Context, svg []byte) ([]byte, error) {
	return b.convert(ctx, "rsvg-convert", svg, "figure.svg", "figure.pdf", func(to string) []string {
		return []string{"--format", "pdf", "--output", to, "figure.svg"}
	})
}

// reason returns the last line that a tool printed, or how it ended.
func reason(said string, ended error) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if last := terminal.Line(lines[len(lines)-1]); last != "" {
		return ": " + last
	}
	if ended != nil {
		return fmt.Sprintf(" (%v)", ended)
	}
	return ""
}

// printed returns the PDF that a tool made, or why there is none: its complaints, or else the last line it
// printed.
func printed(tool language.Tool, file string, complaints []string, said string, ended error) ([]byte, error) {
	pdf, err := os.ReadFile(file)
	if err == nil && bytes.HasPrefix(pdf, []byte("%PDF-")) {
		return pdf, nil
	}
	why := reason(said, ended)
	if len(complaints) > 0 {
		why = ": " + strings.Join(complaints, "; ")
	}
	return nil, hint.Errorf("--printer chromium prints the page instead", "%s printed nothing%s", tool.Name, why)
}
