//go:build unix

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/tools/go/packages"

	"grundy/tests/mutants/active"
)

// test is one test that a mutant may run with.
type test struct {
	binary  *binary
	name    string
	took    time.Duration // wall time
	cpu     time.Duration
	reaches map[int32]bool
}

func (t *test) String() string { return t.binary.pkg + " " + t.name }

// binary is a compiled test package with all mutants in it.
type binary struct {
	pkg, path, dir string
}

// trial is a target with its mutants planted, and its tests compiled and run once.
type trial struct {
	target  target
	root    string // of the module
	folder  string // with choice and reached, and the compiled files
	environ []string
	mutants []mutant
	tests   []*test
	// patience is how long a test may compute in any case.
	patience time.Duration
}

// A test whose wall time exceeds slow runs piece by piece if it has subtests.
const slow = time.Second

func newTrial(ctx context.Context, root, folder string, environ []string, t target) (*trial, error) {
	r := &trial{
		target: t, root: root, folder: folder, patience: time.Second,
		environ: append(environ, "RAPID_SEED=1", "RAPID_NOFAILFILE=1", "RAPID_SHRINKTIME=1s", "GRUNDY_TESTS_SEED=1"),
	}
	if t.all {
		r.environ = append(r.environ, "GRUNDY_TESTS=all")
	}
	overlay, err := r.plant(ctx)
	if err != nil {
		return nil, err
	}
	for i, asked := range t.tests {
		pkg, pattern, _ := strings.Cut(asked, ":")
		b := &binary{pkg, filepath.Join(folder, strconv.Itoa(i)+".test"), filepath.Join(root, pkg)}
		flags := fmt.Sprintf("-s -w -X grundy/tests/mutants/active.folder=%s", folder)
		build := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-ldflags", flags, "-overlay", overlay, "-o", b.path, "./"+pkg)
		build.Dir, build.Env = root, environ
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("build the tests of %s: %w\n%s", pkg, err, out)
		}
		if _, err := os.Stat(b.path); err != nil {
			continue // no tests
		}
		if err := r.survey(ctx, b, cmp.Or(pattern, ".")); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(r.tests, func(a, b *test) int { return cmp.Compare(a.took, b.took) })
	return r, nil
}

