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
	// lookTime is how long the files of a package that were looked at are taken to be there: to look again takes longer than many jobs.
	lookTime = time.Hour
	// maxProofs bounds how many proofs of a package are known.
	maxProofs = 1000
)

// shelf has the packages of which a worker does jobs, by name.
type shelf struct {
	mu    sync.Mutex
	known map[string]*laid
}

// laid is a package in its folder.
type laid struct {
	dir    string
	looked time.Time         // when its files were looked at
	proofs map[string]string // by person
}

// folder is that of a package. Fetch gives it when its files are to be looked at.
func (s *shelf) folder(name string, fetch func() (string, error)) (string, error) {
	s.mu.Lock()
	known := s.known[name]
	s.mu.Unlock()
	if known != nil && time.Since(known.looked) < lookTime {
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
		s.known = map[string]*laid{}
	}
	s.known[name] = &laid{dir: dir, looked: time.Now(), proofs: map[string]string{}}
	return dir, nil
}

// proof is that of a package which lies in a folder.
func (s *shelf) proof(name, dir, person string) (string, error) {
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

// checkProof tells why nothing shows that whoever wants a job has its package.
func (s *shelf) checkProof(w wish, name, dir, person string) error {
	proof, err := s.proof(name, dir, person)
	if err != nil || !hmac.Equal([]byte(proof), []byte(w.Proof)) {
		return cmp.Or(err, errors.New("nothing shows that whoever asks has the package"))
	}
	return nil
}
