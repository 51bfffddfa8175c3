package workspace

import (
	"errors"
	"log/slog"
	"path/filepath"
	"sync"

	"grundy/internal/cache"
	"grundy/internal/digest"
	"grundy/internal/job/local"
	"grundy/internal/language"
	"grundy/internal/libraries"
	"grundy/internal/sandbox/backend"
	"grundy/runner"
)

// Workspace is a person's place. What takes time is opened when it is first asked for. Its methods may be called
// concurrently, but for Close.
type Workspace struct {
	config  Config
	folders *folders
	log     *slog.Logger
	library *Library
	history *History

	// making guards what is made when it is needed.
	making  sync.Mutex
	scratch *scratch
	cache   *cache.Cache
	digests *digest.Store
	builder *language.Builder

	// opening is held by whoever opens the judge.
	opening   sync.Mutex
	isolation backend.Choice
	judge     *runner.Judge
	executor  *local.Executor
}

// Open looks for the problems. It must be closed.
func Open(config Config) (*Workspace, error) {
	w := &Workspace{config: config, log: config.Log, folders: newFolders(config)}
	unpacked, err := w.folders.unpacked()
	if err != nil {
		return nil, &JudgeError{err}
	}
	if w.library, err = openLibrary(config.Problems, unpacked, w.log); err != nil {
		return nil, err
	}
	w.history = &History{}
	if dir, err := w.folders.cache(); err == nil {
		w.history.dir = filepath.Join(dir, "history")
	}
	return w, nil
}

// Problems are the problem packages that have a name here.
func (w *Workspace) Problems() *Library { return w.library }

// History is what is remembered of earlier judgements.
func (w *Workspace) History() *History { return w.history }

// Log takes what people should know of.
func (w *Workspace) Log() *slog.Logger { return w.log }

// Cache is where builds and generated cases are kept. Where there is no place for it, it lasts until Close.
func (w *Workspace) Cache() *cache.Cache {
	w.making.Lock()
	defer w.making.Unlock()
	if w.cache == nil {
		dir, err := w.folders.cache()
		if err != nil {
			dir = ""
			w.log.Warn("nothing is cached", "reason", err)
		}
		w.cache = cache.Open(dir, w.folders.temporaryRoot(), w.log)
		if dir != "" {
			dir = filepath.Join(dir, "digests")
		}
		w.digests = digest.Open(dir, w.log)
	}
	return w.cache
}

// FreshCache is one in which nothing is yet, for what must be made anew. It must be closed.
func (w *Workspace) FreshCache() *cache.Cache {
	return cache.Open("", w.folders.temporaryRoot(), w.log)
}

// Builder makes programs of sources, in the languages of its table, which the person's own rows are part of.
func (w *Workspace) Builder() (*language.Builder, error) {
	store := w.Cache()
	w.making.Lock()
	defer w.making.Unlock()
	if w.builder == nil {
		table, err := language.Load(w.OwnLanguages())
		if err != nil {
			return nil, err
		}
		w.builder = &language.Builder{Table: table, Cache: store, Libraries: libraries.All(), Log: w.log, Environment: w.config.Environment}
	}
	return w.builder, nil
}

// OwnLanguages is the file of a person's own rows, which need not exist, "" where there is no place for it.
func (w *Workspace) OwnLanguages() string { return w.configured("languages.yaml") }

// Template is the file of a person's own template for an ending, which need not exist, "" where there is no place for it.
func (w *Workspace) Template(ending string) string { return w.configured("template." + ending) }

func (w *Workspace) configured(name string) string {
	dir := w.folders.configuration()
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, name)
}

// Scratch is a folder for outputs and the like. It is made when it is first asked for, and removed by Close.
func (w *Workspace) Scratch() (string, error) {
	w.making.Lock()
	defer w.making.Unlock()
	if w.scratch == nil {
		parent, err := w.folders.temporary()
		if err != nil {
			return "", err
		}
		if w.scratch, err = makeScratch(parent); err != nil {
			return "", err
		}
	}
	return w.scratch.dir, nil
}

// Close takes down what was opened. Nothing of it may be in use.
func (w *Workspace) Close() error {
	var errs []error
	if w.executor != nil {
		w.executor.Close()
	}
	if w.judge != nil {
		errs = append(errs, w.judge.Close())
	}
	if w.isolation.Host != nil {
		errs = append(errs, w.isolation.Host.Close())
	}
	if w.scratch != nil {
		errs = append(errs, w.scratch.remove())
	}
	if w.cache != nil {
		w.digests.Close()
		errs = append(errs, w.cache.Close())
	}
	return errors.Join(errs...)
}
