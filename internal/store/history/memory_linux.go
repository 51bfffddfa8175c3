package history

import (
	"slices"

	"golang.org/x/sys/unix"
)

// remote are file systems of other machines, by statfs(2).
var remote = []uint32{
	unix.NFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.AFS_SUPER_MAGIC, unix.CODA_SUPER_MAGIC,
	unix.NCP_SUPER_MAGIC, unix.V9FS_MAGIC, unix.CEPH_SUPER_MAGIC, unix.FUSE_SUPER_MAGIC,
}

// sharesMemory tells whether processes that have a file of the folder open can share memory through it, as SQLite's write-ahead
// log needs (https://www.sqlite.org/wal.html): file systems of other machines give none that all see.
func sharesMemory(dir string) bool {
	var stat unix.Statfs_t
	return unix.Statfs(dir, &stat) != nil || !slices.Contains(remote, uint32(stat.Type))
}
