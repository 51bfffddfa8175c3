package cluster

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"grundy/internal/cluster/bus"
	"grundy/internal/cluster/probe"
)

const (
	// probeTime is how often an idle worker checks whether the machine has kept its speed.
	probeTime = time.Hour
	// maxProbes is how often a machine is measured before it counts as different from all others, or as slower than
	// before.
	maxProbes = 3
)

// reference is what the hub stores about the machine after which a class is named.
type reference struct {
	Machine string
	Figures probe.Figures
}

// knownClass is a class that the hub knows.
type knownClass struct {
	reference
	class string
	own   bool
}

// references returns those of all classes, the oldest first.
func (w *Worker) references(ctx context.Context) ([]knownClass, error) {
	records, err := w.Bus.References(ctx)
	if err != nil {
		return nil, err
	}
	var all []knownClass
	for _, r := range records {
		k := knownClass{class: r.Class, own: r.Own}
		if json.Unmarshal(r.Record, &k.reference) == nil {
			all = append(all, k)
		}
	}
	return all, nil
}

// classOf returns the class whose reference a machine is similar to, the oldest of several, or "".
func classOf(f probe.Figures, references []knownClass) string {
	for _, k := range references {
		if f.Like(k.Figures) {
			return k.class
		}
	}
	return ""
}

// findClass finds the class of this machine, which may be the first of its own.
func (w *Worker) findClass(ctx context.Context) error {
	references, err := w.references(ctx)
	if err != nil {
		return err
	}
	var class string
	figures, err := w.measured(ctx, func(f probe.Figures) bool {
		class = cmp.Or(w.Class, classOf(f, references))
		return class != "" || !slices.ContainsFunc(references, func(k knownClass) bool { return k.Figures.Comparable(f) })
	})
	if err != nil {
		return err
	}
	w.class, w.figures = class, figures
	if class != "" && slices.ContainsFunc(references, func(k knownClass) bool { return k.class == class && k.Figures.Comparable(figures) }) {
		if !slices.ContainsFunc(references, func(k knownClass) bool { return k.class == class && figures.Like(k.Figures) }) {
			w.Log.Warn(fmt.Sprintf("this machine is not similar to those of the class %s, so their times are not comparable", class),
				"remedy", "leave out --class, or name another one")
		}
		return nil
	}
	if class == "" {
		w.class = ownClass(w.Name, figures, references)
	}
	record, err := json.Marshal(reference{w.Name, figures})
	if err != nil {
		return err
	}
	if err := w.Bus.KeepReference(ctx, w.class, record); err != nil || class != "" {
		return err
	}
	// A similar machine may have done the same at the same time. Then the older class counts.
	if references, err = w.references(ctx); err != nil {
		return err
	}
	if older := classOf(figures, references); older != "" && older != w.class {
		own := w.class
		w.class = older
		return w.Bus.DropReference(ctx, own)
	}
	return nil
}

// measured measures the machine until the figures are good enough, but only a few times; the smallest times count.
func (w *Worker) measured(ctx context.Context, willDo func(probe.Figures) bool) (probe.Figures, error) {
	f, err := w.Probe(ctx, false)
	for probes := 1; err == nil && !willDo(f) && probes < maxProbes; probes++ {
		var more probe.Figures
		more, err = w.Probe(ctx, true)
		f = f.Best(more)
	}
	return f, err
}

// ownClass names the class of a machine that is similar to no other, by its name. An existing class of that name with
// figures that no longer compare starts again.
func ownClass(machine string, f probe.Figures, references []knownClass) string {
	name := strings.Map(func(r rune) rune {
		if bus.IsName(string(r)) {
			return r
		}
		return '-'
	}, machine)
	const longest = 40
	name = name[:min(len(name), longest)]
	for number, candidate := 2, name; ; number++ {
		if !slices.ContainsFunc(references, func(k knownClass) bool { return k.class == candidate && (!k.own || k.Figures.Comparable(f)) }) {
			return candidate
		}
		candidate = fmt.Sprintf("%s-%d", name, number)
	}
}

// measureAgain measures the machine again, while nothing else runs, and records whether it is as fast as when it joined.
func (w *Worker) measureAgain(ctx context.Context) {
	w.alone.Lock()
	defer w.alone.Unlock()
	now, err := w.measured(ctx, func(f probe.Figures) bool { return !f.Drifted(w.figures) })
	if err != nil {
		w.Log.Warn("cannot measure the speed of this machine now", "reason", err)
		return
	}
	var slower slowdown
	if now.Drifted(w.figures) {
		slower.Share, slower.Kind = now.Slowdown(w.figures)
		w.Log.Warn("this machine is "+slower.String(), "remedy", "check whether it is too hot, and what else runs on it")
	}
	w.mu.Lock()
	changed := (w.slower == slowdown{}) != (slower == slowdown{})
	w.slower = slower
	w.mu.Unlock()
	if !changed {
		return
	}
	if err := w.joinAsMeasured(ctx); err != nil {
		w.Log.Warn("cannot send the speed of this machine to the hub", "reason", err)
	}
}

// info returns the description of this worker as it is now.
func (w *Worker) info() workerInfo {
	w.mu.Lock()
	defer w.mu.Unlock()
	return workerInfo{
		Machine: w.Name, Class: w.class, Version: w.Version, Like: likeQueue(w.class, w.slower != slowdown{}, w.Languages), Slower: w.slower,
	}
}

// joinAsMeasured starts to take the jobs that suit this worker as it is now.
func (w *Worker) joinAsMeasured(ctx context.Context) error {
	return w.Bus.TakeFrom(ctx, w.info().Like, bus.ClassQueue(w.class), bus.AnyQueue)
}

// likeQueue returns the name of the queue of all workers with the same class, protocol and languages, that are as fast
// as when they joined, or all slower.
func likeQueue(class string, slower bool, languages []string) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %q %t %q", bus.Protocol, class, slower, slices.Sorted(slices.Values(languages)))
	return fmt.Sprintf("like-%x", sum.Sum(nil)[:6])
}
