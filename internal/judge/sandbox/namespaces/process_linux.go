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

// process is the memory of one of the box's processes, as /proc tells it.
type process struct {
	// dir is that of a thread which has memory; the first one may have ended before the others.
	dir string
	// resident are its own pages and those of files, but for files in memory: they are counted with the working folder.
	resident, swapped bytesize.Size
	tables            bytesize.Size // that say where its pages are
	peak              bytesize.Size // of what was resident, files in memory included
	slots             int           // for descriptors; there are at most as many of these
}

// memory counts pages that it shares with others.
func (p process) memory() bytesize.Size { return p.resident + p.swapped + p.tables }

// sharesMemory leaves out what another process counts. A process whose first thread has ended seems to share its memory (see
// addressspace.Shared), and keeps it.
func (p *process) sharesMemory() {
	if filepath.Base(filepath.Dir(p.dir)) != "task" {
		p.resident, p.swapped, p.tables = 0, 0, 0
	}
}

// processDir is where /proc tells of a process.
func processDir(pid int) string { return fmt.Sprintf("/proc/%d", pid) }

// readProcess reads the status of the process that a folder of /proc is of. One that has ended has no memory.
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

// read fills in all but the folder, and gives the number of threads.
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

// proportional is its memory with a share of the pages that it shares with others (/proc/PID/smaps_rollup).
func (p process) proportional() bytesize.Size {
	var (
		buffer [4096]byte
		sum    bytesize.Size
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
		}
	}
	if !found {
		// It may have ended since: what it shared is in the others' shares by now.
		return readProcess(p.dir).memory()
	}
	return sum + p.tables
}

// Pipes and sockets keep what was written and not yet read. That is nobody's memory, and no file of /proc tells how much it
// is, so that each counts as full; a few do not count. Other open files are the kernel's records.
const (
	fewSlots   = 64 // the kernel's smallest table of descriptors
	fewBuffers = 64
	// pipeBuffer is the size of a pipe, and socketBuffer what the kernel lets wait at one end of a pair by default (net.core.wmem_default),
	// with the message that goes beyond it.
	pipeBuffer   = 64 * bytesize.KiB
	socketBuffer = 256 * bytesize.KiB
	// openFile is what any other descriptor keeps: the records of an open file, its inode and its name, in the overlay and below,
	// or the page that a file of /proc is read by.
	openFile = 6 * bytesize.KiB
	// watchSize is what a descriptor counts for that an epoll watches. It takes 200 bytes, but listing a watch takes as long as making
	// one: a program that makes any number must be stopped while the list is short.
	watchSize = bytesize.KiB
	// watchHead are the lines of a list of watches before the first one, and watchLine bounds what a line takes in the buffer of
	// an open list, which doubles as it grows.
	watchHead = 4
	watchLine = 160
)

// opened is what the kernel keeps for the descriptors of processes.
type opened struct {
	buffers bytesize.Size // of pipes, sockets and files
	watched int           // descriptors that epolls watch
	lists   int           // open files that list those
}

// memory bounds all of it, where so many descriptors have been watched.
func (o opened) memory(watches int) bytesize.Size {
	return o.buffers + bytesize.Size(watches)*(watchSize+bytesize.Size(o.lists)*watchLine)
}

// readOpened looks at all descriptors. It stops above a limit.
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
			continue // it has ended
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

// buffer counts a pipe or a socket that was not seen before, but for the first few.
func (o *opened) buffer(seen map[string]bool, target string, size bytesize.Size) {
	seen[target] = true
	if len(seen) > fewBuffers {
		o.buffers += size
	}
}

// readProc reads the beginning of a file of /proc, nothing when it is gone.
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

// countLines counts the lines of a file of /proc, none when it is gone.
func countLines(path string) int {
	file, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0
	}
	defer unix.Close(file)
	var buffer [4096]byte // the kernel gives no more at a time
	for lines := 0; ; {
		n, err := unix.Read(file, buffer[:])
		if n <= 0 || err != nil {
			return lines
		}
		lines += bytes.Count(buffer[:n], []byte("\n"))
	}
}

// leadingNumber reads a number after white space, 0 where there is none.
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
