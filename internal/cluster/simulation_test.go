package cluster

import (
	"cmp"
	"container/heap"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"grundy/internal/cluster/bus"
)

// In the simulation the time, the machines and what a server does with a queue are made up: it gives out jobs in the order in which
// they came, and those of a lost worker again, before others, when their leases end. What decides is that of the cluster: Lane,
// bus.FairOrder, bus.LostTo, jobsAtOnce, maxLost, and the times of leases and of asking.

// hopTime is what a job costs beside the work, a third of it each when it is handed in, taken and told (BenchmarkHub).
const hopTime = 3 * time.Millisecond

// world is a simulated hub with its machines.
type world struct {
	random *rand.Rand
	now    time.Duration
	events events
	begun  int // how many events there were

	lanes    map[bus.Lane]*line
	machines []*machine
	pending  map[int]int // by person: how many jobs wait or are being done
	taken    int         // how many jobs were taken so far

	jobs, done, twice, givenUp int
	waits                      map[string][]time.Duration // of jobs by kind: from handing in to the verdict
	overtaken                  []int                      // of jobs that are watched: how many were taken between handing in and taking
}

// line is the queue of a lane.
type line struct{ again, fresh []*piece }

func (l *line) next() *piece {
	for _, from := range []*[]*piece{&l.again, &l.fresh} {
		if len(*from) > 0 {
			p := (*from)[0]
			*from = (*from)[1:]
			return p
		}
	}
	return nil
}

// piece is a job: a submission that is compiled, and run on cases until one fails.
type piece struct {
	kind       string
	person     int
	lane       bus.Lane
	handed     time.Duration
	compile    time.Duration
	cases      int
	each       time.Duration // of a case
	deliveries int
	before     int // how many jobs were taken before it was handed in
	done       bool
}

// machine is a worker.
type machine struct {
	*world
	slots, free int
	choice      bus.Choice
	life        int // counts how often it was lost
	lost        bool
	work        []*stay
	idle        bool
	asked       time.Duration // when it last asked
}

// stay is a job on a machine.
type stay struct {
	*piece
	taken     time.Duration
	compiling bool
	compiled  bool
	begun     int // cases
	running   int
}

// events are what will happen, the next one first.
type events []happening

type happening struct {
	at    time.Duration
	order int
	do    func()
}

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(e[i].at, e[j].at), cmp.Compare(e[i].order, e[j].order)) < 0
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(happening)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	(*e)[len(*e)-1] = happening{}
	*e = (*e)[:len(*e)-1]
	return last
}

// newWorld has machines of so many slots.
func newWorld(seed uint64, machines, slots int) *world {
	w := &world{
		random: rand.New(rand.NewPCG(seed, 1)), pending: map[int]int{}, waits: map[string][]time.Duration{},
		lanes: map[bus.Lane]*line{bus.First: {}, bus.Second: {}, bus.Third: {}, bus.Bulk: {}, bus.Long: {}},
	}
	for range machines {
		m := &machine{world: w, slots: slots, free: slots}
		w.machines = append(w.machines, m)
		for range w.random.IntN(8) { // they have been asking for a while
			bus.FairOrder(&m.choice, []int{})
		}
		m.ask()
	}
	return w
}

func (w *world) after(d time.Duration, do func()) {
	w.begun++
	heap.Push(&w.events, happening{w.now + d, w.begun, do})
}

// run goes on until nothing happens any more.
func (w *world) run() {
	for len(w.events) > 0 {
		next := heap.Pop(&w.events).(happening)
		w.now = next.at
		next.do()
	}
}

// handIn hands a job in, and wakes one of those who listen.
func (w *world) handIn(p *piece) {
	w.jobs++
	p.lane, p.handed, p.before = Lane(w.pending[p.person]), w.now, w.taken
	w.pending[p.person]++
	w.after(hopTime/3, func() {
		line := w.lanes[p.lane]
		line.fresh = append(line.fresh, p)
		var listening []*machine
		for _, m := range w.machines {
			if m.idle {
				listening = append(listening, m)
			}
		}
		if len(listening) > 0 {
			listening[w.random.IntN(len(listening))].ask()
		}
	})
}

// ask takes jobs as long as there are some and the machine has room.
func (m *machine) ask() {
	m.idle = false
	for !m.lost && len(m.work) < jobsAtOnce(m.slots) {
		p := m.choose()
		if p == nil {
			m.idle, m.asked = true, m.now
			return
		}
		m.take(p)
	}
}

// choose asks lane by lane. It knows of each job that waits.
func (m *machine) choose() *piece {
	for _, lane := range bus.FairOrder(&m.choice, []bus.Lane{bus.First, bus.Second, bus.Third, bus.Bulk, bus.Long}) {
		if p := m.lanes[lane].next(); p != nil {
			return p
		}
	}
	return nil
}

