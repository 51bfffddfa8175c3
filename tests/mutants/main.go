//go:build unix

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"grundy/tests/suite"
)

// least is the share of all mutants of a target that tests have to kill, in per cent.
const least = 90

// largestFile bounds the files of tests, in bytes: it exceeds what any test writes, while a mutant may write without
// end.
const largestFile = 4 << 30

func main() {
	only := flag.String("only", "", "try only mutants in places, written file:line, that match this regular expression")
	sample := flag.Uint64("sample", 1, "try one in `N` mutants of each target, chosen by GRUNDY_TESTS_SEED")
	log := flag.String("o", "", "write what became of each mutant to this `file`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	good, err := run(ctx, *only, *sample, *log, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
	}
	if err != nil || !good {
		os.Exit(1)
	}
}

func run(ctx context.Context, only string, sample uint64, log string, names []string) (good bool, err error) {
	places, err := regexp.Compile(only)
	if err != nil {
		return false, err
	}
	reasons, err := explanations(survivors)
	if err != nil {
		return false, err
	}
	if err := boundFiles(); err != nil {
		return false, fmt.Errorf("bound the size of files: %w", err)
	}
	for _, name := range names {
		if !slices.ContainsFunc(targets, func(t target) bool { return t.name == name }) {
			return false, fmt.Errorf("unknown target %q", name)
		}
	}
	out := io.Discard
	if log != "" {
		file, err := os.Create(log)
		if err != nil {
			return false, err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		out = file
	}
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return false, err
	}
	environ, remove, err := suite.Share(os.Environ())
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, remove()) }()

	good = true
	var table []string
	for _, t := range targets {
		if len(names) > 0 && !slices.Contains(names, t.name) {
			continue
		}
		c, err := measure(ctx, strings.TrimSpace(string(root)), environ, t, out, reasons, func(m mutant) bool {
			return places.MatchString(fmt.Sprintf("%s:%d", m.file, m.line)) && (sample == 1 || number(m.key())%sample == 0)
		})
		if err != nil {
			return false, fmt.Errorf("%s: %w", t.name, err)
		}
		table = append(table, c.row(t.name))
		good = good && c.bare == 0 && c.percent() >= least
	}
	fmt.Printf("\n| target | mutants | tried | killed | survived | not covered | of these explained | timed out | killed of tried |\n"+
		"|---|---|---|---|---|---|---|---|---|\n%s\n", strings.Join(table, "\n"))
	return good, nil
}

// boundFiles bounds the files of all processes started from here on. It sets the soft limit, which every process may
// raise: the judge would warn of a hard one.
func boundFiles() error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	limit.Cur = min(limit.Max, largestFile)
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
}

// number draws a number from the seed and a name.
func number(name string) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, os.Getenv("GRUNDY_TESTS_SEED"), name)
	return h.Sum64()
}

// count is the result of a target.
type count struct {
	all, tried, explained int
	fates                 map[fate]int
	// bare is how many survive unexplained in files that require an explanation.
	bare int
}

func (c count) percent() float64 {
	if c.tried == 0 {
		return 100
	}
	return 100 * float64(c.fates[killed]) / float64(c.tried)
}

func (c count) row(name string) string {
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %d | %d | %.1f %% |",
		name, c.all, c.tried, c.fates[killed], c.fates[survived], c.fates[uncovered], c.explained, c.fates[timedOut], c.percent())
}

// measure tries the selected mutants of a target, prints those that survive without an explanation, and logs all.
func measure(ctx context.Context, root string, environ []string, t target, log io.Writer, reasons map[string]string,
	chosen func(mutant) bool,
) (c count, err error) {
	folder, err := os.MkdirTemp("", "grundy-mutants-")
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	// Programs of other users record there what they reach.
	if err := os.Chmod(folder, 0o755); err != nil {
		return c, err
	}
	trial, err := newTrial(ctx, root, filepath.Clean(folder), environ, t)
	if err != nil {
		return c, err
	}
	c.all, c.fates = len(trial.mutants), map[fate]int{}
	fmt.Printf("== %s: %d mutants, %d tests\n", t.name, c.all, len(trial.tests))
	for _, m := range trial.mutants {
		if !chosen(m) {
			continue
		}
		fate, by, err := trial.try(ctx, m)
		if err != nil {
			return c, err
		}
		c.tried++
		c.fates[fate]++
		killer := ""
		if by != nil {
			killer = by.String()
		}
		fmt.Fprintf(log, "%s\t%d:%d\t%s\t%s\n", fate, m.line, m.column, m.key(), killer)
		reason := reasons[m.key()]
		switch {
		case fate == killed && reason != "":
			fmt.Printf("explained, but killed:\t%s\n", m.key())
		case fate == killed:
		case reason != "" && fate != timedOut:
			c.explained++
		default:
			fmt.Printf("%s, line %d:\n\t%s\n", fate, m.line, m.key())
			if t.explained != nil && t.explained.MatchString(m.file) {
				c.bare++
			}
		}
	}
	return c, nil
}
