package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"grundy/internal/cluster/bus"
	"grundy/internal/cluster/probe"
	"grundy/internal/job/child"
	"grundy/internal/store/cache"
)

const (
	// maxLost is how many workers a job may crash.
	maxLost = 3
	// announceTime is how often a worker announces itself.
	announceTime = bus.AnnouncedTime / 4
	// keepTime is how long a worker keeps a result that it cannot hand over.
	keepTime = 10 * time.Minute
	// retryTime is how long it waits between attempts.
	retryTime = time.Second
	// graceTime is how long jobs may continue when a worker is to end; then others take them.
	graceTime = 20 * time.Second
)

// Worker does jobs of a hub.
type Worker struct {
	Bus   *bus.Bus
	Cache *cache.Cache // for packages
	// Start starts a child process that judges.
	Start func() (*child.Process, error)
	// Name is the name of the machine.
	Name    string
	Version string // of grundy
	// Class is the class of the machine; "" to find it by measuring.
	Class string
	// Probe measures the machine, or returns recent figures unless it is to measure again.
	Probe func(ctx context.Context, again bool) (probe.Figures, error)
	// Languages are the names of the languages with a toolchain.
	Languages []string
	// Ready is called when the hub knows the worker, with how many programs it runs at a time.
	Ready func(slots int)
	Log   *slog.Logger

	instance    string
	class       string
	figures     probe.Figures // when it joined
	running     atomic.Int64
	packages    packageCache
	timeBudgets timeBudgets
	foreign     sync.Once    // logs an unknown protocol version once
	alone       sync.RWMutex // held exclusively by a job that may have crashed a worker

	mu      sync.Mutex
	slower  slowdown
	process *child.Process
	jobs    map[string]context.CancelCauseFunc // by person and id
	most    map[*attempt]time.Duration         // how long those that are being judged may occupy the slots
}

// occupy records how long an attempt may occupy the slots, until free is called.
func (w *Worker) occupy(a *attempt, most time.Duration) (free func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.most[a] = most
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.most, a)
	}
}

// othersTime returns how long an attempt may have to wait for those that are judged beside it.
func (w *Worker) othersTime(a *attempt) (wait time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for other, most := range w.most {
		if other != a {
			wait += most
		}
	}
	return wait
}

// errUnwanted ends a job that its user cancelled.
var errUnwanted = errors.New("the job was cancelled")

// errHung ends a silent job.
var errHung = errors.New("the job shows no activity")

// Run does jobs until ctx ends, or the owner of the hub drains the worker. After ctx ends, jobs that do not finish soon
// are left to other workers.
func (w *Worker) Run(ctx context.Context) error {
	w.instance, w.jobs, w.most = rand.Text(), map[string]context.CancelCauseFunc{}, map[*attempt]time.Duration{}
	// Nothing else runs yet that would disturb the measurement.
	if err := w.findClass(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	process, err := w.judge()
	if err != nil {
		return err
	}
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.process != nil {
			_ = w.process.Close()
		}
	}()
	if err := w.Bus.Cancels(w.cancel); err != nil {
		return err
	}
	if err := w.joinAsMeasured(ctx); err != nil {
		return err
	}
	taking, drain := context.WithCancel(ctx)
	defer drain()
	err = w.Bus.Drained(func(name string) {
		if name == w.Name {
			w.Log.Warn("the worker is drained: it finishes its jobs and ends")
			drain()
		}
	})
	if err != nil {
		return err
	}
	var background sync.WaitGroup
	announcing, stop := context.WithCancel(context.WithoutCancel(ctx))
	w.announce(ctx, process.Slots())
	background.Go(func() { w.keepAnnounced(announcing, process.Slots()) })
	defer background.Wait()
	defer stop()
	w.Ready(process.Slots())
	// Jobs outlive ctx for a while.
	working, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	free := make(chan struct{}, jobsAtOnce(process.Slots()))
	var wait sync.WaitGroup
	for {
		select {
		case free <- struct{}{}:
		case <-taking.Done():
		case <-w.Bus.Shut():
			return w.Bus.Err()
		}
		if taking.Err() != nil {
			break
		}
		task, err := w.Bus.Take(taking)
		if taking.Err() != nil {
			if task != nil {
				task.Return(working, 0)
			}
			break
		}
		if err != nil {
			return err
		}
		wait.Go(func() {
			defer func() { <-free }()
			w.running.Add(1)
			defer w.running.Add(-1)
			w.do(working, task)
		})
	}
	ended := make(chan struct{})
	go func() {
		wait.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-w.Bus.Shut():
		return w.Bus.Err()
	case <-ctx.Done():
	}
	select {
	case <-ended:
	case <-time.After(graceTime):
		end(context.Cause(ctx))
		<-ended
	}
	return nil
}

// jobsAtOnce returns how many jobs a worker has: while the programs of one wait, are built or end, those of another use
// the slots.
func jobsAtOnce(slots int) int { return slots + 1 }

// judge returns the child process, and starts a new one if the last is gone.
func (w *Worker) judge() (*child.Process, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.process != nil {
		select {
		case <-w.process.Gone():
			err := w.process.Close()
			w.process = nil
			w.Log.Warn("the judging process ended; starting another one", "reason", err)
		default:
			return w.process, nil
		}
	}
	var err error
	w.process, err = w.Start()
	return w.process, err
}

// announce announces the worker.
func (w *Worker) announce(ctx context.Context, slots int) {
	maker := w.info()
	text, err := json.Marshal(Announcement{
		Name: w.Name, Instance: w.instance, Class: w.class, Version: w.Version, Protocol: bus.Protocol, Slots: slots, Running: int(w.running.Load()),
		Languages: w.Languages, Like: maker.Like, Figures: w.figures, Slower: maker.Slower,
	})
	if err == nil {
		_ = w.Bus.Announce(ctx, w.instance, text) // or the next time
	}
}

// keepAnnounced announces the worker from time to time, and withdraws the announcement at the end.
func (w *Worker) keepAnnounced(ctx context.Context, slots int) {
	probed := time.Now()
	for {
		select {
		case <-time.After(announceTime):
			if time.Since(probed) > probeTime && w.running.Load() == 0 {
				probed = time.Now()
				w.measureAgain(ctx)
			}
			w.announce(ctx, slots)
		case <-ctx.Done():
			w.Bus.Leave(context.WithoutCancel(ctx), w.instance)
			return
		}
	}
}

func (w *Worker) cancel(person, id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if cancel := w.jobs[person+"."+id]; cancel != nil {
		cancel(errUnwanted)
	}
}

// do does one job.
func (w *Worker) do(ctx context.Context, task *bus.Task) {
	attempt := &attempt{worker: w, task: task, id: rand.Text(), info: w.info()}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	name := task.Person + "." + task.ID
	w.mu.Lock()
	w.jobs[name] = cancel
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.jobs, name)
	}()
	attempt.run(ctx, cancel)
}
