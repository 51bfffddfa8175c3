//go:build unix

// Package active tells code with mutants compiled into it (package mutants) which of them is on. It ends processes
// that compute for too long with it.
package active

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
)

// Max is the number of mutants that one binary has room for.
const Max = 1 << 16

// The files in the directory of a binary: the number of the mutant that is on with the time that a process may
// compute, or Record; and the numbers of the mutants reached while recording, one per line.
const (
	Choice  = "choice"
	Reached = "reached"
	Record  = "record"
)

// folder is set by the linker. Files reach child processes with any environment.
var folder string

var (
	current int32 = -1
	reached [Max]atomic.Bool
	// notes is the descriptor of the file Reached while recording, else -1. It is open from the beginning, since the
	// init of a box loses access to the host's files.
	notes = -1
)

func init() {
	if folder == "" {
		return
	}
	text, err := os.ReadFile(filepath.Join(folder, Choice))
	if err != nil {
		return // a process in a box, without access to the host
	}
	if string(text) == Record {
		notes, _ = syscall.Open(filepath.Join(folder, Reached), syscall.O_APPEND|syscall.O_WRONLY|syscall.O_CLOEXEC, 0)
		return
	}
	var limit time.Duration
	if _, err := fmt.Sscan(string(text), &current, &limit); err != nil {
		fmt.Fprintf(os.Stderr, "mutants: the choice %q: %v\n", text, err)
		os.Exit(1)
	}
	watch(limit)
}

// watch ends the process once it has computed for longer than a limit. The kernel's own limit does not suffice: the
// judge lifts it, or warns that it may not.
func watch(limit time.Duration) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return
	}
	if used := time.Duration(usage.Utime.Nano() + usage.Stime.Nano()); used > limit {
		fmt.Fprintf(os.Stderr, "mutants: computed for %v\n", used)
		os.Exit(1)
	}
	time.AfterFunc(100*time.Millisecond, func() { watch(limit) })
}

// On reports whether a mutant is on.
func On(id int32) bool {
	if notes >= 0 && !reached[id].Swap(true) {
		_, _ = syscall.Write(notes, []byte(strconv.Itoa(int(id))+"\n"))
	}
	return id == current
}

// Outside reports whether none of the mutants from first to last is on.
func Outside(first, last int32) bool { return current < first || current > last }

// Chosen is the content of Choice for a mutant.
func Chosen(id int32, limit time.Duration) string { return fmt.Sprint(id, int64(limit)) }

type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type number interface {
	integer | ~float32 | ~float64
}

// The operators, each with its one mutant.

func Add[T number](id int32, a, b T) T {
	if On(id) {
		return a - b
	}
	return a + b
}

func Sub[T number](id int32, a, b T) T {
	if On(id) {
		return a + b
	}
	return a - b
}

func Mul[T number](id int32, a, b T) T {
	if On(id) {
		return a / b
	}
	return a * b
}

func Quo[T number](id int32, a, b T) T {
	if On(id) {
		return a * b
	}
	return a / b
}

func Rem[T integer](id int32, a, b T) T {
	if On(id) {
		return a * b
	}
	return a % b
}

func And[T integer](id int32, a, b T) T {
	if On(id) {
		return a | b
	}
	return a & b
}

func Or[T integer](id int32, a, b T) T {
	if On(id) {
		return a & b
	}
	return a | b
}

func Xor[T integer](id int32, a, b T) T {
	if On(id) {
		return a & b
	}
	return a ^ b
}

func AndNot[T integer](id int32, a, b T) T {
	if On(id) {
		return a & b
	}
	return a &^ b
}

func Shl[T, S integer](id int32, a T, b S) T {
	if On(id) {
		return a >> b
	}
	return a << b
}

func Shr[T, S integer](id int32, a T, b S) T {
	if On(id) {
		return a << b
	}
	return a >> b
}

func Neg[T number](id int32, a T) T {
	if On(id) {
		return a
	}
	return -a
}
