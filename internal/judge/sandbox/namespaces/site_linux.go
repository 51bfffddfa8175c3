package namespaces

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// controllers1 are the hierarchies of version 1 that the judge uses, in the order that the init expects.
var controllers1 = []string{"memory", "cpuacct", "pids"}

// controllers2 are the controllers of version 2 that the judge needs.
var controllers2 = []string{"memory", "pids"}

// groupPrefix begins the names of all groups that a judge creates, followed by its identityOf.
const groupPrefix = "grundy-"

// cgroupSite is where on this machine the groups of boxes can be created.
type cgroupSite struct {
	kind cgroupKind
	// parents are existing directories: one for version 2, one for each controller for version 1.
	parents []string
	// owner identifies this judge; see identityOf.
	owner string
	// reason says why a better kind is unavailable.
	reason string
}

// Parts of reasons that remedies depend on.
const (
	switchedOff = "switched off"
	shared      = "is shared with other processes"
	lacking     = "has no controller"
)

// findCgroup looks for a place below the judge's own groups, so that limits set on the judge continue to hold.
func findCgroup() cgroupSite {
	owner, err := identityOf(os.Getpid())
	if err != nil {
		return cgroupSite{kind: noCgroup, reason: err.Error()}
	}
	site, err2 := findCgroup2(owner)
	if err2 == nil {
		return site
	}
	site, err1 := findCgroup1(owner)
	if err1 == nil {
		return site
	}
	return cgroupSite{kind: noCgroup, reason: fmt.Sprintf("cgroup v2: %v; cgroup v1: %v", err2, err1)}
}

// identityOf identifies a process uniquely as "1234-5678-4026531836": its number, its start time (field 22 of
// /proc/PID/stat), and the namespace in which it has that number, since containers may share control groups.
func identityOf(pid int) (string, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", err
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	const startTime = 22 - 3
	if len(fields) <= startTime {
		return "", fmt.Errorf("/proc/%d/stat is too short", pid)
	}
	numbering, err := pidNamespace()
	return strconv.Itoa(pid) + "-" + fields[startTime] + "-" + numbering, err
}

// pidNamespace returns the number of the namespace in which this process sees others; /proc/self/ns/pid is
// "pid:[4026531836]".
func pidNamespace() (string, error) {
	link, err := os.Readlink("/proc/self/ns/pid")
	return strings.Trim(link, "pid:[]"), err
}

// hierarchy is a mounted cgroup file system.
type hierarchy struct {
	mount   string
	root    string // the part of the hierarchy that is mounted
	version int
	options []string
}

// surroundings reads which hierarchies exist, and in which of their groups this process is.
func surroundings() ([]hierarchy, map[string]string, error) {
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, nil, err
	}
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, nil, err
	}
	return hierarchies(string(mounts)), membership(string(groups)), nil
}

// hierarchies parses /proc/PID/mountinfo (proc_pid_mountinfo(5)).
func hierarchies(mountinfo string) []hierarchy {
	var list []hierarchy
	for line := range strings.Lines(mountinfo) {
		head, tail, ok := strings.Cut(strings.TrimSpace(line), " - ")
		fields, types := strings.Fields(head), strings.Fields(tail)
		if !ok || len(fields) < 5 || len(types) < 3 {
			continue
		}
		version := map[string]int{"cgroup": 1, "cgroup2": 2}[types[0]]
		if version > 0 {
			list = append(list, hierarchy{
				mount: unescapeMount(fields[4]), root: unescapeMount(fields[3]), version: version, options: strings.Split(types[2], ","),
			})
		}
	}
	return list
}

// unescapeMount reverses the kernel's escapes of white space in paths.
func unescapeMount(path string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(path)
}

// membership parses /proc/PID/cgroup (cgroups(7)): paths of groups by controller; version 2 has the key "".
func membership(cgroup string) map[string]string {
	paths := map[string]string{}
	for line := range strings.Lines(cgroup) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) == 3 {
			for controller := range strings.SplitSeq(fields[1], ",") {
				paths[controller] = fields[2]
			}
		}
	}
	return paths
}

// own returns the directory of this process's group in a hierarchy.
func (h hierarchy) own(path string) string {
	inside, err := filepath.Rel(h.root, path)
	// The kernel writes /.. for paths outside the cgroup namespace.
	if err != nil || !filepath.IsLocal(inside) || !filepath.IsLocal("."+path) {
		return h.mount
	}
	return filepath.Join(h.mount, inside)
}

