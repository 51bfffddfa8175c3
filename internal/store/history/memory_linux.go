package history

import (
	"slices"

	"golang.org/x/sys/unix"
)

// remote lists network file systems, by their type in statfs(2).
var remote = []uint32{
	unix.NFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.AFS_SUPER_MAGIC, unix.CODA_SUPER_MAGIC,
	unix.NCP_SUPER_MAGIC, unix.V9FS_MAGIC, unix.CEPH_SUPER_MAGIC, unix.FUSE_SUPER_MAGIC,
}

// sharesMemory reports whether processes that open a file of the directory can share memory through it. SQLite's
// write-ahead log needs that (https://www.sqlite.org/wal.html); network file systems do not provide it.
func sharesMemory(dir string) bool {
	var stat unix.Statfs_t
	return unix.Statfs(dir, &stat) != nil || !slices.Contains(remote, uint32(stat.Type))
}
