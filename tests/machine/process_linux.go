package machine

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Process is a process found in /proc.
type Process struct {
	PID, Parent int
	Name        string
	// Start is when it began, in ticks since boot: together with the process ID it is unique.
	Start string
	// Dying reports that it has been ended and executes nothing more; of a Zombie only the exit code is left.
	Dying, Zombie bool
}

func (p Process) String() string { return fmt.Sprintf("process %d %s", p.PID, p.Name) }

// Find returns a process, or false if there is none.
func Find(pid int) (Process, bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return Process{}, false
	}
	// The name may hold anything, so fields are counted from its end: state, ppid, … flags, … starttime (proc_pid_stat(5)).
	open, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	const state, parent, flags, start = 0, 4 - 3, 9 - 3, 22 - 3
	fields := strings.Fields(string(stat[end+1:]))
	if open < 0 || len(fields) <= start {
		return Process{}, false
	}
	p := Process{PID: pid, Name: string(stat[open+1 : end]), Start: fields[start], Zombie: strings.Contains("ZX", fields[state])}
	p.Parent, _ = strconv.Atoi(fields[parent])
	const exiting = 0x4 // PF_EXITING in the kernel's sched.h
	bits, _ := strconv.Atoi(fields[flags])
	p.Dying = bits&exiting != 0
	return p, true
}

// Below lists the descendants of a process in the order of their IDs, without those of the excepted ones.
func Below(pid int, except ...int) []Process {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	children := map[int][]Process{}
	for _, path := range stats {
		number, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if p, found := Find(number); found { // otherwise it has ended meanwhile
			children[p.Parent] = append(children[p.Parent], p)
		}
	}
	var below []Process
	for queue := children[pid]; len(queue) > 0; queue = queue[1:] {
		if !slices.Contains(except, queue[0].PID) {
			below = append(below, queue[0])
			queue = append(queue, children[queue[0].PID]...)
		}
	}
	slices.SortFunc(below, func(a, b Process) int { return a.PID - b.PID })
	return below
}