func findCgroup1(owner string) (cgroupSite, error) {
	list, paths, err := surroundings()
	if err != nil {
		return cgroupSite{}, err
	}
	site := cgroupSite{kind: cgroup1, owner: owner, reason: "this machine has its memory controller in version 1"}
	for _, controller := range controllers1 {
		i := slices.IndexFunc(list, func(h hierarchy) bool { return h.version == 1 && slices.Contains(h.options, controller) })
		if i < 0 {
			return cgroupSite{}, fmt.Errorf("the controller %s is not mounted", controller)
		}
		parent := list[i].own(paths[controller])
		if err := unix.Access(parent, unix.W_OK); err != nil {
			return cgroupSite{}, fmt.Errorf("%s: %w", parent, err)
		}
		site.parents = append(site.parents, parent)
	}
	return site, nil
}

func findCgroup2(owner string) (cgroupSite, error) {
	list, paths, err := surroundings()
	if err != nil {
		return cgroupSite{}, err
	}
	i := slices.IndexFunc(list, func(h hierarchy) bool { return h.version == 2 })
	if i < 0 {
		return cgroupSite{}, errors.New("not mounted")
	}
	site := cgroupSite{kind: cgroup2, owner: owner}
	// A group that has processes cannot delegate controllers, except the root. If the judge controls its own group,
	// it moves to a child first; otherwise the root serves, if it is writable.
	own := list[i].own(paths[""])
	var errs []error
	for _, parent := range []string{own, list[i].mount} {
		err := delegate(parent)
		if err == nil {
			site.parents = []string{parent}
			return site, nil
		}
		errs = append(errs, err)
	}
	return cgroupSite{}, errs[0]
}

// delegate makes a group delegate its controllers to children.
func delegate(parent string) error {
	available, err := os.ReadFile(filepath.Join(parent, "cgroup.controllers"))
	if err != nil {
		return err
	}
	enabled, err := os.ReadFile(filepath.Join(parent, "cgroup.subtree_control"))
	if err != nil {
		return err
	}
	var missing []string
	for _, controller := range controllers2 {
		if !slices.Contains(strings.Fields(string(available)), controller) {
			return fmt.Errorf("%s %s %s", parent, lacking, controller)
		}
		if !slices.Contains(strings.Fields(string(enabled)), controller) {
			missing = append(missing, "+"+controller)
		}
	}
	if len(missing) == 0 {
		return unix.Access(parent, unix.W_OK)
	}
	control := filepath.Join(parent, "cgroup.subtree_control")
	err = os.WriteFile(control, []byte(strings.Join(missing, " ")), 0)
	if !errors.Is(err, unix.EBUSY) {
		return err
	}
	processes, readErr := os.ReadFile(filepath.Join(parent, "cgroup.procs"))
	if readErr != nil || strings.TrimSpace(string(processes)) != strconv.Itoa(os.Getpid()) {
		return fmt.Errorf("%s %s", parent, shared)
	}
	self := filepath.Join(parent, "grundy")
	if err := os.Mkdir(self, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	if err := os.WriteFile(filepath.Join(self, "cgroup.procs"), []byte("0"), 0); err != nil {
		return err
	}
	return os.WriteFile(control, []byte(strings.Join(missing, " ")), 0)
}

// cgroupDirs are the directories of one box.
type cgroupDirs struct {
	paths []string
	files []int // open descriptors, for the init
}

// open creates the directories of a box.
func (s cgroupSite) open(box string) (*cgroupDirs, error) {
	dirs := &cgroupDirs{}
	for _, parent := range s.parents {
		path, err := makeGroup(filepath.Join(parent, groupPrefix+s.owner), box)
		if err == nil && s.kind == cgroup2 {
			err = errors.Join(delegate(filepath.Dir(path)), delegate(path))
		}
		var fd int
		if err == nil {
			fd, err = unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("make cgroup: %w", err), dirs.remove())
		}
		dirs.paths = append(dirs.paths, path)
		dirs.files = append(dirs.files, fd)
	}
	return dirs, nil
}

