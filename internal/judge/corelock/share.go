package corelock

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"grundy/internal/base/fsutil"
)

// maxClaims bounds the processes that claim a core in order; beyond that it does not matter which core comes next.
const maxClaims = 16

// Share is this process's part in the cores of a machine. Its methods, except Close, may be called concurrently.
type Share struct {
	dir     string
	claims  []*os.File
	machine *lock

	mu     sync.Mutex
	doors  map[int]*lock // by core
	others []int         // cores that this process did not claim
	lent   []int         // those that another process had claimed at the last look
	looked time.Time
}

// claimsTTL is how long a process relies on what it knows about other processes' claims.
const claimsTTL = time.Second

// staleAge is how old the last use of a directory must be for its removal.
const staleAge = 30 * 24 * time.Hour

// Open opens the share of this process. Processes that share name the same directory. Each machine has a subdirectory
// of its own, since several machines may see the directory. The caller must call Close.
func Open(dir string) (*Share, error) {
	sweep(dir)
	dir = filepath.Join(dir, Boot())
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	now := time.Now()
	_ = os.Chtimes(dir, now, now) // otherwise it may be removed early, when its last user has gone
	machine, err := openCoreLock(filepath.Join(dir, "machine"))
	if err != nil {
		return nil, err
	}
	return &Share{dir: dir, machine: machine, doors: map[int]*lock{}}, nil
}

// Boot identifies this machine since its last start. It is "this" if the system has no such identity.
func Boot() string {
	text, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return "this"
	}
	return strings.TrimSpace(string(text))
}

// sweep removes the directories of earlier starts.
func sweep(dir string) {
	entries, _ := os.ReadDir(dir) // there may be none yet
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && entry.Name() != Boot() && time.Since(info.ModTime()) > staleAge {
			_ = os.RemoveAll(filepath.Join(dir, entry.Name())) // on failure the next process tries again
		}
	}
}

// Claim claims count of the cores for this process until Close, first those that the fewest other processes claim.
// Indistinguishable cores are negative; it does not matter which of them it chooses.
func (s *Share) Claim(all []int, count int) []int {
	var mine []int
	for others := 0; others < maxClaims && len(mine) < count; others++ {
		for _, core := range all {
			if len(mine) < count && core >= 0 && !slices.Contains(mine, core) && s.claim(core, others) {
				mine = append(mine, core)
			}
		}
	}
	for _, core := range all {
		if len(mine) < count && (core < 0 || !slices.Contains(mine, core)) {
			mine = append(mine, core)
		}
	}
	for _, core := range all {
		if core >= 0 && !slices.Contains(mine, core) {
			s.others = append(s.others, core)
		}
	}
	return mine
}

// Borrow enters a core that another process has claimed and leaves idle, unless this process has borrowed it already.
// It never waits.
func (s *Share) Borrow(isBorrowed func(core int) bool) (core int, leave func(), ok bool) {
	for _, core := range s.claimedByOthers() {
		door, err := s.lockOf(core)
		if err != nil || isBorrowed(core) {
			continue
		}
		leaveMachine, ok := s.machine.try(true)
		if !ok {
			return 0, nil, false
		}
		if leaveCore, ok := door.try(false); ok {
			return core, both(leaveCore, leaveMachine), true
		}
		leaveMachine()
	}
	return 0, nil, false
}

// claimedByOthers returns the cores that other processes claim and this one does not.
func (s *Share) claimedByOthers() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.looked) < claimsTTL {
		return s.lent
	}
	s.looked, s.lent = time.Now(), nil
	for _, core := range s.others {
		file, err := openLock(s.claimFile(core, 0))
		if err != nil {
			continue
		}
		if fsutil.Lock(file) != nil {
			s.lent = append(s.lent, core)
		}
		file.Close()
	}
	return s.lent
}

func both(one, other func()) func() {
	return func() {
		one()
		other()
	}
}

func (s *Share) claimFile(core, others int) string {
	return filepath.Join(s.dir, fmt.Sprintf("core-%d-claim-%d", core, others))
}

// claim makes this process one of those that claim a core. It returns false if that many others already do.
func (s *Share) claim(core, others int) bool {
	file, err := openLock(s.claimFile(core, others))
	if err != nil {
		return false
	}
	if fsutil.Lock(file) != nil {
		file.Close()
		return false
	}
	s.claims = append(s.claims, file)
	return true
}

// Enter waits until no other process runs anything on a core, and no process has the machine to itself or waits for
// it. Whatever this process itself runs there does not matter.
func (s *Share) Enter(ctx context.Context, core int) (leave func(), err error) {
	leaveMachine, err := lockUntilDone(ctx, func() func() { return s.machine.enter(true) })
	if err != nil || core < 0 {
		return leaveMachine, err
	}
	door, err := s.lockOf(core)
	if err != nil {
		leaveMachine()
		return nil, err
	}
	leaveCore, err := lockUntilDone(ctx, func() func() { return door.enter(false) })
	if err != nil {
		leaveMachine()
		return nil, err
	}
	return both(leaveCore, leaveMachine), nil
}

// Alone waits until no process that shares the cores, including this one, runs anything. It keeps all out until leave
// is called.
func (s *Share) Alone(ctx context.Context) (leave func(), err error) {
	return lockUntilDone(ctx, s.machine.empty)
}

func (s *Share) lockOf(core int) (*lock, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.doors[core] == nil {
		opened, err := openCoreLock(filepath.Join(s.dir, fmt.Sprintf("core-%d", core)))
		if err != nil {
			return nil, err
		}
		s.doors[core] = opened
	}
	return s.doors[core], nil
}

// Close releases the cores. Nothing may run.
func (s *Share) Close() error {
	for _, claim := range s.claims {
		claim.Close()
	}
	s.machine.close()
	for _, door := range s.doors {
		door.close()
	}
	return nil
}

// lockUntilDone waits for a lock until ctx ends. If the lock is granted later, patient releases it at once.
func lockUntilDone(ctx context.Context, lock func() (leave func())) (leave func(), err error) {
	had := make(chan func())
	go func() {
		leave := lock()
		select {
		case had <- leave:
		case <-ctx.Done():
			leave()
		}
	}()
	select {
	case leave := <-had:
		return leave, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
