package sandboxtest

import "golang.org/x/sys/unix"

// inMemory reports whether a directory's files are kept in memory instead of on a disk.
func inMemory(dir string) bool {
	var fsys unix.Statfs_t
	return unix.Statfs(dir, &fsys) == nil && (fsys.Type == unix.TMPFS_MAGIC || fsys.Type == unix.RAMFS_MAGIC)
}