// makeGroup creates a new group in the judge's own. Another host of the same process may have a box of the same name,
// and may remove the judge's group when it closes.
func makeGroup(own, box string) (string, error) {
	const tries = 1000
	path := filepath.Join(own, box)
	for try := 1; ; try++ {
		if err := os.MkdirAll(own, 0o755); err != nil {
			return "", err
		}
		err := os.Mkdir(path, 0o755)
		switch {
		case err == nil || try == tries:
			return path, err
		case errors.Is(err, os.ErrExist):
			path = filepath.Join(own, fmt.Sprintf("%s-%d", box, try))
		case !errors.Is(err, os.ErrNotExist):
			return "", err
		}
	}
}

// remove deletes the directories. Their processes have been killed.
func (d *cgroupDirs) remove() error {
	closeAll(d.files)
	d.files = nil
	var errs []error
	for _, path := range d.paths {
		errs = append(errs, removeGroup(path))
	}
	return errors.Join(errs...)
}

// close removes the judge's own groups, unless another host of the same process has boxes in them. This host's boxes
// are already closed.
func (s cgroupSite) close() error {
	var errs []error
	for _, parent := range s.parents {
		err := os.Remove(filepath.Join(parent, groupPrefix+s.owner))
		if !errors.Is(err, os.ErrNotExist) && !errors.Is(err, unix.EBUSY) && !errors.Is(err, unix.ENOTEMPTY) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// sweep removes the groups of judges that no longer run.
func (s cgroupSite) sweep() error {
	for _, parent := range s.parents {
		groups, err := filepath.Glob(filepath.Join(parent, groupPrefix+"*-*-*"))
		if err != nil {
			return err
		}
		for _, group := range groups {
			sweepGroup(group)
		}
	}
	return nil
}

// sweepGroup removes a group whose judge no longer runs. Another judge may be sweeping too, and a process may take a
// moment to die: what cannot be removed now is left to the next start. Judges in other namespaces are invisible here,
// so their groups stay.
func sweepGroup(group string) {
	owner, ours := strings.CutPrefix(filepath.Base(group), groupPrefix)
	fields := strings.Split(owner, "-")
	numbering, err := pidNamespace()
	if !ours || err != nil || len(fields) != 3 || fields[2] != numbering {
		return
	}
	pid, err := strconv.Atoi(fields[0])
	if err != nil {
		return
	}
	if alive, err := identityOf(pid); err == nil && alive == owner {
		return
	}
	_ = removeGroup(group)
}

// ownGroup reports whether a group bears this process's name.
func ownGroup(group string) bool {
	owner, err := identityOf(os.Getpid())
	return err == nil && filepath.Base(group) == groupPrefix+owner
}

// registry is the file in a host's scratch directory that lists the judge's groups. The next judge may run in another
// group and would not see them otherwise.
const registry = "cgroups"

// register writes the registry.
func (s cgroupSite) register(scratch string) error {
	var lines strings.Builder
	for _, parent := range s.parents {
		lines.WriteString(filepath.Join(parent, groupPrefix+s.owner) + "\n")
	}
	return os.WriteFile(filepath.Join(scratch, registry), []byte(lines.String()), 0o600)
}

// Sweep removes the groups of a judge that died, given the scratch directory that it left.
func Sweep(scratch string) {
	list, err := os.ReadFile(filepath.Join(scratch, registry))
	if err != nil {
		return
	}
	for line := range strings.Lines(string(list)) {
		group := strings.TrimSpace(line)
		if ownGroup(group) { // the judge crashed, and this process has taken its place
			_ = removeGroup(group)
		} else {
			sweepGroup(group)
		}
	}
}

// removeGroup deletes a group and those below it. A dead process leaves its group a moment after it was reaped.
func removeGroup(path string) error {
	children, err := os.ReadDir(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, child := range children {
		if child.IsDir() {
			if err := removeGroup(filepath.Join(path, child.Name())); err != nil {
				return err
			}
		}
	}
	const tries = 500
	for try := 0; ; try++ {
		err := unix.Rmdir(path)
		switch {
		case err == nil, errors.Is(err, unix.ENOENT):
			return nil
		case !errors.Is(err, unix.EBUSY), try == tries:
			return fmt.Errorf("remove cgroup %s: %w", path, err)
		}
		time.Sleep(time.Millisecond)
	}
}