func (m *machine) take(p *piece) {
	if p.deliveries == 0 && p.kind == single {
		m.overtaken = append(m.overtaken, m.taken-p.before)
	}
	m.taken++
	p.deliveries++
	s := &stay{piece: p, taken: m.now}
	m.work = append(m.work, s)
	m.later(hopTime/3, func() {
		if p.done || s.losses() >= maxLost {
			if !p.done {
				m.givenUp++
			}
			m.finish(s)
			return
		}
		m.dispatch()
	})
}

// losses is how many workers the job may have cost before.
func (s *stay) losses() int { return bus.LostTo(s.deliveries, 0) }

// later has something be done unless the machine is lost before.
func (m *machine) later(d time.Duration, do func()) {
	life := m.life
	m.after(d, func() {
		if m.life == life {
			do()
		}
	})
}

// dispatch gives free slots to jobs in the order in which they were taken. One that may be why a worker was lost has all.
func (m *machine) dispatch() {
	for i, s := range m.work {
		if s.losses() > 0 && i > 0 {
			return
		}
		for m.free > 0 && !s.compiling && s.begun < s.cases {
			took := s.each
			if s.compiling = !s.compiled; s.compiling {
				took = s.compile
			} else {
				s.begun++
			}
			s.running++
			m.free--
			m.later(took, func() {
				s.running--
				m.free++
				if s.compiling {
					s.compiling, s.compiled = false, true
				}
				if s.running == 0 && s.begun == s.cases {
					m.finish(s)
				}
				m.dispatch()
			})
		}
		if s.losses() > 0 {
			return
		}
	}
}

// finish reports the result of a job, and takes another one.
func (m *machine) finish(s *stay) {
	m.work = slices.DeleteFunc(m.work, func(other *stay) bool { return other == s })
	if s.done {
		m.twice++
	} else {
		s.done = true
		m.done++
		m.pending[s.person]--
		m.waits[s.kind] = append(m.waits[s.kind], m.now+hopTime/3-s.handed)
	}
	m.ask()
}

// lose ends a machine. Its jobs are given out again when their leases end, and the end of a lease wakes no machine; another machine takes its place.
func (m *machine) lose(back time.Duration) {
	if m.lost {
		return
	}
	for _, s := range m.work {
		renewed := (m.now - s.taken) / (bus.LeaseTime() / 3) * (bus.LeaseTime() / 3)
		m.after(s.taken+renewed+bus.LeaseTime()-m.now, func() {
			line := m.lanes[s.lane]
			line.again = append(line.again, s.piece)
			for _, other := range m.machines {
				other.poll()
			}
		})
	}
	m.life++
	m.lost, m.idle, m.work, m.free = true, false, nil, m.slots
	m.after(back, func() {
		m.lost = false
		m.ask()
	})
}

// poll has a machine that is not woken ask when its time has come.
func (m *machine) poll() {
	if !m.idle {
		return
	}
	asked := m.asked
	m.later(bus.PollTime-(m.now-asked)%bus.PollTime, func() {
		if m.idle && m.asked == asked {
			m.ask()
		}
	})
}

// loseEvery loses a machine of those that work from time to time, until an end; it is back after a minute.
func (w *world) loseEvery(d, end time.Duration) {
	w.after(d, func() {
		w.machines[w.random.IntN(len(w.machines))].lose(time.Minute)
		if w.now+d < end {
			w.loseEvery(d, end)
		}
	})
}

// The kinds of jobs.
const (
	usual  = "usual"
	single = "single" // of a user who submits one solution
	many   = "many"   // of a user who submits ten thousand
)

// submission is made up: 3 s of a slot on average, of which 0.8 s are compiling; two of three end early.
func (w *world) submission(kind string, person int) *piece {
	p := &piece{kind: kind, person: person, compile: 800 * time.Millisecond, cases: 20}
	if w.random.IntN(3) > 0 {
		p.cases = 1 + w.random.IntN(20)
	}
	const mean = 2.2 / (20./3 + 2./3*10.5) // s a case
	p.each = time.Duration(min(w.random.ExpFloat64()*mean, 10*mean) * float64(time.Second))
	return p
}

// contest hands in so many submissions of so many people over a time, at a rate that changes with it: its mean is 1.
func (w *world) contest(submissions, people int, length time.Duration, rate func(share float64) float64) {
	mean := float64(length) / float64(submissions)
	var hand func()
	hand = func() {
		if w.now < length {
			w.handIn(w.submission(usual, w.random.IntN(people)))
			w.after(time.Duration(w.random.ExpFloat64()*mean/rate(float64(w.now)/float64(length))), hand)
		}
	}
	w.after(0, hand)
}

