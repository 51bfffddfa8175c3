package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/checker/testlib"
	"grundy/internal/cache"
	"grundy/internal/language"
	"grundy/internal/sandbox"
	"grundy/internal/sandbox/backend"
	"grundy/runner"
)

// testlibPath is what sources import the library for validators as.
const testlibPath = "grundy/checker/testlib"

// judgeFlags are those of all commands that run programs.
func judgeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "run `N` programs at a time, each on a core of its own (default: the number of cores)"},
		&cli.StringFlag{Name: "sandbox", Value: string(backend.Best), EnvVars: []string{"GRUNDY_SANDBOX"}, Usage: "isolate by `KIND`: auto, namespaces, no-cgroup or process"},
	}
}

// workshop is everything that judging needs.
type workshop struct {
	*runner.Judge
	table   *language.Table
	builder *language.Builder
	choice  backend.Choice
	closers []func() error
}

// open sets a workshop up. It must be closed.
func (s *streams) open(ctx context.Context, c *cli.Context) (w *workshop, err error) {
	w = &workshop{}
	defer func() {
		if err != nil {
			err = &judgeFailure{errors.Join(err, w.Close())}
		}
	}()
	if w.table, w.builder, err = s.languages(w); err != nil {
		return w, err
	}
	cores, err := slots(c.Int("jobs"))
	if err != nil {
		return w, err
	}
	scratch, err := makeScratch()
	if err != nil {
		return w, err
	}
	w.closers = append(w.closers, scratch.remove)
	first := runner.FirstBox(cores)
	if w.choice, err = backend.Choose(ctx, backend.Wish(c.String("sandbox")), scratch.dir, first); err != nil {
		return w, err
	}
	w.closers = append(w.closers, w.choice.Host.Close)
	if w.choice.Host.Tier() == sandbox.NotIsolated && c.String("sandbox") == string(backend.Best) {
		s.log.Warn("programs run without isolation", "reason", w.choice.Weaker, "remedy", w.choice.Remedy)
	}
	w.Judge, err = runner.New(runner.Config{
		Host: w.choice.Host, Languages: w.table, Builder: w.builder, Cores: cores, Scratch: scratch.dir,
	})
	if err != nil {
		return w, err
	}
	w.closers = append(w.closers, w.Judge.Close)
	return w, nil
}

// Close takes down what open set up, in reverse.
func (w *workshop) Close() error {
	var errs []error
	for i := len(w.closers) - 1; i >= 0; i-- {
		errs = append(errs, w.closers[i]())
	}
	w.closers = nil
	return errors.Join(errs...)
}

// languages loads the table and the builder that goes with it.
func (s *streams) languages(w *workshop) (*language.Table, *language.Builder, error) {
	config, err := language.ConfigPath()
	if err != nil {
		config = "" // no home, no configuration
	}
	table, err := language.Load(config)
	if err != nil {
		return nil, nil, err
	}
	store := s.cache()
	w.closers = append(w.closers, store.Close)
	return table, &language.Builder{
		Table: table, Cache: store, Libraries: language.Libraries{testlibPath: testlib.Source}, Log: s.log,
	}, nil
}

// cache opens the person's cache, or one for this run when there is no place for it.
func (s *streams) cache() *cache.Cache {
	dir, err := cacheDir()
	if err != nil {
		s.log.Warn("nothing is cached", "reason", err)
	}
	return cache.Open(dir, s.log)
}

// cacheDir is where this person's cache lies.
func cacheDir() (string, error) {
	if dir := os.Getenv("GRUNDY_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	return cache.DefaultDir()
}

// slots gives the cores of n slots, of all when n is 0.
func slots(n int) ([]int, error) {
	cores := backend.Cores()
	switch {
	case n < 0:
		return nil, usageErrorf("", "--jobs %d: want at least 1", n)
	case n == 0 && len(cores) == 0:
		return []int{-1}, nil
	case n == 0:
		return cores, nil
	case n > len(cores):
		return nil, usageErrorf("two programs on one core would disturb each other's time", "--jobs %d: this machine has %d cores to run on", n, len(cores))
	}
	return cores[:n], nil
}

// scratchPrefix starts the names of scratch folders; the judge's process follows.
const scratchPrefix = "grundy-"

// scratch is a folder for one run of the judge. A lock that the system releases when the process ends tells live ones
// from those that a crash left behind.
type scratch struct {
	dir  string
	lock *os.File
}

// makeScratch makes the folder and sweeps up after judges that are no more.
func makeScratch() (*scratch, error) {
	parent := filepath.Join(os.TempDir(), fmt.Sprintf("grundy-%d", os.Getuid()))
	if runtime.GOOS == "windows" {
		parent = filepath.Join(os.TempDir(), "grundy")
	}
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return nil, fmt.Errorf("make scratch folder: %w", err)
	}
	if err := ownPrivate(parent); err != nil {
		return nil, err
	}
	sweepScratch(parent)
	dir, err := os.MkdirTemp(parent, scratchPrefix)
	if err != nil {
		return nil, fmt.Errorf("make scratch folder: %w", err)
	}
	// The lock lies beside the folder, so that removing the folder and the lock is never a race.
	lock, err := lockFile(dir + ".lock")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock scratch folder: %w", err), os.RemoveAll(dir))
	}
	return &scratch{dir, lock}, nil
}

func (s *scratch) remove() error {
	return errors.Join(os.RemoveAll(s.dir), os.Remove(s.lock.Name()), s.lock.Close())
}

// sweepScratch removes folders whose lock nobody holds. What cannot be removed now is left to the next start.
func sweepScratch(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, entry := range entries {
		name, isLock := strings.CutSuffix(entry.Name(), ".lock")
		if !isLock || !strings.HasPrefix(name, scratchPrefix) {
			continue
		}
		path := filepath.Join(parent, entry.Name())
		lock, err := lockFile(path)
		if err != nil {
			continue // its judge is alive
		}
		if os.RemoveAll(filepath.Join(parent, name)) == nil {
			os.Remove(path)
		}
		lock.Close()
	}
}
