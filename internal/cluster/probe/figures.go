package probe

import (
	"fmt"
	"strings"
	"time"
)

// Figures are the times that a machine took for each kind of work.
type Figures struct {
	// Version is that of the work: figures of different ones do not compare.
	Version string `json:"version"`

	Integers    time.Duration `json:"integers_nanoseconds"`
	Branches    time.Duration `json:"branches_nanoseconds"` // that cannot be foreseen
	Chase       time.Duration `json:"chase_nanoseconds"`    // through memory, each step after the last
	Bandwidth   time.Duration `json:"bandwidth_nanoseconds"`
	Allocation  time.Duration `json:"allocation_nanoseconds"`
	Interpreter time.Duration `json:"interpreter_nanoseconds"`
}

const (
	// alikeWithin is how far, as a share, figures of machines may be apart whose times compare.
	alikeWithin = 0.07
	// driftedBy is how much slower, as a share, a machine may become before others are asked about its times.
	driftedBy = 0.10
)

// figure is one of the figures.
type figure struct {
	name string
	time time.Duration
}

func (f Figures) list() []figure {
	return []figure{
		{"integers", f.Integers},
		{"branches", f.Branches},
		{"memory chase", f.Chase},
		{"bandwidth", f.Bandwidth},
		{"allocation", f.Allocation},
		{"interpreter", f.Interpreter},
	}
}

// Known tells whether anything was measured.
func (f Figures) Known() bool { return f != Figures{} }

// Like tells whether the times of two machines compare: by each kind of work they are within 7 % of the reference.
func (f Figures) Like(reference Figures) bool {
	if !f.Comparable(reference) {
		return false
	}
	theirs := reference.list()
	for i, mine := range f.list() {
		if share := ratio(mine.time, theirs[i].time); share > alikeWithin || share < -alikeWithin {
			return false
		}
	}
	return true
}

// Best are the least times of two measurements of one machine.
func (f Figures) Best(other Figures) Figures {
	if !f.Comparable(other) {
		return f
	}
	return Figures{
		f.Version, min(f.Integers, other.Integers), min(f.Branches, other.Branches), min(f.Chase, other.Chase),
		min(f.Bandwidth, other.Bandwidth), min(f.Allocation, other.Allocation), min(f.Interpreter, other.Interpreter),
	}
}

// Slowdown is how much slower, as a share, the machine is than it was, by the kind of work in which that is most, 0 where it is not.
func (f Figures) Slowdown(before Figures) (share float64, kind string) {
	if !f.Comparable(before) {
		return 0, ""
	}
	earlier := before.list()
	for i, now := range f.list() {
		if slower := ratio(now.time, earlier[i].time); slower > share {
			share, kind = slower, now.name
		}
	}
	return share, kind
}

// Drifted tells whether the machine has become so much slower than it was that its word on a time limit is not enough.
func (f Figures) Drifted(before Figures) bool {
	share, _ := f.Slowdown(before)
	return share > driftedBy
}

// Comparable tells whether two machines did the same work.
func (f Figures) Comparable(other Figures) bool {
	return f.Known() && other.Known() && f.Version == other.Version
}

// ratio is how much more one time is than another, as a share of that.
func ratio(one, other time.Duration) float64 {
	if other <= 0 {
		return 0
	}
	return float64(one)/float64(other) - 1
}

// String lists the figures for people: "integers 21.3 ms · branches …".
func (f Figures) String() string {
	var facts []string
	for _, figure := range f.list() {
		facts = append(facts, fmt.Sprintf("%s %.1f ms", figure.name, float64(figure.time)/float64(time.Millisecond)))
	}
	return strings.Join(facts, " · ")
}
