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
	// probeTime is how often an idle worker looks whether the machine is still as fast as it was.
	probeTime = time.Hour
	// maxProbes is how often a machine is measured before it counts as unlike all others, or as slower than it was.
	maxProbes = 3
)

// reference is what the hub keeps of the machine that a class of machines is alike to.
type reference struct {
	Machine string
	Figures probe.Figures
}

// known is a class that the hub knows.
type known struct {
	reference
	class string
	own   bool
}

// references are those of all classes, the oldest first.
func (w *Worker) references(ctx context.Context) ([]known, error) {
	records, err := w.Bus.References(ctx)
	if err != nil {
		return nil, err
	}
	var all []known
	for _, r := range records {
		k := known{class: r.Class, own: r.Own}
		if json.Unmarshal(r.Record, &k.reference) == nil {
			all = append(all, k)
		}
	}
	return all, nil
}

// classOf is the class whose reference a machine is alike to, the oldest of several, "" when there is none.
func classOf(f probe.Figures, references []known) string {
	for _, k := range references {
		if f.Like(k.Figures) {
			return k.class
		}
	}
	return ""
}

// classify finds the class of this machine, which may be the first of its own.
func (w *Worker) classify(ctx context.Context) error {
	references, err := w.references(ctx)
	if err != nil {
		return err
	}
	var class string
	figures, err := w.measured(ctx, func(f probe.Figures) bool {
		class = cmp.Or(w.Class, classOf(f, references))
		return class != "" || !slices.ContainsFunc(references, func(k known) bool { return k.Figures.Comparable(f) })
	})
	if err != nil {
		return err
	}
	w.class, w.figures = class, figures
	if class != "" && slices.ContainsFunc(references, func(k known) bool { return k.class == class && k.Figures.Comparable(figures) }) {
		if !slices.ContainsFunc(references, func(k known) bool { return k.class == class && figures.Like(k.Figures) }) {
			w.Log.Warn(fmt.Sprintf("this machine is unlike those of the class %s, so their times do not compare", class),
				"remedy", "leave --class out, or name another one")
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
	// A machine that is alike may have done the same at the same time. Then the older class counts.
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

// measured measures the machine until the figures will do, some times at most; the least times count.
func (w *Worker) measured(ctx context.Context, willDo func(probe.Figures) bool) (probe.Figures, error) {
	f, err := w.Probe(ctx, false)
	for probes := 1; err == nil && !willDo(f) && probes < maxProbes; probes++ {
		var more probe.Figures
		more, err = w.Probe(ctx, true)
		f = f.Best(more)
	}
	return f, err
}

// ownClass names the class of a machine that is like no other, by its name. A class of that name whose figures do not compare any
// more begins anew.
func ownClass(machine string, f probe.Figures, references []known) string {
	name := strings.Map(func(r rune) rune {
		if bus.IsName(string(r)) {
			return r
		}
		return '-'
	}, machine)
	const longest = 40
	name = name[:min(len(name), longest)]
	for number, candidate := 2, name; ; number++ {
		if !slices.ContainsFunc(references, func(k known) bool { return k.class == candidate && (!k.own || k.Figures.Comparable(f)) }) {
			return candidate
		}
		candidate = fmt.Sprintf("%s-%d", name, number)
	}
}

// look measures the machine again, alone, and notes whether it is as fast as when it joined.
func (w *Worker) look(ctx context.Context) {
	w.alone.Lock()
	defer w.alone.Unlock()
	now, err := w.measured(ctx, func(f probe.Figures) bool { return !f.Drifted(w.figures) })
	if err != nil {
		w.Log.Warn("how fast this machine is now is not known", "reason", err)
		return
	}
	var slower slowdown
	if now.Drifted(w.figures) {
		slower.Share, slower.Kind = now.Slowdown(w.figures)
		w.Log.Warn("this machine is "+slower.String(), "remedy", "see whether it is hot, or what else runs on it")
	}
	w.mu.Lock()
	changed := (w.slower == slowdown{}) != (slower == slowdown{})
	w.slower = slower
	w.mu.Unlock()
	if !changed {
		return
	}
	if err := w.takeAsItIs(ctx); err != nil {
		w.Log.Warn("the hub does not know yet how fast this machine is", "reason", err)
	}
}

// maker is this worker as it is now.
func (w *Worker) maker() maker {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maker{
		Machine: w.Name, Class: w.class, Version: w.Version, Like: likeQueue(w.class, w.slower != slowdown{}, w.Languages), Slower: w.slower,
	}
}

// takeAsItIs has jobs be taken that are for this worker as it is now.
func (w *Worker) takeAsItIs(ctx context.Context) error {
	return w.Bus.TakeFrom(ctx, w.maker().Like, bus.ClassQueue(w.class), bus.AnyQueue)
}

// likeQueue names the queue of all workers of a class and of this protocol that have the same languages, and are as fast as when they
// joined or not.
func likeQueue(class string, slower bool, languages []string) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %q %t %q", bus.Protocol, class, slower, slices.Sorted(slices.Values(languages)))
	return fmt.Sprintf("like-%x", sum.Sum(nil)[:6])
}
