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

// maxClaims is among how many processes a core is shared before it is no matter which one is next.
const maxClaims = 16

// Share is this process's part in the cores of a machine. Its methods may be called concurrently, but for Close.
type Share struct {
	dir     string
	claims  []*os.File
	machine *door

	mu     sync.Mutex
	doors  map[int]*door // of cores
	others []int         // cores that this process did not claim
	lent   []int         // those of them that another one had when it was last looked
	looked time.Time
}

// lookTime is for how long a process goes by what it knows of others.
const lookTime = time.Second

// staleAge is how long ago a folder must have been opened last to be removed.
const staleAge = 30 * 24 * time.Hour

// Open opens the share of this process. Those that share name the same folder; in it each machine has one of its own, since several
// may see it. It must be closed.
func Open(dir string) (*Share, error) {
	sweep(dir)
	dir = filepath.Join(dir, Boot())
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	now := time.Now()
	_ = os.Chtimes(dir, now, now) // or it is removed early, when nobody may have it any more
	machine, err := openDoor(filepath.Join(dir, "machine"))
	if err != nil {
		return nil, err
	}
	return &Share{dir: dir, machine: machine, doors: map[int]*door{}}, nil
}

// Boot names this machine since it was started, "this" where the system has no name for that.
func Boot() string {
	text, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return "this"
	}
	return strings.TrimSpace(string(text))
}

// sweep removes the folders of machines that were started anew.
func sweep(dir string) {
	entries, _ := os.ReadDir(dir) // there may be none yet
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && entry.Name() != Boot() && time.Since(info.ModTime()) > staleAge {
			_ = os.RemoveAll(filepath.Join(dir, entry.Name())) // or the next one does
		}
	}
}

// Claim chooses so many of the cores for this process until Close, those first that the fewest others have. Cores that cannot be
// told apart are negative; it does not matter which of them are chosen.
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

// Borrow enters a core that another process has claimed and leaves idle, and this one has not borrowed yet, unless it would have to wait.
func (s *Share) Borrow(isBorrowed func(core int) bool) (core int, leave func(), ok bool) {
	for _, core := range s.claimedByOthers() {
		door, err := s.doorOf(core)
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

// claimedByOthers are the cores that other processes have and this one does not.
func (s *Share) claimedByOthers() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.looked) < lookTime {
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

// claim makes this process one of those that have a core; false when that many others have it.
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

// Enter waits until no other process runs anything on a core, and none has the machine to itself or is next to have it. What this
// process runs there already does not matter.
func (s *Share) Enter(ctx context.Context, core int) (leave func(), err error) {
	leaveMachine, err := patient(ctx, func() func() { return s.machine.enter(true) })
	if err != nil || core < 0 {
		return leaveMachine, err
	}
	door, err := s.doorOf(core)
	if err != nil {
		leaveMachine()
		return nil, err
	}
	leaveCore, err := patient(ctx, func() func() { return door.enter(false) })
	if err != nil {
		leaveMachine()
		return nil, err
	}
	return both(leaveCore, leaveMachine), nil
}

// Alone waits until no process runs anything that shares the cores, this one included, and keeps all out until leave is called.
func (s *Share) Alone(ctx context.Context) (leave func(), err error) {
	return patient(ctx, s.machine.empty)
}

func (s *Share) doorOf(core int) (*door, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.doors[core] == nil {
		opened, err := openDoor(filepath.Join(s.dir, fmt.Sprintf("core-%d", core)))
		if err != nil {
			return nil, err
		}
		s.doors[core] = opened
	}
	return s.doors[core], nil
}

// Close gives the cores back. Nothing may run.
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

// patient waits for a lock until ctx ends; if it is had later it is given back at once.
func patient(ctx context.Context, lock func() (leave func())) (leave func(), err error) {
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