// plant writes the changed files of a target and the overlay that makes the compiler use them.
func (r *trial) plant(ctx context.Context) (overlay string, err error) {
	t := r.target
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo
	patterns := make([]string, len(t.packages))
	for i, name := range t.packages {
		patterns[i] = "./" + name
	}
	loaded, err := packages.Load(&packages.Config{Context: ctx, Mode: mode, Dir: r.root, Env: r.environ}, patterns...)
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, pkg := range loaded {
		if len(pkg.Errors) > 0 {
			return "", pkg.Errors[0]
		}
		for i, file := range pkg.Syntax {
			name := pkg.CompiledGoFiles[i]
			if t.files != nil && !t.files.MatchString(filepath.ToSlash(name)) {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return "", err
			}
			if text, err = plant(pkg, file, r.root, text, &r.mutants); err != nil {
				return "", err
			}
			replace[name] = filepath.Join(r.folder, fmt.Sprintf("%s-%s", pkg.Name, filepath.Base(name)))
			if err := os.WriteFile(replace[name], text, 0o644); err != nil {
				return "", err
			}
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(r.folder, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o644)
}

// survey runs the tests of a binary one by one, and records which mutants each of them reaches.
func (r *trial) survey(ctx context.Context, b *binary, pattern string) error {
	if err := r.choose(active.Record); err != nil {
		return err
	}
	top, _, isDeep := strings.Cut(pattern, "/")
	list := exec.CommandContext(ctx, b.path, "-test.list", top)
	list.Dir, list.Env = b.dir, r.environ
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("list the tests of %s: %w", b.pkg, err)
	}
	for _, name := range strings.Fields(string(out)) {
		if !strings.HasPrefix(name, "Test") && !strings.HasPrefix(name, "Fuzz") && !strings.HasPrefix(name, "Example") {
			continue
		}
		run := exact(name)
		if isDeep {
			run = pattern
		}
		if err := r.divide(ctx, b, name, run, isDeep); err != nil {
			return err
		}
	}
	return nil
}

// divide records a test, or its parts if it is slow or only some of them are requested.
func (r *trial) divide(ctx context.Context, b *binary, name, pattern string, always bool) error {
	whole, parts, err := r.record(ctx, b, name, pattern)
	if err != nil {
		return err
	}
	if len(parts) < 2 || whole != nil && whole.took < slow && !always {
		if whole != nil {
			r.tests = append(r.tests, whole)
		}
		return nil
	}
	for _, part := range parts {
		if err := r.divide(ctx, b, part, exact(part), false); err != nil {
			return err
		}
	}
	return nil
}

var running = regexp.MustCompile(`(?m)^=== RUN +(\S+)$`)

// record runs a test and returns the result with the names of its parts. The test is nil if it fails here, twice if
// tests are timed, or reaches nothing. The parts of a failed test are returned, too: some of them may pass.
func (r *trial) record(ctx context.Context, b *binary, name, pattern string) (*test, []string, error) {
	reached := filepath.Join(r.folder, active.Reached)
	// Programs of other users must be able to write to it, whatever the umask is.
	if err := errors.Join(os.WriteFile(reached, nil, 0o666), os.Chmod(reached, 0o666)); err != nil {
		return nil, nil, err
	}
	t := &test{binary: b, name: name, reaches: map[int32]bool{}}
	word, state, out, err := r.run(ctx, t, pattern, 30*time.Minute)
	if err == nil && word != passed && r.target.timed {
		word, state, out, err = r.run(ctx, t, pattern, 30*time.Minute)
	}
	if err != nil {
		return nil, nil, err
	}
	var parts []string
	for _, match := range running.FindAllStringSubmatch(out, -1) {
		if below, ok := strings.CutPrefix(match[1], name+"/"); ok && !strings.Contains(below, "/") {
			parts = append(parts, match[1])
		}
	}
	if word != passed {
		fmt.Fprintf(os.Stderr, "left out, since it fails without a mutant: %s\n%s", t, out)
		return nil, parts, nil
	}
	t.cpu = state.UserTime() + state.SystemTime()
	text, err := os.ReadFile(reached)
	if err != nil {
		return nil, nil, err
	}
	for _, line := range strings.Fields(string(text)) {
		id, err := strconv.Atoi(line)
		if err != nil {
			return nil, nil, err
		}
		t.reaches[int32(id)] = true
	}
	if len(t.reaches) == 0 {
		return nil, nil, nil
	}
	return t, parts, nil
}

// exact is the pattern of -test.run for one test.
func exact(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}

func (r *trial) choose(choice string) error {
	return os.WriteFile(filepath.Join(r.folder, active.Choice), []byte(choice), 0o644)
}

// word is how a test ended.
type word int

const (
	passed word = iota
	failed
	tookTooLong
)

// run runs a test with the chosen mutants. The limit of wall time ends it.
func (r *trial) run(ctx context.Context, t *test, pattern string, wall time.Duration) (word, *os.ProcessState, string, error) {
	limited, cancel := context.WithTimeout(ctx, wall)
	defer cancel()
	command := exec.CommandContext(limited, t.binary.path, "-test.run", pattern, "-test.v", "-test.timeout", "0")
	command.Dir, command.Env = t.binary.dir, r.environ
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = 10 * time.Second
	begun := time.Now()
	out, err := command.CombinedOutput()
	t.took = max(t.took, time.Since(begun))
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return 0, nil, "", ctx.Err()
	case limited.Err() != nil:
		return tookTooLong, command.ProcessState, string(out), nil
	case errors.As(err, &exit):
		return failed, command.ProcessState, string(out), nil
	case err != nil:
		return 0, nil, "", err
	}
	return passed, command.ProcessState, string(out), nil
}

// fate is the result of a mutant.
type fate string

const (
	killed    fate = "killed"
	survived  fate = "survived"
	uncovered fate = "not covered"
	timedOut  fate = "timed out"
)

// try runs a mutant with all tests that reach it, until one fails. It returns the test that killed it.
func (r *trial) try(ctx context.Context, m mutant) (fate, *test, error) {
	result := uncovered
	for _, t := range r.tests {
		if !t.reaches[m.id] {
			continue
		}
		if result == uncovered {
			result = survived
		}
		word, err := r.ask(ctx, t, m)
		if err == nil && word != passed && r.target.timed {
			if word, err = r.ask(ctx, t, m); word == tookTooLong {
				word = failed // a hanging program in the background may use no CPU time
			}
		}
		if err != nil {
			return "", nil, err
		}
		switch word {
		case failed:
			return killed, t, nil
		case tookTooLong:
			result = timedOut
		}
	}
	return result, nil, nil
}

// ask runs a test with a mutant. The CPU limit applies to each process with mutants in it, which fails when it
// reaches it.
func (r *trial) ask(ctx context.Context, t *test, m mutant) (word, error) {
	if err := r.choose(active.Chosen(m.id, 10*t.cpu+r.patience)); err != nil {
		return 0, err
	}
	took := t.took
	slack := 10 * time.Minute
	if r.target.timed {
		slack = 30 * time.Second
	}
	word, _, _, err := r.run(ctx, t, exact(t.name), 10*took+slack)
	t.took = took
	return word, err
}
