package namespaces

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"grundy/internal/base/bytesize"
)

// process is the memory of one of the box's processes, as /proc shows it.
type process struct {
	// dir is that of a thread which has memory; the first thread may have ended before the others.
	dir string
	// resident is the process's own pages and those of files, except files in memory: they count with the working
	// directory.
	resident, swapped bytesize.Size
	tables            bytesize.Size // page tables
	peak              bytesize.Size // of resident memory, files in memory included
	slots             int           // for descriptors; the process has at most that many
}

// memory includes pages that the process shares with others.
func (p process) memory() bytesize.Size { return p.resident + p.swapped + p.tables }

// sharesMemory leaves out memory that another process counts. A process whose first thread has ended seems to share
// its memory (see addressspace.Shared), and keeps it.
func (p *process) sharesMemory() {
	if filepath.Base(filepath.Dir(p.dir)) != "task" {
		p.resident, p.swapped, p.tables = 0, 0, 0
	}
}

// processDir returns the directory of a process in /proc.
func processDir(pid int) string { return fmt.Sprintf("/proc/%d", pid) }

// readProcess reads the status of the process with the given directory. A process that has ended has no memory.
func readProcess(dir string) process {
	p := process{dir: dir}
	if threads := p.read(); p.resident > 0 || threads < 2 {
		return p
	}
	threads, _ := os.ReadDir(p.dir + "/task")
	for _, thread := range threads {
		t := process{dir: p.dir + "/task/" + thread.Name()}
		if t.read(); t.resident > 0 {
			return t
		}
	}
	return p
}

// read sets all fields except dir, and returns the number of threads.
func (p *process) read() (threads int64) {
	var buffer [4096]byte
	for line := range bytes.Lines(readProc(p.dir+"/status", buffer[:])) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		size := func() bytesize.Size { return bytesize.Size(leadingNumber(value)) * bytesize.KiB }
		switch string(name) {
		case "FDSize":
			p.slots = int(leadingNumber(value))
		case "VmHWM":
			p.peak = size()
		case "RssAnon", "RssFile":
			p.resident += size()
		case "VmPTE":
			p.tables = size()
		case "VmSwap":
			p.swapped = size()
		case "Threads":
			return leadingNumber(value)
		}
	}
	return 0
}

// proportional returns the process's memory with a share of the pages that it shares with others, and without any of
// them (/proc/PID/smaps_rollup).
func (p process) proportional() (sum, private bytesize.Size) {
	var (
		buffer [4096]byte
		found  bool
	)
	for line := range bytes.Lines(readProc(p.dir+"/smaps_rollup", buffer[:])) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		size := bytesize.Size(leadingNumber(value)) * bytesize.KiB
		switch string(name) {
		case "Pss":
			sum, found = sum+size, true
		case "SwapPss":
			sum += size
		case "Pss_Shmem":
			sum -= size
		case "Private_Dirty":
			private += size
		}
	}
	if !found {
		// The process may have ended since; then its shared pages are in the shares of the others.
		return readProcess(p.dir).memory(), 0
	}
	return sum + p.tables, private + p.tables
}

// Pipes and sockets keep what was written and not yet read. That memory belongs to no process and no file of /proc
// shows its size. So each counts as full, except the first few. Other open files are the kernel's records.
const (
	fewSlots   = 64 // the kernel's smallest table of descriptors
	fewBuffers = 64
	// pipeBuffer is the size of a pipe. socketBuffer is what the kernel queues at one end of a pair by default
	// (net.core.wmem_default), with the message that exceeds it.
	pipeBuffer   = 64 * bytesize.KiB
	socketBuffer = 256 * bytesize.KiB
	// openFile is the kernel's memory for any other descriptor: the records of an open file, its inode and its name,
	// in the overlay and below, or the page through which a file of /proc is read.
	openFile = 6 * bytesize.KiB
	// watchSize is what a descriptor counts that an epoll watches. A watch takes 200 bytes, but listing it takes as
	// long as creating it: a program that creates any number of watches must be stopped while the list is short.
	watchSize = bytesize.KiB
	// watchHead is how many lines precede the first one in a list of watches. watchLine bounds what a line takes in
	// the buffer of an open list, which doubles as it grows.
	watchHead = 4
	watchLine = 160
)

// opened is the kernel's memory for the descriptors of processes.
type opened struct {
	buffers bytesize.Size // of pipes, sockets and files
	watched int           // descriptors that epolls watch
	lists   int           // open files that list those watches
}

// memory bounds the total, given the number of watches so far.
func (o opened) memory(watches int) bytesize.Size {
	return o.buffers + bytesize.Size(watches)*(watchSize+bytesize.Size(o.lists)*watchLine)
}

// readOpened inspects all descriptors. It stops above a limit.
func readOpened(processes []process, limit bytesize.Size) (o opened) {
	slots := 0
	for _, p := range processes {
		slots += p.slots
	}
	if slots <= fewSlots {
		return o
	}
	seen := map[string]bool{}
	for _, p := range processes {
		dir, err := os.Open(p.dir + "/fd")
		if err != nil {
			continue // the process has ended
		}
		names, _ := dir.Readdirnames(-1)
		dir.Close()
		for _, name := range names {
			target, _ := os.Readlink(p.dir + "/fd/" + name)
			switch {
			case seen[target]:
			case strings.HasPrefix(target, "pipe:"):
				o.buffer(seen, target, pipeBuffer)
			case strings.HasPrefix(target, "socket:"):
				o.buffer(seen, target, socketBuffer)
			case target == "anon_inode:[eventpoll]":
				o.buffers += openFile
				o.watched += max(0, countLines(p.dir+"/fdinfo/"+name)-watchHead)
			case strings.Contains(target, "/fdinfo/"):
				o.buffers += openFile
				o.lists++
			default:
				o.buffers += openFile
			}
			if limit > 0 && o.memory(o.watched) > limit {
				return o
			}
		}
	}
	return o
}

// buffer counts a pipe or socket not seen before, except the first few.
func (o *opened) buffer(seen map[string]bool, target string, size bytesize.Size) {
	seen[target] = true
	if len(seen) > fewBuffers {
		o.buffers += size
	}
}

// readProc reads the beginning of a file of /proc, or nothing if the file is gone.
func readProc(path string, buffer []byte) []byte {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	n, err := unix.Read(fd, buffer)
	if err != nil {
		return nil
	}
	return buffer[:n]
}

// countLines counts the lines of a file of /proc; a file that is gone has none.
func countLines(path string) int {
	file, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0
	}
	defer unix.Close(file)
	var buffer [4096]byte // the kernel returns no more at a time
	for lines := 0; ; {
		n, err := unix.Read(file, buffer[:])
		if n <= 0 || err != nil {
			return lines
		}
		lines += bytes.Count(buffer[:n], []byte("\n"))
	}
}

// leadingNumber parses a number after white space, or returns 0.
func leadingNumber(text []byte) int64 {
	var n int64
	for _, c := range bytes.TrimLeft(text, " \t") {
		if c < '0' || c > '9' {
			break
		}
		n = 10*n + int64(c-'0')
	}
	return n
}
