package namespaces

import (
	"encoding/binary"
	"errors"

	"grundy/internal/judge/sandbox"
)

// The judge writes and reads a run's messages right before and after the program, with cold caches, where reflection
// costs some 20 µs. So they are transferred field by field: numbers as varints, texts and lists behind their lengths.

// wire is a packet being written, or read if reading is set. After an error it reads nothing more.
type wire struct {
	data    []byte
	reading bool
	fault   bool
}

// message is a type that can be transferred.
type message interface {
	// transfer writes all fields to a wire, or sets them from it.
	transfer(w *wire)
}

var errTruncated = errors.New("the message is truncated or of another version")

// encode writes a message.
func encode(m message) []byte {
	w := &wire{data: make([]byte, 0, 512)}
	m.transfer(w)
	return w.data
}

// decode reads a message that fills the packet.
func decode(m message, packet []byte) error {
	w := &wire{data: packet, reading: true}
	m.transfer(w)
	if w.fault || len(w.data) > 0 {
		return errTruncated
	}
	return nil
}

// number transfers an integer.
func number[T ~int | ~int64 | ~uint32](w *wire, n *T) {
	if !w.reading {
		w.data = binary.AppendVarint(w.data, int64(*n))
		return
	}
	value, length := binary.Varint(w.data)
	if length <= 0 {
		w.data, w.fault = nil, true
		return
	}
	*n, w.data = T(value), w.data[length:]
}

// length transfers the length of a text or list, whose elements take at least a byte each.
func (w *wire) length(n int) int {
	number(w, &n)
	if n < 0 || w.reading && n > len(w.data) {
		w.data, w.fault = nil, true
		return 0
	}
	return n
}

func text[T ~string](w *wire, s *T) {
	n := w.length(len(*s))
	if !w.reading {
		w.data = append(w.data, *s...)
		return
	}
	*s, w.data = T(w.data[:n]), w.data[n:]
}

// list transfers a list. An empty list arrives as nil.
func list[T any](w *wire, elements *[]T, transfer func(*wire, *T)) {
	n := w.length(len(*elements))
	if w.reading && n > 0 {
		*elements = make([]T, n)
	}
	for i := range n {
		transfer(w, &(*elements)[i])
	}
}

func (w *wire) flag(set *bool) {
	var n int
	if *set {
		n = 1
	}
	number(w, &n)
	*set = n != 0
}

func (s *setup) transfer(w *wire) {
	text(w, &s.Anchor)
	number(w, &s.DropTo)
	number(w, &s.Cores)
	list(w, &s.Allowed, number)
	text(w, &s.Cgroup)
	text(w, &s.Tier)
	number(w, &s.Counted.Type)
	number(w, &s.Counted.Config)
	w.flag(&s.Timed)
	w.flag(&s.Plain)
	number(w, &s.Landlock)
}

func (r *request) transfer(w *wire) {
	list(w, &r.Args, text)
	list(w, &r.Env, text)
	list(w, &r.Mounts, func(w *wire, b *bind) {
		text(w, &b.Host)
		text(w, &b.Path)
		w.flag(&b.Direct)
		w.flag(&b.Own)
	})
	list(w, &r.Copies, func(w *wire, c *sandbox.Copy) {
		text(w, &c.Host)
		text(w, &c.To)
		number(w, &c.Mode)
		text(w, &c.Within)
	})
	w.flag(&r.ReadOnlyWork)
	number(w, &r.StdinOffset)
	text(w, &r.StdinPath)
	number(w, &r.Limits.CPU)
	number(w, &r.Limits.Wall)
	number(w, &r.Limits.Idle)
	number(w, &r.Limits.Memory)
	number(w, &r.Limits.Output)
	number(w, &r.Limits.Processes)
	number(w, &r.Limits.OpenFiles)
	number(w, &r.Limits.RuntimeFile)
	number(w, &r.ExportLimit)
	w.flag(&r.Reports)
	number(w, &r.Horizon)
	text(w, &r.Shared)
	text(w, &r.StdoutPath)
	text(w, &r.StderrPath)
	w.flag(&r.StdinFile)
	w.flag(&r.StdinPipe)
	w.flag(&r.Stdout)
	w.flag(&r.Stderr)
	w.flag(&r.Export)
}

func (r *reply) transfer(w *wire) {
	text(w, &r.Error)
	number(w, &r.Errno)
	w.flag(&r.Unstarted)
	w.flag(&r.Cancelled)
	text(w, &r.Result.Tier)
	number(w, &r.Result.Exit)
	number(w, &r.Result.Signal)
	text(w, &r.Result.Breach)
	number(w, &r.Result.CPU)
	number(w, &r.Result.Wall)
	number(w, &r.Result.Instructions)
	number(w, &r.Result.Memory)
	number(w, &r.Result.OOMKills)
	w.flag(&r.Result.OutputHit)
	number(w, &r.Result.Survivors)
	list(w, &r.Laps, func(w *wire, l *lap) {
		text(w, &l.Step)
		number(w, &l.Time)
	})
}
