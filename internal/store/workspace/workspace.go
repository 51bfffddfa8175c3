package workspace

import (
	"errors"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"grundy/checker"
	"grundy/internal/base/hint"
	"grundy/internal/games"
	"grundy/internal/job"
	"grundy/internal/judge/corelock"
	"grundy/internal/judge/language"
	"grundy/internal/judge/sandbox/backend"
	"grundy/internal/pkgfmt/problem"
	"grundy/internal/store/cache"
	"grundy/internal/store/config"
	"grundy/internal/store/digest"
	"grundy/runner"
)

// Workspace gives access to the user's problems, solutions and judgements. It opens expensive parts on first use. Its
// methods may be called concurrently, except Close.
type Workspace struct {
	config  Config
	folders *folders
	log     *slog.Logger
	library *Library
	history *History

	unusable sync.Map // configuration files that were warned of
	unpacked *cache.Folders
	store    lazy[store]
	builder  lazy[*language.Builder]
	scratch  lazy[*scratch]
	share    lazy[*corelock.Share]
	sandbox  lazy[backend.Choice]
	judge    lazy[*runner.Judge]
	local    lazy[Executor] // that of this machine
	executor lazy[Executor]
}

// store contains what is kept on disk from run to run.
type store struct {
	*cache.Cache
	digests *digest.Store
}

// Open opens a workspace and finds the problems. The caller must close it.
func Open(config Config) (*Workspace, error) {
	w := &Workspace{config: config, log: config.Log, folders: newFolders(config)}
	unpacked, err := w.folders.kept("problems")
	if err != nil {
		return nil, &JudgeError{err}
	}
	w.unpacked = cache.OpenFolders(unpacked)
	w.library = openLibrary(config, w.unpacked)
	w.history = w.openHistory()
	return w, nil
}

// Problems returns the problem packages that have a name here.
func (w *Workspace) Problems() *Library { return w.library }

// History returns the earlier judgements.
func (w *Workspace) History() *History { return w.history }

// Games returns the parts that know the games of problems.
func (w *Workspace) Games() games.Registry { return w.config.Games }

// PackageDigest returns a digest of everything in a problem that judging depends on, or "" if it cannot be computed.
func (w *Workspace) PackageDigest(p *problem.Problem) string {
	digest, _ := w.Package(p)
	return digest
}

// Package returns the digest of a problem, as PackageDigest does, and the files that it covers.
func (w *Workspace) Package(p *problem.Problem) (digest string, files []string) {
	packed, places, err := job.Pack(p, w.kept().digests)
	if err != nil {
		return "", nil
	}
	digest, err = packed.Digest()
	if err != nil {
		return "", nil
	}
	return digest, slices.Sorted(maps.Values(places))
}

// Log takes messages for the user.
func (w *Workspace) Log() *slog.Logger { return w.log }

// Cache returns the cache of builds and generated cases. If there is no place for it, it lasts until Close.
func (w *Workspace) Cache() *cache.Cache { return w.kept().Cache }

// Digests returns the digests of files, remembered from run to run.
func (w *Workspace) Digests() *digest.Store { return w.kept().digests }

func (w *Workspace) kept() store {
	kept, _ := w.store.get(func() (store, error) { // without a place, it is made as well
		dir, err := w.folders.cache()
		if err != nil {
			w.log.Warn(cache.Degraded, "error", err, "remedy", hint.Of(err))
			return store{cache.Open("", w.folders.temporaryRoot(), w.log), digest.Open("", w.log)}, nil
		}
		return store{cache.Open(dir, w.folders.temporaryRoot(), w.log), digest.Open(filepath.Join(dir, "digests"), w.log)}, nil
	})
	return kept
}

// FreshCache returns an empty cache, for results that must be made again. The caller must close it.
func (w *Workspace) FreshCache() *cache.Cache {
	return cache.Open("", w.folders.temporaryRoot(), w.log)
}

// Builder returns the builder of programs, in the languages of its table, which includes the user's own rows.
func (w *Workspace) Builder() (*language.Builder, error) {
	return w.builder.get(func() (*language.Builder, error) {
		table, err := language.Load(w.ownRows()...)
		if err != nil {
			return nil, err
		}
		return &language.Builder{
			Table: table, Cache: w.Cache(), Libraries: checker.Libraries(), Log: w.log, Environment: w.config.Environment,
			Testlib: w.Testlib(), Prebuilt: w.config.Prebuilt, Strangers: w.config.Strangers,
		}, nil
	})
}

// OwnLanguages returns the file of the user's own rows of languages, which need not exist, or "" if there is no place
// for it.
func (w *Workspace) OwnLanguages() string { return w.configured("languages.yaml") }

// ownRows returns the user's own rows of languages; those of config.yaml override those of languages.yaml.
func (w *Workspace) ownRows() []language.Rows {
	var rows []language.Rows
	if file := w.OwnLanguages(); file != "" {
		rows = append(rows, language.Rows{File: file})
	}
	file := ConfigurationFile(w.config)
	if text, err := config.Text(file); err == nil && text != nil { // the reader of its other keys reports errors
		rows = append(rows, language.Rows{File: file, Key: config.Languages, Libraries: config.Libraries})
	}
	return rows
}

// Testlib returns the user's own testlib.h, which need not exist, or "" if there is no place for it.
func (w *Workspace) Testlib() string { return w.configured(language.TestlibHeader) }

// Template returns the file of the user's own template for an extension, which need not exist, or "" if there is no
// place for it.
func (w *Workspace) Template(ending string) string {
	name := "template." + ending
	if w.config.Templates != "" {
		return filepath.Join(w.config.Templates, name)
	}
	return w.configured(name)
}

// ConfigurationFile returns the user's config.yaml, which need not exist, or "" if there is no place for it.
func ConfigurationFile(config Config) string { return newFolders(config).configured("config.yaml") }

// configured returns a file of the configuration directory, or "" if there is none or it must not be used, which is
// logged once.
func (w *Workspace) configured(name string) string {
	path := w.folders.configured(name)
	if _, err := config.Text(path); err != nil {
		if _, told := w.unusable.LoadOrStore(path, true); !told {
			w.log.Warn(err.Error(), "remedy", hint.Of(err))
		}
		return ""
	}
	return path
}

// Scratch returns a directory for outputs and the like. It is made on first use and removed by Close.
func (w *Workspace) Scratch() (string, error) {
	made, err := w.scratch.get(func() (*scratch, error) {
		parent, err := w.folders.temporary()
		if err != nil {
			return nil, err
		}
		return makeScratch(parent)
	})
	if err != nil {
		return "", err
	}
	return made.dir, nil
}

// Close closes what was opened. Nothing of it may be in use.
func (w *Workspace) Close() error {
	end := func(e Executor) error {
		e.Close()
		return nil
	}
	return errors.Join(
		w.executor.close(end),
		w.local.close(end),
		w.judge.close((*runner.Judge).Close),
		w.builder.close(func(builder *language.Builder) error {
			builder.Wait()
			return nil
		}),
		w.sandbox.close(func(choice backend.Choice) error { return choice.Host.Close() }),
		w.share.close((*corelock.Share).Close),
		w.scratch.close((*scratch).remove),
		w.store.close(func(kept store) error {
			kept.digests.Close()
			return kept.Cache.Close()
		}),
		w.unpacked.Close(),
		w.history.Close(),
	)
}
