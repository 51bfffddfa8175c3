package namespaces

import (
	"strings"

	"golang.org/x/sys/unix"
)

// mostLinks bounds the symbolic links of a path, as the kernel does.
const mostLinks = 40

// step is an opened part of a path.
type step struct {
	fd          int
	name        string
	isDirectory bool
}

// openStepwise opens a path as openat2 does with RESOLVE_IN_ROOT or RESOLVE_BENEATH, where that call is missing: before Linux
// 5.6, and under the filters of older container engines. It opens one name after the other and follows no link itself, and it
// goes back to a directory that it came through. So a path leads out of the tree neither by links nor by what is renamed
// meanwhile.
func openStepwise(dir int, path string, flags int, resolve uint64) (int, error) {
	var way []step
	defer func() {
		for _, s := range way {
			unix.Close(s.fd)
		}
	}()
	at := func(back int) int {
		if len(way) <= back {
			return dir
		}
		return way[len(way)-1-back].fd
	}
	up := func(to int) {
		for _, s := range way[to:] {
			unix.Close(s.fd)
		}
		way = way[:to]
	}
	beneath := resolve&unix.RESOLVE_BENEATH != 0
	switch {
	case path == "":
		return -1, unix.ENOENT
	case beneath && strings.HasPrefix(path, "/"):
		return -1, unix.EXDEV
	}
	links := 0
	for names := strings.Split(path, "/"); len(names) > 0; {
		name := names[0]
		names = names[1:]
		switch {
		case len(way) > 0 && !way[len(way)-1].isDirectory:
			return -1, unix.ENOTDIR
		case name == "", name == ".":
			continue
		case name == ".." && len(way) > 0:
			up(len(way) - 1)
			continue
		case name == ".." && beneath:
			return -1, unix.EXDEV
		case name == "..":
			continue
		}
		fd, err := openAt(at(0), name, unix.O_PATH|unix.O_NOFOLLOW)
		if err != nil {
			return -1, err
		}
		var stat unix.Stat_t
		if err := unix.Fstat(fd, &stat); err != nil {
			unix.Close(fd)
			return -1, err
		}
		way = append(way, step{fd, name, stat.Mode&unix.S_IFMT == unix.S_IFDIR})
		if stat.Mode&unix.S_IFMT != unix.S_IFLNK {
			continue
		}
		if links++; resolve&unix.RESOLVE_NO_SYMLINKS != 0 || links > mostLinks {
			return -1, unix.ELOOP
		}
		text := make([]byte, unix.PathMax)
		n, err := unix.Readlinkat(fd, "", text)
		if err != nil {
			return -1, err
		}
		target := string(text[:n])
		up(len(way) - 1)
		if strings.HasPrefix(target, "/") {
			if beneath {
				return -1, unix.EXDEV
			}
			up(0)
		}
		names = append(strings.Split(target, "/"), names...)
	}
	if len(way) == 0 {
		return openAt(dir, ".", flags)
	}
	return openAt(at(1), way[len(way)-1].name, flags|unix.O_NOFOLLOW)
}
