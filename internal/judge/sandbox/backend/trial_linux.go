//go:build amd64 || arm64

package backend

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"grundy/internal/base/bytesize"
	"grundy/internal/base/fsutil"
	"grundy/internal/judge/sandbox"
)

// A box that opens may still be unable to run programs: a filter of system calls may refuse what a run needs, or the
// kernel may lack it. So a tier is chosen only after one run of each kind that the judge makes has passed in it. The
// program ends at once, so that a trial takes two milliseconds.

// programName is the program's name in the working directory.
const programName = "program"

// large is the size of an input that a box mounts instead of copying it.
const large = 256*bytesize.KiB + 1

// trialLimits resemble those of any run, but are so generous that no machine is too busy for them.
var trialLimits = sandbox.Limits{
	CPU: time.Minute, Wall: 10 * time.Minute, Memory: 256 * bytesize.MiB, Output: bytesize.MiB, Processes: 64, OpenFiles: 64,
}

// prove opens the first box of a host and makes a trial in it. It returns the host with the open box.
func prove(ctx context.Context, host sandbox.Host, scratch string, first sandbox.Config) (sandbox.Host, error) {
	box, err := host.Open(ctx, first)
	if err != nil {
		return nil, errors.Join(err, host.Close())
	}
	proven := &opened{Host: host, config: first, box: box}
	err = try(ctx, box, filepath.Join(scratch, "trial"))
	// Without a file system of its own, a box may lie where files cannot be executed. Built programs lie elsewhere.
	if !host.Tier().AtLeast(sandbox.Rootless) && errors.Is(err, syscall.EACCES) {
		err = nil
	}
	if err != nil {
		return nil, errors.Join(err, proven.Close())
	}
	return proven, nil
}

// try makes one run of each kind, with files in a directory that it creates.
func try(ctx context.Context, box sandbox.Box, dir string) (err error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, fsutil.RemoveAll(dir)) }()
	path := func(name string) string { return filepath.Join(dir, name) }
	shared := path("shared") // one directory for all: to make one may cost as much as a run
	if err := os.Mkdir(shared, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path(programName), executable(exit[runtime.GOARCH]), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path("input"), make([]byte, large), 0o644); err != nil {
		return err
	}
	output, err := os.Create(path("output"))
	if err != nil {
		return err
	}
	defer output.Close()
	shown := func(name string, own bool) sandbox.Mount {
		return sandbox.Mount{Name: name, Host: shared, Own: own}
	}
	for _, kind := range []struct {
		name string
		spec sandbox.Spec
	}{
		{"a compiler's or a submission's", sandbox.Spec{
			Mounts: []sandbox.Mount{shown("own", true), shown("shown", false)}, Stdin: sandbox.FromPath(path("input")),
			Export: shared, ExportLimit: bytesize.MiB,
		}},
		{"a checker's", sandbox.Spec{
			Mounts: []sandbox.Mount{shown("shown", false), {Name: "shared", Host: shared, Writable: true}},
			Stdin:  sandbox.FromPath(path(programName)), ReadOnlyWork: true,
		}},
	} {
		spec := kind.spec
		spec.Args, spec.Env, spec.Limits = []string{"./" + programName}, []string{}, trialLimits
		spec.Copies = []sandbox.Copy{{Host: path(programName), To: programName}}
		spec.Stdout, spec.Stderr = output, output
		result, err := box.Run(ctx, spec)
		if err == nil && (result.Exit != 0 || result.Breach != sandbox.NoBreach) {
			err = &unexpectedEnd{result}
		}
		if err != nil {
			return fmt.Errorf("try a run like %s: %w", kind.name, err)
		}
	}
	_, err = os.Stat(filepath.Join(shared, programName))
	return err
}

// unexpectedEnd is the end of a program that cannot end that way by itself.
type unexpectedEnd struct{ result sandbox.Result }

func (e *unexpectedEnd) Error() string {
	return fmt.Sprintf("the program ended with exit code %d, signal %d, breach %q", e.result.Exit, e.result.Signal, e.result.Breach)
}

// Unwrap returns the error of a system call that a filter kills instead of refusing.
func (e *unexpectedEnd) Unwrap() error {
	if e.result.Signal == int(syscall.SIGSYS) {
		return syscall.ENOSYS
	}
	return nil
}
