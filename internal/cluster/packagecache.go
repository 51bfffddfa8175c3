package cluster

import (
	"cmp"
	"crypto/hmac"
	"errors"
	"os"
	"sync"
	"time"

	"grundy/internal/job"
)

const (
	// recheckTime is how long a checked package counts as complete: checking its files again takes longer than many jobs.
	recheckTime = time.Hour
	// maxProofs bounds how many proofs of a package are kept.
	maxProofs = 1000
)

// packageCache contains the packages of a worker's jobs, by name.
type packageCache struct {
	mu    sync.Mutex
	known map[string]*unpackedPackage
}

// unpackedPackage is a package in its directory.
type unpackedPackage struct {
	dir    string
	looked time.Time         // when its files were checked
	proofs map[string]string // by person
}

// folder returns the directory of a package. It calls fetch when the files are to be checked.
func (s *packageCache) folder(name string, fetch func() (string, error)) (string, error) {
	s.mu.Lock()
	known := s.known[name]
	s.mu.Unlock()
	if known != nil && time.Since(known.looked) < recheckTime {
		if _, err := os.Lstat(known.dir); err == nil {
			return known.dir, nil
		}
	}
	dir, err := fetch()
	if err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil || len(s.known) == maxStints {
		s.known = map[string]*unpackedPackage{}
	}
	s.known[name] = &unpackedPackage{dir: dir, looked: time.Now(), proofs: map[string]string{}}
	return dir, nil
}

// proof returns the proof of a package in a directory.
func (s *packageCache) proof(name, dir, person string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.known[name]
	if known != nil && known.proofs[person] != "" {
		return known.proofs[person], nil
	}
	proof, err := job.Proof(dir, person)
	if err == nil && known != nil {
		if len(known.proofs) == maxProofs {
			clear(known.proofs)
		}
		known.proofs[person] = proof
	}
	return proof, err
}

// checkProof returns an error unless the job proves that its user has the package.
func (s *packageCache) checkProof(w queuedJob, name, dir, person string) error {
	proof, err := s.proof(name, dir, person)
	if err != nil || !hmac.Equal([]byte(proof), []byte(w.Proof)) {
		return cmp.Or(err, errors.New("the client does not prove that it has the package"))
	}
	return nil
}
