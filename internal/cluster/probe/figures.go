package probe

import (
	"fmt"
	"strings"
	"time"
)

// Figures are the times that a machine took for each kind of work.
type Figures struct {
	// Version is the version of the work: figures of different versions are not comparable.
	Version string `json:"version"`

	Integers    time.Duration `json:"integers_nanoseconds"`
	Branches    time.Duration `json:"branches_nanoseconds"` // unpredictable ones
	Chase       time.Duration `json:"chase_nanoseconds"`    // through memory, each step depending on the last
	Bandwidth   time.Duration `json:"bandwidth_nanoseconds"`
	Allocation  time.Duration `json:"allocation_nanoseconds"`
	Interpreter time.Duration `json:"interpreter_nanoseconds"`
}

const (
	// alikeWithin is the largest difference, as a fraction, between figures of machines with comparable times.
	alikeWithin = 0.07
	// driftedBy is how much slower, as a fraction, a machine may become before another machine must confirm its times.
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

// Known reports whether anything was measured.
func (f Figures) Known() bool { return f != Figures{} }

// Like reports whether the times of two machines are comparable: for each kind of work, they are within 7 % of the
// reference.
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

// Best returns the smallest times of two measurements of one machine.
func (f Figures) Best(other Figures) Figures {
	if !f.Comparable(other) {
		return f
	}
	return Figures{
		f.Version, min(f.Integers, other.Integers), min(f.Branches, other.Branches), min(f.Chase, other.Chase),
		min(f.Bandwidth, other.Bandwidth), min(f.Allocation, other.Allocation), min(f.Interpreter, other.Interpreter),
	}
}

// Slowdown returns how much slower, as a fraction, the machine has become, for the kind of work that slowed down most;
// 0 if none did.
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

// Drifted reports whether the machine has become so much slower that its word on a time limit is not enough.
func (f Figures) Drifted(before Figures) bool {
	share, _ := f.Slowdown(before)
	return share > driftedBy
}

// Comparable reports whether two machines did the same work.
func (f Figures) Comparable(other Figures) bool {
	return f.Known() && other.Known() && f.Version == other.Version
}

// ratio returns by how much one time exceeds another, as a fraction of the latter.
func ratio(one, other time.Duration) float64 {
	if other <= 0 {
		return 0
	}
	return float64(one)/float64(other) - 1
}

// String lists the figures: "integers 21.3 ms · branches …".
func (f Figures) String() string {
	var facts []string
	for _, figure := range f.list() {
		facts = append(facts, fmt.Sprintf("%s %.1f ms", figure.name, float64(figure.time)/float64(time.Millisecond)))
	}
	return strings.Join(facts, " · ")
}