// bursts are a tenth of the time, in six parts, in which 3.5 times as much is handed in as on average.
func bursts(share float64) float64 {
	if math.Mod(share*6, 1) > 0.9 {
		return 3.5
	}
	return (1 - 0.35) / 0.9
}

// day is that of people who sleep, with bursts.
func day(share float64) float64 { return bursts(share) * (1 - 0.8*math.Cos(2*math.Pi*share)) }

// quantile is that of the waits of a kind.
func (w *world) quantile(kind string, share float64) time.Duration {
	waits := slices.Sorted(slices.Values(w.waits[kind]))
	if len(waits) == 0 {
		return 0
	}
	return waits[min(int(share*float64(len(waits))), len(waits)-1)]
}

// check sees that nothing was lost, and nothing judged twice.
func (w *world) check(t *testing.T, name string) {
	t.Helper()
	if w.done != w.jobs || w.twice > 0 || w.givenUp > 0 {
		t.Errorf("%s: of %d jobs %d are done, %d of them twice, and %d were given up", name, w.jobs, w.done, w.twice, w.givenUp)
	}
}

func (w *world) report(name string) {
	fmt.Printf("| %s | %d | %s | %s | %d |\n", name, w.jobs, inSeconds(w.quantile(usual, 0.5)), inSeconds(w.quantile(usual, 0.99)), w.jobs-w.done)
}

func inSeconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }

// simulateVariable has TestSimulation simulate all and print its tables (make simulate).
const simulateVariable = "GRUNDY_SIMULATE"

func TestSimulation(t *testing.T) {
	whole := os.Getenv(simulateVariable) != ""
	const lossTime = 10 * time.Minute
	if !whole {
		w := newWorld(1, 6, 8)
		w.contest(5000, 300, 15*time.Minute, bursts)
		w.loseEvery(time.Minute, 15*time.Minute)
		w.run()
		w.check(t, "a quarter of an hour")
		if p99 := w.quantile(usual, 0.99); p99 > time.Minute {
			t.Errorf("p99 is %s, want less than a minute", p99)
		}
		fairness(t, 3, 8, 2000)
		return
	}
	fmt.Println("| submissions | jobs | p50 | p99 | lost |\n|---|---|---|---|---|")
	for _, machines := range []int{1, 6, 60} {
		w := newWorld(1, machines, 8)
		w.contest(100_000, 5000, 5*time.Hour, bursts)
		w.loseEvery(lossTime, 5*time.Hour)
		w.run()
		w.check(t, "contest")
		w.report(fmt.Sprintf("100,000 in 5 h, %d slots", 8*machines))
	}
	w := newWorld(1, 1000, 1)
	w.contest(1_000_000, 50_000, 24*time.Hour, day)
	w.loseEvery(lossTime, 24*time.Hour)
	w.run()
	w.check(t, "day")
	w.report("1,000,000 a day, 1,000 machines of one slot")
	fmt.Println("\n| slots | jobs of others before one's own: p50 | p99 | at most | verdict p99 | without the ten thousand |\n|---|---|---|---|---|---|")
	for _, machines := range []int{1, 6, 60} {
		fairness(t, machines, 8, 10_000)
	}
}

// fairness lets one user submit very many jobs at once, and others one each in the meantime.
func fairness(t *testing.T, machines, slots, flood int) {
	t.Helper()
	both := [2]*world{}
	for i, flood := range []int{0, flood} {
		w := newWorld(1, machines, slots)
		both[i] = w
		for range flood {
			w.handIn(w.submission(many, 0))
		}
		people := 0
		for at := time.Second; at < time.Duration(2500/machines/slots+1)*10*time.Second; at += 4 * time.Second {
			people++
			w.after(at, func() { w.handIn(w.submission(single, people)) })
		}
		w.run()
		w.check(t, "fairness")
	}
	w := both[1]
	slices.Sort(w.overtaken)
	most := w.overtaken[len(w.overtaken)-1]
	at := func(share float64) int { return w.overtaken[int(share*float64(len(w.overtaken)))] }
	if os.Getenv(simulateVariable) != "" {
		fmt.Printf("| %d | %d | %d | %d | %s | %s |\n", machines*slots, at(0.5), at(0.99), most,
			inSeconds(w.quantile(single, 0.99)), inSeconds(both[0].quantile(single, 0.99)))
	}
	if most := at(0.99); most > 2 {
		t.Errorf("with %d machines %d jobs go before the one job of somebody, want 2 at most", machines, most)
	}
}
