package cli

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"grundy/internal/cache"
	"grundy/internal/digest"
	"grundy/internal/language"
	"grundy/internal/libraries"
	"grundy/internal/sandbox"
	"grundy/internal/sandbox/backend"
	"grundy/runner"
)

// workshop is everything that judging needs.
type workshop struct {
	*runner.Judge
	table   *language.Table
	builder *language.Builder
	store   *cache.Cache
	wish    backend.Wish
	choice  backend.Choice
	digests *digest.Store
	scratch string // folder
	closers []func() error
}

// open sets a workshop up. It must be closed.
func (s *streams) open(ctx context.Context, c *cli.Context) (*workshop, error) {
	return s.openBuilding(ctx, c, plainBuilder)
}

// plainBuilder builds submissions as they are.
func plainBuilder(w *workshop) runner.Builder { return w.builder }

// openBuilding sets up a workshop whose judge builds with what builder makes of it, and warns of what is weak about it.
func (s *streams) openBuilding(ctx context.Context, c *cli.Context, builder func(*workshop) runner.Builder) (*workshop, error) {
	w, err := s.setUp(ctx, c, builder)
	if err != nil {
		return nil, err
	}
	if w.choice.Host.Tier() == sandbox.NotIsolated && w.wish == backend.Best {
		s.log.Warn("programs run without isolation", "reason", w.choice.Weaker, "remedy", w.choice.Remedy)
	}
	if bounds := backend.Bounds(); len(bounds) > 0 {
		s.log.Warn(bounded+" "+strings.Join(bounds, ", "), "remedy", boundsRemedy)
	}
	return w, nil
}

// setUp is openBuilding without its warnings.
func (s *streams) setUp(ctx context.Context, c *cli.Context, builder func(*workshop) runner.Builder) (*workshop, error) {
	wish, err := wish(c)
	if err != nil {
		return nil, err
	}
	required, err := requiredTier(c)
	if err != nil {
		return nil, err
	}
	cores, err := slots(c)
	if err != nil {
		return nil, err
	}
	w := &workshop{wish: wish}
	// Starting a sandbox is mostly waiting for another process: the table is read meanwhile.
	sandboxed := make(chan error, 1)
	go func() { sandboxed <- w.isolate(ctx, cores) }()
	faulty := w.languages(s.log)
	err = <-sandboxed
	if faulty != nil {
		return nil, errors.Join(faulty, w.Close())
	}
	if err == nil && !w.choice.Host.Tier().AtLeast(required) {
		err = &isolationError{w.choice, w.choice.Host.Tier(), required}
	}
	if err == nil {
		w.Judge, err = runner.New(runner.Config{
			Host: w.choice.Host, Languages: w.table, Builder: builder(w), Cores: cores, Scratch: w.scratch,
			Load: backend.Load, Digests: w.digests,
		})
	}
	if err != nil {
		return nil, &judgeFailure{errors.Join(err, w.Close())}
	}
	w.closers = append(w.closers, w.Judge.Close)
	return w, nil
}

// isolate makes the scratch folder and finds the sandbox.
func (w *workshop) isolate(ctx context.Context, cores []int) error {
	scratch, err := makeScratch()
	if err != nil {
		return err
	}
	w.scratch = scratch.dir
	w.closers = append(w.closers, scratch.remove)
	if w.choice, err = backend.Choose(ctx, w.wish, scratch.dir, runner.FirstBox(cores)); err != nil {
		return err
	}
	w.closers = append(w.closers, w.choice.Host.Close)
	return nil
}

// Close takes down what open set up, in reverse.
func (w *workshop) Close() error {
	var errs []error
	for i := len(w.closers) - 1; i >= 0; i-- {
		errs = append(errs, w.closers[i]())
	}
	w.closers = nil
	if w.digests != nil {
		w.digests.Close()
	}
	if w.store != nil {
		errs = append(errs, w.store.Close())
	}
	return errors.Join(errs...)
}

// openDigests opens the digests that lie in a cache; without one they last as long as the store.
func openDigests(cacheDir string, log *slog.Logger) *digest.Store {
	if cacheDir == "" {
		return digest.Open("", log)
	}
	return digest.Open(filepath.Join(cacheDir, "digests"), log)
}

// languages loads the table and the builder that goes with it.
func (w *workshop) languages(log *slog.Logger) error {
	config, err := language.ConfigPath()
	if err != nil {
		config = "" // no home, no configuration
	}
	if w.table, err = language.Load(config); err != nil {
		return err
	}
	dir, err := cacheDir()
	if err != nil {
		log.Warn("nothing is cached", "reason", err) // but for the time of this run
	}
	w.store = cache.Open(dir, log)
	w.digests = openDigests(dir, log)
	w.builder = &language.Builder{
		Table: w.table, Cache: w.store, Libraries: libraries.All(), Log: log,
	}
	return nil
}
