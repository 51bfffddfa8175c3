package resultcache

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"grundy/internal/store/cache"
)

// Store keeps verdicts in a cache. Goroutines and processes may use it concurrently. If two of them write results of
// the same submission at the same time, the last one wins.
type Store struct {
	cache *cache.Cache
	whose func() identity
	log   *slog.Logger
}

// identity identifies the judge's code and the machine that verdicts belong to.
type identity struct {
	judge   string
	machine Machine
	err     error
}

// Open returns the verdicts in a cache. judge identifies the judge's code, for example by its executable's digest,
// and machine describes the machine. Both are called only when needed. If judge fails, nothing is stored.
func Open(c *cache.Cache, judge func() (string, error), machine func() Machine, log *slog.Logger) *Store {
	return &Store{cache: c, log: log, whose: sync.OnceValue(func() identity {
		name, err := judge()
		if err != nil {
			log.Debug("cannot store verdicts", "error", err)
		}
		return identity{name, machine(), err}
	})}
}

// key returns the key of an entry.
func (s *Store) key(submission cache.Key) (key cache.Key, known bool) {
	who := s.whose()
	hash := cache.NewHash("verdicts 1").Text(who.judge).Text(who.machine.Processor).Text(who.machine.Kernel)
	return hash.Text(string(submission)).Key(), who.err == nil
}

// Known returns the stored results of a submission by case. A damaged entry counts as empty.
func (s *Store) Known(submission cache.Key) map[cache.Key]Known {
	key, known := s.key(submission)
	if !known {
		return nil
	}
	dir, found := s.cache.Get(key)
	if !found {
		return nil
	}
	list, err := os.ReadFile(filepath.Join(dir, listFile))
	if err != nil {
		return nil // another process is replacing it
	}
	tests, err := os.ReadFile(filepath.Join(dir, testsFile))
	if err != nil {
		return nil
	}
	cases, err := decode(list, tests)
	if err != nil {
		s.cache.Remove(key)
		return nil
	}
	return cases
}

// Keep replaces the stored results of a submission.
func (s *Store) Keep(submission cache.Key, cases map[cache.Key]Known) {
	key, known := s.key(submission)
	if !known {
		return
	}
	list, tests, err := encode(cases)
	if err == nil {
		s.cache.Remove(key)
		_, err = s.cache.Put(key, func(dir string) error {
			return errors.Join(
				os.WriteFile(filepath.Join(dir, listFile), list, 0o600), os.WriteFile(filepath.Join(dir, testsFile), tests, 0o600),
			)
		})
	}
	if err != nil {
		s.log.Debug("cannot store verdicts", "error", err)
	}
}
