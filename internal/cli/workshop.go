package cli

import (
	"context"
	"errors"

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

// workshop is everything that judging needs.
type workshop struct {
	*runner.Judge
	table   *language.Table
	builder *language.Builder
	choice  backend.Choice
	closers []func() error
}

// open sets a workshop up. It must be closed.
func (s *streams) open(ctx context.Context, c *cli.Context) (*workshop, error) {
	wish, err := wish(c)
	if err != nil {
		return nil, err
	}
	cores, err := slots(c)
	if err != nil {
		return nil, err
	}
	w := &workshop{}
	if w.table, w.builder, err = s.languages(w); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	if err := w.setUp(ctx, wish, cores); err != nil {
		return nil, &judgeFailure{errors.Join(err, w.Close())}
	}
	if w.choice.Host.Tier() == sandbox.NotIsolated && wish == backend.Best {
		s.log.Warn("programs run without isolation", "reason", w.choice.Weaker, "remedy", w.choice.Remedy)
	}
	return w, nil
}

// setUp makes the judge.
func (w *workshop) setUp(ctx context.Context, wish backend.Wish, cores []int) error {
	scratch, err := makeScratch()
	if err != nil {
		return err
	}
	w.closers = append(w.closers, scratch.remove)
	if w.choice, err = backend.Choose(ctx, wish, scratch.dir, runner.FirstBox(cores)); err != nil {
		return err
	}
	w.closers = append(w.closers, w.choice.Host.Close)
	w.Judge, err = runner.New(runner.Config{
		Host: w.choice.Host, Languages: w.table, Builder: w.builder, Cores: cores, Scratch: scratch.dir,
	})
	if err != nil {
		return err
	}
	w.closers = append(w.closers, w.Judge.Close)
	return nil
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
