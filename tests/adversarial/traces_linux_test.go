package adversarial

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grundy/tests/machine"
)

// mark begins the names of everything that a program tries to leave on the machine, but for System V's numbered keys.
const (
	mark    = "grundy-adversarial"
	sysvKey = "1735552612" // 0x67726e64
)

// traces are what can be seen on the machine of the judge and of the programs, one line each.
type traces map[string]bool

// changes lists what came and what went since before, but for what is only known of one of the two.
func (now traces) changes(before traces) []string {
	var list []string
	for trace := range now {
		if !before[trace] {
			list = append(list, "new: "+trace)
		}
	}
	for trace := range before {
		if !now[trace] && !strings.HasPrefix(trace, "inside ") {
			list = append(list, "gone: "+trace)
		}
	}
	slices.Sort(list)
	return list
}

func (now traces) add(format string, values ...any) { now[fmt.Sprintf(format, values...)] = true }

// look takes everything down.
func (b *bench) look(t *testing.T) traces {
	t.Helper()
	found := traces{}
	for _, process := range machine.Below(os.Getpid()) {
		found.add("%s", process)
	}
	found.cgroups()
	found.lines("mount", "/proc/self/mountinfo", b.scratch, mark)
	found.lines("abstract socket", "/proc/net/unix", mark)
	found.lines("key", "/proc/keys", mark)
	for _, kind := range []string{"shm", "sem", "msg"} {
		found.lines("System V "+kind, "/proc/sysvipc/"+kind, sysvKey)
	}
	for _, dir := range []string{"/", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", ".", os.Getenv("HOME")} {
		found.marked(dir)
	}
	found.tree(t, "scratch", b.scratch, false)
	found.tree(t, "temporary", b.temp, false)
	found.tree(t, "problem", b.problem.Dir, true)
	if name, err := os.Hostname(); err == nil {
		found.add("host name %s", name)
	}
	return found
}

// lookInside adds what the boxes' inits hold, where this user may see it. A box shows what it ran last, so that this
// can be compared after the same program only.
func (b *bench) lookInside(t *testing.T, found traces) {
	t.Helper()
	for _, process := range machine.Below(os.Getpid()) {
		pid := process.PID
		if descriptors, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid)); err == nil {
			found.add("inside %d: %d descriptors", pid, len(descriptors))
		}
		if mounts, err := os.ReadFile(fmt.Sprintf("/proc/%d/mountinfo", pid)); err == nil {
			// One trace for each, since fewer are no fault: the kernel takes away a mount of another test, which a box
			// inherited, as soon as that test removes the directory.
			for number := range bytes.Count(mounts, []byte("\n")) {
				found.add("inside %d: mount %d", pid, number+1)
			}
		}
	}
}

// cgroups adds the groups of this process's boxes.
func (now traces) cgroups() {
	own := fmt.Sprintf("grundy-%d-", os.Getpid())
	_ = filepath.WalkDir("/sys/fs/cgroup", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return nil // other people's groups come and go
		}
		if strings.Contains(path, own) {
			now.add("cgroup %s", path)
		}
		return nil
	})
}

// lines adds those of a file that contain one of the words.
func (now traces) lines(kind, path string, words ...string) {
	text, err := os.ReadFile(path)
	if err != nil {
		return // a kernel without
	}
	for line := range strings.Lines(string(text)) {
		if slices.ContainsFunc(words, func(word string) bool { return strings.Contains(line, word) }) {
			now.add("%s %s", kind, strings.TrimSpace(line))
		}
	}
}

// marked adds what lies in a folder by a name that a program gave it.
func (now traces) marked(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if strings.Contains(entry.Name(), mark) {
			now.add("file %s", filepath.Join(dir, entry.Name()))
		}
	}
}

// tree adds everything below a folder, with contents if they must stay the same.
func (now traces) tree(t *testing.T, kind, dir string, contents bool) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !contents {
			now.add("%s %s", kind, path)
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		var sum [sha256.Size]byte
		if entry.Type().IsRegular() {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sum = sha256.Sum256(text)
		}
		now.add("%s %s %v %d %v %x", kind, path, info.Mode(), info.Size(), info.ModTime(), sum[:8])
		return nil
	})
	if err != nil {
		t.Errorf("list %s: %v", dir, err)
	}
}
